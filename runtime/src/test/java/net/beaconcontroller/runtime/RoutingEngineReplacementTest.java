package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.emulator.network.Activity;
import net.beaconcontroller.emulator.network.DatagramReport;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.network.PingReport;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.routing.RoutingEngine;
import net.beaconcontroller.samples.engine.Clockwise;
import net.beaconcontroller.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another routing engine comes and goes while hosts send. */
class RoutingEngineReplacementTest {
    private static final int SWITCHES = 5;
    private static final int REPLACEMENTS = 5;
    private static final int DATAGRAMS = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration INTERVAL = Duration.ofMillis(1);

    private static final List<Oxm> FROM_2_TO_1 =
            List.of(Field.ETH_SRC.is(NetworkSpecBuilder.mac(2)), Field.ETH_DST.is(NetworkSpecBuilder.mac(1)));

    @TempDir
    private Path folder;

    @Test
    @Timeout(120)
    void noPingAndNoDatagramIsLost() throws Exception {
        String apps = String.join(
                ",",
                Stream.of(Topology.class, Devices.class, RoutingEngine.class)
                        .map(type -> Bundles.of(type).toString())
                        .toList());
        Settings settings = Settings.read(
                null,
                Map.of(
                        "data.folder",
                        folder.resolve("data").toString(),
                        "controller.listen",
                        "127.0.0.1:0",
                        "apps",
                        apps,
                        "log.level",
                        "warn"),
                Map.of());
        try (Beacon beacon = Beacon.start(settings, folder.resolve("none"));
                var network = Network.start(
                        NetworkSpec.of("ring," + SWITCHES),
                        beacon.address(),
                        NetworkOptions.of(Set.of(Version.OF13)))) {
            await().atMost(PATIENCE)
                    .until(() -> network.pingAll(Duration.ofSeconds(1)).isFlawless());
            Path engine = Bundles.build(folder, "clockwise", Clockwise.class);
            apply(beacon, new ApplicationChange.Install(engine, engine.toString(), false));

            for (int i = 0; i < REPLACEMENTS; i++) {
                Traffic traffic = Traffic.start(network);
                apply(beacon, new ApplicationChange.Start("clockwise"));
                // On their shortest path, the datagrams pass two switches.
                awaitPath(beacon, network, SWITCHES);
                apply(beacon, new ApplicationChange.Stop("clockwise"));
                awaitPath(beacon, network, 2);
                traffic.assertNothingLost();
            }
            assertThat(beacon.controller().listenerFailures()).isZero();
        }
    }

    private static void apply(Beacon beacon, ApplicationChange change) {
        beacon.applications().apply(List.of(change), false);
    }

    /**
     * Deletes the flows between hosts, so that their next packets need paths.
     *
     * @param length the number of switches of the new path between two hosts
     */
    private static void awaitPath(Beacon beacon, Network network, int length) {
        for (Switch sw : beacon.controller().switches()) {
            sw.send(CookieRange.of("routing").delete(sw.version()).build());
        }
        await().atMost(PATIENCE).untilAsserted(() -> {
            // the traffic may have ended before the engine was replaced
            network.host("h2").sendDatagram(NetworkSpecBuilder.address(1));
            assertThat(network.switchNames().stream().flatMap(sw -> network.flows(sw).stream()))
                    .filteredOn(flow -> flow.match().fields().containsAll(FROM_2_TO_1))
                    .hasSize(length);
        });
    }

    /** Datagrams from each host to the one before it in the ring, and pings between all hosts. */
    private record Traffic(List<Activity<DatagramReport>> datagrams, Activity<PingReport> pings) {
        static Traffic start(Network network) {
            var datagrams = new ArrayList<Activity<DatagramReport>>();
            for (int i = 0; i < SWITCHES; i++) {
                datagrams.add(network.startDatagrams(
                        "h" + ((i + 1) % SWITCHES + 1), "h" + (i + 1), DATAGRAMS, INTERVAL, PATIENCE));
            }
            return new Traffic(datagrams, network.startPingAll(PATIENCE));
        }

        void assertNothingLost() {
            assertThat(pings.report().join()).matches(PingReport::isFlawless);
            assertThat(datagrams)
                    .extracting(activity -> activity.report().join())
                    .allMatch(DatagramReport::isFlawless);
        }
    }
}
