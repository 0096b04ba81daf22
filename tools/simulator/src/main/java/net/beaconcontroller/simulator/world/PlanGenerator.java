package net.beaconcontroller.simulator.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network.LinkState;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.packet.BridgeAddresses;
import net.beaconcontroller.packet.FrameBuilder;
import org.jspecify.annotations.Nullable;

/** Draws plans. It keeps in mind what is up, so that what fails was working, and what returns had failed. */
final class PlanGenerator {
    private static final Duration LARGE_TIME = Duration.ofMinutes(1);
    private static final int MAX_EVENTS = 10;
    private static final long WINDOW_NANOS = Duration.ofSeconds(12).toNanos();
    /** The longest time without power of a switch that restarts. */
    private static final int MAX_RESTART_MILLIS = 2_000;

    /** In one of so many worlds, no event changes paths. */
    private static final int CALM = 4;

    private static final int STREAM_BYTES = 100_000;
    /** An address that no host has. */
    private static final long BRIDGE_MAC = 0x0200_00bb_0001L;

    private static final int BPDU_LENGTH = 38;

    /** The kinds that need another one before them: half of the draws begin with one of these. */
    private static final List<EventKind> RETURNS = List.of(
            EventKind.HOST_RETURNS,
            EventKind.SWITCH_RETURNS,
            EventKind.LINK_RETURNS,
            EventKind.LINK_IS_WHOLE_AGAIN,
            EventKind.LOOP_IS_REMOVED,
            EventKind.BRIDGE_IS_CUT);

    private final RandomGenerator random;
    private final DrawnNetwork network;
    private final Set<String> failedSwitches = new TreeSet<>();
    private final Set<String> absentHosts = new TreeSet<>();
    private boolean isLooped;
    private boolean isJoined;
    private boolean hasFailed;
    private boolean isCalm;
    /** In a calm world, a host that no event is about, so that claims of its address by others are forged. */
    private Optional<String> sheltered = Optional.empty();

    private PlanGenerator(RandomGenerator random) {
        this.random = random;
        this.network = DrawnNetwork.small(random);
    }

    /** Draws a small network to which something happens. */
    static Plan draw(RandomGenerator random) {
        return new PlanGenerator(random).draw();
    }

    /** Draws a large network to which nothing happens for a minute. */
    static Plan drawLarge(RandomGenerator random) {
        DrawnNetwork network = DrawnNetwork.large(random);
        return new Plan(
                network.layout(),
                anyVersion(random),
                List.copyOf(network.places.keySet()),
                LARGE_TIME,
                false,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                false,
                network.spares(),
                List.of());
    }

    private static Version anyVersion(RandomGenerator random) {
        return random.nextBoolean() ? Version.OF10 : Version.OF13;
    }

    private Plan draw() {
        Version version = anyVersion(random);
        boolean isJoinedAtFirst = !network.bridge.isEmpty() && random.nextBoolean();
        isJoined = isJoinedAtFirst;
        boolean isSilent = random.nextBoolean();
        isCalm = random.nextInt(CALM) == 0;
        sheltered = isCalm ? Optional.of(network.anyHost()) : Optional.empty();
        var events = new ArrayList<Event>();
        long[] times = random.longs(random.nextInt(1, MAX_EVENTS + 1), 0, WINDOW_NANOS)
                .sorted()
                .toArray();
        for (long time : times) {
            events.add(event(time));
        }
        return new Plan(
                network.layout(),
                version,
                List.copyOf(network.places.keySet()),
                Duration.ZERO,
                isSilent,
                network.loopPlug(),
                network.unusable(),
                network.bridge,
                isJoinedAtFirst,
                network.spares(),
                events);
    }

    /** Draws kinds until one is possible now. */
    private Event event(long time) {
        List<EventKind> kinds = Stream.of(EventKind.values())
                .filter(kind -> !isCalm || !kind.changesPaths())
                .toList();
        Event drawn = !isCalm && random.nextBoolean() ? event(time, network.any(RETURNS)) : null;
        while (drawn == null) {
            drawn = event(time, network.any(kinds));
        }
        return drawn;
    }

    private @Nullable Event event(long time, EventKind kind) {
        return switch (kind) {
            case HOST_MOVES, HOST_LEAVES, HOST_RETURNS, ADDRESS_CHANGES, BROADCAST, BRIDGE_PROTOCOL ->
                ofHost(time, kind);
            case ADDRESS_IS_TAKEN_OVER -> takeOver(time);
            case STREAM -> stream(time);
            case FORGED_CLAIM -> forgedClaim(time);
            case APPLICATION_FAILS -> applicationFails(time);
            case CONNECTION_RESETS -> new Event(time, kind, "a connection is reset", Set.of(), World::resetConnection);
            case FLOWS_ARE_DELETED, SWITCH_FAILS, SWITCH_RETURNS, SWITCH_RESTARTS, SWITCH_IS_REPLACED ->
                ofSwitch(time, kind);
            case NEIGHBOURS_RESTART -> ofNeighbours(time);
            case LINK_FAILS, LINK_RETURNS, LINK_BECOMES_ONE_WAY, LINK_IS_WHOLE_AGAIN, CABLE_IS_ADDED ->
                ofCable(time, kind);
            case LOOP_IS_PLUGGED_IN, LOOP_IS_REMOVED -> ofLoop(time, kind);
            case BRIDGE_IS_JOINED, BRIDGE_IS_CUT -> ofBridge(time, kind);
            case ROUTING_IS_REPLACED ->
                new Event(time, kind, "routing is replaced", Set.of(), world -> world.routed()
                        .replaceForwarder());
        };
    }

    private @Nullable Event ofHost(long time, EventKind kind) {
        String host = network.anyHost();
        String sw = network.places.getOrDefault(host, "");
        if (isSheltered(host) || absentHosts.contains(host) != (kind == EventKind.HOST_RETURNS)) {
            return null;
        }
        return switch (kind) {
            case HOST_MOVES -> network.localHosts.contains(host) ? null : move(time, host, sw);
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
                long address = network.newAddress();
                yield new Event(
                        time, kind, "%s has another address".formatted(host), Set.of(host), world -> world.network()
                                .setAddress(host, address));
            }
            case BRIDGE_PROTOCOL ->
                new Event(
                        time,
                        kind,
                        "a bridge at %s sends a frame of its protocol".formatted(host),
                        Set.of(),
                        world -> world.network()
                                .host(host)
                                .send(FrameBuilder.ethernet(BridgeAddresses.FIRST, BRIDGE_MAC)
                                        .type(BPDU_LENGTH)
                                        .payload(new byte[BPDU_LENGTH])
                                        .build()));
            default ->
                new Event(time, kind, "%s sends a broadcast".formatted(host), Set.of(), world -> world.broadcast(host));
        };
    }

    private boolean isSheltered(String host) {
        return sheltered.equals(Optional.of(host));
    }

    private Event move(long time, String host, String from) {
        String to = network.any(network.switches);
        network.places.put(host, to);
        return new Event(
                time, EventKind.HOST_MOVES, "%s moves from %s to %s".formatted(host, from, to), Set.of(host), world -> {
                    var _ = world.network().moveHost(host, to);
                });
    }

    /** A host leaves; another one that is present takes its address. */
    private @Nullable Event takeOver(long time) {
        String old = network.anyHost();
        String host = network.anyHost();
        if (old.equals(host)
                || Stream.of(old, host).anyMatch(each -> isSheltered(each) || absentHosts.contains(each))) {
            return null;
        }
        absentHosts.add(old);
        String sw = network.places.getOrDefault(old, "");
        long replacement = network.newAddress();
        return new Event(
                time,
                EventKind.ADDRESS_IS_TAKEN_OVER,
                "%s leaves %s, and %s takes its address".formatted(old, sw, host),
                Set.of(old, host),
                world -> {
                    EmulatedHost leaving = world.network().host(old);
                    long address = leaving.address().orElseThrow();
                    world.network().linkDown(old, sw);
                    // Should it return, it has another one.
                    world.network().setAddress(old, replacement);
                    world.network().setAddress(host, address);
                });
    }

    private @Nullable Event stream(long time) {
        String from = network.anyHost();
        String to = network.anyHost();
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

    private @Nullable Event forgedClaim(long time) {
        String liar = network.anyHost();
        String victim = network.anyHost();
        if (sheltered.isEmpty() || liar.equals(victim) || Set.of(liar, victim).contains(sheltered.get())) {
            return null;
        }
        String owner = sheltered.get();
        return new Event(
                time,
                EventKind.FORGED_CLAIM,
                "%s claims to %s the address of %s".formatted(liar, victim, owner),
                Set.of(),
                world -> world.claims().forge(liar, victim, owner));
    }

    /** At most once, and while all switches are connected, so that these exceptions are all that are counted. */
    private @Nullable Event applicationFails(long time) {
        String other = network.anyHost();
        if (sheltered.isEmpty() || isSheltered(other) || hasFailed) {
            return null;
        }
        hasFailed = true;
        String host = sheltered.get();
        boolean isOften = random.nextBoolean();
        return new Event(
                time,
                EventKind.APPLICATION_FAILS,
                "an application fails for packets of %s%s".formatted(host, isOften ? ", and of " + other : ""),
                Set.of(),
                world -> {
                    EmulatedHost from = world.network().host(host);
                    if (world.network().connected() < network.switches.size()) {
                        world.timeline().add("not all switches are connected");
                    } else if (isOften) {
                        world.faulty().failOften(world, from, world.network().host(other));
                    } else {
                        world.faulty().failSeldom(world, from);
                    }
                });
    }

    private @Nullable Event ofSwitch(long time, EventKind kind) {
        String sw = network.any(network.switches);
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
            case SWITCH_RESTARTS -> {
                Duration without = restart();
                yield new Event(time, kind, "%s restarts in %s".formatted(sw, without), Set.of(), world -> {
                    world.network().switchDown(sw);
                    world.sleep(without);
                    world.network().switchUp(sw);
                });
            }
            case SWITCH_IS_REPLACED -> {
                Duration without = restart();
                int one = random.nextInt();
                int other = random.nextInt();
                yield new Event(time, kind, "%s is replaced in %s".formatted(sw, without), Set.of(), world -> {
                    world.network().switchDown(sw);
                    world.sleep(without);
                    exchangeCables(world, sw, one, other);
                    world.network().switchUp(sw);
                });
            }
            default ->
                new Event(time, kind, "all flows of %s are deleted".formatted(sw), Set.of(), world -> world.network()
                        .deleteFlows(sw));
        };
    }

    private Duration restart() {
        return Duration.ofMillis(random.nextInt(1, MAX_RESTART_MILLIS));
    }

    /** Exchanges two cables of a switch, chosen by numbers, but not that of the unusable port. */
    private static void exchangeCables(World world, String sw, int one, int other) {
        Optional<NetworkSpec.End> unusable =
                world.plan().unusable().map(node -> world.linkOf(node).place().b());
        List<Long> ports = world.network().links().stream()
                .map(LinkState::place)
                .flatMap(link -> Stream.of(link.a(), link.b()))
                .filter(end -> end.node().equals(sw) && end.port() != PortNumber.LOCAL)
                .filter(end -> !unusable.equals(Optional.of(end)))
                .map(NetworkSpec.End::port)
                .sorted()
                .toList();
        if (ports.size() > 1) {
            int first = Math.floorMod(one, ports.size());
            int second = (first + 1 + Math.floorMod(other, ports.size() - 1)) % ports.size();
            world.timeline()
                    .add("exchange of the cables at ports %d and %d".formatted(ports.get(first), ports.get(second)));
            world.network().exchangeCables(sw, ports.get(first), ports.get(second));
        }
    }

    private @Nullable Event ofNeighbours(long time) {
        Cable cable = network.any(network.cables);
        if (failedSwitches.contains(cable.from) || failedSwitches.contains(cable.to)) {
            return null;
        }
        Duration without = restart();
        Duration later = Duration.ofMillis(random.nextInt(MAX_RESTART_MILLIS));
        return new Event(
                time,
                EventKind.NEIGHBOURS_RESTART,
                "%s and %s restart in %s".formatted(cable.from, cable.to, without),
                Set.of(),
                world -> {
                    world.network().switchDown(cable.from);
                    world.network().switchDown(cable.to);
                    world.sleep(without);
                    world.network().switchUp(cable.from);
                    world.sleep(later);
                    world.network().switchUp(cable.to);
                });
    }

    private @Nullable Event ofCable(long time, EventKind kind) {
        Cable cable = network.any(network.cables);
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
                yield new Event(time, kind, cable + " fails", Set.of(), world -> {
                    NetworkSpec.End end = cable.end(world);
                    world.network().portDown(end.node(), end.port());
                });
            }
            case LINK_RETURNS, CABLE_IS_ADDED -> {
                cable.isUp = true;
                cable.isUsed = true;
                yield new Event(time, kind, cable + " is up", Set.of(), world -> {
                    NetworkSpec.End end = cable.end(world);
                    world.network().portUp(end.node(), end.port());
                });
            }
            default -> {
                cable.isBroken = kind == EventKind.LINK_BECOMES_ONE_WAY;
                boolean isBroken = cable.isBroken;
                yield new Event(
                        time,
                        kind,
                        cable + (isBroken ? " loses the frames in this direction" : " works in both directions"),
                        Set.of(),
                        world -> {
                            NetworkSpec.End end = cable.end(world);
                            world.network().setBroken(end.node(), end.port(), isBroken);
                        });
            }
        };
    }

    private @Nullable Event ofLoop(long time, EventKind kind) {
        boolean isPlugged = kind == EventKind.LOOP_IS_PLUGGED_IN;
        if (network.loopPlug().isEmpty() || isLooped == isPlugged) {
            return null;
        }
        isLooped = isPlugged;
        String plug = network.loopPlug().get();
        return new Event(time, kind, isPlugged ? "a loop is plugged in" : "the loop is removed", Set.of(), world -> {
            NetworkSpec.End end = world.linkOf(plug).place().b();
            if (isPlugged) {
                world.network().portUp(end.node(), end.port());
            } else {
                world.network().portDown(end.node(), end.port());
            }
        });
    }

    private @Nullable Event ofBridge(long time, EventKind kind) {
        boolean joins = kind == EventKind.BRIDGE_IS_JOINED;
        if (network.bridge.isEmpty() || isJoined == joins) {
            return null;
        }
        isJoined = joins;
        return new Event(
                time, kind, joins ? "the bridge is joined" : "the bridge is cut", Set.of(), world -> world.bridge()
                        .setJoined(joins));
    }
}
