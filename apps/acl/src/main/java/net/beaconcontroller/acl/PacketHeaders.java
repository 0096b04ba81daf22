package net.beaconcontroller.acl;

import static net.beaconcontroller.net.ByteAccess.getLong;
import static net.beaconcontroller.net.ByteAccess.getUnsignedByte;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

import net.beaconcontroller.packet.Arp;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Ipv4;
import net.beaconcontroller.packet.Ipv6;

/**
 * The header fields of a packet that rules match, as an OpenFlow switch reads them: fields that a packet does not have
 * are 0, and so are the ports of fragments. Reused for each packet; reading allocates nothing. For one thread.
 */
final class PacketHeaders {
    private static final int HOP_BY_HOP = 0;
    private static final int ROUTING = 43;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;
    private static final int DESTINATION_OPTIONS = 60;
    private static final int MIN_EXTENSION_LENGTH = 8;

    long ethSource;
    long ethDestination;
    /** 0 to 4095, or {@link net.beaconcontroller.net.VlanId#NONE}. */
    int vlan;

    int type;
    /** The IP protocol, for IPv6 after the extension headers. */
    int protocol;

    /** The source of an IPv4 packet, or the sender of ARP. */
    long ipv4Source;

    long ipv4Destination;
    long ipv6SourceHigh;
    long ipv6SourceLow;
    long ipv6DestinationHigh;
    long ipv6DestinationLow;
    int sourcePort;
    int destinationPort;

    /** Reads the headers of a frame. Returns this. */
    PacketHeaders read(Ethernet frame) {
        ethSource = frame.source();
        ethDestination = frame.destination();
        vlan = frame.vlan();
        type = frame.type();
        protocol = 0;
        ipv4Source = 0;
        ipv4Destination = 0;
        ipv6SourceHigh = 0;
        ipv6SourceLow = 0;
        ipv6DestinationHigh = 0;
        ipv6DestinationLow = 0;
        sourcePort = 0;
        destinationPort = 0;
        switch (type) {
            case Ethernet.TYPE_IPV4 -> {
                Ipv4 ip = frame.ipv4();
                if (ip != null) {
                    read(ip);
                }
            }
            case Ethernet.TYPE_IPV6 -> {
                Ipv6 ip = frame.ipv6();
                if (ip != null) {
                    read(ip);
                }
            }
            case Ethernet.TYPE_ARP -> {
                Arp arp = frame.arp();
                if (arp != null) {
                    ipv4Source = arp.senderIp();
                    ipv4Destination = arp.targetIp();
                }
            }
            default -> {}
        }
        return this;
    }

    private void read(Ipv4 ip) {
        protocol = ip.protocol();
        ipv4Source = ip.source();
        ipv4Destination = ip.destination();
        if (!ip.isFragment()) {
            readPorts(ip.array(), ip.payloadOffset(), ip.payloadOffset() + ip.payloadLength());
        }
    }

    private void read(Ipv6 ip) {
        byte[] array = ip.array();
        ipv6SourceHigh = getLong(array, ip.sourceOffset());
        ipv6SourceLow = getLong(array, ip.sourceOffset() + Long.BYTES);
        ipv6DestinationHigh = getLong(array, ip.destinationOffset());
        ipv6DestinationLow = getLong(array, ip.destinationOffset() + Long.BYTES);
        int at = ip.payloadOffset();
        int end = at + ip.payloadLength();
        protocol = ip.nextHeader();
        boolean isFragment = false;
        // RFC 8200 section 4. Each header has at least eight bytes, so that the loop ends.
        while (isExtension(protocol) && end - at >= MIN_EXTENSION_LENGTH) {
            int length = getUnsignedByte(array, at + 1);
            isFragment |= protocol == FRAGMENT;
            int next = getUnsignedByte(array, at);
            at += protocol == FRAGMENT
                    ? MIN_EXTENSION_LENGTH
                    : protocol == AUTHENTICATION ? (length + 2) * Integer.BYTES : (length + 1) * Long.BYTES;
            protocol = next;
        }
        if (!isFragment) {
            readPorts(array, at, end);
        }
    }

    private static boolean isExtension(int header) {
        return switch (header) {
            case HOP_BY_HOP, ROUTING, FRAGMENT, AUTHENTICATION, DESTINATION_OPTIONS -> true;
            default -> false;
        };
    }

    private void readPorts(byte[] array, int at, int end) {
        if (Protocol.hasPorts(protocol) && end - at >= 2 * Short.BYTES) {
            sourcePort = getUnsignedShort(array, at);
            destinationPort = getUnsignedShort(array, at + Short.BYTES);
        }
    }
}
