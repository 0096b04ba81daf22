package net.beaconcontroller.openflow;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A header field, or what else of a packet, that a flow can match on: the OXM fields of class OFPXMC_OPENFLOW_BASIC, OpenFlow
 * 1.5.1 section 7.2.3.8. Their numbers and lengths are the same from OpenFlow 1.2 on.
 */
public enum Field {
    IN_PORT(0, 4),
    IN_PHY_PORT(1, 4),
    METADATA(2, 8),
    ETH_DST(3, 6),
    ETH_SRC(4, 6),
    /** The type of the payload, behind VLAN tags. */
    ETH_TYPE(5, 2),
    /** The VLAN's id with bit 12 set, or 0 for an untagged frame. */
    VLAN_VID(6, 2),
    VLAN_PCP(7, 1),
    IP_DSCP(8, 1),
    IP_ECN(9, 1),
    IP_PROTO(10, 1),
    IPV4_SRC(11, 4),
    IPV4_DST(12, 4),
    TCP_SRC(13, 2),
    TCP_DST(14, 2),
    UDP_SRC(15, 2),
    UDP_DST(16, 2),
    SCTP_SRC(17, 2),
    SCTP_DST(18, 2),
    ICMPV4_TYPE(19, 1),
    ICMPV4_CODE(20, 1),
    ARP_OP(21, 2),
    ARP_SPA(22, 4),
    ARP_TPA(23, 4),
    ARP_SHA(24, 6),
    ARP_THA(25, 6),
    IPV6_SRC(26, 16),
    IPV6_DST(27, 16),
    IPV6_FLABEL(28, 4),
    ICMPV6_TYPE(29, 1),
    ICMPV6_CODE(30, 1),
    IPV6_ND_TARGET(31, 16),
    IPV6_ND_SLL(32, 6),
    IPV6_ND_TLL(33, 6),
    MPLS_LABEL(34, 4),
    MPLS_TC(35, 1),
    MPLS_BOS(36, 1),
    PBB_ISID(37, 3),
    TUNNEL_ID(38, 8),
    IPV6_EXTHDR(39, 2),
    PBB_UCA(41, 1),
    TCP_FLAGS(42, 2),
    ACTSET_OUTPUT(43, 4),
    PACKET_TYPE(44, 4);

    /** In {@link #VLAN_VID}: the frame has a tag. OFPVID_PRESENT. */
    public static final int VLAN_PRESENT = 0x1000;

    private static final @Nullable Field[] BY_NUMBER = byNumber();

    private final int number;
    private final int length;

    Field(int number, int length) {
        this.number = number;
        this.length = length;
    }

    /** The OXM field number. */
    public int number() {
        return number;
    }

    /** The length of a value in bytes. */
    public int length() {
        return length;
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
