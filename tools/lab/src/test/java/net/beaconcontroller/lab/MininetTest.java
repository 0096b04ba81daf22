package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Networks of Mininet, one after the other, with a controller that is not restarted. */
@NeedsOpenVSwitch
@NeedsMininet
@Order(1)
class MininetTest {
    private static final List<String> TOPOLOGIES = List.of("linear,4", "tree,2,2", "torus,3,3", "single,8");

    /**
     * Returns the command that runs Mininet. It has namespaces of its own: if it fails, it kills processes by their
     * names. They end together with the first one.
     */
    private static String mininet(int port, String topology, String macs) {
        return ("timeout 120 unshare --pid --fork --kill-child --mount-proc mn --controller remote,ip=127.0.0.1,port=%d"
                        + " --switch ovsk,datapath=user --topo %s --test pingall%s")
                .formatted(port, topology, macs);
    }

    @Test
    void mininetStartsAndStopsAControllerWithEachNetwork() {
        Path root = Path.of(System.getProperty("basedir", ""))
                .toAbsolutePath()
                .resolve("../..")
                .normalize();
        String command = ("timeout 120 unshare --pid --fork --kill-child --mount-proc mn --custom"
                        + " %s/dist/src/main/mininet/mininet.py --controller beacon,command=%1$s/beacon"
                        + " --switch ovsk,datapath=user --topo tree,2,2 --test pingall")
                .formatted(root);
        try (var lab = OvsLab.build(new NetworkSpec(List.of(), List.of(), List.of()), "")) {
            for (int network = 1; network <= 2; network++) {
                assertThat(lab.attemptInside(command).output()).as(command).contains("Results: 0% dropped");
                assertThat(lab.attemptInside("ss -ltnH sport = :6653").output()).isBlank();
            }
        }
    }

    @Test
    void noPingIsLostInNetworksThatFollowEachOther() {
        try (var lab = OvsLab.build(new NetworkSpec(List.of(), List.of(), List.of()), "");
                var beacon = BeaconProcess.startInWith(lab, "-D", "http.listen=off")) {
            for (String macs : List.of("", " --mac")) {
                for (String topology : TOPOLOGIES) {
                    String command = mininet(beacon.port(), topology, macs);
                    assertThat(lab.attemptInside(command).output())
                            .as("%s%n%s", command, beacon)
                            .contains("Results: 0% dropped");
                }
            }
        }
    }
}
