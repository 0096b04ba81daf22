package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.devices.DeviceTracker;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.ProbeOutcome;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The flows that are in the switches before the application knows them. */
class FlowReconciliationTest {
    private static final RateLimitedLog LOG = new RateLimitedLog(System.getLogger("test"), 1, Threads.system());
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private record FixedTopology(TopologySnapshot snapshot) implements Topology {
        @Override
        public Optional<Duration> latency(Link link) {
            return Optional.empty();
        }

        @Override
        public void hostSeen(SwitchPort at) {}

        @Override
        public void loopSuspected(SwitchPort at) {}

        @Override
        public Map<ProbeOutcome, Long> probeCounters() {
            return Map.of();
        }
    }

    /** Adopts all entries if there are paths, and else none. */
    private record RecordingInstaller(boolean hasPaths, List<Long> adopted) implements FlowReconciliation.Installer {
        RecordingInstaller(boolean hasPaths) {
            this(hasPaths, new ArrayList<>());
        }

        @Override
        public boolean install(Switch sw, FlowEntry entry, SwitchPort to) {
            return hasPaths && adopted.add(entry.flow().destination());
        }

        @Override
        public boolean hasPath(Switch sw, SwitchPort to) {
            return hasPaths;
        }
    }

    private static Stream<FlowStats> flows(RoutedNetwork routed) {
        return Stream.of("s1", "s2", "s3")
                .flatMap(name -> routed.network.flows(name).stream())
                .filter(flow -> flow.priority() == FlowEntry.PRIORITY);
    }

    private static Set<Long> cookies(RoutedNetwork routed) {
        return flows(routed).map(FlowStats::cookie).collect(Collectors.toSet());
    }

    private static List<String> matches(RoutedNetwork routed) {
        return flows(routed)
                .map(flow -> flow.match() + " " + flow.instructions())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13"})
    void theFlowsOfAnEarlierInstanceAreAdopted(Version version) throws IOException {
        try (var routed = RoutedNetwork.start("tree,2,2", version)) {
            // 8 paths with 3 flows each, and 4 local flows. The first packets can arrive without flows: the controller
            // sends them itself.
            await().until(() -> routed.network.pingAll(TIMEOUT).isFlawless()
                    && flows(routed).count() == 28);
            Set<Long> before = cookies(routed);
            List<String> matches = matches(routed);

            routed.replaceForwarder();
            await().untilAsserted(() -> assertThat(cookies(routed)).isNotEmpty().doesNotContainAnyElementsOf(before));
            // Those of claims are not adopted.
            assertThat(routed.forwarder.pathCount()).isEqualTo(8);
            assertThat(matches(routed)).isEqualTo(matches);
        }
    }

    private static FlowStats flow(long source, int port, int flags) {
        FlowMod added = new FlowEntry(
                        new FlowKey(FlowKey.FIRST_TABLE, VlanId.NONE, source, 0xff), new SwitchPort(1, port))
                .add(FlowEntry.cookie(false, source), 3, flags);
        return stats(added);
    }

    private static FlowStats stats(FlowMod added) {
        return new FlowStats(
                0,
                added.priority(),
                0,
                0,
                added.flags(),
                0,
                added.cookie(),
                added.match(),
                Stats.of(0, 0, 0, 0),
                added.instructions());
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void theEntryOfAClaimIsRecognized(Version version) {
        var claim = List.of(Field.ETH_TYPE.is(Ethernet.TYPE_ARP), Field.ARP_SPA.is(0x0a00_0001));
        var entry = new FlowEntry(new FlowKey(0, VlanId.NONE, 1, 2, claim), new SwitchPort(1, 1));
        byte[] sent = Messages.encode(entry.add(FlowEntry.cookie(true, 1), 3, 0), version, 1);
        FlowMod received = (FlowMod) Messages.decode(sent, 0, sent.length);
        assertThat(FlowEntry.of(1, stats(received))).contains(entry);
    }

    /** The port of such a flow seems to be an edge until the switch beyond it connects. */
    @Test
    void aFlowInTheMiddleOfAPathDoesNotShowWhereItsSourceIs() {
        var sw = new TestSwitch();
        var controller = new TestController(sw);
        var topology = new FixedTopology(
                TopologySnapshot.of(1, List.of(1L), Set.of(new SwitchPort(1, 1), new SwitchPort(1, 2)), List.of()));
        var devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
        try {
            new FlowReconciliation(
                            sw,
                            topology,
                            devices,
                            new InstalledPaths(controller),
                            new InspectionFlows(controller, true),
                            new RecordingInstaller(true),
                            LOG)
                    .begin();
            sw.reply(new FlowStats.Reply(List.of(flow(1, 1, 0), flow(2, 2, FlowMod.SEND_FLOW_REMOVED))));
            await().untilAsserted(
                            () -> assertThat(devices.attachment(2, VlanId.NONE)).isEqualTo(new SwitchPort(1, 2)));
            assertThat(devices.attachment(1, VlanId.NONE)).isNull();
        } finally {
            devices.close();
        }
    }

    private static FlowStats local(long source, long destination, int port, int output) {
        var entry = new FlowEntry(
                new FlowKey(FlowKey.FIRST_TABLE, VlanId.NONE, source, destination), new SwitchPort(1, port));
        return stats(entry.add(FlowEntry.cookie(true, 7), output, 0));
    }

    private static TopologySnapshot twoEdges() {
        return TopologySnapshot.of(1, List.of(1L), Set.of(new SwitchPort(1, 1), new SwitchPort(1, 2)), List.of());
    }

    /** Begins the reconciliation of a switch with these flows. Returns the destinations of those that are adopted. */
    private static List<Long> reconcile(TestSwitch sw, Topology topology, DeviceTracker devices, FlowStats... flows) {
        return reconcile(sw, topology, devices, true, flows);
    }

    private static List<Long> reconcile(
            TestSwitch sw, Topology topology, DeviceTracker devices, boolean hasPaths, FlowStats... flows) {
        var controller = new TestController(sw);
        var installer = new RecordingInstaller(hasPaths);
        new FlowReconciliation(
                        sw,
                        topology,
                        devices,
                        new InstalledPaths(controller),
                        new InspectionFlows(controller, true),
                        installer,
                        LOG)
                .begin();
        sw.reply(new FlowStats.Reply(List.of(flows)));
        return installer.adopted;
    }

    /** Otherwise no packet of the host would come to the controller while its flows are in use. */
    @Test
    void aFewFlowsOfAHostWithoutAnAddressAreDeletedOneAfterTheOtherSoThatItsPacketsShowIt() throws Exception {
        var sw = new TestSwitch();
        var topology = new FixedTopology(twoEdges());
        var devices = new DeviceTracker(new TestController(sw), ApplicationSettings.none(), topology);
        try (AutoCloseable _ = devices::close) {
            int flows = 10;
            devices.hostSeen(1, VlanId.NONE, new SwitchPort(1, 1));
            LongStream.rangeClosed(2, flows + 1)
                    .forEach(host -> devices.hostSeen(host, VlanId.NONE, new SwitchPort(1, 2)));
            await().until(() -> devices.count() == flows + 1);
            List<Long> adopted = reconcile(
                    sw,
                    topology,
                    devices,
                    LongStream.rangeClosed(2, flows + 1)
                            .mapToObj(host -> local(1, host, 1, 1))
                            .toArray(FlowStats[]::new));
            for (int deleted = 1; deleted < FlowReconciliation.MAX_SAMPLES; deleted++) {
                assertThat(sw.sent(FlowMod.class)).hasSize(deleted);
                assertThat(adopted).isEmpty();
                sw.elapse(FlowReconciliation.PASS_INTERVAL);
            }
            assertThat(sw.sent(FlowMod.class))
                    .hasSize(FlowReconciliation.MAX_SAMPLES)
                    .allMatch(change -> change.command() == FlowMod.Command.DELETE_STRICT);
            assertThat(adopted).hasSize(flows - FlowReconciliation.MAX_SAMPLES);
        }
    }

    /** The links between the two switches are not discovered yet. */
    @Test
    void aFlowToAHostThatCannotBeReachedYetIsNotDeletedForAnAddress() throws Exception {
        var sw = new TestSwitch();
        var here = new SwitchPort(1, 1);
        var there = new SwitchPort(2, 1);
        var topology = new FixedTopology(TopologySnapshot.of(1, List.of(1L, 2L), Set.of(here, there), List.of()));
        var devices = new DeviceTracker(new TestController(sw), ApplicationSettings.none(), topology);
        try (AutoCloseable _ = devices::close) {
            devices.hostSeen(1, VlanId.NONE, here);
            devices.hostSeen(2, VlanId.NONE, there);
            await().until(() -> devices.count() == 2);
            List<Long> adopted = reconcile(sw, topology, devices, false, local(1, 2, 1, 3));
            sw.elapse(FlowReconciliation.PASS_INTERVAL);
            assertThat(sw.sent(FlowMod.class)).isEmpty();
            assertThat(adopted).isEmpty();
        }
    }

    /** Routers may never send a packet with their virtual MAC address as source. */
    @Test
    void aFlowToAnEdgeShowsWhereADestinationIsThatNoPacketShows() throws Exception {
        var sw = new TestSwitch();
        var topology = new FixedTopology(twoEdges());
        var devices = new DeviceTracker(new TestController(sw), ApplicationSettings.none(), topology);
        try (AutoCloseable _ = devices::close) {
            long virtual = 0x0000_5e00_010aL;
            List<Long> adopted = reconcile(sw, topology, devices, local(1, virtual, 1, 2));
            await().until(() -> devices.attachment(1, VlanId.NONE) != null);
            sw.elapse(Duration.ofSeconds(19));
            assertThat(devices.attachment(virtual, VlanId.NONE)).isNull();
            sw.elapse(Duration.ofMillis(1_100));
            await().until(() -> devices.attachment(virtual, VlanId.NONE) != null);
            sw.elapse(Duration.ofSeconds(1));
            assertThat(devices.attachment(virtual, VlanId.NONE)).isEqualTo(new SwitchPort(1, 2));
            assertThat(sw.sent(FlowMod.class)).as("deleted as a sample").hasSize(1);
            assertThat(adopted).isEmpty();
        }
    }

    @Test
    void aFlowThatIsNotAdoptedIsDeletedWhenTheTimeForThatIsOver() {
        var sw = new TestSwitch();
        var controller = new TestController(sw);
        var topology = new FixedTopology(TopologySnapshot.of(1, List.of(1L), Set.of(new SwitchPort(1, 1)), List.of()));
        var devices = new DeviceTracker(controller, ApplicationSettings.none(), topology);
        try {
            new FlowReconciliation(
                            sw,
                            topology,
                            devices,
                            new InstalledPaths(controller),
                            new InspectionFlows(controller, true),
                            new RecordingInstaller(true),
                            LOG)
                    .begin();
            sw.reply(new FlowStats.Reply(List.of(flow(1, 1, 0))));
            sw.elapse(Duration.ofSeconds(19));
            assertThat(sw.sent(FlowMod.class)).isEmpty();
            sw.elapse(Duration.ofSeconds(2));
            assertThat(sw.sent(FlowMod.class)).singleElement().returns(FlowMod.Command.DELETE_STRICT, FlowMod::command);
        } finally {
            devices.close();
        }
    }
}
