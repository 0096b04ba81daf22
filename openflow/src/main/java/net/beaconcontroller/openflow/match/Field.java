package net.beaconcontroller.openflow.match;

import java.util.List;
import java.util.Optional;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/**
 * A match field of class OFPXMC_OPENFLOW_BASIC, OpenFlow 1.5.1 section 7.2.3.8 (OFPXMT_OFB_). Numbers and lengths are
 * the same in OpenFlow 1.2 and later. OpenFlow 1.2 has the fields up to {@link #MPLS_TC}; the comments of the others
 * name the first version that has them. OpenFlow 1.0 has twelve of the fields under other names, see {@link Match}.
 * Values are unsigned numbers in network byte order.
 */
public enum Field {
    /** Ingress port, see {@link PortNumber}. */
    IN_PORT(0, 4, "in_port"),
    /** Physical port of a logical {@link #IN_PORT}. */
    IN_PHY_PORT(1, 4, "in_phy_port"),
    /** Metadata that {@code Instruction.WriteMetadata} has written in earlier tables. */
    METADATA(2, 8, "metadata"),
    /** Ethernet destination address. */
    ETH_DST(3, 6, "dl_dst"),
    /** Ethernet source address. */
    ETH_SRC(4, 6, "dl_src"),
    /** Ethernet type of the payload, after VLAN tags. */
    ETH_TYPE(5, 2, "dl_type"),
    /** VLAN id with bit 12 set ({@link #VLAN_PRESENT}), or 0 for an untagged frame. */
    VLAN_VID(6, 2, 13, "vlan_vid"),
    /** VLAN priority, 0 to 7. */
    VLAN_PCP(7, 1, 3, "vlan_pcp"),
    /** IP DSCP, the upper six bits of the type of service, 0 to 63; IPv4 and IPv6. */
    IP_DSCP(8, 1, 6, "ip_dscp"),
    /** IP ECN, the lower two bits of the type of service, 0 to 3; IPv4 and IPv6. */
    IP_ECN(9, 1, 2, "nw_ecn"),
    /** IP protocol; IPv4 and IPv6. */
    IP_PROTO(10, 1, "nw_proto"),
    /** IPv4 source address. */
    IPV4_SRC(11, 4, "nw_src"),
    /** IPv4 destination address. */
    IPV4_DST(12, 4, "nw_dst"),
    /** TCP source port. */
    TCP_SRC(13, 2, "tcp_src"),
    /** TCP destination port. */
    TCP_DST(14, 2, "tcp_dst"),
    /** UDP source port. */
    UDP_SRC(15, 2, "udp_src"),
    /** UDP destination port. */
    UDP_DST(16, 2, "udp_dst"),
    /** SCTP source port. */
    SCTP_SRC(17, 2, "sctp_src"),
    /** SCTP destination port. */
    SCTP_DST(18, 2, "sctp_dst"),
    /** ICMP type. */
    ICMPV4_TYPE(19, 1, "icmp_type"),
    /** ICMP code. */
    ICMPV4_CODE(20, 1, "icmp_code"),
    /** ARP opcode: 1 request, 2 reply. */
    ARP_OP(21, 2, "arp_op"),
    /** ARP sender IPv4 address. */
    ARP_SPA(22, 4, "arp_spa"),
    /** ARP target IPv4 address. */
    ARP_TPA(23, 4, "arp_tpa"),
    /** ARP sender Ethernet address. */
    ARP_SHA(24, 6, "arp_sha"),
    /** ARP target Ethernet address. */
    ARP_THA(25, 6, "arp_tha"),
    /** IPv6 source address. */
    IPV6_SRC(26, 16, "ipv6_src"),
    /** IPv6 destination address. */
    IPV6_DST(27, 16, "ipv6_dst"),
    /** IPv6 flow label, 20 bits. */
    IPV6_FLABEL(28, 4, 20, "ipv6_label"),
    /** ICMPv6 type. */
    ICMPV6_TYPE(29, 1, "icmpv6_type"),
    /** ICMPv6 code. */
    ICMPV6_CODE(30, 1, "icmpv6_code"),
    /** Target address of neighbor discovery, ICMPv6 types 135 and 136. */
    IPV6_ND_TARGET(31, 16, "nd_target"),
    /** Source link-layer address of a neighbor solicitation, ICMPv6 type 135. */
    IPV6_ND_SLL(32, 6, "nd_sll"),
    /** Target link-layer address of a neighbor advertisement, ICMPv6 type 136. */
    IPV6_ND_TLL(33, 6, "nd_tll"),
    /** Label of the outermost MPLS header, 20 bits. */
    MPLS_LABEL(34, 4, 20, "mpls_label"),
    /** Traffic class of the outermost MPLS header, 0 to 7. */
    MPLS_TC(35, 1, 3, "mpls_tc"),
    /** Bottom-of-stack bit of the outermost MPLS header, 0 or 1; OpenFlow 1.3 and later. */
    MPLS_BOS(36, 1, 1, "mpls_bos"),
    /** Service instance id of the provider backbone bridge header, 24 bits; OpenFlow 1.3 and later. */
    PBB_ISID(37, 3, "pbb_isid"),
    /** Metadata of the logical port, such as a VXLAN id; OpenFlow 1.3 and later. */
    TUNNEL_ID(38, 8, "tun_id"),
    /** IPv6 extension headers, nine OFPIEH_ bits; OpenFlow 1.3 and later. */
    IPV6_EXTHDR(39, 2, 9, "ipv6_exthdr"),
    /** Use-customer-address bit of the provider backbone bridge header; OpenFlow 1.4 and later. */
    PBB_UCA(41, 1, 1, "pbb_uca"),
    /** TCP flags, 12 bits; OpenFlow 1.5. */
    TCP_FLAGS(42, 2, 12, "tcp_flags"),
    /** Output port of the action set, see {@link PortNumber}; OpenFlow 1.5. */
    ACTSET_OUTPUT(43, 4, "actset_output"),
    /** Packet type: 16 bits of name space and 16 bits of type; 0 for Ethernet. OpenFlow 1.5. */
    PACKET_TYPE(44, 4, "packet_type");

    /** OFPVID_PRESENT, in {@link #VLAN_VID}: the frame has a VLAN tag. */
    public static final int VLAN_PRESENT = 0x1000;

    private static final @Nullable Field[] BY_NUMBER = byNumber();

    private final int number;
    private final int length;
    private final int bits;
    private final String notation;

    Field(int number, int length, String notation) {
        this(number, length, 8 * length, notation);
    }

    Field(int number, int length, int bits, String notation) {
        this.number = number;
        this.length = length;
        this.bits = bits;
        this.notation = notation;
    }

    /** Returns the OXM field number, 0 to 127. */
    public int number() {
        return number;
    }

    /** Returns the length of a value in bytes. */
    public int length() {
        return length;
    }

    /** Returns the number of significant bits of a value, the low ones. */
    public int bits() {
        return bits;
    }

    /** Returns the name of this field in {@code ovs-ofctl}. */
    public String notation() {
        return notation;
    }

    /** Returns the first version that has this field as an OXM TLV. OpenFlow 1.0 has twelve of the fields. */
    public Version since() {
        return switch (this) {
            case MPLS_BOS, PBB_ISID, TUNNEL_ID, IPV6_EXTHDR -> Version.OF13;
            case PBB_UCA -> Version.OF14;
            case TCP_FLAGS, ACTSET_OUTPUT, PACKET_TYPE -> Version.OF15;
            default -> Version.OF12;
        };
    }

    /** Returns whether a match of this field can have a mask, OpenFlow 1.5.1 section 7.2.3.8. */
    public boolean isMaskable() {
        return switch (this) {
            case METADATA,
                    ETH_DST,
                    ETH_SRC,
                    VLAN_VID,
                    IPV4_SRC,
                    IPV4_DST,
                    ARP_SPA,
                    ARP_TPA,
                    ARP_SHA,
                    ARP_THA,
                    IPV6_SRC,
                    IPV6_DST,
                    IPV6_FLABEL,
                    PBB_ISID,
                    TUNNEL_ID,
                    IPV6_EXTHDR,
                    TCP_FLAGS -> true;
            default -> false;
        };
    }

    /**
     * Returns whether a set-field action can have this field. OpenFlow 1.5.1 section 7.2.6 excludes ports, metadata and
     * the packet type. A switch cannot change the other excluded fields without changing the headers of the packet.
     */
    public boolean isSettable() {
        return switch (this) {
            case IN_PORT, IN_PHY_PORT, METADATA, ETH_TYPE, IP_PROTO, IPV6_EXTHDR, ACTSET_OUTPUT, PACKET_TYPE -> false;
            default -> true;
        };
    }

    /** Returns the conditions under which packets have this field, each after those that it depends on. */
    public List<Prerequisite> prerequisites() {
        return Prerequisite.of(this);
    }

    /**
     * Returns a match of this field with the value, of which the low bytes in the length of the field are used, 8 at
     * most.
     */
    public Oxm is(long value) {
        return new Oxm(Oxm.BASIC, number, valueOf(value), null);
    }

    /** Returns a match of this field with the value in the bits of the mask. */
    public Oxm is(long value, long mask) {
        return new Oxm(Oxm.BASIC, number, valueOf(value), valueOf(mask));
    }

    /** Returns a match of this field with the value, for fields of 16 bytes. */
    public Oxm is(Bytes value) {
        return new Oxm(Oxm.BASIC, number, value, null);
    }

    private Bytes valueOf(long value) {
        if (length > 8) {
            throw new IllegalArgumentException(this + " has values of " + length + " bytes, a long has 8");
        }
        return Bytes.ofLong(value, length);
    }

    public static Optional<Field> ofNumber(int number) {
        return Optional.ofNullable(number < BY_NUMBER.length ? BY_NUMBER[number] : null);
    }

    /** Returns the length of the values of the field with this number, or 0 if the number is unknown. */
    public static int lengthOf(int number) {
        Field field = number < BY_NUMBER.length ? BY_NUMBER[number] : null;
        return field == null ? 0 : field.length;
    }

    private static @Nullable Field[] byNumber() {
        var table = new Field[PACKET_TYPE.number + 1];
        for (Field field : values()) {
            table[field.number] = field;
        }
        return table;
    }
}
