package net.beaconcontroller.emulator.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.emulator.datapath.ControllerAddress;
import net.beaconcontroller.emulator.datapath.EmulatedPort;
import net.beaconcontroller.emulator.datapath.EmulatedSwitch;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.emulator.link.EmulatedLink;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.link.FramesInFlight;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.io.tls.TlsEndpoint;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * An emulated network: switches that connect to a controller over TCP, and the hosts and links around them, on one
 * thread. Links and switches can fail and recover, and hosts can move, at any time. The public methods may be called
 * on any thread except the network's. They throw a {@link NetworkException} for names that are not in the network.
 */
public final class Network implements AutoCloseable {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);
    /** The time between checks whether the files of the switches have changed. */
    private static final Duration FILE_CHECK_INTERVAL = Duration.ofSeconds(2);

    /** The most neighbours that an error message names. */
    private static final int MAX_NAMED = 10;

    /**
     * The state of a link.
     *
     * @param place the endpoints, latency and loss
     * @param isUp whether the link has not been cut
     * @param hasCarrier whether the link is up, and so are the switches at its ends
     * @param isWhole whether it has a carrier, and frames pass in both directions
     */
    public record LinkState(NetworkSpec.Link place, boolean isUp, boolean hasCarrier, boolean isWhole) {}

    /**
     * The counters of the whole network.
     *
     * @param switches the number of switches
     * @param running the number of switches with power
     * @param connected the number of switches connected to the controller
     * @param packetIns packet-ins sent by switches
     * @param packetOuts packet-outs received by switches
     * @param flowMods flow-mods received by switches
     * @param framesDelivered frames that reached the other end of a link
     * @param framesLost frames that links lost, by chance or for lack of a carrier
     * @param framesDropped frames dropped because a link was full
     * @param probesReceived see {@link EmulatedHost.Counters}
     * @param duplicates see {@link EmulatedHost.Counters}
     */
    public record Counters(
            int switches,
            int running,
            int connected,
            long packetIns,
            long packetOuts,
            long flowMods,
            long framesDelivered,
            long framesLost,
            long framesDropped,
            long probesReceived,
            long duplicates) {}

    /** A switch port as the endpoint of a link. */
    private record SwitchEndpoint(EmulatedSwitch sw, long number, EmulatedPort port) implements EmulatedLink.Endpoint {
        @Override
        public void receive(byte[] frame) {
            sw.receive(number, frame);
        }

        @Override
        public void carrier(boolean up) {
            port.carrier(up);
        }
    }

    private final SelectLoop loop;
    private final Optional<TlsEndpoint> tls;
    private final FramesInFlight framesInFlight;
    private final ProbeIds probes = new ProbeIds();
    private final SplittableRandom random;
    private final Map<String, EmulatedSwitch> switches = new LinkedHashMap<>();
    private final Map<String, EmulatedHost> hosts = new LinkedHashMap<>();
    private final List<EmulatedLink> links = new ArrayList<>();
    /** The links by node, then by port. */
    private final Map<String, SortedMap<Long, EmulatedLink>> linksOf = new HashMap<>();

    private final Set<Activity<?>> activities = new LinkedHashSet<>();

    private Network(SelectLoop loop, Optional<TlsEndpoint> tls, NetworkOptions options) {
        this.loop = loop;
        this.tls = tls;
        this.framesInFlight = new FramesInFlight(loop);
        this.random = new SplittableRandom(options.seed());
    }

    /**
     * Starts a network. Its switches keep trying to connect to the controller.
     *
     * @throws IOException if the selector cannot be opened, or a file of the options cannot be read
     */
    public static Network start(NetworkSpec spec, InetSocketAddress controller, NetworkOptions options)
            throws IOException {
        return start(spec, controller, options, Threads.system(), SelectorProvider.provider());
    }

    /** As the other method does, with threads, clocks and sockets from elsewhere. */
    public static Network start(
            NetworkSpec spec,
            InetSocketAddress controller,
            NetworkOptions options,
            Threads threads,
            SelectorProvider sockets)
            throws IOException {
        Optional<TlsEndpoint> tls = options.tls().isEmpty()
                ? Optional.empty()
                : Optional.of(new TlsEndpoint(options.tls().get(), TlsEndpoint.ClientAuth.NONE, FILE_CHECK_INTERVAL));
        var network = new Network(SelectLoop.start("emulator", threads, sockets), tls, options);
        try {
            network.onLoop(() -> network.build(spec, new ControllerAddress(controller, tls), options));
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
        return network;
    }

    private void build(NetworkSpec spec, ControllerAddress controller, NetworkOptions options) {
        for (NetworkSpec.Switch plan : spec.switches()) {
            switches.put(
                    plan.name(),
                    new EmulatedSwitch(
                            loop,
                            plan.name(),
                            plan.datapathId(),
                            options.versions(),
                            controller,
                            options.auxiliaryConnections()));
        }
        for (NetworkSpec.Host plan : spec.hosts()) {
            hosts.put(plan.name(), new EmulatedHost(loop, probes, plan));
        }
        for (NetworkSpec.Link place : spec.links()) {
            var link = new EmulatedLink(framesInFlight, place, random.nextLong());
            link.attachA(plug(place.a(), link.fromA()));
            link.attachB(plug(place.b(), link.fromB()));
            links.add(link);
            linksOf(place.a().node()).put(place.a().port(), link);
            linksOf(place.b().node()).put(place.b().port(), link);
        }
        switches.values().forEach(EmulatedSwitch::start);
        links.forEach(this::updateCarrier);
    }

    private SortedMap<Long, EmulatedLink> linksOf(String node) {
        return linksOf.computeIfAbsent(node, _ -> new TreeMap<>());
    }

    /**
     * Connects a node to its end of a link and returns the node as the link's endpoint.
     *
     * @param wire the direction of the link that the node sends to
     */
    private EmulatedLink.Endpoint plug(NetworkSpec.End end, FrameSink wire) {
        EmulatedHost host = hosts.get(end.node());
        if (host != null) {
            host.plug(wire);
            return host;
        }
        EmulatedSwitch sw = findSwitch(end.node());
        String name = end.port() == PortNumber.LOCAL ? end.node() : end.node() + "-eth" + end.port();
        EmulatedPort port = sw.addPort(end.port(), name, wire);
        return new SwitchEndpoint(sw, end.port(), port);
    }

    private void updateCarrier(EmulatedLink link) {
        link.update(hasPower(link.place().a()) && hasPower(link.place().b()));
    }

    private boolean hasPower(NetworkSpec.End end) {
        EmulatedSwitch sw = switches.get(end.node());
        return sw == null || sw.isRunning();
    }

    /** Returns the names of the switches in creation order. */
    public List<String> switchNames() {
        return List.copyOf(switches.keySet());
    }

    /** Returns the hosts in creation order. */
    public List<EmulatedHost> hosts() {
        return List.copyOf(hosts.values());
    }

    public EmulatedHost host(String name) {
        EmulatedHost host = hosts.get(name);
        if (host == null) {
            throw new NetworkException("unknown host %s; hosts: %s".formatted(name, names(hosts.keySet())));
        }
        return host;
    }

    /** Returns all links, including those of hosts, in creation order. */
    public List<LinkState> links() {
        return loop.call(() -> links.stream().map(Network::state).toList());
    }

    /** Returns the link at a switch port. */
    public LinkState link(String sw, long port) {
        return loop.call(() -> state(findLink(sw, port)));
    }

    private static LinkState state(EmulatedLink link) {
        return new LinkState(link.place(), link.isUp(), link.hasCarrier(), link.isWhole());
    }

    /** Evaluates a function on a switch, on the network's thread. */
    public <T> T query(String sw, Function<EmulatedSwitch, T> query) {
        EmulatedSwitch found = findSwitch(sw);
        return loop.call(() -> query.apply(found));
    }

    /** Returns the flows in all tables of a switch. */
    public List<FlowStats> flows(String sw) {
        return query(sw, EmulatedSwitch::flows);
    }

    /** Returns the number of switches connected to the controller. */
    public int connected() {
        return loop.call(() -> count(EmulatedSwitch::isConnected));
    }

    private int count(Predicate<EmulatedSwitch> which) {
        return (int) switches.values().stream().filter(which).count();
    }

    /** Waits until all switches with power are connected. Returns false on timeout. */
    public boolean awaitConnected(Duration timeout) throws InterruptedException {
        long end = loop.nowNanos() + timeout.toNanos();
        while (!loop.call(() -> count(EmulatedSwitch::isConnected) == count(EmulatedSwitch::isRunning))) {
            if (loop.nowNanos() - end >= 0) {
                return false;
            }
            loop.time().sleep(POLL_INTERVAL);
        }
        return true;
    }

    /** Waits for a time, by the clock of the network. */
    public void sleep(Duration time) throws InterruptedException {
        loop.time().sleep(time);
    }

    public Counters counters() {
        return loop.call(() -> new Counters(
                switches.size(),
                count(EmulatedSwitch::isRunning),
                count(EmulatedSwitch::isConnected),
                sum(switches, sw -> sw.counters().packetIns()),
                sum(switches, sw -> sw.counters().packetOuts()),
                sum(switches, sw -> sw.counters().flowMods()),
                framesInFlight.counters().delivered(),
                framesInFlight.counters().lost(),
                framesInFlight.counters().dropped(),
                sum(hosts, host -> host.currentCounters().probesReceived()),
                sum(hosts, host -> host.currentCounters().duplicates())));
    }

    private static <T> long sum(Map<?, T> nodes, ToLongFunction<T> counter) {
        return nodes.values().stream().mapToLong(counter).sum();
    }

    /** Cuts all links between two nodes. Both ends lose the carrier. */
    public void linkDown(String a, String b) {
        setLinks(a, b, false);
    }

    public void linkUp(String a, String b) {
        setLinks(a, b, true);
    }

    private void setLinks(String a, String b, boolean up) {
        requireNode(a);
        requireNode(b);
        onLoop(() -> {
            List<EmulatedLink> between = linksOf(a).values().stream()
                    .filter(link -> link.place().joins(a, b))
                    .toList();
            if (between.isEmpty()) {
                throw new NetworkException(
                        "no link between %s and %s; %s has links to %s".formatted(a, b, a, neighbours(a)));
            }
            between.forEach(link -> setUp(link, up));
        });
    }

    /** Cuts the link at a switch port, as if its cable were unplugged. Both ends lose the carrier. */
    public void portDown(String sw, long port) {
        onLoop(() -> setUp(findLink(sw, port), false));
    }

    public void portUp(String sw, long port) {
        onLoop(() -> setUp(findLink(sw, port), true));
    }

    /**
     * Sets whether the frames that a switch sends at a port are lost, although both ends have a carrier: such a link
     * works in one direction.
     */
    public void setBroken(String sw, long port, boolean broken) {
        onLoop(() -> {
            EmulatedLink link = findLink(sw, port);
            if (link.place().a().equals(new NetworkSpec.End(sw, port))) {
                link.setBrokenFromA(broken);
            } else {
                link.setBrokenFromB(broken);
            }
        });
    }

    /** Gives a host another IPv4 address, in the low 32 bits, which it announces. */
    public void setAddress(String host, long address) {
        EmulatedHost changed = host(host);
        onLoop(() -> changed.setAddress(address));
    }

    private void setUp(EmulatedLink link, boolean up) {
        link.setUp(up);
        updateCarrier(link);
    }

    /** Powers a switch off. It loses its connection, flows and groups, and its neighbours lose the carrier. */
    public void switchDown(String sw) {
        power(sw, EmulatedSwitch::stop);
    }

    /** Powers a switch on, without flows and groups. */
    public void switchUp(String sw) {
        power(sw, EmulatedSwitch::start);
    }

    /** Deletes all flows of a switch, as another program may do. */
    public void deleteFlows(String sw) {
        EmulatedSwitch found = findSwitch(sw);
        onLoop(found::deleteFlows);
    }

    /** Lets a switch refuse to output packets of the controller to one of its ports, as some switches do. */
    public void refuseOutput(String sw, long port) {
        EmulatedSwitch found = findSwitch(sw);
        onLoop(() -> found.refuseOutput(port));
    }

    /**
     * Exchanges the cables at two ports of a switch without power, as if it were replaced by another one that is cabled
     * differently.
     */
    public void exchangeCables(String sw, long onePort, long otherPort) {
        EmulatedSwitch found = findSwitch(sw);
        onLoop(() -> {
            if (found.isRunning()) {
                throw new NetworkException("the cables of %s cannot be exchanged while it has power".formatted(sw));
            }
            if (onePort == otherPort) {
                throw new NetworkException("port %s of %s twice: needs two ports to exchange their cables"
                        .formatted(PortNumber.toString(onePort), sw));
            }
            EmulatedLink one = findLink(sw, onePort);
            EmulatedLink other = findLink(sw, otherPort);
            found.removePort(onePort);
            found.removePort(otherPort);
            replug(one, new NetworkSpec.End(sw, onePort), new NetworkSpec.End(sw, otherPort));
            replug(other, new NetworkSpec.End(sw, otherPort), new NetworkSpec.End(sw, onePort));
        });
    }

    private void replug(EmulatedLink link, NetworkSpec.End from, NetworkSpec.End to) {
        boolean isA = link.place().a().equals(from);
        EmulatedLink.Endpoint port = plug(to, isA ? link.fromA() : link.fromB());
        port.carrier(link.hasCarrier());
        if (isA) {
            link.attachA(port);
            link.moveA(to);
        } else {
            link.attachB(port);
            link.moveB(to);
        }
        linksOf(to.node()).put(to.port(), link);
    }

    private void power(String name, Consumer<EmulatedSwitch> change) {
        EmulatedSwitch sw = findSwitch(name);
        onLoop(() -> {
            change.accept(sw);
            linksOf(name).values().forEach(this::updateCarrier);
        });
    }

    /**
     * Attaches a host to another switch or to another port of the same one. The old port goes down and is removed;
     * the host gets a new port, with the lowest free number, and announces itself.
     *
     * @return the number of the new port
     */
    public long moveHost(String host, String toSwitch) {
        EmulatedHost moved = host(host);
        EmulatedSwitch to = findSwitch(toSwitch);
        return loop.call(() -> move(Objects.requireNonNull(linksOf(moved.name()).get(0L)), to));
    }

    private long move(EmulatedLink link, EmulatedSwitch to) {
        if (linksOf(to.name()).size() == NetworkSpecBuilder.MAX_PORT) {
            throw new NetworkException(
                    "switch %s has no free port; the limit is %,d".formatted(to.name(), NetworkSpecBuilder.MAX_PORT));
        }
        NetworkSpec.End from = link.place().b();
        if (from.port() == PortNumber.LOCAL) {
            throw new NetworkException("%s is at a local port, which cannot be removed: needs another host"
                    .formatted(link.place().a().node()));
        }
        EmulatedSwitch old = findSwitch(from.node());
        link.update(false);
        old.removePort(from.port());
        linksOf(from.node()).remove(from.port());

        var end = new NetworkSpec.End(to.name(), lowestFreePort(to.name()));
        link.attachB(plug(end, link.fromB()));
        link.moveB(end);
        linksOf(to.name()).put(end.port(), link);
        setUp(link, true);
        return end.port();
    }

    private long lowestFreePort(String sw) {
        long free = 1;
        for (long used : linksOf(sw).keySet()) {
            if (used != free) {
                break;
            }
            free++;
        }
        return free;
    }

    /** Pings between all pairs of hosts, several at a time, and waits for the result. */
    public PingReport pingAll(Duration timeout) {
        return await(startPingAll(timeout));
    }

    public Activity<PingReport> startPingAll(Duration timeout) {
        return start(PingActivity.ofAll(probes, hosts(), timeout.toNanos()));
    }

    /** Pings between random pairs of hosts, and waits for the result. */
    public PingReport pingSome(int count, Duration timeout) {
        return await(startPingSome(count, timeout));
    }

    /** Starts pings between random pairs of hosts. */
    public Activity<PingReport> startPingSome(int count, Duration timeout) {
        return start(PingActivity.ofSome(probes, hosts(), count, loop.call(random::split), timeout.toNanos()));
    }

    /**
     * Starts to send datagrams from one host to another.
     *
     * @param interval the time between two datagrams
     * @param timeout the time to wait for outstanding datagrams after the last one was sent
     */
    public Activity<DatagramReport> startDatagrams(
            String from, String to, int count, Duration interval, Duration timeout) {
        return start(new DatagramActivity(
                loop, probes, addressed(from), addressed(to), count, interval.toNanos(), timeout.toNanos()));
    }

    /**
     * Sends bytes from one host to another over TCP and waits for the result. Lost segments are retransmitted.
     *
     * @param timeout the longest time without an acknowledgment
     */
    public StreamReport stream(String from, String to, long bytes, Duration timeout) {
        return await(startStream(from, to, bytes, timeout));
    }

    public Activity<StreamReport> startStream(String from, String to, long bytes, Duration timeout) {
        return start(new StreamActivity(loop, probes, addressed(from), addressed(to), bytes, timeout.toNanos()));
    }

    /** Returns a host that has an IPv4 address. */
    private EmulatedHost addressed(String name) {
        EmulatedHost host = host(name);
        if (host.address().isEmpty()) {
            throw new NetworkException("%s has no IPv4 address yet".formatted(name));
        }
        return host;
    }

    /** Returns the progress of an activity as text. */
    public String progress(Activity<?> run) {
        return loop.call(run::progress);
    }

    private <R extends Activity<?>> R start(R run) {
        return loop.call(() -> {
            run.start();
            activities.add(run);
            var _ = run.report().whenComplete((_, _) -> activities.remove(run));
            return run;
        });
    }

    private static <T> T await(Activity<T> run) {
        try {
            return run.report().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof IllegalStateException closed ? closed : e;
        }
    }

    /** Stops the network: closes the connections of its switches and cancels the traffic of its hosts. */
    @Override
    public void close() {
        try {
            onLoop(() -> {
                List.copyOf(activities).forEach(Activity::cancel);
                hosts.values().forEach(EmulatedHost::close);
                // On the loop, so that no traffic starts after this.
                loop.close();
            });
        } catch (RejectedExecutionException _) {
            // The loop has ended, because the network was closed before.
            return;
        }
        loop.close();
        tls.ifPresent(TlsEndpoint::close);
    }

    private void onLoop(Runnable task) {
        loop.call(Executors.callable(task));
    }

    private EmulatedSwitch findSwitch(String name) {
        EmulatedSwitch sw = switches.get(name);
        if (sw == null) {
            throw new NetworkException("unknown switch %s; switches: %s".formatted(name, names(switches.keySet())));
        }
        return sw;
    }

    private EmulatedLink findLink(String sw, long port) {
        EmulatedLink link = linksOf(findSwitch(sw).name()).get(port);
        if (link == null) {
            List<String> ports =
                    linksOf(sw).keySet().stream().map(PortNumber::toString).toList();
            throw new NetworkException(
                    "switch %s has no port %s; it has %s".formatted(sw, PortNumber.toString(port), names(ports)));
        }
        return link;
    }

    private void requireNode(String name) {
        if (!switches.containsKey(name) && !hosts.containsKey(name)) {
            throw new NetworkException("unknown node %s; nodes: %s and %s"
                    .formatted(name, names(switches.keySet()), names(hosts.keySet())));
        }
    }

    /** Returns the names of the nodes linked with a node. */
    private String neighbours(String node) {
        return linksOf(node).values().stream()
                .map(link -> link.place().a().node().equals(node)
                        ? link.place().b()
                        : link.place().a())
                .map(NetworkSpec.End::node)
                .distinct()
                .limit(MAX_NAMED)
                .collect(Collectors.joining(", "));
    }

    /** Returns numbered names as a range, such as "s1 to s4". */
    private static String names(Collection<?> all) {
        List<?> list = List.copyOf(all);
        return switch (list.size()) {
            case 0 -> "none";
            case 1 -> list.getFirst().toString();
            default -> list.getFirst() + " to " + list.getLast();
        };
    }
}
