package net.beaconcontroller.devices;

import java.nio.ByteBuffer;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * An encoder of unicast frames that probe whether a host has an IP address: an ARP probe (RFC 5227 section 2.1.1), or a
 * Neighbor Solicitation for duplicate address detection (RFC 4862 section 5.4.2). Both have an unspecified sender IP
 * address, so that the host does not update its neighbor cache. RFC 6085 permits a unicast MAC address with a multicast
 * IP address.
 */
final class AddressProbes {
    /** The source MAC address of probes: locally administered, then "beacn" in ASCII. */
    static final long PROBE_SOURCE = 0x0262_6561_636eL;

    private static final int MIN_FRAME = 60;

    private static final int IPV6_VERSION = 6 << 28;
    private static final int IPV6_ADDRESSES_LENGTH = 32;
    private static final int SOLICITATION_LENGTH = 24;
    private static final int CHECKSUM = 2;
    private static final int HOP_LIMIT = 255;

    /** The solicited-node multicast address, which ends with the low 24 bits of the target: RFC 4291 section 2.7.1. */
    private static final long SOLICITED_NODE_HIGH = 0xff02_0000_0000_0000L;

    private static final long SOLICITED_NODE_LOW = 0x0000_0001_ff00_0000L;
    private static final long SOLICITED_NODE_MASK = 0xff_ffffL;

    private AddressProbes() {}

    /** Encodes a probe of the host of this binding. */
    static Bytes probe(Binding binding) {
        byte[] array = new byte[MIN_FRAME + IPV6_ADDRESSES_LENGTH];
        ByteBuffer frame = ByteBuffer.wrap(array);
        putMac(frame, binding.host().mac());
        putMac(frame, PROBE_SOURCE);
        if (binding.key().vlan() != VlanId.NONE) {
            frame.putShort((short) Ethernet.TYPE_VLAN)
                    .putShort((short) binding.key().vlan());
        }
        if (binding.isIpv4()) {
            putArpProbe(frame, IpAddresses.ipv4(binding.key().low()));
        } else {
            putSolicitation(frame, binding.key().high(), binding.key().low());
        }
        return Bytes.of(array, 0, Math.max(MIN_FRAME, frame.position()));
    }

    private static void putArpProbe(ByteBuffer frame, long target) {
        frame.putShort((short) Ethernet.TYPE_ARP);
        frame.putShort((short) 1).putShort((short) Ethernet.TYPE_IPV4);
        frame.put((byte) 6).put((byte) 4).putShort((short) Arp.REQUEST);
        putMac(frame, PROBE_SOURCE);
        frame.putInt(0);
        putMac(frame, 0);
        frame.putInt((int) target);
    }

    private static void putSolicitation(ByteBuffer frame, long targetHigh, long targetLow) {
        frame.putShort((short) Ethernet.TYPE_IPV6);
        frame.putInt(IPV6_VERSION).putShort((short) SOLICITATION_LENGTH);
        frame.put((byte) Icmp.V6).put((byte) HOP_LIMIT);
        int addresses = frame.position();
        frame.putLong(0).putLong(0);
        frame.putLong(SOLICITED_NODE_HIGH).putLong(SOLICITED_NODE_LOW | (targetLow & SOLICITED_NODE_MASK));
        int message = frame.position();
        frame.put((byte) NeighborDiscovery.NEIGHBOR_SOLICITATION).put((byte) 0).putShort((short) 0);
        frame.putInt(0).putLong(targetHigh).putLong(targetLow);
        frame.putShort(message + CHECKSUM, checksum(frame, addresses));
    }

    /** Computes the ICMPv6 checksum: RFC 4443 section 2.3, RFC 1071. */
    private static short checksum(ByteBuffer frame, int addresses) {
        int sum = SOLICITATION_LENGTH + Icmp.V6;
        for (int at = addresses; at < addresses + IPV6_ADDRESSES_LENGTH + SOLICITATION_LENGTH; at += Short.BYTES) {
            sum += Short.toUnsignedInt(frame.getShort(at));
        }
        int folded = (sum & 0xffff) + (sum >>> 16);
        return (short) ~(folded + (folded >>> 16));
    }

    private static void putMac(ByteBuffer frame, long mac) {
        frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }
}
