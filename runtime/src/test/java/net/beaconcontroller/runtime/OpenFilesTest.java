package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.core.options.ControllerOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenFilesTest {
    private static ControllerOptions withConnections(int number) {
        ControllerOptions options = ControllerOptions.onFreePort();
        return options.withIo(options.io().withLimits(options.io().limits().withConnections(number, 10)));
    }

    @ParameterizedTest
    @CsvSource({
        "1048576, 20000, 20000",
        "20000, 20000, 18680",
        "4096, 500, 500",
        "4096, 4096, 2880",
        "1024, 20000, 576",
        "100, 20000, 1"
    })
    void theConnectionsOfSwitchesLeaveAReserveToHttpAndFiles(int limit, int configured, int expected) {
        ControllerOptions fitting = new OpenFiles(limit).fit(withConnections(configured));
        assertThat(fitting.io().limits().connections()).isEqualTo(expected);
        assertThat(fitting.io().limits().handshakes()).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"1048576, 1064", "20000, 1064", "4096, 960", "1024, 192", "100, 1"})
    void httpHasAQuarterOfTheConnectionsAtMost(int limit, int expected) {
        assertThat(new OpenFiles(limit).httpConnections()).isEqualTo(expected);
    }
}
