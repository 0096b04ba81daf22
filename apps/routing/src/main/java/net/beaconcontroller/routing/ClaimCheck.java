package net.beaconcontroller.routing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;
import net.beaconcontroller.packet.VirtualMac;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;

/**
 * Recognizes frames by which a host claims the IP address of another, so that they do not reach the caches of other
 * hosts: ARP (RFC 826) and Neighbor Discovery (RFC 4861) for a MAC address that the source of the frame may not speak
 * for, or for an IP address of another attached device. Thread-safe.
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

    /** Returns whether a frame that was received at an edge makes such a claim. */
    boolean isForged(TopologySnapshot now, SwitchPort at, Ethernet frame) {
        return switch (frame.type()) {
            case Ethernet.TYPE_ARP -> {
                Arp arp = frame.arp();
                yield arp != null && isForged(now, at, frame, arp);
            }
            case Ethernet.TYPE_IPV6 -> {
                Ipv6 ip = frame.ipv6();
                NeighborDiscovery message = ip == null ? null : ip.neighborDiscovery();
                yield ip != null && message != null && isForged(now, at, frame, ip, message);
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

    private boolean isForged(TopologySnapshot now, SwitchPort at, Ethernet frame, Arp arp) {
        long mac = arp.senderMac();
        return !maySpeakFor(now, at, frame, mac)
                || (arp.senderIp() != 0 && isOfAnother(devices.byIpv4(arp.senderIp(), frame.vlan()), frame, mac));
    }

    private boolean isForged(TopologySnapshot now, SwitchPort at, Ethernet frame, Ipv6 ip, NeighborDiscovery message) {
        // The option of an advertisement is that of its target. The source address is that of the sender.
        long mac = message.mac() == NeighborDiscovery.NO_MAC ? frame.source() : message.mac();
        if (!maySpeakFor(now, at, frame, mac)) {
            return true;
        }
        Ipv6Address sender = Ipv6Address.read(ip.array(), ip.sourceOffset());
        if (message.type() != NeighborDiscovery.NEIGHBOR_ADVERTISEMENT) {
            return isOfAnother(devices.byIpv6(sender, frame.vlan()), frame, mac);
        }
        Ipv6Address target = Ipv6Address.read(ip.array(), message.targetOffset());
        return isOfAnother(devices.byIpv6(target, frame.vlan()), frame, mac)
                || (!sender.equals(target) && isOfAnother(devices.byIpv6(sender, frame.vlan()), frame, frame.source()));
    }

    /**
     * Returns whether the source of a frame may state that an address is at a MAC address: at its own, at one that is
     * attached to the same port, and at a virtual one that is not known yet. A router of GLBP answers with those of
     * other routers, too.
     */
    private boolean maySpeakFor(TopologySnapshot now, SwitchPort at, Ethernet frame, long mac) {
        if (mac == frame.source()) {
            return true;
        }
        SwitchPort place = devices.attachment(mac, frame.vlan());
        if (place != null) {
            return VirtualMac.isOfGlbp(mac)
                    || now.designatedPort(place).equals(now.designatedPort(at))
                    || now.areInOneFloodDomain(place, at);
        }
        return VirtualMac.isVirtual(mac) && devices.byMac(mac, frame.vlan()).isEmpty();
    }

    /**
     * Returns whether an address belongs to another attached device than the one for which a frame claims it. With
     * GLBP, it is the address of the router that answers.
     */
    private static boolean isOfAnother(Optional<Device> owner, Ethernet frame, long mac) {
        long claimant = VirtualMac.isOfGlbp(mac) ? frame.source() : mac;
        return owner.filter(device ->
                        device.mac() != claimant && device.attachment().isPresent())
                .isPresent();
    }
}
