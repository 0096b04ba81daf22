package net.beaconcontroller.probe;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.openflow.wire.FieldLocation;
import net.beaconcontroller.openflow.wire.FieldLocation.Kind;

/**
 * Where the header fields of a frame are: Ethernet, VLAN tags, ARP, IPv4, UDP and TCP. Fields that a match has are
 * named as in OpenFlow 1.5.1 section 7.2.3.8, the others by their header and their name in the RFC, such as
 * {@code ip_ttl}.
 */
final class FrameHeaders {
    private static final int VLAN_TAG = 0x8100;
    private static final int ARP = 0x0806;
    private static final int IPV4 = 0x0800;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int MIN_IPV4_LENGTH = 20;

    private final byte[] bytes;
    private final int end;
    private final List<FieldLocation> fields = new ArrayList<>();
    private int at;

    private FrameHeaders(byte[] bytes, int begin, int end) {
        this.bytes = bytes;
        this.at = begin;
        this.end = end;
    }

    /** Returns the fields of the frame between two indexes, as far as it has their headers. */
    static List<FieldLocation> of(byte[] bytes, int begin, int end) {
        var headers = new FrameHeaders(bytes, begin, end);
        headers.ethernet();
        return List.copyOf(headers.fields);
    }

    private void ethernet() {
        add("eth_dst", 6);
        add("eth_src", 6);
        while (number(at) == VLAN_TAG) {
            add("vlan_tpid", 2);
            add("vlan_tci", 2);
        }
        int type = number(at);
        add("eth_type", 2);
        if (type == ARP) {
            arp();
        } else if (type == IPV4) {
            ipv4();
        }
    }

    /** RFC 826. */
    private void arp() {
        add("arp_htype", 2);
        add("arp_ptype", 2);
        add("arp_hlen", 1);
        add("arp_plen", 1);
        add("arp_op", 2);
        add("arp_sha", 6);
        add("arp_spa", 4);
        add("arp_tha", 6);
        add("arp_tpa", 4);
    }

    /** RFC 791. */
    private void ipv4() {
        int begin = at;
        if (begin + MIN_IPV4_LENGTH > end) {
            return;
        }
        int protocol = bytes[begin + 9];
        add("ip_version_ihl", 1);
        add("ip_tos", 1);
        add("ip_total_length", 2);
        add("ip_id", 2);
        add("ip_fragment", 2);
        add("ip_ttl", 1);
        add("ip_proto", 1);
        add("ip_checksum", 2);
        add("ipv4_src", 4);
        add("ipv4_dst", 4);
        at = begin + 4 * (bytes[begin] & 0xf);
        if (protocol == UDP) {
            udp();
        } else if (protocol == TCP) {
            tcp();
        }
    }

    /** RFC 768. */
    private void udp() {
        add("udp_src", 2);
        add("udp_dst", 2);
        add("udp_length", 2);
        add("udp_checksum", 2);
    }

    /** RFC 9293, section 3.1. */
    private void tcp() {
        add("tcp_src", 2);
        add("tcp_dst", 2);
        add("tcp_seq", 4);
        add("tcp_ack", 4);
        add("tcp_offset_flags", 2);
        add("tcp_window", 2);
        add("tcp_checksum", 2);
        add("tcp_urgent", 2);
    }

    private int number(int index) {
        return index + 2 > end ? -1 : Byte.toUnsignedInt(bytes[index]) << 8 | Byte.toUnsignedInt(bytes[index + 1]);
    }

    private void add(String name, int size) {
        if (at + size <= end) {
            fields.add(new FieldLocation(name, Kind.NUMBER, at, size));
        }
        at += size;
    }
}
