package net.beaconcontroller.routing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.common.SeededHash;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowMod.Command;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologyChange;
import org.jspecify.annotations.Nullable;

/**
 * The installed paths over several switches, indexed by switch, port and host, so that a change finds the paths that it
 * affects. The flows of a path are sent from the last switch to the first, so that packets that enter the path find the
 * rest of it.
 *
 * <p>Thread-safe by one lock. Installing a path queries the routes under the lock, and topology changes take the lock,
 * so no path of outdated routes is installed after a change has been handled.
 */
final class InstalledPaths {
    /** The cookies of all flows of this application. The first one is that of flows within a single switch. */
    static final CookieRange COOKIES = CookieRange.of("routing");

    /** Lower than the default priority, so that flows that users add take precedence. */
    static final int PRIORITY = 0x4000;

    static final int IDLE_TIMEOUT_SECONDS = 10;

    /** Bounds the memory that a host with made-up addresses can consume. */
    static final int MAX_PATHS = 500_000;

    private final Controller controller;
    private final Map<Long, InstalledPath> byCookie = new HashMap<>();
    private final Map<Key, InstalledPath> byKey = new HashMap<>();
    /** By each {@link #parts part} of the path. */
    private final Map<Object, Set<InstalledPath>> byPart = new HashMap<>();

    private long nextCookie;

    private record Key(FlowKey flow, SwitchPort ingress) {}

    /** The identity of a host. A priority tag is equivalent to no tag. */
    record Host(int vlan, long mac) {
        Host {
            vlan = VlanId.ofTag(vlan);
        }

        @Override
        public int hashCode() {
            return SeededHash.of(vlan, mac);
        }
    }

    InstalledPaths(Controller controller) {
        this.controller = controller;
    }

    synchronized int size() {
        return byCookie.size();
    }

    /**
     * Installs a path from one port to another, or sends its flows again.
     *
     * @param routes called under the lock
     * @return null if there is no path, or the maximum number of paths is installed
     */
    synchronized @Nullable InstalledPath install(
            FlowKey flow, SwitchPort from, SwitchPort to, Supplier<Routes> routes) {
        InstalledPath old = byKey.get(new Key(flow, from));
        if (old == null && byCookie.size() >= MAX_PATHS) {
            return null;
        }
        Optional<Path> found = routes.get().path(from.datapathId(), to.datapathId(), flow.hash());
        if (found.isEmpty()) {
            return null;
        }
        var path = InstalledPath.of(old == null ? newCookie() : old.cookie(), flow, from, found.get(), to);
        replace(old, path);
        return path;
    }

    /** Returns a cookie that no path has. */
    private long newCookie() {
        long cookie;
        do {
            cookie = COOKIES.cookie(++nextCookie);
        } while (cookie == COOKIES.first() || byCookie.containsKey(cookie));
        return cookie;
    }

    /**
     * Removes the path whose first flow was removed from its switch, by idle timeout or by a deletion. What another
     * switch says about the path is ignored.
     */
    synchronized void flowRemoved(long datapathId, long cookie) {
        InstalledPath path = byCookie.get(cookie);
        if (path != null && path.ingress().datapathId() == datapathId) {
            remove(path);
        }
    }

    /** Removes the paths from and to a host. */
    synchronized void remove(int vlan, long mac) {
        for (InstalledPath path : with(new Host(vlan, mac))) {
            remove(path);
        }
    }

    /**
     * Reroutes the paths that a topology change has broken, and those for which shorter paths exist now; removes those
     * for which there is no path.
     *
     * @param routes the routes after the change
     * @return the number of rerouted and removed paths
     */
    synchronized int topologyChanged(TopologyChange change, Routes routes) {
        var affected = new LinkedHashSet<InstalledPath>();
        change.switchesRemoved().forEach(id -> affected.addAll(with(id)));
        change.switchesReconnected().forEach(id -> affected.addAll(with(id)));
        change.linksRemoved().forEach(link -> affected.addAll(with(link.from())));
        if (!change.linksAdded().isEmpty()) {
            byCookie.values().stream()
                    .filter(path -> isShorterPathAvailable(path, routes))
                    .forEach(affected::add);
        }
        for (InstalledPath path : affected) {
            Optional<Path> better = routes.path(
                    path.ingress().datapathId(),
                    path.egress().datapathId(),
                    path.flow().hash());
            if (better.isPresent()) {
                // sent again even if the path is unchanged, because a reconnected switch has lost its flows
                replace(
                        path,
                        InstalledPath.of(path.cookie(), path.flow(), path.ingress(), better.get(), path.egress()));
            } else {
                remove(path);
            }
        }
        return affected.size();
    }

    private static boolean isShorterPathAvailable(InstalledPath path, Routes routes) {
        return routes.cost(path.ingress().datapathId(), path.egress().datapathId())
                        .orElse(Integer.MAX_VALUE)
                < path.cost();
    }

    /** Replaces a path: adds the new flows before it deletes old ones. Flows with equal matches are overwritten. */
    private void replace(@Nullable InstalledPath old, InstalledPath path) {
        for (int i = path.hops().size() - 1; i >= 0; i--) {
            send(path.hops().get(i).datapathId(), flowMod(path, i));
        }
        if (old != null) {
            var kept = new HashSet<SwitchPort>();
            path.hops().forEach(hop -> kept.add(hop.in()));
            old.hops().stream().filter(hop -> !kept.contains(hop.in())).forEach(hop -> delete(old, hop));
            unindex(old);
        }
        index(path);
    }

    private void remove(InstalledPath path) {
        path.hops().forEach(hop -> delete(path, hop));
        unindex(path);
    }

    private static FlowMod flowMod(InstalledPath path, int index) {
        Hop hop = path.hops().get(index);
        return FlowMod.add()
                .match(match(path.flow(), hop.inPort()))
                .priority(PRIORITY)
                .cookie(path.cookie())
                .idleTimeoutSeconds(IDLE_TIMEOUT_SECONDS)
                .flags(index == 0 ? FlowMod.SEND_FLOW_REMOVED : 0)
                .actions(new Action.Output(hop.outputPort()))
                .build();
    }

    private void delete(InstalledPath path, Hop hop) {
        controller
                .switchOf(hop.datapathId())
                .ifPresent(sw -> sw.send(COOKIES.delete(sw.version())
                        .command(Command.DELETE_STRICT)
                        .match(match(path.flow(), hop.inPort()))
                        .priority(PRIORITY)
                        .build()));
    }

    private static Match match(FlowKey flow, long inPort) {
        return Match.of(
                Field.IN_PORT.is(inPort),
                Field.ETH_DST.is(flow.destination()),
                Field.ETH_SRC.is(flow.source()),
                vlan(flow.vlan()));
    }

    private static Oxm vlan(int vlan) {
        return Field.VLAN_VID.is(vlan == VlanId.NONE ? 0 : Field.VLAN_PRESENT | vlan);
    }

    private void send(long datapathId, FlowMod message) {
        controller.switchOf(datapathId).ifPresent(sw -> sw.send(message));
    }

    private void index(InstalledPath path) {
        byCookie.put(path.cookie(), path);
        byKey.put(new Key(path.flow(), path.ingress()), path);
        parts(path).forEach(part -> byPart.computeIfAbsent(part, _ -> new HashSet<>())
                .add(path));
    }

    private void unindex(InstalledPath path) {
        byCookie.remove(path.cookie());
        byKey.remove(new Key(path.flow(), path.ingress()));
        parts(path)
                .forEach(part -> byPart.computeIfPresent(part, (_, paths) -> {
                    paths.remove(path);
                    return paths.isEmpty() ? null : paths;
                }));
    }

    /** Returns what a path consists of: the datapath ids and egress ports of its hops, and the two {@link Host}s. */
    private static Stream<Object> parts(InstalledPath path) {
        FlowKey flow = path.flow();
        return Stream.concat(
                path.hops().stream().flatMap(hop -> Stream.of(hop.datapathId(), hop.out())),
                Stream.of(new Host(flow.vlan(), flow.source()), new Host(flow.vlan(), flow.destination())));
    }

    private List<InstalledPath> with(Object part) {
        return List.copyOf(byPart.getOrDefault(part, Set.of()));
    }
}
