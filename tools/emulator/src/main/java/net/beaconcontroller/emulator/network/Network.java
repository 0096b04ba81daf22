package net.beaconcontroller.emulator.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.emulator.datapath.EmulatedPort;
import net.beaconcontroller.emulator.datapath.EmulatedSwitch;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.emulator.link.EmulatedLink;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.emulator.link.FramesInFlight;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * An emulated network: switches that connect to a controller over TCP, and the hosts and links around them, all on one
 * thread. Links and switches can fail and come back, and hosts can move, while it runs. The public methods are for any
 * thread but that one; names that are not in the network are refused with a {@link NetworkException}.
 */
public final class Network implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);

    /** As many neighbours are named in an error. */
    private static final int MAX_NAMED = 10;

    /**
     * How a link is doing.
     *
     * @param place what it joins, with the ports
     * @param isUp whether it was not switched off
     * @param hasCarrier whether frames can pass: it is up, and so are the switches at its ends
     */
    public record LinkState(NetworkSpec.Link place, boolean isUp, boolean hasCarrier) {}

    /**
     * What was counted in the whole network.
     *
     * @param switches how many there are
     * @param running how many of them have power
     * @param connected how many of them are connected to the controller
     * @param packetIns packet-ins that switches have sent
     * @param packetOuts packet-outs that switches have received
     * @param flowMods flow-mods that switches have received
     * @param framesDelivered frames that came to the other end of a link
     * @param framesLost frames that links lost, by chance or because they had no carrier
     * @param framesDropped frames for which there was no room on a link
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

    /** A port of a switch, as its link sees it. */
    private record SwitchPlug(EmulatedSwitch sw, int number, EmulatedPort port) implements EmulatedLink.Plug {
        @Override
        public void receive(byte[] frame) {
            sw.receive(number, frame);
        }

        @Override
        public void carrier(boolean up) {
            port.carrier(up);
        }
    }

    private final EmulatorLoop loop;
    private final FramesInFlight transit;
    private final ProbeIds probes = new ProbeIds();
    private final SplittableRandom random;
    private final Map<String, EmulatedSwitch> switches = new LinkedHashMap<>();
    private final Map<String, EmulatedHost> hosts = new LinkedHashMap<>();
    private final List<EmulatedLink> links = new ArrayList<>();
    /** By node and port. */
    private final Map<String, SortedMap<Integer, EmulatedLink>> linksOf = new HashMap<>();

    private final Set<Activity<?>> runs = new HashSet<>();

    private Network(EmulatorLoop loop, NetworkOptions options) {
        this.loop = loop;
        this.transit = new FramesInFlight(loop);
        this.random = new SplittableRandom(options.seed());
    }

    /**
     * Starts a network. Its switches begin to connect, and go on trying as long as they are not connected.
     *
     * @throws IOException if the machine has no selector to give
     */
    public static Network start(NetworkSpec layout, InetSocketAddress controller, NetworkOptions options)
            throws IOException {
        var network = new Network(EmulatorLoop.start("emulator"), options);
        try {
            network.onLoop(() -> network.build(layout, controller, options));
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
        return network;
    }

    private void build(NetworkSpec layout, InetSocketAddress controller, NetworkOptions options) {
        for (NetworkSpec.Switch plan : layout.switches()) {
            switches.put(
                    plan.name(),
                    new EmulatedSwitch(loop, plan.name(), plan.datapathId(), options.versions(), controller));
        }
        for (NetworkSpec.Host plan : layout.hosts()) {
            hosts.put(plan.name(), new EmulatedHost(loop, probes, plan));
        }
        for (NetworkSpec.Link place : layout.links()) {
            var link = new EmulatedLink(transit, place, random.nextLong());
            link.plugA(plug(place.a(), link.fromA()));
            link.plugB(plug(place.b(), link.fromB()));
            links.add(link);
            linksOf(place.a().node()).put(place.a().port(), link);
            linksOf(place.b().node()).put(place.b().port(), link);
        }
        switches.values().forEach(EmulatedSwitch::start);
        links.forEach(this::updateCarrier);
    }

    private SortedMap<Integer, EmulatedLink> linksOf(String node) {
        return linksOf.computeIfAbsent(node, _ -> new TreeMap<>());
    }

    /** Has a node send to the wire from this end of a link, and returns what the other wire ends in. */
    private EmulatedLink.Plug plug(NetworkSpec.End end, FrameSink wire) {
        EmulatedHost host = hosts.get(end.node());
        if (host != null) {
            host.plug(wire);
            return host;
        }
        EmulatedSwitch sw = findSwitch(end.node());
        EmulatedPort port = sw.addPort(end.port(), end.node() + "-eth" + end.port(), wire);
        return new SwitchPlug(sw, end.port(), port);
    }

    private void updateCarrier(EmulatedLink link) {
        link.update(hasPower(link.place().a()) && hasPower(link.place().b()));
    }

    private boolean hasPower(NetworkSpec.End end) {
        EmulatedSwitch sw = switches.get(end.node());
        return sw == null || sw.isRunning();
    }

    /** The names of the switches, in the order of their making. */
    public List<String> switchNames() {
        return List.copyOf(switches.keySet());
    }

    /** In the order of their making. */
    public List<EmulatedHost> hosts() {
        return List.copyOf(hosts.values());
    }

    public EmulatedHost host(String name) {
        EmulatedHost host = hosts.get(name);
        if (host == null) {
            throw new NetworkException("there is no host %s; there are %s".formatted(name, names(hosts.keySet())));
        }
        return host;
    }

    /** All links, in the order of their making. */
    public List<LinkState> links() {
        return loop.call(() -> links.stream().map(Network::state).toList());
    }

    /** The link at a switch's port. */
    public LinkState link(String sw, int port) {
        return loop.call(() -> state(findLink(sw, port)));
    }

    private static LinkState state(EmulatedLink link) {
        return new LinkState(link.place(), link.isUp(), link.hasCarrier());
    }

    /** Asks a switch something, on the network's thread. */
    public <T> T ask(String sw, Function<EmulatedSwitch, T> question) {
        EmulatedSwitch found = findSwitch(sw);
        return loop.call(() -> question.apply(found));
    }

    /** The flows of all tables of a switch. */
    public List<FlowStats> flows(String sw) {
        return ask(sw, EmulatedSwitch::flows);
    }

    /** How many switches are connected to the controller. */
    public int connected() {
        return loop.call(this::countConnected);
    }

    private int countConnected() {
        return (int)
                switches.values().stream().filter(EmulatedSwitch::isConnected).count();
    }

    /** Waits until all switches that have power are connected; false if the time was over before. */
    public boolean awaitConnected(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!loop.call(() -> countConnected() == countRunning())) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            Thread.sleep(LOOK_EVERY);
        }
        return true;
    }

    private int countRunning() {
        return (int)
                switches.values().stream().filter(EmulatedSwitch::isRunning).count();
    }

    public Counters counters() {
        return loop.call(() -> {
            long packetIns = 0;
            long packetOuts = 0;
            long flowMods = 0;
            for (EmulatedSwitch sw : switches.values()) {
                packetIns += sw.packetInsSent();
                packetOuts += sw.packetOutsReceived();
                flowMods += sw.flowModsReceived();
            }
            long probesReceived = 0;
            long duplicates = 0;
            for (EmulatedHost host : hosts.values()) {
                probesReceived += host.currentCounters().probesReceived();
                duplicates += host.currentCounters().duplicates();
            }
            return new Counters(
                    switches.size(),
                    countRunning(),
                    countConnected(),
                    packetIns,
                    packetOuts,
                    flowMods,
                    transit.delivered(),
                    transit.lost(),
                    transit.dropped(),
                    probesReceived,
                    duplicates);
        });
    }

    /** Cuts all links between two nodes: neither end has a carrier. */
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
                        "there is no link between %s and %s; those of %s go to %s".formatted(a, b, a, neighbours(a)));
            }
            between.forEach(link -> setUp(link, up));
        });
    }

    /** Cuts the link at a switch's port, as if its cable was pulled out: the other end has no carrier either. */
    public void portDown(String sw, int port) {
        onLoop(() -> setUp(findLink(sw, port), false));
    }

    public void portUp(String sw, int port) {
        onLoop(() -> setUp(findLink(sw, port), true));
    }

    private void setUp(EmulatedLink link, boolean up) {
        link.setUp(up);
        updateCarrier(link);
    }

    /** Cuts a switch's power: its connection, flows and groups are gone, and its neighbours see no carrier. */
    public void switchDown(String sw) {
        power(sw, EmulatedSwitch::stop);
    }

    /** Gives a switch its power back; it begins as new. */
    public void switchUp(String sw) {
        power(sw, EmulatedSwitch::start);
    }

    private void power(String name, Consumer<EmulatedSwitch> change) {
        EmulatedSwitch sw = findSwitch(name);
        onLoop(() -> {
            change.accept(sw);
            linksOf(name).values().forEach(this::updateCarrier);
        });
    }

    /**
     * Plugs a host in at another switch, or the same one. The port where it was goes down and is removed; where it comes to,
     * there is a new port, with the lowest number that is free. The host then announces itself.
     *
     * @return the new port's number
     */
    public int moveHost(String host, String toSwitch) {
        EmulatedHost moved = host(host);
        EmulatedSwitch to = findSwitch(toSwitch);
        return loop.call(() -> move(Objects.requireNonNull(linksOf(moved.name()).get(0)), to));
    }

    private int move(EmulatedLink link, EmulatedSwitch to) {
        if (linksOf(to.name()).size() == NetworkSpecBuilder.MAX_PORT) {
            throw new NetworkException(
                    "switch %s has no port left of %,d".formatted(to.name(), NetworkSpecBuilder.MAX_PORT));
        }
        NetworkSpec.End from = link.place().b();
        EmulatedSwitch old = findSwitch(from.node());
        link.update(false);
        old.removePort(from.port());
        linksOf(from.node()).remove(from.port());

        var end = new NetworkSpec.End(to.name(), lowestFreePort(to.name()));
        link.plugB(plug(end, link.fromB()));
        link.moveB(end);
        linksOf(to.name()).put(end.port(), link);
        setUp(link, true);
        return end.port();
    }

    private int lowestFreePort(String sw) {
        int free = 1;
        for (int used : linksOf(sw).keySet()) {
            if (used != free) {
                break;
            }
            free++;
        }
        return free;
    }

    /** Has each host ping each other one, many at once, and waits for the end of it. */
    public PingReport pingAll(Duration timeout) {
        return await(startPingAll(timeout));
    }

    public Activity<PingReport> startPingAll(Duration timeout) {
        return start(PingActivity.ofAll(probes, hosts(), timeout.toNanos()));
    }

    /** Has so many pairs of hosts ping, as chance will have it, and waits for the end of it. */
    public PingReport pingSome(int count, Duration timeout) {
        return await(startPingSome(count, timeout));
    }

    public Activity<PingReport> startPingSome(int count, Duration timeout) {
        return start(PingActivity.ofSome(probes, hosts(), count, loop.call(random::split), timeout.toNanos()));
    }

    /**
     * Has a host send another so many datagrams, and waits for the end of it.
     *
     * @param interval from one to the next
     * @param timeout as long it waits for what has not come when all are sent
     */
    public DatagramReport sendDatagrams(String from, String to, int count, Duration interval, Duration timeout) {
        return await(startDatagrams(from, to, count, interval, timeout));
    }

    public Activity<DatagramReport> startDatagrams(
            String from, String to, int count, Duration interval, Duration timeout) {
        return start(new DatagramActivity(
                loop, probes, addressed(from), addressed(to), count, interval.toNanos(), timeout.toNanos()));
    }

    /**
     * Has a host send another so many bytes over a connection of TCP, and waits for the end of it. It may take long: what is
     * lost is sent again.
     *
     * @param patience as long nothing may be acknowledged until it gives up
     */
    public StreamReport stream(String from, String to, long bytes, Duration patience) {
        return await(startStream(from, to, bytes, patience));
    }

    public Activity<StreamReport> startStream(String from, String to, long bytes, Duration patience) {
        return start(new StreamActivity(loop, probes, addressed(from), addressed(to), bytes, patience.toNanos()));
    }

    /** A host that has an address. */
    private EmulatedHost addressed(String name) {
        EmulatedHost host = host(name);
        if (host.address().isEmpty()) {
            throw new NetworkException("%s has no address yet".formatted(name));
        }
        return host;
    }

    /** How far something is that hosts do, for people. */
    public String progress(Activity<?> run) {
        return loop.call(run::progress);
    }

    private <R extends Activity<?>> R start(R run) {
        return loop.call(() -> {
            run.start();
            runs.add(run);
            var _ = run.report().whenComplete((_, _) -> runs.remove(run));
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

    /** Ends the network: its switches' connections are closed, and what its hosts do comes to nothing. */
    @Override
    public void close() {
        try {
            onLoop(() -> {
                List.copyOf(runs).forEach(Activity::cancel);
                hosts.values().forEach(EmulatedHost::close);
            });
        } catch (RejectedExecutionException _) {
            return; // it was closed before
        }
        loop.close();
    }

    private void onLoop(Runnable task) {
        loop.call(Executors.callable(task));
    }

    private EmulatedSwitch findSwitch(String name) {
        EmulatedSwitch sw = switches.get(name);
        if (sw == null) {
            throw new NetworkException("there is no switch %s; there are %s".formatted(name, names(switches.keySet())));
        }
        return sw;
    }

    private EmulatedLink findLink(String sw, int port) {
        EmulatedLink link = linksOf(findSwitch(sw).name()).get(port);
        if (link == null) {
            throw new NetworkException("switch %s has no port %d; it has %s"
                    .formatted(sw, port, names(linksOf(sw).keySet())));
        }
        return link;
    }

    private void requireNode(String name) {
        if (!switches.containsKey(name) && !hosts.containsKey(name)) {
            throw new NetworkException("there is no %s; there are %s and %s"
                    .formatted(name, names(switches.keySet()), names(hosts.keySet())));
        }
    }

    /** What is at the other ends of a node's links. */
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

    /** The first and the last of names that are numbered. */
    private static String names(Collection<?> all) {
        List<?> list = List.copyOf(all);
        return switch (list.size()) {
            case 0 -> "none";
            case 1 -> list.getFirst().toString();
            default -> list.getFirst() + " to " + list.getLast();
        };
    }
}
