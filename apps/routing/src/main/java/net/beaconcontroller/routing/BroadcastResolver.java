package net.beaconcontroller.routing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.SeededHash;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Dhcp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * A lookup of the hosts that a broadcast is intended for, which replaces flooding: the owner of the address in an ARP
 * request or Neighbor Solicitation, the known DHCP servers for a message of a DHCP client, and the client for a message
 * of a server.
 *
 * <p>A request that a host repeats within five seconds is flooded, because the known target may no longer be the right
 * one. Thread-safe.
 */
final class BroadcastResolver {
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_REQUESTS = 10_000;

    private final Devices devices;
    /** When each request was last received. The least recent is evicted. */
    private final LinkedHashMap<Request, Long> requests = new LinkedHashMap<>();

    /** @param subject the requested address, or the {@link DhcpMessage} */
    record Request(long source, int vlan, Object subject) {
        @Override
        public int hashCode() {
            return SeededHash.of(source, vlan, subject.hashCode());
        }
    }

    private record DhcpMessage(int type, int transaction) {}

    BroadcastResolver(Devices devices) {
        this.devices = devices;
    }

    /** Returns the hosts that a broadcast is intended for; empty if it must be flooded. */
    List<Device> targets(Ethernet frame, long nowNanos) {
        int vlan = frame.vlan();
        Arp arp = frame.arp();
        if (arp != null) {
            boolean isRequest = arp.operation() == Arp.REQUEST && arp.senderIp() != arp.targetIp();
            return isRequest
                    ? unlessRepeated(frame, arp.targetIp(), list(devices.byIpv4(arp.targetIp(), vlan)), nowNanos)
                    : List.of();
        }
        Ipv4 ipv4 = frame.ipv4();
        if (ipv4 != null) {
            Dhcp dhcp = ipv4.dhcp();
            return dhcp == null ? List.of() : targets(frame, dhcp, nowNanos);
        }
        Ipv6 ipv6 = frame.ipv6();
        NeighborDiscovery message = ipv6 == null ? null : ipv6.neighborDiscovery();
        if (message != null && message.type() == NeighborDiscovery.NEIGHBOR_SOLICITATION) {
            Ipv6Address target = Ipv6Address.read(message.array(), message.targetOffset());
            return unlessRepeated(frame, target, list(devices.byIpv6(target, vlan)), nowNanos);
        }
        return List.of();
    }

    private List<Device> targets(Ethernet frame, Dhcp dhcp, long nowNanos) {
        if (!dhcp.isFromClient()) {
            return list(devices.byMac(dhcp.clientMac(), frame.vlan()));
        }
        var message = new DhcpMessage(dhcp.type(), dhcp.transactionId());
        return unlessRepeated(frame, message, devices.dhcpServers(frame.vlan()), nowNanos);
    }

    private static List<Device> list(Optional<Device> device) {
        return device.stream().toList();
    }

    /** Returns the known targets, or an empty list if the same request was received recently. */
    private List<Device> unlessRepeated(Ethernet frame, Object subject, List<Device> known, long nowNanos) {
        if (known.isEmpty()) {
            return known;
        }
        var request = new Request(frame.source(), frame.vlan(), subject);
        synchronized (requests) {
            Long before = requests.remove(request);
            requests.put(request, nowNanos);
            if (requests.size() > MAX_REQUESTS) {
                requests.pollFirstEntry();
            }
            return before != null && nowNanos - before < REPEAT_NANOS ? List.of() : known;
        }
    }
}
