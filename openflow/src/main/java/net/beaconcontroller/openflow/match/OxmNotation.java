package net.beaconcontroller.openflow.match;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.notation.NotationPart;
import net.beaconcontroller.openflow.notation.NotationValues;
import org.jspecify.annotations.Nullable;

/** Parses and prints the values of single fields. */
public final class OxmNotation {
    /** Prefix of the name of a field whose value is not validated. */
    public static final String AS_IS = "oxm_";

    /** The notation of the values of a field. */
    private enum Shape {
        DECIMAL,
        HEX,
        PORT,
        MAC,
        IPV4,
        IPV6,
        TCP_FLAGS,
        PACKET_TYPE
    }

    private static final List<String> TCP_FLAGS = List.of("fin", "syn", "rst", "psh", "ack", "urg", "ece", "cwr", "ns");

    private OxmNotation() {}

    private static Shape shapeOf(Field field) {
        return switch (field) {
            case IN_PORT, IN_PHY_PORT, ACTSET_OUTPUT -> Shape.PORT;
            case ETH_DST, ETH_SRC, ARP_SHA, ARP_THA, IPV6_ND_SLL, IPV6_ND_TLL -> Shape.MAC;
            case IPV4_SRC, IPV4_DST, ARP_SPA, ARP_TPA -> Shape.IPV4;
            case IPV6_SRC, IPV6_DST, IPV6_ND_TARGET -> Shape.IPV6;
            case METADATA, TUNNEL_ID, ETH_TYPE, VLAN_VID, IPV6_FLABEL, IPV6_EXTHDR -> Shape.HEX;
            case TCP_FLAGS -> Shape.TCP_FLAGS;
            case PACKET_TYPE -> Shape.PACKET_TYPE;
            default -> Shape.DECIMAL;
        };
    }

    static boolean isAddress(Field field) {
        Shape shape = shapeOf(field);
        return shape == Shape.MAC || shape == Shape.IPV4 || shape == Shape.IPV6;
    }

    /** Returns a value without a mask. */
    public static String print(Field field, Bytes value) {
        long number = value.toLong();
        return switch (shapeOf(field)) {
            case DECIMAL -> Long.toUnsignedString(number);
            case HEX, TCP_FLAGS -> hex(field, number);
            case PORT -> PortNumber.toString(number);
            case MAC -> MacAddress.toString(number);
            case IPV4 -> Ipv4Address.toString(number);
            case IPV6 -> Ipv6Address.read(value.toArray(), 0).toString();
            case PACKET_TYPE -> "(%d,0x%x)".formatted(number >>> 16, number & 0xffff);
        };
    }

    /** Returns a value and its mask. */
    public static String print(Field field, Bytes value, @Nullable Bytes mask) {
        if (mask == null) {
            return print(field, value);
        }
        if (!isAddress(field)) {
            return "0x" + Long.toHexString(value.toLong()) + "/0x" + Long.toHexString(mask.toLong());
        }
        int prefix = shapeOf(field) == Shape.MAC ? -1 : prefixOf(mask);
        return print(field, value) + "/" + (prefix >= 0 ? Integer.toString(prefix) : print(field, mask));
    }

    private static String hex(Field field, long number) {
        return field == Field.ETH_TYPE || field == Field.VLAN_VID
                ? "0x%04x".formatted(number)
                : "0x" + Long.toHexString(number);
    }

    /** Returns the prefix length of the mask, or -1 if the mask is not a prefix. */
    private static int prefixOf(Bytes mask) {
        var bits = new BigInteger(1, mask.toArray());
        int length = bits.bitCount();
        return length == 0 || bits.getLowestSetBit() == 8 * mask.length() - length ? length : -1;
    }

    /** Returns whether {@link #parse} without {@code asIs} accepts this value and mask unchanged. */
    public static boolean isRegular(Field field, Bytes value, @Nullable Bytes mask) {
        for (int i = 0; mask != null && i < value.length(); i++) {
            if ((value.at(i) & ~mask.at(i)) != 0) {
                return false;
            }
        }
        boolean fits = fits(field, value) && (mask == null || fits(field, mask));
        return fits && (mask != null || !lacksVlanPresent(field, value));
    }

    private static boolean fits(Field field, Bytes value) {
        return field.bits() >= 64 || value.toLong() >>> field.bits() == 0;
    }

    private static boolean lacksVlanPresent(Field field, Bytes value) {
        return field == Field.VLAN_VID && value.toLong() != 0 && (value.toLong() & Field.VLAN_PRESENT) == 0;
    }

    /**
     * Parses a value, optionally followed by a slash and a mask.
     *
     * @param asIs whether to accept any value of the length of the field, and bits outside the mask
     */
    public static Oxm parse(Field field, NotationPart text, boolean asIs) {
        Shape shape = shapeOf(field);
        if (shape == Shape.TCP_FLAGS && !text.isEmpty() && !NotationValues.isDigit(text.at(0))) {
            return tcpFlags(text);
        }
        int bits = asIs ? 8 * field.length() : field.bits();
        if (!text.has("/")) {
            Bytes value = value(field, text, bits);
            if (!asIs && lacksVlanPresent(field, value)) {
                throw text.refuse("needs bit 0x1000 for a tagged frame: 0x%x, or dl_vlan=%d"
                        .formatted(value.toLong() | Field.VLAN_PRESENT, value.toLong()));
            }
            return new Oxm(Oxm.BASIC, field.number(), value, null);
        }
        Bytes value = value(field, text.before("/"), bits);
        Bytes mask = mask(field, text.after("/"), bits);
        Bytes masked = and(value, mask);
        if (!asIs && !masked.equals(value)) {
            String correction =
                    print(field, masked) + text.from(text.before("/").length());
            throw text.refuse(
                    "has bits outside its mask; needs %s for all values of the mask, or %s for one value"
                            .formatted(correction, print(field, value)),
                    correction);
        }
        return new Oxm(Oxm.BASIC, field.number(), value, mask);
    }

    private static Bytes value(Field field, NotationPart text, int bits) {
        return switch (shapeOf(field)) {
            case MAC -> Bytes.ofLong(NotationValues.mac(text), 6);
            case IPV4 -> Bytes.ofLong(NotationValues.ipv4(text), 4);
            case IPV6 -> NotationValues.ipv6(text);
            case PORT -> Bytes.ofLong(NotationValues.port(text), 4);
            case PACKET_TYPE -> Bytes.ofLong(packetType(text), 4);
            default -> Bytes.ofLong(NotationValues.number(text, bits), field.length());
        };
    }

    private static Bytes mask(Field field, NotationPart text, int bits) {
        boolean isIp = shapeOf(field) == Shape.IPV4 || shapeOf(field) == Shape.IPV6;
        if (!isIp || text.has(".") || text.has(":")) {
            return value(field, text, bits);
        }
        int most = 8 * field.length();
        long prefix = NotationValues.number(text, 0, most, "a prefix length from 0 to " + most + " or a mask");
        byte[] mask = new byte[field.length()];
        for (int bit = 0; bit < prefix; bit++) {
            mask[bit / 8] |= (byte) (0x80 >> bit % 8);
        }
        return Bytes.of(mask);
    }

    private static Bytes and(Bytes value, Bytes mask) {
        byte[] masked = value.toArray();
        for (int i = 0; i < masked.length; i++) {
            masked[i] &= (byte) mask.at(i);
        }
        return Bytes.of(masked);
    }

    /** Parses exact flags, {@code syn|ack}, or flags that are set and not set, {@code +syn-ack}. */
    private static Oxm tcpFlags(NotationPart text) {
        boolean signed = text.at(0) == '+' || text.at(0) == '-';
        long value = 0;
        long mask = 0;
        // Index of the character before the next flag.
        int before = signed ? 0 : -1;
        while (before < text.length()) {
            int end = before + 1;
            while (end < text.length() && Character.isLetter(text.at(end))) {
                end++;
            }
            long flag = tcpFlag(text.part(before + 1, end));
            value |= signed && text.at(before) == '-' ? 0 : flag;
            mask |= flag;
            if (end < text.length() && (signed ? "+-" : "|").indexOf(text.at(end)) < 0) {
                throw text.from(end).refuse("needs %s between flags".formatted(signed ? "+ or -" : "|"));
            }
            before = end;
        }
        return signed ? Field.TCP_FLAGS.is(value, mask) : Field.TCP_FLAGS.is(value);
    }

    private static long tcpFlag(NotationPart name) {
        int bit = TCP_FLAGS.indexOf(name.toString().toLowerCase(Locale.ROOT));
        if (bit < 0) {
            throw name.refuse("needs a number, or TCP flags of " + String.join(", ", TCP_FLAGS));
        }
        return 1L << bit;
    }

    private static long packetType(NotationPart text) {
        int comma = text.indexOf(",");
        if (comma < 0 || !text.startsWith("(") || text.at(text.length() - 1) != ')') {
            if (text.startsWith("(")) {
                throw text.refuse("needs a namespace and a type, such as (1,0x800)");
            }
            return NotationValues.number(text, 32);
        }
        long namespace = NotationValues.number(text.part(1, comma), 16);
        return namespace << 16 | NotationValues.number(text.part(comma + 1, text.length() - 1), 16);
    }

    /** Parses the value of a field by one of its names. */
    public static Oxm parse(String name, Field field, NotationPart value) {
        return switch (name) {
            case "dl_vlan" ->
                field.is(value.is("0xffff") || value.is("65535") ? 0 : Field.VLAN_PRESENT | vlanId(value));
            case "vlan_tci" -> vlanTci(field, value);
            case "nw_tos" -> field.is(dscp(value));
            default -> parse(field, value, false);
        };
    }

    /**
     * Parses a partly matched VLAN tag as {@code ovs-ofctl} prints it: the bits of this field out of the 16 bits of the
     * tag.
     */
    private static Oxm vlanTci(Field field, NotationPart text) {
        long mask = text.has("/") ? NotationValues.number(text.after("/"), 16) : 0xffff;
        long all = (1L << field.bits()) - 1;
        if ((mask & ~all) != 0) {
            throw text.refuse("needs a mask of 0x1fff at most, and vlan_pcp for the priority");
        }
        long value = NotationValues.number(text.before("/"), 16) & mask;
        return mask == all ? field.is(value) : field.is(value, mask);
    }

    private static long vlanId(NotationPart value) {
        return NotationValues.number(value, 0, 0xfff, "a VLAN identifier from 0 to 4095, or 0xffff for no tag");
    }

    public static long dscp(NotationPart value) {
        String needed = "a multiple of 4 from 0 to 252, as the lowest two bits are nw_ecn";
        long tos = NotationValues.number(value, 0, 0xff, needed);
        if (tos % 4 != 0) {
            throw value.refuse("needs " + needed);
        }
        return tos >> 2;
    }

    /** Parses a field after {@link #AS_IS}: its name, or its class, number and optional experimenter id. */
    public static Oxm asIs(NotationPart name, NotationPart value) {
        NotationPart rest = name.from(AS_IS.length());
        Field field = ProtocolContext.named(rest.toString().toLowerCase(Locale.ROOT));
        if (field != null) {
            return parse(field, value, true);
        }
        if (!rest.has("_")) {
            throw rest.refuse("needs a field name, or a class and number, such as oxm_8000_99");
        }
        NotationPart numbers = rest.after("_");
        long oxmClass = NotationValues.hexNumber(rest.before("_"), 0xffff);
        long number = NotationValues.number(numbers.before("_"), 7);
        long experimenter = numbers.has("_") ? NotationValues.hexNumber(numbers.after("_"), 0xffffffffL) : 0;
        Bytes bytes = NotationValues.hex(value.before("/"));
        Bytes mask = value.has("/") ? NotationValues.hex(value.after("/")) : null;
        try {
            return new Oxm((int) oxmClass, (int) number, experimenter, bytes, mask);
        } catch (IllegalArgumentException e) {
            throw value.refuse("is " + e.getMessage());
        }
    }
}
