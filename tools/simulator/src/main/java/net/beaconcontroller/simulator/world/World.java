package net.beaconcontroller.simulator.world;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.Network.LinkState;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.simulator.schedule.Scheduler;
import net.beaconcontroller.simulator.schedule.SimulatedThreads;
import net.beaconcontroller.simulator.sockets.SimulatedChannel;
import net.beaconcontroller.simulator.sockets.SimulatedSockets;
import net.beaconcontroller.simulator.sockets.Tap;
import org.jspecify.annotations.Nullable;

/**
 * A world that a seed determines. {@link #run} plays it: the network becomes ready, events happen while hosts ping each
 * other, and after the bound of the last event everything must work.
 */
public final class World {
    /** Within which the topology is known after the start. */
    private static final Duration START = Duration.ofSeconds(15);

    /** Within which all threads end that the controller and the network have started. */
    private static final Duration END = Duration.ofSeconds(1);

    /** Exceeds the time within which a host answers a probe for its address. */
    private static final Duration PROBE = Duration.ofSeconds(1);

    /** Exceeds the time that the controller takes to verify the claim of an address that another host had. */
    private static final Duration CLAIM = Duration.ofSeconds(3);

    /** Exceeds the time in which the controller counts the exceptions of applications. */
    static final Duration CALLS = Duration.ofMillis(500);

    /** Exceeds the time for which routing holds a packet. */
    private static final Duration HELD = Duration.ofSeconds(4);

    /** Exceeds the time for which routing keeps the flows of an earlier instance, and after which idle flows expire. */
    private static final Duration SILENCE = Duration.ofSeconds(35);

    private static final Duration POLL = Duration.ofMillis(100);

    private final long seed;
    private final Scheduler scheduler;
    private final SimulatedThreads threads;
    private final SimulatedSockets sockets;
    private final RandomGenerator random;
    private final Plan plan;
    private final Timeline timeline;
    private final @Nullable Capture capture;
    private final List<String> violations = new ArrayList<>();
    private final FaultyApplication faulty = new FaultyApplication();
    private @Nullable RoutedNetwork routed;
    private @Nullable Bridge bridge;
    private @Nullable ForgedClaims claims;

    private World(long seed, boolean isCaptured, Function<RandomGenerator, Plan> draw) {
        this.seed = seed;
        this.scheduler = new Scheduler(seed);
        this.timeline = new Timeline(scheduler);
        this.threads = new SimulatedThreads(scheduler);
        this.capture = isCaptured ? new Capture(scheduler, timeline) : null;
        this.sockets = new SimulatedSockets(scheduler, capture == null ? Tap.NONE : capture);
        this.random = scheduler.random("world");
        this.plan = draw.apply(scheduler.random("plan"));
    }

    /**
     * Returns the world of a seed: a small network to which something happens.
     *
     * @param isCaptured whether its messages are captured, and are in its timeline
     */
    public static World small(long seed, boolean isCaptured) {
        return new World(seed, isCaptured, PlanGenerator::draw);
    }

    /** Returns the world of a seed with a large network, to which nothing happens for a minute. */
    public static World large(long seed) {
        return new World(seed, false, PlanGenerator::drawLarge);
    }

    /**
     * What came of a world.
     *
     * @param violations what did not hold, in words; empty if all did
     * @param nanos the virtual time that it took
     * @param steps how many steps its threads have made
     * @param fingerprint a number that differs if anything happened in another order or at another time
     */
    public record Outcome(
            long seed,
            List<String> violations,
            List<EventKind> events,
            long nanos,
            long steps,
            long fingerprint,
            List<String> timeline) {
        public Outcome {
            violations = List.copyOf(violations);
            events = List.copyOf(events);
            timeline = List.copyOf(timeline);
        }
    }

    /** Sets the log of this process up, whose lines the timelines get. Once, before the first world runs. */
    public static void takeLog() {
        LogCapture.install();
    }

    /** Returns the capture of the messages in the format of pcap; empty if they are not captured. */
    public Optional<byte[]> pcap() {
        return Optional.ofNullable(capture).map(Capture::pcap);
    }

    /** Returns for how long the machine has been busy with the present step. Safe for use by any thread. */
    public Duration stepTime() {
        return Duration.ofNanos(scheduler.stepNanos());
    }

    /** Returns an outcome for a step that does not return. For a thread that watches this world. */
    public Outcome stuck(List<String> stacks) {
        return new Outcome(
                seed, List.of("a step has not returned: " + stacks), List.of(), scheduler.nowNanos(), 0, 0, List.of());
    }

    /** Plays the world, on the calling thread. Its own threads are those of the world. */
    public Outcome run() {
        try (var log = LogCapture.begin(timeline)) {
            try {
                scheduler.run("world", this::play);
            } catch (IllegalStateException e) {
                violate("the world stands still: " + e.getMessage());
            }
            scheduler.failures().forEach(this::violate);
            violations.addAll(log.failures());
        }
        if (scheduler.usedOtherClock()) {
            violate("a thread waited by the clock of the machine");
        }
        return new Outcome(
                seed,
                violations,
                plan.events().stream().map(Event::kind).toList(),
                scheduler.nowNanos(),
                scheduler.steps(),
                scheduler.fingerprint(),
                timeline.lines());
    }

    private void play() {
        try {
            timeline.add("network of %d switches with %s and %d hosts: %s"
                    .formatted(
                            plan.layout().switches().size(),
                            plan.version(),
                            plan.layout().hosts().size(),
                            plan.layout().links()));
            routed = new RoutedNetwork(plan.layout(), NetworkOptions.of(Set.of(plan.version())), threads, sockets);
            playNetwork();
        } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
            violate("exception in the world: " + e);
            for (StackTraceElement element : e.getStackTrace()) {
                timeline.add("    at " + element);
            }
        } finally {
            if (routed != null) {
                routed.close();
            }
        }
        checkNothingIsLeft();
    }

    private void playNetwork() throws IOException, InterruptedException {
        plan.spares().forEach(end -> network().portDown(end.node(), end.port()));
        plan.loopPlug().map(network()::host).ifPresent(plug -> plug.setListener(frame -> plug.send(frame)));
        plan.unusable().map(node -> linkOf(node).place().b()).ifPresent(end -> network()
                .refuseOutput(end.node(), end.port()));
        bridge = new Bridge(plan.bridge().stream().map(network()::host).toList(), plan.isJoined());
        claims = new ForgedClaims(this);
        var _ = routed().controller().register("faulty", faulty);
        if (!settles()) {
            violate("not ready %d s after the start: %s".formatted(START.toSeconds(), KnownTopology.difference(this)));
            return;
        }
        timeline.add("ready");
        // by packets without ARP
        for (EmulatedHost host : hosts()) {
            broadcast(host.name());
        }
        sleep(PROBE);
        check("after the start", new KnownHosts(_ -> true), new AnsweredPings(), new DeliveredBroadcasts());
        long begin = scheduler.nowNanos();
        var traffic = new Traffic(this, plan);
        long last = begin;
        long end = begin + plan.time().toNanos();
        for (Event event : plan.events()) {
            traffic.continueUntil(begin + event.afterNanos());
            timeline.add("EVENT " + event);
            event.action().run(this);
            last = scheduler.nowNanos();
            end = Math.max(end, last + event.kind().bound().toNanos());
        }
        traffic.continueUntil(end);
        traffic.check();
        check(
                "%s after the last event".formatted(Duration.ofNanos(end - last)),
                new KnownTopology(),
                new FlowsOfPorts(),
                new KnownHosts(host -> plan.isUntouched(host.name())));
        if (plan.isSilent()) {
            sleep(SILENCE);
            check("after %s of silence".formatted(SILENCE), new ExpiredFlows());
        }
        forget();
        check("at the end", new AnsweredPings(), new KnownHosts(_ -> true), new DeliveredBroadcasts(), claims());
        sleep(HELD);
        int held = routed().forwarder().heldCount();
        if (held > 0) {
            violate("%d packets still wait for a decision".formatted(held));
        }
        long failures = routed().controller().listenerFailures() - faulty.thrown();
        if (failures > 0) {
            violate("listeners have failed %d times".formatted(failures));
        }
    }

    /**
     * Lets the ARP caches of all hosts expire. A host that took the address of another, which is there again, announces
     * it again: the first announcement may have been lost, and then the controller sends requests for it to the other.
     */
    private void forget() throws InterruptedException {
        hosts().forEach(EmulatedHost::forgetNeighbours);
        plan.events().stream()
                .filter(event -> event.kind() == EventKind.ADDRESS_IS_TAKEN_OVER)
                .filter(event ->
                        event.hosts().stream().allMatch(host -> linkOf(host).hasCarrier()))
                .flatMap(event -> event.hosts().stream())
                .forEach(host -> network().host(host).announce());
        sleep(CLAIM);
    }

    private void check(String when, Expectation... expectations) throws InterruptedException {
        for (Expectation expectation : expectations) {
            expectation.check(this, when);
        }
    }

    private boolean settles() throws InterruptedException {
        long end = scheduler.nowNanos() + START.toNanos();
        while (scheduler.nowNanos() < end) {
            if (KnownTopology.difference(this).isEmpty()) {
                return true;
            }
            sleep(POLL);
        }
        return false;
    }

    private void checkNothingIsLeft() {
        try {
            sleep(END);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        var left = scheduler.actors().stream()
                .filter(actor -> !actor.isCurrent())
                .map(Object::toString)
                .toList();
        if (!left.isEmpty()) {
            violate("threads are left %s after the end: %s".formatted(END, left));
        }
        if (!sockets.connected().isEmpty()) {
            violate("connections are open after the end: " + sockets.connected().size());
        }
    }

    void violate(String what) {
        violations.add(what);
        timeline.add("VIOLATION " + what);
    }

    void sleep(Duration duration) throws InterruptedException {
        threads.time().sleep(duration);
    }

    Scheduler scheduler() {
        return scheduler;
    }

    RoutedNetwork routed() {
        return started(routed);
    }

    Plan plan() {
        return plan;
    }

    Bridge bridge() {
        return started(bridge);
    }

    ForgedClaims claims() {
        return started(claims);
    }

    FaultyApplication faulty() {
        return faulty;
    }

    private static <T> T started(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the network is not started");
        }
        return part;
    }

    /** Returns the hosts that communicate. */
    List<EmulatedHost> hosts() {
        return plan.hosts().stream().map(network()::host).toList();
    }

    /** Returns how many packets these hosts have received twice. */
    long duplicates() {
        return hosts().stream().mapToLong(host -> host.counters().duplicates()).sum();
    }

    /** Returns the link of a host. */
    LinkState linkOf(String host) {
        return network().links().stream()
                .filter(link -> link.place().a().node().equals(host))
                .findFirst()
                .orElseThrow();
    }

    Network network() {
        return routed().network();
    }

    Timeline timeline() {
        return timeline;
    }

    /** A host sends a datagram to all others; returns its id. */
    long broadcast(String host) {
        EmulatedHost from = network().host(host);
        return from.sendDatagram(NetworkSpecBuilder.BROADCAST_ADDRESS);
    }

    /** Ends one of the connections between switches and the controller. */
    void resetConnection() {
        List<SimulatedChannel> connected = sockets.connected();
        if (!connected.isEmpty()) {
            SimulatedChannel channel = connected.get(random.nextInt(connected.size()));
            timeline.add("reset of " + channel.name());
            channel.reset();
        }
    }
}
