package net.beaconcontroller.devices;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The DHCP servers, and the ports at which they are trusted: those that are configured, or else one learned port for
 * each VLAN. In a VLAN without a trusted port, messages of all servers pass. The device thread changes it, any thread
 * reads it.
 */
final class DhcpServers {
    static final int MAX_SERVERS_PER_VLAN = 16;

    /** The time after its last message for which a server is not replaced by another. */
    static final long RECENT_NANOS = TimeUnit.HOURS.toNanos(1);

    private record Server(Host host, long seenNanos) {}

    private final Set<SwitchPort> configured;
    private final Map<Integer, SwitchPort> learned = new ConcurrentHashMap<>();
    /** By VLAN, the least recently seen first. The lists are immutable. */
    private final Map<Integer, List<Server>> servers = new ConcurrentHashMap<>();

    /** @param configured the only ports at which servers are trusted; empty to learn one for each VLAN */
    DhcpServers(Set<SwitchPort> configured) {
        this.configured = Set.copyOf(configured);
    }

    /** Returns whether messages of servers at this port may be forwarded. */
    boolean mayServe(TopologySnapshot topology, int vlan, SwitchPort port) {
        if (!configured.isEmpty()) {
            return configured.contains(port);
        }
        SwitchPort trusted = learned.get(vlan);
        return trusted == null || DeviceTable.isSameDomain(topology, trusted, port);
    }

    /** Returns whether servers are trusted at some port of the VLAN. */
    boolean hasTrustedPort(int vlan) {
        return !configured.isEmpty() || learned.containsKey(vlan);
    }

    /** Returns the ports at which servers of the VLAN are trusted. */
    Set<SwitchPort> trustedPorts(int vlan) {
        SwitchPort trusted = learned.get(vlan);
        return trusted == null ? configured : Set.of(trusted);
    }

    boolean isLearned(SwitchPort port) {
        return learned.containsValue(port);
    }

    void trust(int vlan, SwitchPort port) {
        learned.put(vlan, port);
    }

    /** Ends the trust in a learned port, in all VLANs. */
    void distrust(SwitchPort port) {
        learned.values().removeIf(port::equals);
    }

    /** Returns the servers of a VLAN, the least recently seen first. */
    List<Host> of(int vlan) {
        return servers.getOrDefault(vlan, List.of()).stream().map(Server::host).toList();
    }

    /** Records a message of a server. Returns false if there are too many servers, all of which were seen recently. */
    boolean seen(Host host, long nowNanos) {
        var list = new ArrayList<>(servers.getOrDefault(host.vlan(), List.of()));
        list.removeIf(server -> server.host == host);
        if (list.size() >= MAX_SERVERS_PER_VLAN) {
            if (nowNanos - list.getFirst().seenNanos < RECENT_NANOS) {
                return false;
            }
            list.removeFirst();
        }
        list.add(new Server(host, nowNanos));
        servers.put(host.vlan(), List.copyOf(list));
        return true;
    }

    void remove(Host host) {
        servers.computeIfPresent(host.vlan(), (_, list) -> without(host, list));
    }

    private static @Nullable List<Server> without(Host host, List<Server> list) {
        List<Server> rest = list.stream().filter(server -> server.host != host).toList();
        return rest.isEmpty() ? null : rest;
    }
}
