package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.emulator.network.PingReport;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;

/**
 * The network of the Beacon paper, section 7: 320 virtual machines on 80 servers, each server with a virtual switch,
 * and 20 switches wired as a fat tree of switches with four ports for each other.
 */
class DeploymentTest {
    private static final int PODS = 4;
    private static final int SERVERS_PER_EDGE = 10;
    private static final int MACHINES_PER_SERVER = 4;
    private static final int PINGS = 500;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static NetworkSpec deployment() {
        var builder = new NetworkSpecBuilder();
        int half = PODS / 2;
        List<String> cores = add(builder, half * half);
        for (int pod = 0; pod < PODS; pod++) {
            List<String> aggregations = add(builder, half);
            for (int i = 0; i < half; i++) {
                for (int j = 0; j < half; j++) {
                    builder.link(aggregations.get(i), cores.get(half * i + j));
                }
            }
            for (String edge : add(builder, half)) {
                aggregations.forEach(aggregation -> builder.link(edge, aggregation));
                for (String server : add(builder, SERVERS_PER_EDGE)) {
                    builder.link(server, edge);
                    for (int machine = 0; machine < MACHINES_PER_SERVER; machine++) {
                        builder.addHost(server);
                    }
                }
            }
        }
        return builder.build();
    }

    private static List<String> add(NetworkSpecBuilder builder, int count) {
        var names = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            names.add(builder.addSwitch());
        }
        return names;
    }

    private static void assertReached(RoutedNetwork routed) {
        PingReport report = routed.network.pingSome(PINGS, TIMEOUT);
        assertThat(report.total()).isEqualTo(PINGS);
        assertThat(report.lost()).isEmpty();
        assertThat(report.duplicated()).isEmpty();
    }

    @Test
    void machinesReachEachOtherAlsoWithoutASwitchOfEachLayer() throws Exception {
        NetworkSpec layout = deployment();
        assertThat(layout.switches()).hasSize(100);
        assertThat(layout.hosts()).hasSize(320);
        try (var routed = RoutedNetwork.start(layout, Version.OF10)) {
            assertReached(routed);

            // A core switch, and the first aggregation switch.
            routed.network.switchDown("s1");
            routed.network.switchDown("s5");
            routed.awaitSettled();

            assertReached(routed);
        }
    }
}
