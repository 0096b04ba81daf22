package net.beaconcontroller.openflow.match;

import java.util.Optional;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import org.jspecify.annotations.Nullable;

/**
 * A header field, or what else of a packet, that a flow can match on: the OXM fields of class OFPXMC_OPENFLOW_BASIC,
 * OpenFlow 1.5.1 section 7.2.3.8 (OFPXMT_OFB_). Their numbers and lengths are the same from OpenFlow 1.2 on, which has
 * those up to {@link #MPLS_TC}; the later ones say since when they are. OpenFlow 1.0 has twelve of them, by other
 * names: see {@link Match}. Values are unsigned numbers in network order.
 */
public enum Field {
    /** The port that the packet came in on, see {@link PortNumber}. */
    IN_PORT(0, 4, "in_port"),
    /** The physical port behind {@link #IN_PORT}, where that is a logical one. */
    IN_PHY_PORT(1, 4, "in_phy_port"),
    /** What {@code Instruction.WriteMetadata} has written in the tables before. */
    METADATA(2, 8, "metadata"),
    /** The Ethernet address that the frame goes to. */
    ETH_DST(3, 6, "dl_dst"),
    /** The Ethernet address that the frame comes from. */
    ETH_SRC(4, 6, "dl_src"),
    /** The type of the payload, behind VLAN tags. */
    ETH_TYPE(5, 2, "dl_type"),
    /** The VLAN's id with bit 12 set ({@link #VLAN_PRESENT}), or 0 for an untagged frame. */
    VLAN_VID(6, 2, 13, "vlan_vid"),
    /** The VLAN tag's priority, 0 to 7. */
    VLAN_PCP(7, 1, 3, "vlan_pcp"),
    /** The upper six bits of the type of service, 0 to 63; IPv4 and IPv6. */
    IP_DSCP(8, 1, 6, "ip_dscp"),
    /** The lower two bits of the type of service, 0 to 3; IPv4 and IPv6. */
    IP_ECN(9, 1, 2, "nw_ecn"),
    /** The protocol that IPv4 or IPv6 carries. */
    IP_PROTO(10, 1, "nw_proto"),
    /** The IPv4 address that the packet comes from. */
    IPV4_SRC(11, 4, "nw_src"),
    /** The IPv4 address that the packet goes to. */
    IPV4_DST(12, 4, "nw_dst"),
    /** The TCP port that the packet comes from. */
    TCP_SRC(13, 2, "tcp_src"),
    /** The TCP port that the packet goes to. */
    TCP_DST(14, 2, "tcp_dst"),
    /** The UDP port that the packet comes from. */
    UDP_SRC(15, 2, "udp_src"),
    /** The UDP port that the packet goes to. */
    UDP_DST(16, 2, "udp_dst"),
    /** The SCTP port that the packet comes from. */
    SCTP_SRC(17, 2, "sctp_src"),
    /** The SCTP port that the packet goes to. */
    SCTP_DST(18, 2, "sctp_dst"),
    /** The type of an ICMP message of IPv4. */
    ICMPV4_TYPE(19, 1, "icmp_type"),
    /** The code of an ICMP message of IPv4. */
    ICMPV4_CODE(20, 1, "icmp_code"),
    /** ARP's operation: 1 request, 2 reply. */
    ARP_OP(21, 2, "arp_op"),
    /** The sender's IPv4 address in ARP. */
    ARP_SPA(22, 4, "arp_spa"),
    /** The target's IPv4 address in ARP. */
    ARP_TPA(23, 4, "arp_tpa"),
    /** The sender's Ethernet address in ARP. */
    ARP_SHA(24, 6, "arp_sha"),
    /** The target's Ethernet address in ARP. */
    ARP_THA(25, 6, "arp_tha"),
    /** The IPv6 address that the packet comes from. */
    IPV6_SRC(26, 16, "ipv6_src"),
    /** The IPv6 address that the packet goes to. */
    IPV6_DST(27, 16, "ipv6_dst"),
    /** The flow label of IPv6, 20 bits. */
    IPV6_FLABEL(28, 4, 20, "ipv6_label"),
    /** The type of an ICMP message of IPv6. */
    ICMPV6_TYPE(29, 1, "icmpv6_type"),
    /** The code of an ICMP message of IPv6. */
    ICMPV6_CODE(30, 1, "icmpv6_code"),
    /** The address that neighbor discovery asks or tells about; ICMPv6 types 135 and 136. */
    IPV6_ND_TARGET(31, 16, "nd_target"),
    /** The sender's Ethernet address in a neighbor solicitation, ICMPv6 type 135. */
    IPV6_ND_SLL(32, 6, "nd_sll"),
    /** The target's Ethernet address in a neighbor advertisement, ICMPv6 type 136. */
    IPV6_ND_TLL(33, 6, "nd_tll"),
    /** The label of the outermost MPLS header, 20 bits. */
    MPLS_LABEL(34, 4, 20, "mpls_label"),
    /** The traffic class of the outermost MPLS header, 0 to 7. */
    MPLS_TC(35, 1, 3, "mpls_tc"),
    /** Whether the outermost MPLS header is the last, 0 or 1; OpenFlow 1.3 and later. */
    MPLS_BOS(36, 1, 1, "mpls_bos"),
    /** The service id of the provider backbone header, 24 bits; OpenFlow 1.3 and later. */
    PBB_ISID(37, 3, "pbb_isid"),
    /** What the logical port says of the tunnel, such as a VXLAN id; OpenFlow 1.3 and later. */
    TUNNEL_ID(38, 8, "tun_id"),
    /** Which extension headers IPv6 has, nine OFPIEH_ bits; OpenFlow 1.3 and later. */
    IPV6_EXTHDR(39, 2, 9, "ipv6_exthdr"),
    /** The use-customer-address bit of the provider backbone header; OpenFlow 1.4 and later. */
    PBB_UCA(41, 1, 1, "pbb_uca"),
    /** The flags of TCP, 12 bits; OpenFlow 1.5. */
    TCP_FLAGS(42, 2, 12, "tcp_flags"),
    /** The port that the action set sends to so far, see {@link PortNumber}; OpenFlow 1.5. */
    ACTSET_OUTPUT(43, 4, "actset_output"),
    /** What the packet begins with: 16 bits of name space and 16 of type, 0 for Ethernet; OpenFlow 1.5. */
    PACKET_TYPE(44, 4, "packet_type");

    /** OFPVID_PRESENT, in {@link #VLAN_VID}: the frame has a tag. */
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

    /** The OXM field number, 0 to 127. */
    public int number() {
        return number;
    }

    /** The length of a value in bytes. */
    public int length() {
        return length;
    }

    /** How many bits of a value mean something, the low ones. */
    public int bits() {
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

    public static Optional<Field> ofNumber(int number) {
        return Optional.ofNullable(number < BY_NUMBER.length ? BY_NUMBER[number] : null);
    }

    /** The length of a value of the field with this number; 0 where there is no such field. */
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
