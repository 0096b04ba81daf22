package net.beaconcontroller.packet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.LongBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import net.beaconcontroller.net.ByteAccess;
import org.jspecify.annotations.Nullable;

/** Hand-written frames, and a method that calls every accessor of the views of a frame. */
final class Frames {
    static final String ADDRESSES = "0200000000b2 0200000000a1";

    static final String ARP = "0001 0800 06 04 0001 0200000000a1 0a000001 000000000000 0a0000fe";

    static final String IPV4_TCP = "45 b9 002c 0001 4000 40 06 0000 c0a80001 ffffff01"
            + "c001 01bb 00000001 00000000 60 02 ffff 0000 0000 020405b4";

    static final String IPV4_UDP_WITH_OPTIONS =
            "46 00 0020 0001 0000 ff 11 0000 0a000001 0a000002 94040000" + "0035 d431 0008 0000";

    static final String IPV4_ICMP = "45 00 001c 0001 0000 01 01 0000 0a000001 0a000002" + "08 00 0000 0001 0002";

    static final String IPV4_FIRST_FRAGMENT =
            "45 00 001c 0001 2000 40 11 0000 0a000001 0a000002" + "1111 2222 0100 0000";

    static final String IPV4_LATER_FRAGMENT =
            "45 00 001c 0001 0001 40 11 0000 0a000001 0a000002" + "1111 2222 0100 0000";

    static final String IPV6_ADDRESSES = "20010db8000000000000000000000001 20010db8000000000000000000000002";

    static final String IPV6_TCP =
            "6 b9 12345 0014 06 40" + IPV6_ADDRESSES + "c001 01bb 00000001 00000000 50 02 ffff 0000 0000";

    static final String IPV6_UDP = "6 00 00000 0008 11 ff" + IPV6_ADDRESSES + "0035 d431 0008 0000";

    static final String IPV6_NEIGHBOR_SOLICITATION =
            "6 00 00000 0018 3a ff" + IPV6_ADDRESSES + "87 00 0000 00000000 fe800000000000000000000000000001";

    static final String IPV6_FRAGMENT =
            "6 00 00000 0010 2c 40" + IPV6_ADDRESSES + "11 00 0001 00000001" + "0035 d431 0008 0000";

    static final String LLDP_MANDATORY = "0207 04 0200000000a1" + "0403 07 3137" + "0602 0078";

    static final String LLDP = LLDP_MANDATORY + "0a03 737731" + "fe06 0026e1 00 abcd" + "0800" + "0000";

    static final String NEIGHBOR_ADVERTISEMENT = "6 00 00000 0020 3a ff" + IPV6_ADDRESSES
            + "88 00 0000 60000000 fe800000000000000000000000000001 0201 0200000000a1";

    static final Map<String, byte[]> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("ARP", frame("0806", ARP)),
            Map.entry("ARP, tagged", frame("8100 a064 0806", ARP)),
            Map.entry("ARP, double tagged", frame("88a8 2065 8100 0064 0806", ARP)),
            Map.entry("ARP in SNAP", frame("0024 aaaa03 000000 0806", ARP)),
            Map.entry("ARP in SNAP, tagged", frame("8100 0001 0024 aaaa03 000000 0806", ARP)),
            Map.entry("TCP", frame("0800", IPV4_TCP)),
            Map.entry("UDP after options", frame("0800", IPV4_UDP_WITH_OPTIONS, "000000000000")),
            Map.entry("ICMP", frame("0800", IPV4_ICMP)),
            Map.entry("first fragment", frame("0800", IPV4_FIRST_FRAGMENT)),
            Map.entry("later fragment", frame("0800", IPV4_LATER_FRAGMENT)),
            Map.entry("TCP over IPv6", frame("86dd", IPV6_TCP)),
            Map.entry("UDP over IPv6", frame("86dd", IPV6_UDP)),
            Map.entry("ICMPv6", frame("86dd", IPV6_NEIGHBOR_SOLICITATION)),
            Map.entry("neighbor advertisement", frame("86dd", NEIGHBOR_ADVERTISEMENT)),
            Map.entry("DHCP", frame("0800", dhcp("02", "350105 3304 00000e10 ff"))),
            Map.entry("fragment of IPv6", frame("86dd", IPV6_FRAGMENT)),
            Map.entry("LLDP", frame("88cc", LLDP)),
            Map.entry("LLDP without an end", frame("88cc", LLDP_MANDATORY)),
            Map.entry("spanning tree", frame("0007 424203 00000000", "0000000000000000"))));

    private Frames() {}

    static void assertPorts(@Nullable Transport transport, int source, int destination) {
        assertThat(requireNonNull(transport).sourcePort()).isEqualTo(source);
        assertThat(transport.destinationPort()).isEqualTo(destination);
    }

    /** Returns an IPv4 packet with a DHCP message, both in hexadecimal: the op field and the options are given. */
    static String dhcp(String op, String options) {
        int length = 20 + 8 + 240 + options.replace(" ", "").length() / 2;
        return "45 00 %04x 0001 0000 40 11 0000 0a0000fe ffffffff 0043 0044 %04x 0000".formatted(length, length - 20)
                + op + " 01 06 00 89abcdef 0000 0000 00000000 0a000063 00000000 0a0000fe 0200000000a1"
                + "00".repeat(10 + 64 + 128) + "63825363" + options;
    }

    static byte[] bytes(String... hex) {
        return HexFormat.of().parseHex(String.join("", hex).replace(" ", ""));
    }

    /** Returns a frame with fixed addresses. The arguments are the bytes from the type on, in hexadecimal. */
    static byte[] frame(String... hex) {
        return bytes(ADDRESSES, String.join("", hex));
    }

    static Ethernet view(byte[] frame) {
        var view = new Ethernet();
        view.wrap(frame, 0, frame.length);
        return view;
    }

    /** Returns a view of a frame with fixed addresses. The arguments are the bytes from the type on, in hexadecimal. */
    static Ethernet view(String... hex) {
        return view(frame(hex));
    }

    /**
     * Writes the results of all accessors of all views of the frame to {@code into}; offsets relative to {@code start}.
     */
    static void readAll(Ethernet frame, int start, LongBuffer into) {
        into.put(frame.destination()).put(frame.source());
        into.put(frame.isTagged() ? 1 : 0).put(frame.vlan()).put(frame.vlanPriority());
        into.put(frame.type()).put(frame.payloadOffset() - start).put(frame.payloadLength());
        Arp arp = frame.arp();
        if (arp != null) {
            into.put(arp.operation());
            into.put(arp.senderMac()).put(arp.senderIp()).put(arp.targetMac()).put(arp.targetIp());
        }
        Ipv4 ipv4 = frame.ipv4();
        if (ipv4 != null) {
            into.put(ipv4.headerLength()).put(ipv4.dscp()).put(ipv4.ecn()).put(ipv4.totalLength());
            into.put(ipv4.timeToLive()).put(ipv4.protocol()).put(ipv4.source()).put(ipv4.destination());
            into.put(ipv4.isFragment() ? 1 : 0).put(ipv4.isLaterFragment() ? 1 : 0);
            into.put(ipv4.payloadOffset() - start).put(ipv4.payloadLength());
            readAll(ipv4.tcp(), ipv4.udp(), ipv4.icmp(), into);
            readAll(ipv4.dhcp(), into);
        }
        Ipv6 ipv6 = frame.ipv6();
        if (ipv6 != null) {
            into.put(ipv6.trafficClass()).put(ipv6.dscp()).put(ipv6.flowLabel());
            into.put(ipv6.nextHeader()).put(ipv6.hopLimit());
            into.put(ipv6.sourceOffset() - start).put(ipv6.destinationOffset() - start);
            readAll(ipv6.tcp(), ipv6.udp(), ipv6.icmp(), into);
            readAll(ipv6.neighborDiscovery(), start, into);
        }
        Lldp lldp = frame.lldp();
        if (lldp != null) {
            readAll(lldp, start, into);
        }
    }

    private static void readAll(
            @Nullable Transport tcp, @Nullable Transport udp, @Nullable Icmp icmp, LongBuffer into) {
        if (tcp != null) {
            into.put(tcp.sourcePort()).put(tcp.destinationPort());
        }
        if (udp != null) {
            into.put(udp.sourcePort()).put(udp.destinationPort());
        }
        if (icmp != null) {
            into.put(icmp.type()).put(icmp.code());
        }
    }

    private static void readAll(@Nullable Dhcp dhcp, LongBuffer into) {
        if (dhcp != null) {
            into.put(dhcp.isFromClient() ? 1 : 0).put(dhcp.type()).put(dhcp.transactionId());
            into.put(dhcp.yourAddress()).put(dhcp.relayAddress()).put(dhcp.clientMac());
            into.put(dhcp.leaseSeconds());
        }
    }

    private static void readAll(@Nullable NeighborDiscovery message, int start, LongBuffer into) {
        if (message != null) {
            into.put(message.type()).put(message.mac());
            if (message.hasTarget()) {
                into.put(message.targetOffset() - start);
                into.put(ByteAccess.getLong(message.array(), message.targetOffset()));
                into.put(ByteAccess.getLong(message.array(), message.targetOffset() + Long.BYTES));
            }
        }
    }

    private static void readAll(Lldp lldp, int start, LongBuffer into) {
        into.put(lldp.chassisIdSubtype()).put(lldp.chassisIdOffset() - start).put(lldp.chassisIdLength());
        into.put(lldp.portIdSubtype()).put(lldp.portIdOffset() - start).put(lldp.portIdLength());
        into.put(lldp.timeToLiveSeconds());
        for (int tlv = lldp.firstOptional(); tlv != Lldp.NONE; tlv = lldp.next(tlv)) {
            into.put(lldp.tlvType(tlv)).put(lldp.tlvLength(tlv)).put(lldp.tlvValueOffset(tlv) - start);
        }
    }
}
