package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * Knows for whom broadcasts are really meant: an ARP request or a neighbour solicitation for the host that has the address, what
 * a DHCP client says for the servers that have been heard, what a server says for its client.
 *
 * <p>What one host asks twice within a short time goes to all: it may be that the answer would come from another than the one
 * that is known. Safe for use by several threads.
 */
final class BroadcastResolver {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_ASKED = 10_000;
    private static final int MAX_SERVERS = 16;

    private final Devices devices;
    /** When a host asked for something, the latest last. */
    private final Map<Question, Long> asked = new Bounded<>(MAX_ASKED);

    private final Map<Server, Boolean> servers = new Bounded<>(MAX_SERVERS);

    private record Question(long asker, int vlan, Object about) {}

    private record DhcpMessage(int type, int transaction) {}

    private record Server(long mac, int vlan) {}

    /** Forgets what was put into it first. */
    private static final class Bounded<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;
        private final int most;

        Bounded(int most) {
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
        }
    }

    BroadcastResolver(Devices devices) {
        this.devices = devices;
    }

    /** The hosts that a broadcast is for; empty if it is for all, or it is not known for whom. */
    Collection<Device> targets(Ethernet frame, long nowNanos) {
        int vlan = frame.vlan();
        Arp arp = frame.arp();
        if (arp != null) {
            return arp.operation() == Arp.REQUEST && arp.senderIp() != arp.targetIp()
                    ? ask(frame, arp.targetIp(), list(devices.byIpv4(arp.targetIp(), vlan)), nowNanos)
                    : List.of();
        }
        Ipv4 ipv4 = frame.ipv4();
        if (ipv4 != null) {
            Dhcp dhcp = ipv4.dhcp();
            return dhcp == null ? List.of() : targets(frame, dhcp, nowNanos);
        }
        Ipv6 ipv6 = frame.ipv6();
        NeighborDiscovery discovery = ipv6 == null ? null : ipv6.neighborDiscovery();
        if (discovery != null && discovery.type() == NeighborDiscovery.NEIGHBOR_SOLICITATION) {
            Ipv6Address target = Ipv6Address.read(discovery.array(), discovery.targetOffset());
            return ask(frame, target, list(devices.byIpv6(target, vlan)), nowNanos);
        }
        return List.of();
    }

    private Collection<Device> targets(Ethernet frame, Dhcp dhcp, long nowNanos) {
        if (!dhcp.isFromClient()) {
            return list(devices.byMac(dhcp.clientMac(), frame.vlan()));
        }
        var message = new DhcpMessage(dhcp.type(), dhcp.transactionId());
        return ask(frame, message, knownServers(frame.vlan()), nowNanos);
    }

    private static List<Device> list(Optional<Device> device) {
        return device.stream().toList();
    }

    /** Learns who is a DHCP server, from whatever it says. */
    void learn(Ethernet frame) {
        Ipv4 ipv4 = frame.ipv4();
        Dhcp dhcp = ipv4 == null ? null : ipv4.dhcp();
        if (dhcp != null && !dhcp.isFromClient()) {
            synchronized (servers) {
                var server = new Server(frame.source(), frame.vlan());
                servers.remove(server);
                servers.put(server, true);
            }
        }
    }

    private List<Device> knownServers(int vlan) {
        var found = new ArrayList<Device>();
        synchronized (servers) {
            for (Server server : servers.keySet()) {
                if (server.vlan == vlan) {
                    devices.byMac(server.mac, vlan).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    private Collection<Device> ask(Ethernet frame, Object about, Collection<Device> known, long nowNanos) {
        if (known.isEmpty()) {
            return known;
        }
        var question = new Question(frame.source(), frame.vlan(), about);
        synchronized (asked) {
            Long before = asked.remove(question);
            asked.put(question, nowNanos);
            return before != null && nowNanos - before < PATIENCE_NANOS ? List.of() : known;
        }
    }
}
