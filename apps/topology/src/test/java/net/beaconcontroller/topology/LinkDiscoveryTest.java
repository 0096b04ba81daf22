package net.beaconcontroller.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.topology.TopologyResource.PortView;
import net.beaconcontroller.topology.TopologyResource.RefusedLinkView;
import net.beaconcontroller.topology.TopologySnapshot.FloodPorts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Link discovery on emulated networks, also while hosts forge, replay and relay probes. */
@Execution(ExecutionMode.CONCURRENT)
class LinkDiscoveryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Timing QUICK = new Timing(
            Duration.ofSeconds(1),
            Duration.ofMillis(200),
            Duration.ofMillis(500),
            Duration.ofMillis(100),
            Duration.ofMillis(5));

    /** The delay of relayed probes. They arrive in order if it is at most two probe intervals. */
    private static final Duration SLOW = QUICK.round().multipliedBy(2);

    private final List<TopologyChange> changes = new CopyOnWriteArrayList<>();
    /** Sends what hosts relay after a delay. */
    private final ScheduledExecutorService relays = Executors.newSingleThreadScheduledExecutor();

    private final AtomicInteger sentLate = new AtomicInteger();
    private OpenFlowController controller;
    private LinkDiscovery topology;
    private @Nullable Network started;

    @BeforeEach
    void startController() throws IOException {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        topology = new LinkDiscovery(QUICK, Threads.system());
        topology.addListener(changes::add);
        controller.register("topology", topology);
        controller.start();
    }

    @AfterEach
    void stop() {
        relays.shutdownNow();
        if (started != null) {
            started.close();
        }
        controller.close();
        topology.close();
    }

    private Network network() {
        return Objects.requireNonNull(started);
    }

    private void start(String layout, Version version) throws IOException {
        started = Network.start(NetworkSpec.of(layout), controller.address(), NetworkOptions.of(Set.of(version)));
        int hosts = network().hosts().size();
        int links = 2 * (network().links().size() - hosts);
        awaitLinksAndEdges(links, hosts);
    }

    private void awaitLinksAndEdges(int links, int edges) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            TopologySnapshot now = topology.snapshot();
            assertThat(now.links()).hasSize(links);
            assertThat(now.edgeCount()).isEqualTo(edges);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void findsLinksAndEdgesAndReportsEachChangeOnce(Version version) throws IOException {
        start("ring,4", version);
        TopologySnapshot now = topology.snapshot();
        assertThat(now.links()).allSatisfy(link -> {
            assertThat(link.kind()).isEqualTo(Link.Kind.DIRECT);
            assertThat(now.links()).contains(link.reversed());
            assertThat(topology.latency(link))
                    .hasValueSatisfying(latency -> assertThat(latency).isLessThan(QUICK.round()));
        });
        assertThat(now.areConnected(1, 3)).isTrue();
        network().linkDown("s1", "s2");
        awaitLinksAndEdges(6, 4);
        network().switchDown("s3");
        awaitLinksAndEdges(2, 3);
        assertThat(topology.snapshot().switches()).containsExactly(1L, 2L, 4L);

        TopologySnapshot last = TopologySnapshot.EMPTY;
        for (TopologyChange change : changes) {
            if (change.before() != change.after() && change != changes.getFirst()) {
                assertThat(change.before()).as("consecutive changes").isSameAs(last);
            }
            last = change.after();
        }
        assertThat(last).isSameAs(topology.snapshot());
    }

    @Test
    void measuresTheLatencyOfALink() throws IOException {
        var layout = new NetworkSpecBuilder();
        layout.addSwitch();
        layout.addSwitch();
        layout.link("s1", "s2", Duration.ofMillis(500), 0);
        started = Network.start(layout.build(), controller.address(), NetworkOptions.of(Set.of(Version.OF13)));
        awaitLinksAndEdges(2, 0);
        assertThat(topology.latency(topology.snapshot().links().getFirst()))
                .hasValueSatisfying(latency -> assertThat(latency).isGreaterThan(Duration.ofMillis(250)));
    }

    @Test
    void extendsTheSettlingTimeWhileProbesAreDelayed() throws IOException {
        var layout = new NetworkSpecBuilder();
        layout.addSwitch();
        layout.addSwitch();
        layout.link("s1", "s2", QUICK.settling().multipliedBy(2), 0);
        started = Network.start(layout.build(), controller.address(), NetworkOptions.of(Set.of(Version.OF13)));
        awaitLinksAndEdges(2, 0);
        network().linkDown("s1", "s2");
        awaitLinksAndEdges(0, 0);
        int changesBefore = changes.size();
        network().linkUp("s1", "s2");
        awaitLinksAndEdges(2, 0);
        assertThat(changes).hasSizeGreaterThan(changesBefore);
        assertThat(changes.stream().skip(changesBefore))
                .allSatisfy(change -> assertThat(change.edgesAdded()).isEmpty());
    }

    @Test
    void rejectsProbesThatAHostMakesUpOrModifies() throws Exception {
        start("ring,3", Version.OF13);
        EmulatedHost attacker = network().host("h1");
        var otherFormat = new ProbeFormat();
        for (Link.Kind kind : Link.Kind.values()) {
            attacker.send(otherFormat.frame(new Probe(kind, new SwitchPort(2, 1), System.nanoTime()), attacker.mac()));
        }
        awaitRejected(2, ProbeOutcome.FORGED);
        byte[] probe = probesReceivedBy(attacker).poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        byte[] changed = probe.clone();
        // a byte of the port number
        changed[changed.length - 2 - 16 - 12] ^= 1;
        attacker.send(changed);
        awaitRejected(3, ProbeOutcome.FORGED);
        attacker.send(Arrays.copyOf(probe, Ethernet.HEADER_LENGTH + 3));
        awaitRejected(1, ProbeOutcome.MALFORMED);
        awaitLinksAndEdges(6, 3);
        assertThat(changes.getLast().after().links()).hasSize(6);
    }

    @Test
    void rejectsProbesThatAHostReturnsOrReplaysLate() throws Exception {
        start("ring,3", Version.OF13);
        EmulatedHost attacker = network().host("h1");
        EmulatedHost accomplice = network().host("h2");
        byte[] probe = probesReceivedBy(attacker).poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        long begin = System.nanoTime();
        attacker.send(probe);
        awaitRejected(1, ProbeOutcome.LOOPED);
        await().atMost(PATIENCE)
                .until(() -> System.nanoTime() - begin > 3 * QUICK.round().toNanos());
        accomplice.send(probe);
        awaitRejected(1, ProbeOutcome.REPLAYED);
        awaitLinksAndEdges(6, 3);
    }

    @Test
    void rejectsProbesThatAHostSendsToAnotherAddress() throws Exception {
        start("ring,3", Version.OF13);
        byte[] probe = probesReceivedBy(network().host("h1")).poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        ByteAccess.putMac(probe, 0, network().host("h3").mac());
        network().host("h2").send(probe);
        awaitRejected(1, ProbeOutcome.MISADDRESSED);
        awaitLinksAndEdges(6, 3);
        assertThat(topology.snapshot().isInfrastructure(edgeOf(2))).isFalse();
    }

    @Test
    void findsNoLinkToAHostThatRelaysProbes() throws Exception {
        start("ring,3", Version.OF13);
        prove(edgeOf(1));
        List<SwitchPort> edges = List.of(edgeOf(1), edgeOf(2));
        relayBothWays("h1", "h2", LinkDiscoveryTest::isLldp);
        awaitRejected(2, ProbeOutcome.PROVEN_EDGE);
        assertThat(edges).allMatch(topology.snapshot()::isEdge);
    }

    @Test
    void findsNoLinkToAHostWhenARelayingHostTakesItsOwnPortDown() throws Exception {
        start("ring,3", Version.OF13);
        SwitchPort own = edgeOf(2);
        prove(edgeOf(1));
        prove(own);
        relayBothWays("h1", "h2", LinkDiscoveryTest::isLldp);
        awaitRejected(1, ProbeOutcome.PROVEN_EDGE);
        network().portDown("s2", own.port());
        await().atMost(PATIENCE).until(() -> !topology.snapshot().isEdge(own));
        network().portUp("s2", own.port());
        long before = Objects.requireNonNull(topology.probeCounters().get(ProbeOutcome.PROVEN_EDGE));
        awaitRejected(before + 2, ProbeOutcome.PROVEN_EDGE);
        awaitLinksAndEdges(6, 3);
    }

    @Test
    void findsNoIndirectLinkBetweenHostsThatRelayProbes() throws Exception {
        start("ring,3", Version.OF13);
        prove(edgeOf(1));
        prove(edgeOf(2));
        relayBothWays("h1", "h2", frame -> !isLldp(frame));
        awaitRejected(2, ProbeOutcome.PROVEN_EDGE);
        awaitLinksAndEdges(6, 3);
        TopologySnapshot now = topology.snapshot();
        assertThat(now.hasSharedDomains()).isFalse();
        assertThat(new TopologyResource(topology).refused())
                .extracting(RefusedLinkView::from, RefusedLinkView::to, RefusedLinkView::floodingPort)
                .contains(tuple(PortView.of(edgeOf(1)), PortView.of(edgeOf(2)), PortView.of(edgeOf(1))));
        network().host("h1").setListener(_ -> {});
        network().host("h2").setListener(_ -> {});
        await().atMost(Duration.ofSeconds(5))
                .until(() -> topology.snapshot().refusedLinks().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPortThatReturnsItsProbesIsNoEdgeUntilTheyStop(boolean withLldp) throws Exception {
        start("ring,3", Version.OF13);
        SwitchPort looped = edgeOf(1);
        returnFrames("h1", frame -> withLldp || !isLldp(frame));
        topology.loopSuspected(looped);
        await().atMost(PATIENCE).until(() -> topology.snapshot().isLooped(looped));
        TopologySnapshot now = topology.snapshot();
        assertThat(now.isEdge(looped)).isFalse();
        assertThat(now.floodPorts(1)).extracting(FloodPorts::datapathId).containsExactly(2L, 3L);
        assertThat(new TopologyResource(topology).topology().looped()).containsExactly(PortView.of(looped));
        assertThat(new TopologyResource(topology).refused())
                .extracting(RefusedLinkView::from, RefusedLinkView::reason, RefusedLinkView::floodingPort)
                .containsExactly(tuple(PortView.of(looped), "looped", null));
        network().host("h1").setListener(_ -> {});
        awaitLinksAndEdges(6, 3);
        assertThat(topology.snapshot().refusedLinks()).isEmpty();
    }

    @Test
    void aLoopedPortIsNoEdgeFromTheBeginning() throws Exception {
        NetworkSpec layout = NetworkSpec.of("ring,3");
        started = Network.start(layout, controller.address(), NetworkOptions.of(Set.of(Version.OF13)));
        returnFrames("h1", _ -> true);
        awaitLinksAndEdges(6, 2);
        assertThat(changes)
                .flatExtracting(TopologyChange::edgesAdded)
                .extracting(SwitchPort::datapathId)
                .containsOnly(2L, 3L);
    }

    @Test
    void aHostThatReturnsBroadcastProbesDoesNotDisableThePortOfItsNeighbour() throws Exception {
        start("ring,3", Version.OF13);
        SwitchPort shared = edgeOf(1);
        topology.hostSeen(shared);
        returnFrames("h1", frame -> !isLldp(frame));
        topology.loopSuspected(shared);
        awaitRejected(LoopDetector.BROADCASTS, ProbeOutcome.LOOPED);
        assertThat(changes).flatExtracting(TopologyChange::edgesRemoved).isEmpty();
    }

    @Test
    void aPortThatReturnsBroadcastsIsAnEdgeAgainWhenAHostIsSeenThere() throws Exception {
        start("ring,3", Version.OF13);
        SwitchPort shared = edgeOf(1);
        returnFrames("h1", frame -> !isLldp(frame));
        topology.loopSuspected(shared);
        await().atMost(PATIENCE).until(() -> topology.snapshot().isLooped(shared));
        topology.hostSeen(shared);
        await().atMost(PATIENCE).until(() -> topology.snapshot().isEdge(shared));
        long before = Objects.requireNonNull(topology.probeCounters().get(ProbeOutcome.LOOPED));
        awaitRejected(before + 1, ProbeOutcome.LOOPED);
        assertThat(topology.snapshot().isEdge(shared)).isTrue();
    }

    /** Makes a host return some of the frames that it receives. */
    private void returnFrames(String name, Predicate<byte[]> returned) {
        relay(network().host(name), network().host(name), returned);
    }

    @Test
    void anEdgeAtWhichALoopIsSuspectedIsProbedAtOnce() throws Exception {
        start("ring,3", Version.OF13);
        prove(edgeOf(1));
        prove(edgeOf(2));
        var probes = new AtomicInteger();
        network().host("h1").setListener(frame -> {
            if (!isLldp(frame)) {
                probes.incrementAndGet();
            }
        });
        int before = probes.get();
        for (int i = 0; i < 100; i++) {
            topology.loopSuspected(edgeOf(1));
        }
        await().atMost(QUICK.settling()).until(() -> probes.get() > before);
        topology.loopSuspected(new SwitchPort(1, 99));
        topology.loopSuspected(new SwitchPort(99, 1));
        assertThat(probes.get() - before).as("probes").isLessThan(5);
    }

    @Test
    void findsNoLinkBetweenSilentHostsWhoseRelayIsSlowerThanTheOtherLinks() throws Exception {
        var layout = new NetworkSpecBuilder();
        int size = LatencyCheck.MIN_LINKS / 2;
        for (int i = 0; i < size; i++) {
            layout.addSwitch();
        }
        for (int i = 1; i <= size; i++) {
            layout.link("s" + i, "s" + (i % size + 1));
        }
        layout.addHost(NetworkSpecBuilder.numbered("h1"));
        layout.addHost(NetworkSpecBuilder.numbered("h2"));
        layout.link("h1", "s1", Duration.ofMillis(100), 0).link("h2", "s4", Duration.ofMillis(100), 0);
        started = Network.start(layout.build(), controller.address(), NetworkOptions.of(Set.of(Version.OF13)));
        awaitLinksAndEdges(2 * size, 2);
        awaitConfirmation();
        relayBothWays("h1", "h2", LinkDiscoveryTest::isLldp);
        awaitRejected(2, ProbeOutcome.SLOW);
        awaitLinksAndEdges(2 * size, 2);
    }

    @Test
    void aRelayThatBecomesSlowDelaysNoPortsOfOtherSwitches() throws Exception {
        startRingWithSlowRelay();
        SwitchPort other = edgeOf(6);
        network().portDown("s6", other.port());
        await().atMost(PATIENCE).until(() -> !topology.snapshot().isEdge(other));
        network().portUp("s6", other.port());
        await().atMost(SLOW).until(() -> topology.snapshot().isEdge(other));
    }

    @Test
    void aRelayThatBecomesSlowDoesNotHideThatOfOtherSwitches() throws Exception {
        startRingWithSlowRelay();
        relay("h6", "h8", () -> SLOW.dividedBy(2));
        relay("h8", "h6", () -> SLOW.dividedBy(2));
        awaitRejected(2, ProbeOutcome.SLOW);
        assertThat(topology.snapshot().isEdge(edgeOf(6))).isTrue();
    }

    /** A ring with a host at each switch. Those of s1 and s4 relay probes, slowly after the link is accepted. */
    private void startRingWithSlowRelay() throws IOException {
        int size = LatencyCheck.MIN_LINKS / 2;
        start("ring," + size, Version.OF13);
        var delay = new AtomicReference<>(Duration.ZERO);
        relay("h1", "h4", delay::get);
        relay("h4", "h1", delay::get);
        awaitLinksAndEdges(2 * size + 2, size - 2);
        delay.set(SLOW);
        await().atMost(PATIENCE).until(() -> sentLate.get() >= 2);
    }

    /** Makes a host forward the link probes that it receives to another, which sends them after a delay. */
    private void relay(String from, String to, Supplier<Duration> delay) {
        EmulatedHost sender = network().host(to);
        network().host(from).setListener(frame -> {
            if (isLldp(frame)) {
                byte[] copy = frame.clone();
                long nanos = delay.get().toNanos();
                var _ = relays.schedule(
                        () -> {
                            sender.send(copy);
                            if (nanos > 0) {
                                sentLate.incrementAndGet();
                            }
                        },
                        nanos,
                        TimeUnit.NANOSECONDS);
            }
        });
    }

    /** Makes an edge proven: a host has been seen there for some time. */
    private void prove(SwitchPort edge) {
        topology.hostSeen(edge);
        awaitConfirmation();
    }

    private static void awaitConfirmation() {
        long begin = System.nanoTime();
        await().atMost(PATIENCE)
                .until(() ->
                        System.nanoTime() - begin > 2 * QUICK.confirmation().toNanos());
    }

    @Test
    void findsIndirectLinksAcrossAForeignSwitch() throws IOException {
        // two switches without a direct link; a bridge connects the ports of their hosts
        var layout = new NetworkSpecBuilder();
        layout.addHost(layout.addSwitch());
        layout.addHost(layout.addSwitch());
        started = Network.start(layout.build(), controller.address(), NetworkOptions.of(Set.of(Version.OF13)));
        relayBothWays("h1", "h2", frame -> !isLldp(frame));
        awaitLinksAndEdges(2, 2);
        TopologySnapshot now = topology.snapshot();
        assertThat(now.links()).allMatch(link -> link.kind() == Link.Kind.INDIRECT);
        assertThat(now.areConnected(1, 2)).isTrue();
        assertThat(now.designatedPort(edgeOf(2))).isEqualTo(edgeOf(1));
        assertThat(now.floodPorts(1)).hasSize(1);
        // One direction is not another path for the opposite one.
        network().host("h1").setListener(_ -> {});
        await().during(Duration.ofSeconds(2)).atMost(PATIENCE).untilAsserted(() -> assertThat(
                        topology.snapshot().links())
                .as("the only path between the switches")
                .hasSize(2));
    }

    @Test
    void anIndirectLinkBesideAnotherPathEndsSoonAfterItsLastProbe() throws Exception {
        start("ring,3", Version.OF13);
        relayBothWays("h1", "h2", frame -> !isLldp(frame));
        awaitLinksAndEdges(8, 3);
        network().host("h1").setListener(_ -> {});
        network().host("h2").setListener(_ -> {});
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(topology.snapshot().links()).hasSize(6));
    }

    private SwitchPort edgeOf(long datapathId) {
        return new SwitchPort(
                datapathId, topology.snapshot().edges(datapathId).numbers().getFirst());
    }

    private void awaitRejected(long atLeast, ProbeOutcome outcome) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(topology.probeCounters())
                .hasEntrySatisfying(outcome, count -> assertThat(count).isGreaterThanOrEqualTo(atLeast)));
    }

    private static BlockingQueue<byte[]> probesReceivedBy(EmulatedHost host) {
        var received = new LinkedBlockingQueue<byte[]>();
        host.setListener(frame -> {
            if (isLldp(frame)) {
                received.add(frame.clone());
            }
        });
        return received;
    }

    /** Makes two hosts forward some of the frames that they receive to each other. */
    private void relayBothWays(String one, String other, Predicate<byte[]> relayed) {
        relay(network().host(one), network().host(other), relayed);
        relay(network().host(other), network().host(one), relayed);
    }

    private static void relay(EmulatedHost from, EmulatedHost to, Predicate<byte[]> relayed) {
        from.setListener(frame -> {
            if (relayed.test(frame)) {
                to.send(frame);
            }
        });
    }

    private static boolean isLldp(byte[] frame) {
        var view = new Ethernet();
        view.wrap(frame, 0, frame.length);
        return view.type() == Ethernet.TYPE_LLDP;
    }
}
