package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.emulator.spec.NetworkSpec.End;
import net.beaconcontroller.labkit.BeaconProcess;
import net.beaconcontroller.labkit.NeedsOpenVSwitch;
import net.beaconcontroller.labkit.OvsLab;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Learning and forgetting of the learning switch with a real switch. Host i is at port i of switch 1. All tests share a
 * lab, with a new switch for each.
 */
@NeedsOpenVSwitch
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LearningTest {
    /** The idle timeout of the flows. */
    private static final Duration FLOWS_LAST = Duration.ofSeconds(5);

    private static final Pattern PACKETS = Pattern.compile("n_packets=(\\d+)");

    private final OvsLab lab = OvsLab.build("single,3", "OpenFlow10");
    private final BeaconProcess beacon = BeaconProcess.startIn(lab, "learningswitch");

    @AfterAll
    void close() {
        try (lab) {
            beacon.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"OpenFlow10", "OpenFlow13"})
    void installsFlowsForLearnedHosts(String protocol) {
        lab.replaceSwitches(protocol);
        beacon.control(lab);
        assertThat(lab.ping(1, 2)).as(beacon::toString).isTrue();

        int sent = 20;
        lab.inHost(1, "ping -n -i0.05 -c%d %s".formatted(sent, lab.address(2)));

        // A flow counts the packets that it matches, in either direction, and not those that the controller sends. The
        // flow cache of the switch may send the first of these packets to the controller again.
        long least = 2L * (sent - 2);
        await().atMost(FLOWS_LAST)
                .untilAsserted(() -> assertThat(packetsOf(learntFlows())).isGreaterThanOrEqualTo(least));
    }

    @ParameterizedTest
    @ValueSource(strings = {"OpenFlow10", "OpenFlow13"})
    void forgetsHostsOfAPortThatGoesDown(String protocol) {
        lab.replaceSwitches(protocol);
        beacon.control(lab);
        assertThat(lab.ping(1, 2)).as(beacon::toString).isTrue();

        lab.setPort(new End("s1", 2), false);
        await().atMost(FLOWS_LAST.multipliedBy(2)).until(() -> learntFlows().isEmpty());
        // Host 1 still knows the MAC address. Its frame goes to port 2, or is flooded if the switch forgot the address.
        assertThatThrownBy(() -> lab.inHost(1, "ping -n -c1 -W1 " + lab.address(2)))
                .hasMessageContaining("100% packet loss");
        assertThat(learntFlows()).as(beacon::toString).isEmpty();

        lab.setPort(new End("s1", 2), true);
        assertThat(lab.ping(1, 2)).as(beacon::toString).isTrue();
        assertThat(learntFlows()).as(beacon::toString).isNotEmpty();
    }

    private List<String> learntFlows() {
        return lab.tables().flows(1).stream()
                .filter(flow -> flow.contains("idle_timeout="))
                .toList();
    }

    private static long packetsOf(List<String> flows) {
        return flows.stream()
                .map(PACKETS::matcher)
                .filter(Matcher::find)
                .mapToLong(packets -> Long.parseLong(packets.group(1)))
                .sum();
    }
}
