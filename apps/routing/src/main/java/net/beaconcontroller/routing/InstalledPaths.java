package net.beaconcontroller.routing;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.net.SeededHash;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
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
    /** Bounds the memory for paths. */
    static final int MAX_PATHS = 500_000;

    private final Controller controller;
    private final Map<Long, InstalledPath> byCookie = new HashMap<>();
    private final Map<FlowEntry, InstalledPath> byEntry = new HashMap<>();
    private final Map<SwitchPort, Set<InstalledPath>> byIngress = new HashMap<>();
    /** By each {@link #parts part} of the path. */
    private final Map<Object, Set<InstalledPath>> byPart = new HashMap<>();

    /** Random at first, so that the flows of an earlier run have other cookies. */
    private long lastCookie;
    /** The cookie of the flows between two ports of one switch, which belong to no path. */
    private final long localCookie;

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
        this.lastCookie = controller.threads().time().random("cookies of paths").nextInt();
        this.localCookie = FlowEntry.cookie(true, lastCookie);
    }

    synchronized int size() {
        return byCookie.size();
    }

    /** Returns the cookie of the flows between two ports of one switch. */
    long localCookie() {
        return localCookie;
    }

    /**
     * Installs a path from a port to a host, or sends its flows again. A packet that has overtaken the flows of its
     * path, and therefore comes from a switch in the middle, gets no path of its own.
     *
     * @param attachment returns the port of the host, or null. Called under the lock, so that no path leads to a port
     *     that the host has left: its paths are removed afterwards
     * @param routes called under the lock
     * @return null if no path exists
     */
    synchronized @Nullable InstalledPath install(
            FlowKey flow, SwitchPort from, Supplier<@Nullable SwitchPort> attachment, Supplier<Routes> routes) {
        SwitchPort to = attachment.get();
        if (to == null) {
            return null;
        }
        InstalledPath present = byEntry.get(new FlowEntry(flow, from));
        if (present != null
                && !present.ingress().equals(from)
                && present.egress().equals(to)) {
            sendFlows(present, hop -> hop.in().equals(from));
            return present;
        }
        Optional<Path> found = routes.get().path(from.datapathId(), to.datapathId(), flow.hash());
        if (found.isEmpty()) {
            return null;
        }
        if (byCookie.size() >= MAX_PATHS) {
            Optional.ofNullable(heaviest(byIngress)).ifPresent(this::removeAll);
        }
        long cookie = present != null && present.ingress().equals(from) ? present.cookie() : newCookie();
        var path = InstalledPath.of(cookie, flow, from, found.get(), to);
        replace(path);
        return path;
    }

    /** Returns a cookie that no other path has. */
    private long newCookie() {
        long cookie;
        do {
            lastCookie++;
            cookie = FlowEntry.cookie(false, lastCookie);
        } while (byCookie.containsKey(cookie));
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

    /** Removes the path whose flow a switch has refused to add. */
    synchronized void refused(long datapathId, long cookie) {
        InstalledPath path = byCookie.get(cookie);
        if (path == null || path.hops().stream().noneMatch(hop -> hop.datapathId() == datapathId)) {
            return;
        }
        remove(path);
    }

    /** Returns the paths through a switch from the port that has most of them there; empty if there are none. */
    synchronized Set<InstalledPath> heaviest(long datapathId) {
        Set<InstalledPath> most = heaviest(with(datapathId).stream()
                .collect(Collectors.groupingBy(InstalledPath::ingress, Collectors.toCollection(LinkedHashSet::new))));
        return most == null ? Set.of() : most;
    }

    private static @Nullable Set<InstalledPath> heaviest(Map<SwitchPort, Set<InstalledPath>> byIngress) {
        return byIngress.values().stream()
                .max(Comparator.comparingInt(Set::size))
                .orElse(null);
    }

    /** Removes those of these paths that are installed. */
    synchronized void removeAll(Set<InstalledPath> paths) {
        List.copyOf(paths).stream()
                .filter(path -> byCookie.get(path.cookie()) == path)
                .forEach(this::remove);
    }

    /** Returns whether an entry of a switch with this cookie and output belongs to a path. */
    synchronized boolean contains(FlowEntry entry, FlowStats stats) {
        InstalledPath path = byEntry.get(entry);
        return path != null
                && path.cookie() == stats.cookie()
                && path.hops().stream()
                        .anyMatch(hop -> hop.in().equals(entry.in()) && FlowEntry.isOutput(stats, hop.outputPort()));
    }

    /** Returns whether an entry belongs to a path, whose flow replaces what the switch had. */
    synchronized boolean contains(FlowEntry entry) {
        return byEntry.containsKey(entry);
    }

    /** Deletes an entry of a switch unless it belongs to a path. */
    synchronized void deleteForeign(FlowEntry entry) {
        if (!byEntry.containsKey(entry)) {
            delete(entry);
        }
    }

    /** Returns the tables in which a switch has flows of paths. */
    synchronized Set<Integer> tables(long datapathId) {
        return with(datapathId).stream().map(path -> path.flow().table()).collect(Collectors.toSet());
    }

    /** Sends the flows of the paths through a switch, except the entries that it has. */
    synchronized void sendMissing(long datapathId, Set<FlowEntry> present) {
        for (InstalledPath path : with(datapathId)) {
            sendFlows(
                    path,
                    hop -> hop.datapathId() == datapathId && !present.contains(new FlowEntry(path.flow(), hop.in())));
        }
    }

    /** Removes the paths from and to a port. */
    synchronized void remove(SwitchPort port) {
        removeAll(byIngress.getOrDefault(port, Set.of()));
        for (InstalledPath path : with(port)) {
            if (path.egress().equals(port)) {
                remove(path);
            }
        }
    }

    /** Removes the paths from one port to another. */
    synchronized void remove(SwitchPort ingress, SwitchPort egress) {
        removeAll(byIngress.getOrDefault(ingress, Set.of()).stream()
                .filter(path -> path.egress().equals(egress))
                .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    /** Removes the paths from and to a host. */
    synchronized void remove(int vlan, long mac) {
        for (InstalledPath path : with(new Host(vlan, mac))) {
            remove(path);
        }
    }

    /** Removes the paths of the claims of a host. */
    synchronized void removeClaims(int vlan, long mac) {
        for (InstalledPath path : with(new Host(vlan, mac))) {
            if (path.flow().hasClaim() && path.flow().source() == mac) {
                remove(path);
            }
        }
    }

    /**
     * Reroutes the paths that a topology change has broken, and those for which shorter paths exist now; removes those
     * without a path.
     *
     * @param routes the routes after the change
     * @return the number of rerouted and removed paths
     */
    synchronized int topologyChanged(TopologyChange change, Routes routes) {
        var affected = new LinkedHashSet<InstalledPath>();
        change.switchesRemoved().forEach(id -> affected.addAll(with(id)));
        change.linksRemoved().forEach(link -> affected.addAll(with(link.from())));
        if (!change.linksAdded().isEmpty() || !change.switchesReconnected().isEmpty()) {
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
                replace(InstalledPath.of(path.cookie(), path.flow(), path.ingress(), better.get(), path.egress()));
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

    /**
     * Adds a path. Then removes the paths whose entries it has taken over, and deletes the flows that they have left:
     * its own old version, and one that begins in the middle of it.
     */
    private void replace(InstalledPath path) {
        sendFlows(path, _ -> true);
        Set<FlowEntry> entries = path.entries().collect(Collectors.toSet());
        var replaced = new LinkedHashSet<InstalledPath>();
        Stream.concat(Stream.of(byCookie.get(path.cookie())), entries.stream().map(byEntry::get))
                .filter(Objects::nonNull)
                .forEach(replaced::add);
        for (InstalledPath old : replaced) {
            old.entries().filter(entry -> !entries.contains(entry)).forEach(this::delete);
            unindex(old);
        }
        index(path);
    }

    private void remove(InstalledPath path) {
        path.entries().forEach(this::delete);
        unindex(path);
    }

    /** Sends the flows of some hops of a path, from the last one to the first. */
    private void sendFlows(InstalledPath path, Predicate<Hop> which) {
        for (int i = path.hops().size() - 1; i >= 0; i--) {
            Hop hop = path.hops().get(i);
            if (which.test(hop)) {
                FlowMod add = new FlowEntry(path.flow(), hop.in())
                        .add(path.cookie(), hop.outputPort(), i == 0 ? FlowMod.SEND_FLOW_REMOVED : 0);
                controller
                        .switchOf(hop.datapathId())
                        .filter(sw -> canHave(sw, path.flow()))
                        .ifPresent(sw -> sw.send(add));
            }
        }
    }

    private void delete(FlowEntry entry) {
        controller
                .switchOf(entry.in().datapathId())
                .filter(sw -> canHave(sw, entry.flow()))
                .ifPresent(sw -> sw.send(entry.delete(sw.version())));
    }

    /** Returns whether a switch can have a flow. Without it, packets of a claim follow the flow of other packets. */
    private static boolean canHave(Switch sw, FlowKey flow) {
        return hasTable(sw, flow.table()) && flow.canBeMatched(sw.version());
    }

    /** Returns whether packets can reach a table of a switch: those of one table send them to the controller. */
    static boolean hasTable(Switch sw, int table) {
        return table == FlowKey.FIRST_TABLE || table < sw.features().tables();
    }

    private void index(InstalledPath path) {
        byCookie.put(path.cookie(), path);
        path.entries().forEach(entry -> byEntry.put(entry, path));
        byIngress.computeIfAbsent(path.ingress(), _ -> new LinkedHashSet<>()).add(path);
        parts(path).forEach(part -> byPart.computeIfAbsent(part, _ -> new LinkedHashSet<>())
                .add(path));
    }

    private void unindex(InstalledPath path) {
        byCookie.remove(path.cookie());
        path.entries().forEach(byEntry::remove);
        remove(byIngress, path.ingress(), path);
        parts(path).forEach(part -> remove(byPart, part, path));
    }

    private static <K> void remove(Map<K, Set<InstalledPath>> index, K key, InstalledPath path) {
        index.computeIfPresent(key, (_, paths) -> {
            paths.remove(path);
            return paths.isEmpty() ? null : paths;
        });
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
