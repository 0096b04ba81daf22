package net.beaconcontroller.openflow;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A header field, or what else of a packet, that a flow can match on: the OXM fields of class OFPXMC_OPENFLOW_BASIC, OpenFlow
 * 1.5.1 section 7.2.3.8. Their numbers and lengths are the same from OpenFlow 1.2 on.
 */
public enum Field {
    IN_PORT(0, 4, "in_port"),
    IN_PHY_PORT(1, 4, "in_phy_port"),
    METADATA(2, 8, "metadata"),
    ETH_DST(3, 6, "dl_dst"),
    ETH_SRC(4, 6, "dl_src"),
    /** The type of the payload, behind VLAN tags. */
    ETH_TYPE(5, 2, "dl_type"),
    /** The VLAN's id with bit 12 set, or 0 for an untagged frame. */
    VLAN_VID(6, 2, 13, "vlan_vid"),
    VLAN_PCP(7, 1, 3, "vlan_pcp"),
    IP_DSCP(8, 1, 6, "ip_dscp"),
    IP_ECN(9, 1, 2, "nw_ecn"),
    IP_PROTO(10, 1, "nw_proto"),
    IPV4_SRC(11, 4, "nw_src"),
    IPV4_DST(12, 4, "nw_dst"),
    TCP_SRC(13, 2, "tcp_src"),
    TCP_DST(14, 2, "tcp_dst"),
    UDP_SRC(15, 2, "udp_src"),
    UDP_DST(16, 2, "udp_dst"),
    SCTP_SRC(17, 2, "sctp_src"),
    SCTP_DST(18, 2, "sctp_dst"),
    ICMPV4_TYPE(19, 1, "icmp_type"),
    ICMPV4_CODE(20, 1, "icmp_code"),
    ARP_OP(21, 2, "arp_op"),
    ARP_SPA(22, 4, "arp_spa"),
    ARP_TPA(23, 4, "arp_tpa"),
    ARP_SHA(24, 6, "arp_sha"),
    ARP_THA(25, 6, "arp_tha"),
    IPV6_SRC(26, 16, "ipv6_src"),
    IPV6_DST(27, 16, "ipv6_dst"),
    IPV6_FLABEL(28, 4, 20, "ipv6_label"),
    ICMPV6_TYPE(29, 1, "icmpv6_type"),
    ICMPV6_CODE(30, 1, "icmpv6_code"),
    IPV6_ND_TARGET(31, 16, "nd_target"),
    IPV6_ND_SLL(32, 6, "nd_sll"),
    IPV6_ND_TLL(33, 6, "nd_tll"),
    MPLS_LABEL(34, 4, 20, "mpls_label"),
    MPLS_TC(35, 1, 3, "mpls_tc"),
    MPLS_BOS(36, 1, 1, "mpls_bos"),
    PBB_ISID(37, 3, "pbb_isid"),
    TUNNEL_ID(38, 8, "tun_id"),
    IPV6_EXTHDR(39, 2, 9, "ipv6_exthdr"),
    PBB_UCA(41, 1, 1, "pbb_uca"),
    TCP_FLAGS(42, 2, 12, "tcp_flags"),
    ACTSET_OUTPUT(43, 4, "actset_output"),
    PACKET_TYPE(44, 4, "packet_type");

    /** In {@link #VLAN_VID}: the frame has a tag. OFPVID_PRESENT. */
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

    /** The OXM field number. */
    public int number() {
        return number;
    }

    /** The length of a value in bytes. */
    public int length() {
        return length;
    }

    /** How many bits of a value mean something, the low ones. */
    int bits() {
        return bits;
    }

    /** What {@code ovs-ofctl} calls this field. */
    public String notation() {
        return notation;
    }

    /** This field being the value, of which only as many low bytes count as the field is long, 8 at most. */
    public Oxm is(long value) {
        return new Oxm(Oxm.BASIC, number, valueOf(value), null);
    }

    /** This field being the value in the bits of the mask. */
    public Oxm is(long value, long mask) {
        return new Oxm(Oxm.BASIC, number, valueOf(value), valueOf(mask));
    }

    /** This field being the value; for the fields of 16 bytes. */
    public Oxm is(Bytes value) {
        return new Oxm(Oxm.BASIC, number, value, null);
    }

    private Bytes valueOf(long value) {
        if (length > 8) {
            throw new IllegalArgumentException(this + " has values of " + length + " bytes, a long has 8");
        }
        return Bytes.ofLong(value, length);
    }

    static Optional<Field> ofNumber(int number) {
        return Optional.ofNullable(number < BY_NUMBER.length ? BY_NUMBER[number] : null);
    }

    /** The length of a value of the field with this number; 0 where there is no such field. */
    static int lengthOf(int number) {
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
