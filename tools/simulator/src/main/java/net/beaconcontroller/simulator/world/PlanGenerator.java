package net.beaconcontroller.simulator.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/** Draws plans. It keeps in mind what is up, so that what fails was working, and what returns had failed. */
final class PlanGenerator {
    private static final int MIN_SWITCHES = 3;
    private static final int MAX_SWITCHES = 6;
    private static final int MAX_HOSTS = 6;
    private static final int MAX_SPARES = 2;
    private static final int MAX_EVENTS = 10;
    private static final long WINDOW_NANOS = Duration.ofSeconds(12).toNanos();
    private static final int MAX_LATENCY_MICROS = 2_000;
    private static final int STREAM_BYTES = 100_000;

    /** The kinds that need another one before them: half of the draws begin with one of these. */
    private static final List<EventKind> RETURNS = List.of(
            EventKind.HOST_RETURNS, EventKind.SWITCH_RETURNS, EventKind.LINK_RETURNS, EventKind.LINK_IS_WHOLE_AGAIN);

    /** A link between switches. */
    private static final class Cable {
        final String from;
        final String to;
        boolean isUp;
        boolean isBroken;
        /** Whether it has been up. */
        boolean isUsed;
        /** The port of the switch "from"; known when the network is built. */
        NetworkSpec.@Nullable End end;

        Cable(String from, String to, boolean isUp) {
            this.from = from;
            this.to = to;
            this.isUp = isUp;
            this.isUsed = isUp;
        }
    }

    private final RandomGenerator random;
    private final List<String> switches = new ArrayList<>();
    private final Set<String> failedSwitches = new TreeSet<>();
    private final List<Cable> cables = new ArrayList<>();
    /** The switch of each host. */
    private final Map<String, String> places = new TreeMap<>();

    private final Set<String> absentHosts = new TreeSet<>();
    private int addresses;

    private PlanGenerator(RandomGenerator random) {
        this.random = random;
    }

    static Plan draw(RandomGenerator random) {
        return new PlanGenerator(random).draw();
    }

    private Plan draw() {
        NetworkSpec layout = layout();
        List<NetworkSpec.End> spares = cables.stream()
                .filter(cable -> !cable.isUp)
                .map(cable -> end(cable))
                .toList();
        Version version = random.nextBoolean() ? Version.OF10 : Version.OF13;
        var events = new ArrayList<Event>();
        long[] times = random.longs(random.nextInt(1, MAX_EVENTS + 1), 0, WINDOW_NANOS)
                .sorted()
                .toArray();
        for (long time : times) {
            events.add(event(time));
        }
        return new Plan(layout, version, spares, events);
    }

    private NetworkSpec layout() {
        var builder = new NetworkSpecBuilder();
        int count = random.nextInt(MIN_SWITCHES, MAX_SWITCHES + 1);
        for (int i = 0; i < count; i++) {
            switches.add(builder.addSwitch());
        }
        for (int i = 1; i < count; i++) {
            cables.add(new Cable(switches.get(i), switches.get(random.nextInt(i)), true));
        }
        for (int more = random.nextInt(count); more > 0; more--) {
            addCable(true);
        }
        for (int more = random.nextInt(MAX_SPARES + 1); more > 0; more--) {
            addCable(false);
        }
        for (Cable cable : cables) {
            builder.link(cable.from, cable.to, Duration.ofNanos(1_000L * random.nextInt(MAX_LATENCY_MICROS)), 0);
        }
        for (int hosts = random.nextInt(2, MAX_HOSTS + 1); hosts > 0; hosts--) {
            String sw = any(switches);
            places.put(builder.addHost(sw), sw);
        }
        addresses = places.size();
        NetworkSpec layout = builder.build();
        for (int i = 0; i < cables.size(); i++) {
            cables.get(i).end = layout.links().get(i).a();
        }
        return layout;
    }

    private void addCable(boolean isUp) {
        int from = random.nextInt(switches.size());
        int to = random.nextInt(switches.size() - 1);
        cables.add(new Cable(switches.get(from), switches.get(to < from ? to : to + 1), isUp));
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static NetworkSpec.End end(Cable cable) {
        if (cable.end == null) {
            throw new IllegalStateException("before the network is built");
        }
        return cable.end;
    }

    /** Draws kinds until one is possible now. */
    private Event event(long time) {
        List<EventKind> kinds = List.of(EventKind.values());
        Event drawn = random.nextBoolean() ? event(time, any(RETURNS)) : null;
        while (drawn == null) {
            drawn = event(time, any(kinds));
        }
        return drawn;
    }

    private @Nullable Event event(long time, EventKind kind) {
        return switch (kind) {
            case HOST_MOVES, HOST_LEAVES, HOST_RETURNS, ADDRESS_CHANGES, BROADCAST -> ofHost(time, kind);
            case STREAM -> stream(time);
            case CONNECTION_RESETS, SWITCH_FAILS, SWITCH_RETURNS -> ofSwitch(time, kind);
            case LINK_FAILS, LINK_RETURNS, LINK_BECOMES_ONE_WAY, LINK_IS_WHOLE_AGAIN, CABLE_IS_ADDED ->
                ofCable(time, kind);
            case ROUTING_IS_REPLACED ->
                new Event(time, kind, "routing is replaced", Set.of(), world -> world.routed()
                        .replaceForwarder());
        };
    }

    private @Nullable Event ofHost(long time, EventKind kind) {
        String host = any(List.copyOf(places.keySet()));
        String sw = places.getOrDefault(host, "");
        boolean isAbsent = absentHosts.contains(host);
        if (isAbsent != (kind == EventKind.HOST_RETURNS)) {
            return null;
        }
        return switch (kind) {
            case HOST_MOVES -> {
                String to = any(switches);
                places.put(host, to);
                yield new Event(time, kind, "%s moves from %s to %s".formatted(host, sw, to), Set.of(host), world -> {
                    var _ = world.network().moveHost(host, to);
                });
            }
            case HOST_LEAVES -> {
                absentHosts.add(host);
                yield new Event(time, kind, "%s leaves %s".formatted(host, sw), Set.of(host), world -> world.network()
                        .linkDown(host, sw));
            }
            case HOST_RETURNS -> {
                absentHosts.remove(host);
                yield new Event(
                        time, kind, "%s returns to %s".formatted(host, sw), Set.of(host), world -> world.network()
                                .linkUp(host, sw));
            }
            case ADDRESS_CHANGES -> {
                long address = NetworkSpecBuilder.address(++addresses);
                yield new Event(
                        time, kind, "%s has another address".formatted(host), Set.of(host), world -> world.network()
                                .setAddress(host, address));
            }
            default ->
                new Event(time, kind, "%s sends a broadcast".formatted(host), Set.of(), world -> world.broadcast(host));
        };
    }

    private @Nullable Event stream(long time) {
        String from = any(List.copyOf(places.keySet()));
        String to = any(List.copyOf(places.keySet()));
        return from.equals(to)
                ? null
                : new Event(
                        time,
                        EventKind.STREAM,
                        "%s sends %,d bytes to %s by TCP".formatted(from, STREAM_BYTES, to),
                        Set.of(),
                        world -> {
                            var _ = world.network().startStream(from, to, STREAM_BYTES, Duration.ofSeconds(10));
                        });
    }

    private @Nullable Event ofSwitch(long time, EventKind kind) {
        String sw = any(switches);
        if (failedSwitches.contains(sw) != (kind == EventKind.SWITCH_RETURNS)) {
            return null;
        }
        return switch (kind) {
            case SWITCH_FAILS -> {
                failedSwitches.add(sw);
                yield new Event(time, kind, sw + " fails", Set.of(), world -> world.network()
                        .switchDown(sw));
            }
            case SWITCH_RETURNS -> {
                failedSwitches.remove(sw);
                yield new Event(time, kind, sw + " returns", Set.of(), world -> world.network()
                        .switchUp(sw));
            }
            default -> new Event(time, kind, "a connection is reset", Set.of(), World::resetConnection);
        };
    }

    private @Nullable Event ofCable(long time, EventKind kind) {
        Cable cable = any(cables);
        NetworkSpec.End end = end(cable);
        String name = "link %s to %s".formatted(end, cable.to);
        boolean isRight =
                switch (kind) {
                    case LINK_FAILS -> cable.isUp;
                    case LINK_RETURNS -> !cable.isUp && cable.isUsed;
                    case CABLE_IS_ADDED -> !cable.isUp && !cable.isUsed;
                    case LINK_BECOMES_ONE_WAY -> cable.isUp && !cable.isBroken;
                    default -> cable.isBroken;
                };
        if (!isRight) {
            return null;
        }
        return switch (kind) {
            case LINK_FAILS -> {
                cable.isUp = false;
                yield new Event(time, kind, name + " fails", Set.of(), world -> world.network()
                        .portDown(end.node(), end.port()));
            }
            case LINK_RETURNS, CABLE_IS_ADDED -> {
                cable.isUp = true;
                cable.isUsed = true;
                yield new Event(time, kind, name + " is up", Set.of(), world -> world.network()
                        .portUp(end.node(), end.port()));
            }
            default -> {
                cable.isBroken = kind == EventKind.LINK_BECOMES_ONE_WAY;
                boolean isBroken = cable.isBroken;
                yield new Event(
                        time,
                        kind,
                        name + (isBroken ? " loses the frames in this direction" : " works in both directions"),
                        Set.of(),
                        world -> world.network().setBroken(end.node(), end.port(), isBroken));
            }
        };
    }
}
