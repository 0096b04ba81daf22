package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowMod.Command;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.message.FlowMod.Command;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologyChange;
import org.jspecify.annotations.Nullable;

/**
 * The paths over several switches that are in flow tables, and what they pass, so that those which a change concerns
 * are found at once. A path is written from its last switch to its first, so that packets find the rest of it when they
 * are let on it.
 *
 * <p>All is done under one lock: whoever installs a path asks for routes under it, and whoever tells of a change
 * takes it, so that no path of old routes is installed behind the back of a change. Safe for use by several threads.
 */
final class InstalledPaths {
    /** What all flows of this application have in common. */
    static final long COOKIE = 0x6265_0000_0000_0000L;

    static final long COOKIE_MASK = 0xffff_0000_0000_0000L;

    /** Below that of flows for which nothing is said, so that what people add comes first. */
    static final int PRIORITY = 0x4000;

    static final int IDLE_TIMEOUT_SECONDS = 10;

    /** So that an attacker who invents addresses does not fill the memory. */
    static final int MAX_PATHS = 500_000;

    private final Controller controller;
    private final Map<Long, InstalledPath> byCookie = new HashMap<>();
    private final Map<Key, InstalledPath> byKey = new HashMap<>();
    /** By the ports that packets leave switches by. */
    private final Map<SwitchPort, Set<InstalledPath>> byPort = new HashMap<>();

    private final Map<Long, Set<InstalledPath>> bySwitch = new HashMap<>();
    private final Map<Host, Set<InstalledPath>> byHost = new HashMap<>();
    private long nextCookie;

    private record Key(FlowKey pair, SwitchPort ingress) {}

    /** Frames with a priority tag only are as those without. */
    private record Host(int vlan, long mac) {
        Host {
            vlan = VlanId.ofTag(vlan);
        }
    }

    InstalledPaths(Controller controller) {
        this.controller = controller;
    }

    synchronized int size() {
        return byCookie.size();
    }

    /**
     * Installs a path from one port to another.
     *
     * @param routes asked for under the lock
     * @return null if no path leads there, or as many as there can be are installed
     */
    synchronized @Nullable InstalledPath install(
            FlowKey pair, SwitchPort from, SwitchPort to, Supplier<Routes> routes) {
        InstalledPath old = byKey.get(new Key(pair, from));
        if (old == null && byCookie.size() >= MAX_PATHS) {
            return null;
        }
        Optional<Path> found = routes.get().path(from.datapathId(), to.datapathId(), pair.hash());
        if (found.isEmpty()) {
            return null;
        }
        var path = new InstalledPath(
                old == null ? newCookie() : old.cookie(),
                pair,
                hops(from, found.get(), to),
                found.get().cost());
        replace(old, path);
        return path;
    }

    /** Not 0 behind {@link #COOKIE}: that is the cookie of flows of a single switch. */
    private long newCookie() {
        nextCookie++;
        return COOKIE | (nextCookie & ~COOKIE_MASK);
    }

    private static List<Hop> hops(SwitchPort from, Path path, SwitchPort to) {
        var hops = new ArrayList<Hop>();
        SwitchPort in = from;
        for (Link link : path.links()) {
            hops.add(new Hop(in.datapathId(), in.port(), link.from().port()));
            in = link.to();
        }
        hops.add(new Hop(in.datapathId(), in.port(), to.port()));
        return hops;
    }

    /**
     * A switch has let the flow go that lets packets on the path: nobody has used it, or somebody has deleted it. What
     * is left of the path goes too.
     */
    synchronized void flowRemoved(long cookie) {
        InstalledPath path = byCookie.get(cookie);
        if (path != null) {
            remove(path);
        }
    }

    /** Takes away what leads from a host or to it. */
    synchronized void remove(int vlan, long mac) {
        for (InstalledPath path : List.copyOf(byHost.getOrDefault(new Host(vlan, mac), Set.of()))) {
            remove(path);
        }
    }

    /**
     * Leads the paths elsewhere that a change has broken, and those that it has made longer than they need be; where
     * there is no way, takes them away.
     *
     * @param routes that know of the change
     * @return how many were led elsewhere or taken away
     */
    synchronized int topologyChanged(TopologyChange change, Routes routes) {
        var concerned = new LinkedHashSet<InstalledPath>();
        change.switchesRemoved().forEach(id -> concerned.addAll(bySwitch.getOrDefault(id, Set.of())));
        change.linksRemoved().forEach(link -> concerned.addAll(byPort.getOrDefault(link.from(), Set.of())));
        if (!change.linksAdded().isEmpty()) {
            byCookie.values().stream()
                    .filter(path -> isLongerThanNeeded(path, routes))
                    .forEach(concerned::add);
        }
        for (InstalledPath path : concerned) {
            Optional<Path> better = routes.path(
                    path.ingress().datapathId(),
                    path.egress().datapathId(),
                    path.pair().hash());
            if (better.isPresent()) {
                List<Hop> hops = hops(path.ingress(), better.get(), path.egress());
                // written again even where it is the same: a switch that came back has lost its flows
                replace(
                        path,
                        new InstalledPath(
                                path.cookie(), path.pair(), hops, better.get().cost()));
            } else {
                remove(path);
            }
        }
        return concerned.size();
    }

    private static boolean isLongerThanNeeded(InstalledPath path, Routes routes) {
        return routes.cost(path.ingress().datapathId(), path.egress().datapathId())
                        .orElse(Integer.MAX_VALUE)
                < path.cost();
    }

    /** Makes before it breaks: flows of both paths that match the same are only changed. */
    private void replace(@Nullable InstalledPath old, InstalledPath path) {
        for (int i = path.hops().size() - 1; i >= 0; i--) {
            send(path.hops().get(i).datapathId(), flow(path, i));
        }
        if (old != null) {
            var kept = new HashSet<SwitchPort>();
            path.hops().forEach(hop -> kept.add(in(hop)));
            old.hops().stream().filter(hop -> !kept.contains(in(hop))).forEach(hop -> delete(old, hop));
            forget(old);
        }
        remember(path);
    }

    private static SwitchPort in(Hop hop) {
        return new SwitchPort(hop.datapathId(), hop.inPort());
    }

    private void remove(InstalledPath path) {
        path.hops().forEach(hop -> delete(path, hop));
        forget(path);
    }

    private static FlowMod flow(InstalledPath path, int index) {
        Hop hop = path.hops().get(index);
        return FlowMod.add()
                .match(match(path.pair(), hop.inPort()))
                .priority(PRIORITY)
                .cookie(path.cookie())
                .idleTimeoutSeconds(IDLE_TIMEOUT_SECONDS)
                .flags(index == 0 ? FlowMod.SEND_FLOW_REMOVED : 0)
                .actions(new Action.Output(hop.outPort()))
                .build();
    }

    private void delete(InstalledPath path, Hop hop) {
        send(
                hop.datapathId(),
                FlowMod.delete()
                        .command(Command.DELETE_STRICT)
                        .match(match(path.pair(), hop.inPort()))
                        .priority(PRIORITY)
                        .build());
    }

    private static Match match(FlowKey pair, long inPort) {
        return Match.of(
                Field.IN_PORT.is(inPort),
                Field.ETH_DST.is(pair.destination()),
                Field.ETH_SRC.is(pair.source()),
                vlan(pair.vlan()));
    }

    private static Oxm vlan(int vlan) {
        return Field.VLAN_VID.is(vlan == VlanId.NONE ? 0 : Field.VLAN_PRESENT | vlan);
    }

    private void send(long datapathId, FlowMod flow) {
        controller.switchOf(datapathId).ifPresent(sw -> sw.send(flow));
    }

    private void remember(InstalledPath path) {
        byCookie.put(path.cookie(), path);
        byKey.put(new Key(path.pair(), path.ingress()), path);
        for (Hop hop : path.hops()) {
            add(byPort, hop.out(), path);
            add(bySwitch, hop.datapathId(), path);
        }
        add(byHost, source(path), path);
        add(byHost, destination(path), path);
    }

    private void forget(InstalledPath path) {
        byCookie.remove(path.cookie());
        byKey.remove(new Key(path.pair(), path.ingress()));
        for (Hop hop : path.hops()) {
            remove(byPort, hop.out(), path);
            remove(bySwitch, hop.datapathId(), path);
        }
        remove(byHost, source(path), path);
        remove(byHost, destination(path), path);
    }

    private static Host source(InstalledPath path) {
        return new Host(path.pair().vlan(), path.pair().source());
    }

    private static Host destination(InstalledPath path) {
        return new Host(path.pair().vlan(), path.pair().destination());
    }

    private static <K> void add(Map<K, Set<InstalledPath>> index, K key, InstalledPath path) {
        index.computeIfAbsent(key, _ -> new HashSet<>()).add(path);
    }

    private static <K> void remove(Map<K, Set<InstalledPath>> index, K key, InstalledPath path) {
        index.computeIfPresent(key, (_, paths) -> {
            paths.remove(path);
            return paths.isEmpty() ? null : paths;
        });
    }
}
