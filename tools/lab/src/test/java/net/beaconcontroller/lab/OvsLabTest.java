package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import net.beaconcontroller.labkit.OvsLab.FailMode;
import net.beaconcontroller.labkit.Reach;
import net.beaconcontroller.labkit.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the lab without a controller. If they fail, the other tests of this module are inconclusive. */
@NeedsOpenVSwitch
class OvsLabTest {

    @ParameterizedTest
    @ValueSource(strings = {"single,3", "linear,4", "tree,2,2"})
    void standaloneSwitchesConnectHosts(String topology) {
        try (var lab = OvsLab.build(topology, "OpenFlow13", FailMode.STANDALONE)) {
            assertThat(lab.pingAll().failed()).isEmpty();
        }
    }

    @Test
    void secureSwitchesWithoutAControllerDropFrames() {
        try (var lab = OvsLab.build("single,2", "OpenFlow10")) {
            assertThat(lab.pingAll()).isEqualTo(new Reach(0, 2, List.of("h1->h2", "h2->h1")));
        }
    }

    @Test
    void labsRunInParallelAndCleanUp() {
        var first = OvsLab.build("single,2", "OpenFlow10", FailMode.STANDALONE);
        try (var second = OvsLab.build("single,2", "OpenFlow10", FailMode.STANDALONE)) {
            first.close();
            first.close();
            assertThat(second.pingAll().failed()).isEmpty();
        }
        assertNothingIsLeftOf(first.name());
    }

    @Test
    void aFailedSetupReportsTheCommandAndItsOutput() {
        assertThatThrownBy(() -> OvsLab.build("single,1", "OpenFlow99"))
                .hasMessageContaining("ovs-vsctl")
                .hasMessageContaining("protocols=OpenFlow99")
                .hasMessageContaining("constraint violation");
    }

    private static void assertNothingIsLeftOf(String lab) {
        assertThat(new Shell(Map.of()).run("ip netns list")).doesNotContain(lab);
        assertThat(Files.exists(Path.of(System.getProperty("java.io.tmpdir"), lab)))
                .isFalse();
    }
}
