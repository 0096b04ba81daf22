package net.beaconcontroller.openflow.match;

import static net.beaconcontroller.openflow.match.Field.VLAN_PRESENT;
import static net.beaconcontroller.openflow.match.OxmHeaders.ARP_OP;
import static net.beaconcontroller.openflow.match.OxmHeaders.ARP_SPA;
import static net.beaconcontroller.openflow.match.OxmHeaders.ARP_TPA;
import static net.beaconcontroller.openflow.match.OxmHeaders.ETH_DST;
import static net.beaconcontroller.openflow.match.OxmHeaders.ETH_SRC;
import static net.beaconcontroller.openflow.match.OxmHeaders.ETH_TYPE;
import static net.beaconcontroller.openflow.match.OxmHeaders.ICMPV4_CODE;
import static net.beaconcontroller.openflow.match.OxmHeaders.ICMPV4_TYPE;
import static net.beaconcontroller.openflow.match.OxmHeaders.IPV4_DST;
import static net.beaconcontroller.openflow.match.OxmHeaders.IPV4_SRC;
import static net.beaconcontroller.openflow.match.OxmHeaders.IP_DSCP;
import static net.beaconcontroller.openflow.match.OxmHeaders.IP_PROTO;
import static net.beaconcontroller.openflow.match.OxmHeaders.TCP_DST;
import static net.beaconcontroller.openflow.match.OxmHeaders.TCP_SRC;
import static net.beaconcontroller.openflow.match.OxmHeaders.UDP_DST;
import static net.beaconcontroller.openflow.match.OxmHeaders.UDP_SRC;
import static net.beaconcontroller.openflow.match.OxmHeaders.VLAN_PCP;
import static net.beaconcontroller.openflow.match.OxmHeaders.VLAN_VID;

import java.util.Arrays;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.wire.FieldReader;
import net.beaconcontroller.openflow.wire.Tlvs;

/**
 * The match of OpenFlow 1.0, section 5.2.3: twelve fields at fixed offsets, and a bitmap of wildcards.
 *
 * <pre>
 *  0           4       6           12          18       20    22      24  25    26  28      32      36     38     40
 *  +-----------+-------+-----------+-----------+--------+---+-+-------+---+-----+---+-------+-------+------+------+
 *  | wildcards |in_port|  dl_src   |  dl_dst   |dl_vlan |pcp| |dl_type|tos|proto|   |nw_src |nw_dst |tp_src|tp_dst|
 *  +-----------+-------+-----------+-----------+--------+---+-+-------+---+-----+---+-------+-------+------+------+
 * </pre>
 *
 * <p>Decoding leaves out fields whose prerequisite is missing, such as IP addresses in a match without the Ethernet
 * type of IP, because switches ignore them. The envelope keeps the bytes.
 */
public final class Match10 {
    public static final int LENGTH = 40;

    public static final int IN_PORT = 4;
    public static final int DL_SRC = 6;
    public static final int DL_DST = 12;
    public static final int DL_VLAN = 18;
    public static final int DL_VLAN_PCP = 20;
    public static final int DL_TYPE = 22;
    public static final int NW_TOS = 24;
    public static final int NW_PROTO = 25;
    public static final int NW_SRC = 28;
    public static final int NW_DST = 32;
    public static final int TP_SRC = 36;
    public static final int TP_DST = 38;

    public static final int WILD_IN_PORT = 1;
    public static final int WILD_DL_VLAN = 1 << 1;
    public static final int WILD_DL_SRC = 1 << 2;
    public static final int WILD_DL_DST = 1 << 3;
    public static final int WILD_DL_TYPE = 1 << 4;
    public static final int WILD_NW_PROTO = 1 << 5;
    public static final int WILD_TP_SRC = 1 << 6;
    public static final int WILD_TP_DST = 1 << 7;
    /** Offset of six bits: the number of wildcarded low bits of the source address; 32 or more wildcards all. */
    public static final int WILD_NW_SRC_SHIFT = 8;

    /** As {@link #WILD_NW_SRC_SHIFT}, for the destination address. */
    public static final int WILD_NW_DST_SHIFT = 14;

    public static final int WILD_NW_BITS = 0x3f;
    public static final int WILD_DL_VLAN_PCP = 1 << 20;
    public static final int WILD_NW_TOS = 1 << 21;
    public static final int WILD_ALL = (1 << 22) - 1;

    public static final int WILD_NW_ADDRESSES = WILD_NW_BITS << WILD_NW_SRC_SHIFT | WILD_NW_BITS << WILD_NW_DST_SHIFT;

    /** The wildcards of all fields after the Ethernet header. */
    private static final int WILD_NETWORK = WILD_NW_TOS | WILD_NW_PROTO | WILD_NW_ADDRESSES | WILD_TP_SRC | WILD_TP_DST;

    /** OFP_VLAN_NONE, in dl_vlan: the frame has no VLAN tag. */
    public static final int VLAN_NONE = 0xffff;

    private static final int ARP = 0x0806;
    private static final int IPV4 = 0x0800;
    private static final int ICMP = 1;
    private static final int TCP = 6;
    private static final int UDP = 17;

    private Match10() {}

    /** Reads the match at the reader's position. */
    static Match read(FieldReader<?> in) {
        int at = in.skip(LENGTH, "fields");
        var reader = new Reader(in.array(), at);
        Match match = reader.read();
        if (reader.differs) {
            in.note(at, LENGTH);
        }
        return match;
    }

    private static final class Reader {
        /** At least the length of twelve OXM fields (83 bytes) and two masks of four bytes. */
        private static final int MAX_LENGTH = 96;

        private final byte[] array;
        private final byte[] fields = new byte[MAX_LENGTH];
        private final int start;
        private int end;
        private int wildcards;
        /** Whether the encoding of the match differs from the bytes that were read. */
        private boolean differs;

        Reader(byte[] array, int start) {
            this.array = array;
            this.start = start;
            this.wildcards = ByteAccess.getInt(array, start) & WILD_ALL;
        }

        /** Omits fields whose prerequisites are not met, because a switch ignores them. */
        Match read() {
            expectZeros(DL_VLAN_PCP + 1, 1);
            expectZeros(NW_PROTO + 1, 2);
            int vlan = u16(DL_VLAN);
            int type = u16(DL_TYPE);
            boolean typed = (wildcards & WILD_DL_TYPE) == 0;
            add(WILD_IN_PORT, OxmHeaders.IN_PORT, PortNumber.widen(u16(IN_PORT)), IN_PORT, 2);
            add(WILD_DL_DST, ETH_DST, ByteAccess.getMac(array, start + DL_DST), DL_DST, 6);
            add(WILD_DL_SRC, ETH_SRC, ByteAccess.getMac(array, start + DL_SRC), DL_SRC, 6);
            add(WILD_DL_TYPE, ETH_TYPE, type, DL_TYPE, 2);
            add(WILD_DL_VLAN, VLAN_VID, vlan == VLAN_NONE ? 0 : VLAN_PRESENT | vlan, DL_VLAN, 2);
            if (vlan == VLAN_NONE) {
                treatAsWildcard(WILD_DL_VLAN_PCP, DL_VLAN_PCP, 1);
            } else {
                expectByte(DL_VLAN, u8(DL_VLAN) & ~(VLAN_PRESENT >> 8));
                add(WILD_DL_VLAN_PCP, VLAN_PCP, array[start + DL_VLAN_PCP], DL_VLAN_PCP, 1);
            }
            if (typed && type == IPV4) {
                addIpv4();
            } else if (typed && type == ARP) {
                treatAsWildcard(WILD_NW_TOS, NW_TOS, 1);
                add(WILD_NW_PROTO, ARP_OP, u8(NW_PROTO), NW_PROTO, 1);
                addAddress(WILD_NW_SRC_SHIFT, ARP_SPA, NW_SRC);
                addAddress(WILD_NW_DST_SHIFT, ARP_TPA, NW_DST);
                treatAsWildcard(WILD_TP_SRC | WILD_TP_DST, TP_SRC, 4);
            } else {
                treatAsWildcard(WILD_NETWORK, NW_TOS, LENGTH - NW_TOS);
            }
            differs |= wildcards != ByteAccess.getInt(array, start);
            return end == 0 ? Match.ANY : new Match(new Tlvs<>(Arrays.copyOf(fields, end), Oxm.CODEC));
        }

        private void addIpv4() {
            add(WILD_NW_TOS, IP_DSCP, u8(NW_TOS) >> 2, NW_TOS, 1);
            expectByte(NW_TOS, u8(NW_TOS) & ~3);
            int protocol = (wildcards & WILD_NW_PROTO) == 0 ? u8(NW_PROTO) : 0;
            add(WILD_NW_PROTO, IP_PROTO, protocol, NW_PROTO, 1);
            addAddress(WILD_NW_SRC_SHIFT, IPV4_SRC, NW_SRC);
            addAddress(WILD_NW_DST_SHIFT, IPV4_DST, NW_DST);
            switch (protocol) {
                case TCP -> addPorts(TCP_SRC, TCP_DST);
                case UDP -> addPorts(UDP_SRC, UDP_DST);
                case ICMP -> {
                    addPorts(ICMPV4_TYPE, ICMPV4_CODE);
                    expectZeros(TP_SRC, 1);
                    expectZeros(TP_DST, 1);
                }
                default -> treatAsWildcard(WILD_TP_SRC | WILD_TP_DST, TP_SRC, 4);
            }
        }

        private void addPorts(int source, int destination) {
            add(WILD_TP_SRC, source, u16(TP_SRC), TP_SRC, 2);
            add(WILD_TP_DST, destination, u16(TP_DST), TP_DST, 2);
        }

        private void add(int bit, int header, long value, int offset, int length) {
            if ((wildcards & bit) == 0) {
                end = Tlvs.put(fields, end, header, value);
            } else {
                expectZeros(offset, length);
            }
        }

        private void addAddress(int shift, int header, int offset) {
            int wild = wildcards >> shift & WILD_NW_BITS;
            int address = ByteAccess.getInt(array, start + offset);
            if (wild == 0) {
                end = Tlvs.put(fields, end, header, address);
            } else if (wild < 32) {
                long masked = (long) address << Integer.SIZE | Integer.toUnsignedLong(-1 << wild);
                end = Tlvs.put(fields, end, Oxm.masked(header), masked);
            } else {
                treatAsWildcard(WILD_NW_BITS << shift, offset, 4);
            }
        }

        /** Treats fields as wildcarded, whose encoding is zeros. */
        private void treatAsWildcard(int bits, int offset, int length) {
            wildcards |= bits;
            expectZeros(offset, length);
        }

        private void expectZeros(int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                expectByte(i, 0);
            }
        }

        /** Compares a byte with its encoding. */
        private void expectByte(int offset, int value) {
            differs |= u8(offset) != value;
        }

        private int u8(int offset) {
            return Byte.toUnsignedInt(array[start + offset]);
        }

        private int u16(int offset) {
            return ByteAccess.getUnsignedShort(array, start + offset);
        }
    }

    static void write(Match match, Writer out) {
        int start = out.length();
        out.zeros(LENGTH);
        var fields = new FieldsWriter(out.array(), start);
        match.fields().forEach(fields::write);
        ByteAccess.putInt(out.array(), start, fields.wildcards);
    }

    private static final class FieldsWriter {
        private final byte[] array;
        private final int start;
        private int wildcards = WILD_ALL;

        FieldsWriter(byte[] array, int start) {
            this.array = array;
            this.start = start;
        }

        void write(Oxm oxm) {
            Field field = oxm.field().orElseThrow(() -> unsupported(oxm));
            long value = oxm.value().toLong();
            if (oxm.mask() != null) {
                writePrefix(oxm, field, (int) oxm.mask().toLong());
                return;
            }
            switch (field) {
                case IN_PORT -> put(WILD_IN_PORT, IN_PORT, 2, PortNumber.narrow(value));
                case ETH_SRC -> put(WILD_DL_SRC, DL_SRC, 6, value);
                case ETH_DST -> put(WILD_DL_DST, DL_DST, 6, value);
                case ETH_TYPE -> put(WILD_DL_TYPE, DL_TYPE, 2, value);
                case VLAN_VID -> put(WILD_DL_VLAN, DL_VLAN, 2, value == 0 ? VLAN_NONE : value & ~VLAN_PRESENT);
                case VLAN_PCP -> put(WILD_DL_VLAN_PCP, DL_VLAN_PCP, 1, value);
                case IP_DSCP -> put(WILD_NW_TOS, NW_TOS, 1, value << 2);
                case IP_PROTO, ARP_OP -> put(WILD_NW_PROTO, NW_PROTO, 1, value);
                case IPV4_SRC, ARP_SPA -> put(WILD_NW_BITS << WILD_NW_SRC_SHIFT, NW_SRC, 4, value);
                case IPV4_DST, ARP_TPA -> put(WILD_NW_BITS << WILD_NW_DST_SHIFT, NW_DST, 4, value);
                case TCP_SRC, UDP_SRC, ICMPV4_TYPE -> put(WILD_TP_SRC, TP_SRC, 2, value);
                case TCP_DST, UDP_DST, ICMPV4_CODE -> put(WILD_TP_DST, TP_DST, 2, value);
                default -> throw unsupported(oxm);
            }
        }

        private void writePrefix(Oxm oxm, Field field, int mask) {
            boolean source = field == Field.IPV4_SRC || field == Field.ARP_SPA;
            boolean target = field == Field.IPV4_DST || field == Field.ARP_TPA;
            int wild = Integer.numberOfTrailingZeros(mask);
            boolean isPrefix = mask == 0 || mask == -1 << wild;
            if (!(source || target) || !isPrefix) {
                throw unsupported(oxm);
            }
            int shift = source ? WILD_NW_SRC_SHIFT : WILD_NW_DST_SHIFT;
            put(WILD_NW_BITS << shift, source ? NW_SRC : NW_DST, 4, oxm.value().toLong());
            wildcards |= wild << shift;
        }

        private void put(int wildcardBits, int offset, int length, long value) {
            wildcards &= ~wildcardBits;
            Bytes.ofLong(value, length).copyTo(array, start + offset);
        }
    }

    private static UnsupportedByVersionException unsupported(Oxm oxm) {
        return new UnsupportedByVersionException("match on " + oxm, Version.OF10);
    }
}
