package net.beaconcontroller.devices;

import net.beaconcontroller.common.ByteAccess;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * Reads out of a frame which IP addresses its sender says it has. Only what a host says of itself counts: ARP, RFC 826, whose
 * sender is the frame's source, and neighbor discovery, RFC 4861. Who looks whether an address is free says nothing yet: RFC 5227
 * section 2.1, RFC 4862 section 5.4.
 *
 * <p>Belongs to a switch, and is used on its loop. Reading allocates nothing.
 */
final class AddressSnooper {
    /** An advertisement's target, and its source. */
    private static final int MOST = 2;

    /** What has come through no router has this hop limit: RFC 4861 sections 6.1.1, 7.1.1 and 7.1.2. */
    private static final int HOP_LIMIT = 255;

    private final EnumCounters<RejectionReason> refusals;
    private final long[] high = new long[MOST];
    private final long[] low = new long[MOST];
    private int count;

    AddressSnooper(EnumCounters<RejectionReason> refusals) {
        this.refusals = refusals;
    }

    /** Reads the claims of a frame's sender, until the next frame. */
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

    /** How many addresses were claimed. */
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
            refusals.increment(RejectionReason.MALFORMED);
        } else if (arp.operation() == Arp.REQUEST || arp.operation() == Arp.REPLY) {
            if (arp.senderMac() != frame.source()) {
                refusals.increment(RejectionReason.FORGED);
            } else if (arp.senderIp() != 0) {
                claim(0, IpAddresses.mapped(arp.senderIp()), IpAddresses.isHostsIpv4(arp.senderIp()));
            }
        }
    }

    private void readIcmp(Ethernet frame, Ipv6 ip) {
        Icmp icmp = ip.icmp();
        if (icmp == null || !NeighborDiscovery.isType(icmp.type())) {
            return;
        }
        NeighborDiscovery message = ip.neighborDiscovery();
        if (message == null || ip.hopLimit() != HOP_LIMIT || icmp.code() != 0) {
            refusals.increment(RejectionReason.MALFORMED);
        } else if (message.mac() != NeighborDiscovery.NO_MAC && message.mac() != frame.source()) {
            refusals.increment(RejectionReason.FORGED);
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
            claim(first, second, IpAddresses.isHostsIpv6(first, second));
        }
    }

    private void claim(long first, long second, boolean isUsable) {
        if (!isUsable) {
            refusals.increment(RejectionReason.UNUSABLE_ADDRESS);
        } else if (count == 0 || high[0] != first || low[0] != second) {
            high[count] = first;
            low[count] = second;
            count++;
        }
    }
}
