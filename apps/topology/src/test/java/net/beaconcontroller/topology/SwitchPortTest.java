package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.beaconcontroller.openflow.PortNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchPortTest {
    @Test
    void theLocalPortHasAName() {
        assertThat(new SwitchPort(0x1a, PortNumber.LOCAL)).hasToString("000000000000001a:LOCAL");
        assertThat(new SwitchPort(0x1a, 3)).hasToString("000000000000001a:3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"000000000000001a:LOCAL", "1a:4294967294", "1A : LOCAL"})
    void parsesTheNameAndTheNumberOfTheLocalPort(String text) {
        assertThat(SwitchPort.parse(text)).isEqualTo(new SwitchPort(0x1a, PortNumber.LOCAL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1a", "x:1", "1:-1", "1:local", "1:FLOOD", "1:4294967293", "1:9999999999", "1:10000000000"})
    void refusesWhatIsNoPort(String text) {
        assertThatThrownBy(() -> SwitchPort.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
