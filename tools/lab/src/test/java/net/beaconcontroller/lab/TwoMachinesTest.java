package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import net.beaconcontroller.labkit.LauncherJdk;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The load on one machine and the controller on another: two network namespaces, and a link of 20 Mbit/s. */
@NeedsOpenVSwitch
class TwoMachinesTest {
    private static final String CONTROLLER = "10.98.0.1";
    private static final double BITS_PER_SECOND = 20e6;
    /** A packet-in of OpenFlow 1.0 with a frame of 64 bytes. */
    private static final double LEAST_BITS = 8 * 82;

    private final Shell shell = new Shell(Map.of("JAVA_HOME", LauncherJdk.HOME));
    private final String here = "load-" + ProcessHandle.current().pid();
    private final String there = "controller-" + ProcessHandle.current().pid();

    @BeforeEach
    void connectMachines() {
        shell.script(List.of(
                "ip netns add " + here,
                "ip netns add " + there,
                "ip -n %s link add wire type veth peer name wire netns %s".formatted(here, there),
                "ip -n %s address add 10.98.0.2/24 dev wire".formatted(here),
                "ip -n %s address add %s/24 dev wire".formatted(there, CONTROLLER),
                "ip -n %s link set wire up".formatted(here),
                "ip -n %s link set wire up".formatted(there),
                "tc -n %s qdisc add dev wire root tbf rate 20mbit burst 32k latency 20ms".formatted(here),
                "tc -n %s qdisc add dev wire root tbf rate 20mbit burst 32k latency 20ms".formatted(there)));
    }

    @AfterEach
    void disconnectMachines() {
        shell.attempt("ip netns del " + here);
        shell.attempt("ip netns del " + there);
    }

    @Test
    void measuresAControllerOfAnotherMachineWithItsResources() {
        String beacon = ProjectLab.ROOT.resolve("beacon").toString();
        Process controller = shell.start(("ip netns exec %s %s run --apps learningswitch -D controller.listen=%s:6653"
                        + " -D http.listen=off -D data.folder=none")
                .formatted(there, beacon, CONTROLLER));
        try {
            await().until(() -> !shell.attempt("ip netns exec %s ss -Htln sport = 6653".formatted(there))
                    .output()
                    .isBlank());
            String output = shell.run(List.of(
                    "ip",
                    "netns",
                    "exec",
                    here,
                    beacon,
                    "bench",
                    "throughput",
                    "--json",
                    "--controller",
                    CONTROLLER + ":6653",
                    "--usage-command",
                    "cat /proc/%1$d/stat /proc/%1$d/status".formatted(controller.pid()),
                    "--seconds",
                    "1",
                    "--warm-up",
                    "1"));
            JsonNode result = JsonMapper.shared().readTree(output.substring(output.indexOf('{')));

            assertThat(result.get("answersPerSecond").asDouble()).isBetween(1000.0, BITS_PER_SECOND / LEAST_BITS);
            assertThat(result.get("cpuMicros").asDouble()).isPositive();
            assertThat(result.get("residentMiB").asDouble()).isBetween(20.0, 1000.0);
            assertThat(result.get("lost").asLong()).isZero();
        } finally {
            controller.destroy();
            controller.onExit().join();
        }
    }
}
