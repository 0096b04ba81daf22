package net.beaconcontroller.routing;

import java.util.Optional;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
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

    /** Returns whether a frame can claim an address. Such frames are never forwarded by flows. */
    static boolean mayClaim(Ethernet frame) {
        return frame.type() == Ethernet.TYPE_ARP || (frame.ipv6() instanceof Ipv6 ip && ip.neighborDiscovery() != null);
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
