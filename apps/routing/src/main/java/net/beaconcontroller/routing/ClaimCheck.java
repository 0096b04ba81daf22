package net.beaconcontroller.routing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.common.ByteAccess;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * Recognizes frames by which a host claims the IP address of another, so that they do not reach the caches of other
 * hosts: ARP (RFC 826) and Neighbor Discovery (RFC 4861) whose sender is not the source of the frame, or whose address
 * belongs to another attached device. Thread-safe.
 */
final class ClaimCheck {
    private final Devices devices;

    ClaimCheck(Devices devices) {
        this.devices = devices;
    }

    /**
     * Returns whether a frame can claim an address. Such frames do not follow the flows of other packets, see {@link
     * InspectionFlows}.
     */
    static boolean mayClaim(Ethernet frame) {
        if (frame.type() == Ethernet.TYPE_ARP) {
            return true;
        }
        Ipv6 ip = frame.ipv6();
        return ip != null && ip.neighborDiscovery() != null;
    }

    /** Returns whether a frame makes such a claim. */
    boolean isForged(Ethernet frame) {
        return switch (frame.type()) {
            case Ethernet.TYPE_ARP -> {
                Arp arp = frame.arp();
                yield arp != null
                        && (arp.senderMac() != frame.source()
                                || (arp.senderIp() != 0
                                        && isOfAnother(devices.byIpv4(arp.senderIp(), frame.vlan()), frame)));
            }
            case Ethernet.TYPE_IPV6 -> {
                Ipv6 ip = frame.ipv6();
                yield ip != null && isForged(frame, ip);
            }
            default -> false;
        };
    }

    /**
     * Returns the match fields of frames that claim the same addresses as this one, if they are known to belong to its
     * source, so that a flow may forward them; else an empty list.
     */
    List<Oxm> verified(Ethernet frame, Version version) {
        Arp arp = frame.arp();
        if (arp != null) {
            return isOfSource(devices.byIpv4(arp.senderIp(), frame.vlan()), frame)
                    ? List.of(FlowKey.ARP, Field.ARP_SPA.is(arp.senderIp()))
                    : List.of();
        }
        Ipv6 ip = frame.ipv6();
        if (ip == null || version == Version.OF10) {
            return List.of();
        }
        NeighborDiscovery message = ip.neighborDiscovery();
        if (message == null) {
            return List.of();
        }
        Ipv6Address sender = Ipv6Address.read(ip.array(), ip.sourceOffset());
        if (message.type() != NeighborDiscovery.NEIGHBOR_ADVERTISEMENT) {
            return isOfSource(sender, frame) ? fields(message, sender) : List.of();
        }
        Ipv6Address target = Ipv6Address.read(ip.array(), message.targetOffset());
        return isOfSource(sender, frame) && isOfSource(target, frame)
                ? Stream.concat(fields(message, sender).stream(), Stream.of(Field.IPV6_ND_TARGET.is(bytes(target))))
                        .toList()
                : List.of();
    }

    private static List<Oxm> fields(NeighborDiscovery message, Ipv6Address sender) {
        return List.of(
                Field.ETH_TYPE.is(Ethernet.TYPE_IPV6),
                Field.IP_PROTO.is(Icmp.V6),
                Field.IPV6_SRC.is(bytes(sender)),
                Field.ICMPV6_TYPE.is(message.type()));
    }

    private static Bytes bytes(Ipv6Address address) {
        var bytes = new byte[2 * Long.BYTES];
        ByteAccess.putLong(bytes, 0, address.high());
        ByteAccess.putLong(bytes, Long.BYTES, address.low());
        return Bytes.of(bytes);
    }

    private boolean isOfSource(Ipv6Address address, Ethernet frame) {
        return isOfSource(devices.byIpv6(address, frame.vlan()), frame);
    }

    private static boolean isOfSource(Optional<Device> owner, Ethernet frame) {
        return owner.filter(device -> device.mac() == frame.source()).isPresent();
    }

    private boolean isForged(Ethernet frame, Ipv6 ip) {
        NeighborDiscovery message = ip.neighborDiscovery();
        if (message == null) {
            return false;
        }
        if (message.mac() != NeighborDiscovery.NO_MAC && message.mac() != frame.source()) {
            return true;
        }
        return isOfAnother(Ipv6Address.read(ip.array(), ip.sourceOffset()), frame)
                || (message.type() == NeighborDiscovery.NEIGHBOR_ADVERTISEMENT
                        && isOfAnother(Ipv6Address.read(ip.array(), message.targetOffset()), frame));
    }

    private boolean isOfAnother(Ipv6Address address, Ethernet frame) {
        return isOfAnother(devices.byIpv6(address, frame.vlan()), frame);
    }

    private static boolean isOfAnother(Optional<Device> owner, Ethernet frame) {
        return owner.filter(device ->
                        device.mac() != frame.source() && device.attachment().isPresent())
                .isPresent();
    }
}
