package net.beaconcontroller.devices;

import net.beaconcontroller.common.ByteAccess;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * A reader of the IP addresses that the sender of a frame claims in ARP (RFC 826) or Neighbor Discovery (RFC 4861).
 * Only claims about the sender itself count: the link-layer address in the message must be the source of the frame.
 * Probes for duplicate addresses are not claims (RFC 5227 section 2.1, RFC 4862 section 5.4).
 *
 * <p>Used on one loop. Reading allocates nothing.
 */
final class AddressSnooper {
    /** A Neighbor Advertisement claims its target and its source address. */
    private static final int MAX_CLAIMS = 2;

    private final EnumCounters<RejectionReason> rejections;
    private final long[] high = new long[MAX_CLAIMS];
    private final long[] low = new long[MAX_CLAIMS];
    private int count;

    AddressSnooper(EnumCounters<RejectionReason> rejections) {
        this.rejections = rejections;
    }

    /** Returns whether a frame of this type has to be read. */
    static boolean mayClaim(int type) {
        return type == Ethernet.TYPE_ARP || type == Ethernet.TYPE_IPV6;
    }

    /** Reads the claims in a frame. They remain available until the next call. */
    void read(Ethernet frame) {
        count = 0;
        switch (frame.type()) {
            case Ethernet.TYPE_ARP -> readArp(frame);
            case Ethernet.TYPE_IPV6 -> {
                Ipv6 ip = frame.ipv6();
                if (ip != null && ip.nextHeader() == Icmp.V6) {
                    readIcmp(frame, ip);
                }
            }
            default -> {}
        }
    }

    /** Returns the number of claimed addresses. */
    int count() {
        return count;
    }

    long high(int index) {
        return high[index];
    }

    long low(int index) {
        return low[index];
    }

    private void readArp(Ethernet frame) {
        Arp arp = frame.arp();
        if (arp == null) {
            rejections.increment(RejectionReason.MALFORMED);
        } else if (arp.operation() == Arp.REQUEST || arp.operation() == Arp.REPLY) {
            if (arp.senderMac() != frame.source()) {
                rejections.increment(RejectionReason.FORGED);
            } else if (arp.senderIp() != 0) {
                claim(0, IpAddresses.mapped(arp.senderIp()), IpAddresses.isHostIpv4(arp.senderIp()));
            }
        }
    }

    private void readIcmp(Ethernet frame, Ipv6 ip) {
        Icmp icmp = ip.icmp();
        if (icmp == null || !NeighborDiscovery.isType(icmp.type())) {
            return;
        }
        NeighborDiscovery message = ip.neighborDiscovery();
        if (message == null || ip.hopLimit() != NeighborDiscovery.HOP_LIMIT || icmp.code() != 0) {
            rejections.increment(RejectionReason.MALFORMED);
        } else if (message.mac() != NeighborDiscovery.NO_MAC && message.mac() != frame.source()) {
            rejections.increment(RejectionReason.FORGED);
        } else {
            if (message.type() == NeighborDiscovery.NEIGHBOR_ADVERTISEMENT) {
                claimIpv6(ip.array(), message.targetOffset());
            }
            claimIpv6(ip.array(), ip.sourceOffset());
        }
    }

    private void claimIpv6(byte[] array, int offset) {
        long first = ByteAccess.getLong(array, offset);
        long second = ByteAccess.getLong(array, offset + Long.BYTES);
        if (!IpAddresses.isUnspecified(first, second)) {
            claim(first, second, IpAddresses.isHostIpv6(first, second));
        }
    }

    private void claim(long first, long second, boolean isUsable) {
        if (!isUsable) {
            rejections.increment(RejectionReason.UNUSABLE_ADDRESS);
        } else if (count == 0 || high[0] != first || low[0] != second) {
            high[count] = first;
            low[count] = second;
            count++;
        }
    }
}
