package net.beaconcontroller.devices;

import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * A reader of the IP addresses that a frame claims for a MAC address in ARP (RFC 826) or Neighbor Discovery (RFC 4861).
 * A claim is a <em>proxy claim</em> if the MAC address is not the source of the frame. Probes for duplicate addresses
 * are not claims (RFC 5227 section 2.1, RFC 4862 section 5.4).
 *
 * <p>The source address of any other IP packet is read, too. It is not a claim, because routers forward packets with
 * the addresses of others.
 *
 * <p>Used on one loop. Reading allocates nothing.
 */
final class AddressSnooper {
    /** A Neighbor Advertisement claims its target and its source address. */
    private static final int MAX_CLAIMS = 2;

    private final EnumCounters<RejectionReason> rejections;
    private final long[] mac = new long[MAX_CLAIMS];
    private final long[] high = new long[MAX_CLAIMS];
    private final long[] low = new long[MAX_CLAIMS];
    private int count;
    private long sourceHigh;
    private long sourceLow;

    AddressSnooper(EnumCounters<RejectionReason> rejections) {
        this.rejections = rejections;
    }

    /** Returns whether a frame of this type has to be read for claims. */
    static boolean mayClaim(int type) {
        return type == Ethernet.TYPE_ARP || type == Ethernet.TYPE_IPV6;
    }

    /** Reads a frame. The results remain available until the next call. */
    void read(Ethernet frame) {
        count = 0;
        sourceHigh = 0;
        sourceLow = 0;
        switch (frame.type()) {
            case Ethernet.TYPE_ARP -> readArp(frame);
            case Ethernet.TYPE_IPV4 -> readIpv4(frame);
            case Ethernet.TYPE_IPV6 -> readIpv6(frame);
            default -> {}
        }
    }

    /** Returns the number of claims. */
    int count() {
        return count;
    }

    /** Returns the MAC address for which an IP address is claimed. */
    long mac(int index) {
        return mac[index];
    }

    long high(int index) {
        return high[index];
    }

    long low(int index) {
        return low[index];
    }

    /** Returns whether the frame is an IP packet without claims whose source address is that of a host. */
    boolean hasSource() {
        return !IpAddresses.isUnspecified(sourceHigh, sourceLow);
    }

    long sourceHigh() {
        return sourceHigh;
    }

    long sourceLow() {
        return sourceLow;
    }

    private void readArp(Ethernet frame) {
        Arp arp = frame.arp();
        if (arp == null) {
            rejections.increment(RejectionReason.MALFORMED);
        } else if ((arp.operation() == Arp.REQUEST || arp.operation() == Arp.REPLY) && isHost(arp.senderMac())) {
            if (arp.senderIp() != 0) {
                claim(arp.senderMac(), 0, IpAddresses.mapped(arp.senderIp()), IpAddresses.isHostIpv4(arp.senderIp()));
            }
        }
    }

    /** Returns whether a host can have a MAC address, and rejects a claim for any other. */
    private boolean isHost(long claimed) {
        boolean isHost = HostLearner.isHost(claimed);
        if (!isHost) {
            rejections.increment(RejectionReason.FORGED);
        }
        return isHost;
    }

    private void readIpv4(Ethernet frame) {
        Ipv4 ip = frame.ipv4();
        if (ip != null && IpAddresses.isHostIpv4(ip.source())) {
            sourceLow = IpAddresses.mapped(ip.source());
        }
    }

    private void readIpv6(Ethernet frame) {
        Ipv6 ip = frame.ipv6();
        if (ip == null) {
            return;
        }
        Icmp icmp = ip.nextHeader() == Icmp.V6 ? ip.icmp() : null;
        if (icmp != null && NeighborDiscovery.isType(icmp.type())) {
            readNeighborDiscovery(frame, ip, icmp);
            return;
        }
        long first = ByteAccess.getLong(ip.array(), ip.sourceOffset());
        long second = ByteAccess.getLong(ip.array(), ip.sourceOffset() + Long.BYTES);
        if (IpAddresses.isHostIpv6(first, second)) {
            sourceHigh = first;
            sourceLow = second;
        }
    }

    private void readNeighborDiscovery(Ethernet frame, Ipv6 ip, Icmp icmp) {
        NeighborDiscovery message = ip.neighborDiscovery();
        if (message == null || ip.hopLimit() != NeighborDiscovery.HOP_LIMIT || icmp.code() != 0) {
            rejections.increment(RejectionReason.MALFORMED);
            return;
        }
        long claimed = message.mac() == NeighborDiscovery.NO_MAC ? frame.source() : message.mac();
        if (!isHost(claimed)) {
            return;
        }
        if (message.type() == NeighborDiscovery.NEIGHBOR_ADVERTISEMENT) {
            // The option is that of the target. The source address is that of the sender.
            claimIpv6(claimed, ip.array(), message.targetOffset());
            claimIpv6(frame.source(), ip.array(), ip.sourceOffset());
        } else {
            claimIpv6(claimed, ip.array(), ip.sourceOffset());
        }
    }

    private void claimIpv6(long claimed, byte[] array, int offset) {
        long first = ByteAccess.getLong(array, offset);
        long second = ByteAccess.getLong(array, offset + Long.BYTES);
        if (!IpAddresses.isUnspecified(first, second)) {
            claim(claimed, first, second, IpAddresses.isHostIpv6(first, second));
        }
    }

    private void claim(long claimed, long first, long second, boolean isUsable) {
        if (!isUsable) {
            rejections.increment(RejectionReason.UNUSABLE_ADDRESS);
        } else if (count == 0 || high[0] != first || low[0] != second) {
            mac[count] = claimed;
            high[count] = first;
            low[count] = second;
            count++;
        }
    }
}
