package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.testkit.TestSwitch;
import org.junit.jupiter.api.Test;

class RestartEvidenceTest {
    private static final long UNKNOWN = 0xffff_ffffL;
    private static final long LOSS_NANOS = Duration.ofSeconds(10).toNanos();

    private final TestSwitch sw = new TestSwitch();
    private final int before = RestartEvidence.portsHash(sw);

    private static PortStats stats(long port, long seconds, long nanos) {
        return new PortStats(port, seconds, nanos, 0, 0, 0, 0, 0, 0, 0, 0, List.of());
    }

    private static boolean isYounger(PortStats... ports) {
        return RestartEvidence.of(new PortStats.Reply(List.of(ports)), LOSS_NANOS)
                .isPresent();
    }

    @Test
    void thereIsNoneIfThePortsAreAsBefore() {
        Port second = sw.port(2).orElseThrow();
        sw.setPort(second.withLink(false));
        sw.setPort(Port.of(PortNumber.LOCAL, 7, "s1"));
        assertThat(RestartEvidence.of(sw, before)).isEmpty();
    }

    @Test
    void aPortWithAnotherAddress() {
        sw.setPort(Port.of(2, 0x0200_0000_0009L, "eth2"));
        assertThat(RestartEvidence.of(sw, before)).isPresent();
    }

    @Test
    void portsThatHaveExchangedTheirAddresses() {
        Port one = sw.port(1).orElseThrow();
        Port two = sw.port(2).orElseThrow();
        sw.setPort(Port.of(1, two.address(), one.name()));
        sw.setPort(Port.of(2, one.address(), two.name()));
        assertThat(RestartEvidence.of(sw, before)).isPresent();
    }

    @Test
    void aPortLessAndAPortMore() {
        sw.removePort(4);
        assertThat(RestartEvidence.of(sw, before)).isPresent();
        LongStream.of(4, 5).forEach(number -> sw.setPort(Port.of(number, 0x0200_0000_0000L | number, "eth" + number)));
        assertThat(RestartEvidence.of(sw, before)).isPresent();
    }

    @Test
    void aPortThatIsYoungerThanTheLoss() {
        assertThat(isYounger(stats(1, 3600, 0), stats(2, 9, 999_999_999))).isTrue();
        assertThat(isYounger(stats(1, 0, 1))).isTrue();
        assertThat(isYounger(stats(1, 9, UNKNOWN))).isTrue();
    }

    @Test
    void portsThatAreOlderAndThoseOfUnknownAgeAreNone() {
        assertThat(isYounger(stats(1, 10, 0), stats(2, 3600, 0))).isFalse();
        assertThat(isYounger(stats(1, 0, 0), stats(2, UNKNOWN, UNKNOWN))).isFalse();
        assertThat(isYounger(stats(PortNumber.LOCAL, 1, 0))).isFalse();
        assertThat(isYounger()).isFalse();
    }
}
