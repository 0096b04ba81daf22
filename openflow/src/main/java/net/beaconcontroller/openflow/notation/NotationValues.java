package net.beaconcontroller.openflow.notation;

import java.math.BigInteger;
import java.util.function.Function;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;

/** Parses and prints numbers and addresses. */
public final class NotationValues {
    private NotationValues() {}

    /** Returns an unsigned 64-bit number. */
    public static Number unsigned(long number) {
        return number >= 0 ? (Number) number : new BigInteger(Long.toUnsignedString(number));
    }

    /** Parses a port number or the name of a reserved port. */
    public static long port(NotationPart text) {
        long port = portOrNone(text);
        if (port < 0) {
            throw text.refuse("needs a port number or a reserved port, such as LOCAL");
        }
        return port;
    }

    /** Parses a port number or the name of a reserved port; -1 if the text is neither. */
    public static long portOrNone(NotationPart text) {
        if (!text.isEmpty() && isDigit(text.at(0))) {
            return number(text, 32);
        }
        for (long port = PortNumber.IN_PORT; port <= PortNumber.ANY; port++) {
            if (text.is(PortNumber.toString(port))) {
                return port;
            }
        }
        return text.is("NONE") ? PortNumber.ANY : -1;
    }

    /** Parses an unsigned number of at most {@code bits} bits, decimal, or hexadecimal after {@code 0x}. */
    public static long number(NotationPart text, int bits) {
        long most = bits == 64 ? -1 : (1L << bits) - 1;
        return number(text, 0, most, "a number from 0 to " + Long.toUnsignedString(most));
    }

    /** Parses an unsigned number from {@code least} to {@code most}. */
    public static long number(NotationPart text, long least, long most, String needed) {
        boolean hex = text.startsWith("0x");
        int base = hex ? 16 : 10;
        int first = hex ? 2 : 0;
        boolean looksOctal = !hex && text.length() > 1 && text.at(0) == '0' && isDigit(text.at(1));
        if (looksOctal) {
            throw text.refuse(
                    "needs %s; hexadecimal numbers begin with 0x, decimal numbers not with 0".formatted(needed));
        }
        long number = 0;
        for (int i = first; i < text.length(); i++) {
            int digit = digit(text.at(i), base);
            if (digit < 0 || Long.compareUnsigned(number, Long.divideUnsigned(-1L - digit, base)) > 0) {
                throw text.refuse("needs " + needed);
            }
            number = number * base + digit;
        }
        if (first == text.length()
                || Long.compareUnsigned(number, least) < 0
                || Long.compareUnsigned(number, most) > 0) {
            throw text.refuse("needs " + needed);
        }
        return number;
    }

    /** Parses pairs of hexadecimal digits, optionally after {@code 0x}. */
    public static Bytes hex(NotationPart text) {
        int first = text.startsWith("0x") ? 2 : 0;
        byte[] bytes = new byte[(text.length() - first) / 2];
        for (int i = first; i < text.length(); i++) {
            int digit = digit(text.at(i), 16);
            if (digit < 0 || (text.length() - first) % 2 != 0) {
                throw text.refuse("needs pairs of hexadecimal digits");
            }
            bytes[(i - first) / 2] |= (byte) ((i - first) % 2 == 0 ? digit << 4 : digit);
        }
        return Bytes.of(bytes);
    }

    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int digit(char c, int base) {
        return c < 128 ? Character.digit(c, base) : -1;
    }

    public static long mac(NotationPart text) {
        return address(text, MacAddress::parse, "an Ethernet address such as 02:00:00:00:00:01")
                .value();
    }

    public static long ipv4(NotationPart text) {
        return address(text, Ipv4Address::parse, "an IPv4 address such as 10.0.0.1")
                .value();
    }

    public static Bytes ipv6(NotationPart text) {
        byte[] bytes = new byte[Ipv6Address.LENGTH];
        address(text, Ipv6Address::parse, "an IPv6 address such as 2001:db8::1").write(bytes, 0);
        return Bytes.of(bytes);
    }

    private static <T> T address(NotationPart text, Function<String, T> parse, String needed) {
        try {
            return parse.apply(text.toString());
        } catch (IllegalArgumentException e) {
            throw text.refuse("needs " + needed);
        }
    }

    public static int u8(NotationPart value) {
        return (int) NotationValues.number(value, 8);
    }

    public static int u16(NotationPart value) {
        return (int) NotationValues.number(value, 16);
    }

    public static long u32(NotationPart value) {
        return NotationValues.number(value, 32);
    }

    public static long group(NotationPart value) {
        if (value.is("ANY")) {
            return GroupNumber.ANY;
        }
        return value.is("ALL") ? GroupNumber.ALL : u32(value);
    }

    /** Parses hexadecimal digits without {@code 0x}. */
    public static long hexNumber(NotationPart text, long most) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.at(i) < 128 ? Character.digit(text.at(i), 16) : -1;
            number = digit < 0 ? Long.MAX_VALUE >> 8 : number << 4 | digit;
            if (number > most) {
                break;
            }
        }
        if (text.isEmpty() || number > most) {
            throw text.refuse("needs hexadecimal digits, at most %x".formatted(most));
        }
        return number;
    }

    /** Parses seconds with up to nine decimals to the format of {@code Oxs.DURATION}. */
    public static long time(NotationPart text) {
        NotationPart digits = text.toString().endsWith("s") ? text.part(0, text.length() - 1) : text;
        int dot = digits.indexOf(".");
        long seconds = u32(dot < 0 ? digits : digits.part(0, dot));
        long nanos = 0;
        for (int i = 0; dot >= 0 && i < 9; i++) {
            int at = dot + 1 + i;
            boolean isDigit = at < digits.length() && NotationValues.isDigit(digits.at(at));
            if ((at < digits.length() && !isDigit) || digits.length() > dot + 10) {
                throw text.refuse("needs seconds with at most nine decimals, such as 1.5s");
            }
            nanos = 10 * nanos + (isDigit ? digits.at(at) - '0' : 0);
        }
        return seconds << 32 | nanos;
    }

    /** Returns a time in seconds, such as {@code 1.5s}. */
    public static String time(long seconds, long nanos) {
        String fraction = "%09d".formatted(nanos);
        int end = fraction.length();
        while (end > 0 && fraction.charAt(end - 1) == '0') {
            end--;
        }
        return seconds + (end == 0 ? "" : "." + fraction.substring(0, end)) + "s";
    }
}
