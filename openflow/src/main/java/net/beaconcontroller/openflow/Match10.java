package net.beaconcontroller.openflow;

import static net.beaconcontroller.openflow.Field.VLAN_PRESENT;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The match of OpenFlow 1.0, section 5.2.3 of its specification: twelve fields at fixed places, and bits that say which of
 * them do not count.
 *
 * <pre>
 *  0           4       6           12          18       20    22      24  25    26  28      32      36     38     40
 *  +-----------+-------+-----------+-----------+--------+---+-+-------+---+-----+---+-------+-------+------+------+
 *  | wildcards |in_port|  dl_src   |  dl_dst   |dl_vlan |pcp| |dl_type|tos|proto|   |nw_src |nw_dst |tp_src|tp_dst|
 *  +-----------+-------+-----------+-----------+--------+---+-+-------+---+-----+---+-------+-------+------+------+
 * </pre>
 */
final class Match10 {
    static final int LENGTH = 40;

    static final int IN_PORT = 4;
    static final int DL_SRC = 6;
    static final int DL_DST = 12;
    static final int DL_VLAN = 18;
    static final int DL_VLAN_PCP = 20;
    static final int DL_TYPE = 22;
    static final int NW_TOS = 24;
    static final int NW_PROTO = 25;
    static final int NW_SRC = 28;
    static final int NW_DST = 32;
    static final int TP_SRC = 36;
    static final int TP_DST = 38;

    static final int WILD_IN_PORT = 1;
    static final int WILD_DL_VLAN = 1 << 1;
    static final int WILD_DL_SRC = 1 << 2;
    static final int WILD_DL_DST = 1 << 3;
    static final int WILD_DL_TYPE = 1 << 4;
    static final int WILD_NW_PROTO = 1 << 5;
    static final int WILD_TP_SRC = 1 << 6;
    static final int WILD_TP_DST = 1 << 7;
    /** Six bits each: how many low bits of the address do not count; 32 and more for all. */
    static final int WILD_NW_SRC_SHIFT = 8;

    static final int WILD_NW_DST_SHIFT = 14;
    static final int WILD_NW_BITS = 0x3f;
    static final int WILD_DL_VLAN_PCP = 1 << 20;
    static final int WILD_NW_TOS = 1 << 21;
    static final int WILD_ALL = (1 << 22) - 1;

    /** In dl_vlan: the frame has no tag. */
    static final int VLAN_NONE = 0xffff;

    private static final int ARP = 0x0806;
    private static final int IPV4 = 0x0800;
    private static final int ICMP = 1;
    private static final int TCP = 6;
    private static final int UDP = 17;

    private Match10() {}

    /** Fields that do not apply to the packets that the match is for, which a switch ignores, are left out. */
    static Match read(byte[] array, int at) {
        int wildcards = Wire.getInt(array, at);
        var fields = new ArrayList<Oxm>();
        add(fields, wildcards, WILD_IN_PORT, Field.IN_PORT, PortNumber.widen(u16(array, at + IN_PORT)));
        add(fields, wildcards, WILD_DL_DST, Field.ETH_DST, Wire.getMac(array, at + DL_DST));
        add(fields, wildcards, WILD_DL_SRC, Field.ETH_SRC, Wire.getMac(array, at + DL_SRC));
        int vlan = u16(array, at + DL_VLAN);
        int priority = array[at + DL_VLAN_PCP];
        int type = u16(array, at + DL_TYPE);
        add(fields, wildcards, WILD_DL_TYPE, Field.ETH_TYPE, type);
        add(fields, wildcards, WILD_DL_VLAN, Field.VLAN_VID, vlan == VLAN_NONE ? 0 : VLAN_PRESENT | vlan);
        if (vlan != VLAN_NONE) {
            add(fields, wildcards, WILD_DL_VLAN_PCP, Field.VLAN_PCP, priority);
        }
        if ((wildcards & WILD_DL_TYPE) == 0 && (type == IPV4 || type == ARP)) {
            readNetwork(fields, wildcards, type == ARP, array, at);
        }
        return new Match(fields);
    }

    private static int u16(byte[] array, int at) {
        return Short.toUnsignedInt(Wire.getShort(array, at));
    }

    private static void readNetwork(List<Oxm> fields, int wildcards, boolean arp, byte[] array, int at) {
        int tos = Byte.toUnsignedInt(array[at + NW_TOS]);
        int protocol = Byte.toUnsignedInt(array[at + NW_PROTO]);
        if (!arp) {
            add(fields, wildcards, WILD_NW_TOS, Field.IP_DSCP, tos >> 2);
        }
        add(fields, wildcards, WILD_NW_PROTO, arp ? Field.ARP_OP : Field.IP_PROTO, protocol);
        addAddress(
                fields,
                wildcards >> WILD_NW_SRC_SHIFT,
                arp ? Field.ARP_SPA : Field.IPV4_SRC,
                Wire.getInt(array, at + NW_SRC));
        addAddress(
                fields,
                wildcards >> WILD_NW_DST_SHIFT,
                arp ? Field.ARP_TPA : Field.IPV4_DST,
                Wire.getInt(array, at + NW_DST));
        Field[] ports = arp || (wildcards & WILD_NW_PROTO) != 0 ? null : portsOf(protocol);
        if (ports != null) {
            add(fields, wildcards, WILD_TP_SRC, ports[0], u16(array, at + TP_SRC));
            add(fields, wildcards, WILD_TP_DST, ports[1], u16(array, at + TP_DST));
        }
    }

    private static Field @Nullable [] portsOf(int protocol) {
        return switch (protocol) {
            case ICMP -> new Field[] {Field.ICMPV4_TYPE, Field.ICMPV4_CODE};
            case TCP -> new Field[] {Field.TCP_SRC, Field.TCP_DST};
            case UDP -> new Field[] {Field.UDP_SRC, Field.UDP_DST};
            default -> null;
        };
    }

    private static void add(List<Oxm> fields, int wildcards, int bit, Field field, long value) {
        if ((wildcards & bit) == 0) {
            fields.add(field.is(value));
        }
    }

    private static void addAddress(List<Oxm> fields, int shiftedWildcards, Field field, long address) {
        int wild = shiftedWildcards & WILD_NW_BITS;
        if (wild == 0) {
            fields.add(field.is(address));
        } else if (wild < 32) {
            fields.add(field.is(address, -1L << wild));
        }
    }

    /** What is written for a match. */
    static byte[] written(Match match) {
        var out = new Writer(LENGTH);
        write(match, out);
        return out.array();
    }

    static void write(Match match, Writer out) {
        int start = out.length();
        out.zeros(LENGTH);
        byte[] array = out.array();
        int wildcards = WILD_ALL;
        for (Oxm oxm : match.fields()) {
            Field field = oxm.field().orElseThrow(() -> unsupported(oxm));
            int value = (int) oxm.value().toLong();
            if (oxm.mask() != null) {
                wildcards = writePrefix(array, start, wildcards, oxm, field, value);
                continue;
            }
            wildcards &= ~wildcardOf(field, oxm);
            switch (field) {
                case IN_PORT ->
                    Wire.putShort(
                            array,
                            start + IN_PORT,
                            PortNumber.narrow(oxm.value().toLong()));
                case ETH_SRC -> Wire.putMac(array, start + DL_SRC, oxm.value().toLong());
                case ETH_DST -> Wire.putMac(array, start + DL_DST, oxm.value().toLong());
                case ETH_TYPE -> Wire.putShort(array, start + DL_TYPE, value);
                case VLAN_VID -> Wire.putShort(array, start + DL_VLAN, value == 0 ? VLAN_NONE : value & ~VLAN_PRESENT);
                case VLAN_PCP -> array[start + DL_VLAN_PCP] = (byte) value;
                case IP_DSCP -> array[start + NW_TOS] = (byte) (value << 2);
                case IP_PROTO, ARP_OP -> array[start + NW_PROTO] = (byte) value;
                case IPV4_SRC, ARP_SPA -> Wire.putInt(array, start + NW_SRC, value);
                case IPV4_DST, ARP_TPA -> Wire.putInt(array, start + NW_DST, value);
                case TCP_SRC, UDP_SRC, ICMPV4_TYPE -> Wire.putShort(array, start + TP_SRC, value);
                case TCP_DST, UDP_DST, ICMPV4_CODE -> Wire.putShort(array, start + TP_DST, value);
                default -> throw unsupported(oxm);
            }
        }
        Wire.putInt(array, start, wildcards);
    }

    private static int wildcardOf(Field field, Oxm oxm) {
        return switch (field) {
            case IN_PORT -> WILD_IN_PORT;
            case ETH_SRC -> WILD_DL_SRC;
            case ETH_DST -> WILD_DL_DST;
            case ETH_TYPE -> WILD_DL_TYPE;
            case VLAN_VID -> WILD_DL_VLAN;
            case VLAN_PCP -> WILD_DL_VLAN_PCP;
            case IP_DSCP -> WILD_NW_TOS;
            case IP_PROTO, ARP_OP -> WILD_NW_PROTO;
            case IPV4_SRC, ARP_SPA -> WILD_NW_BITS << WILD_NW_SRC_SHIFT;
            case IPV4_DST, ARP_TPA -> WILD_NW_BITS << WILD_NW_DST_SHIFT;
            case TCP_SRC, UDP_SRC, ICMPV4_TYPE -> WILD_TP_SRC;
            case TCP_DST, UDP_DST, ICMPV4_CODE -> WILD_TP_DST;
            default -> throw unsupported(oxm);
        };
    }

    private static int writePrefix(byte[] array, int start, int wildcards, Oxm oxm, Field field, int value) {
        boolean source = field == Field.IPV4_SRC || field == Field.ARP_SPA;
        boolean target = field == Field.IPV4_DST || field == Field.ARP_TPA;
        int mask = oxm.mask() == null ? -1 : (int) oxm.mask().toLong();
        int wild = Integer.numberOfTrailingZeros(mask);
        boolean isPrefix = mask == 0 || mask == -1 << wild;
        if (!(source || target) || !isPrefix) {
            throw unsupported(oxm);
        }
        int shift = source ? WILD_NW_SRC_SHIFT : WILD_NW_DST_SHIFT;
        Wire.putInt(array, start + (source ? NW_SRC : NW_DST), value);
        return (wildcards & ~(WILD_NW_BITS << shift)) | (wild << shift);
    }

    private static UnsupportedByVersionException unsupported(Oxm oxm) {
        return new UnsupportedByVersionException("match on " + oxm, Version.OF10);
    }
}
