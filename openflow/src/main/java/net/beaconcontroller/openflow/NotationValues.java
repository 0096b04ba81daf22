package net.beaconcontroller.openflow;

import java.util.StringJoiner;

/** Numbers and addresses as text, and back. */
final class NotationValues {
    private static final int IPV6_GROUPS = 8;

    private NotationValues() {}

    static String mac(long address) {
        var text = new StringJoiner(":");
        for (int shift = 40; shift >= 0; shift -= 8) {
            text.add("%02x".formatted(address >>> shift & 0xff));
        }
        return text.toString();
    }

    static String ipv4(long address) {
        return "%d.%d.%d.%d"
                .formatted(address >>> 24 & 0xff, address >>> 16 & 0xff, address >>> 8 & 0xff, address & 0xff);
    }

    /** As RFC 5952 has it. */
    static String ipv6(Bytes address) {
        int[] groups = new int[IPV6_GROUPS];
        for (int i = 0; i < IPV6_GROUPS; i++) {
            groups[i] = address.at(2 * i) << 8 | address.at(2 * i + 1);
        }
        int zerosAt = -1;
        int zeros = 1;
        for (int i = 0, run = 0; i < IPV6_GROUPS; i++) {
            run = groups[i] == 0 ? run + 1 : 0;
            if (run > zeros) {
                zeros = run;
                zerosAt = i + 1 - run;
            }
        }
        boolean mapped = zerosAt == 0 && zeros == 5 && groups[5] == 0xffff;
        if (mapped) {
            return "::ffff:" + ipv4(address.toLong() & 0xffffffffL);
        }
        var text = new StringBuilder();
        for (int i = 0; i < IPV6_GROUPS; i++) {
            if (i == zerosAt) {
                text.append("::");
                i += zeros - 1;
                continue;
            }
            text.append(i == 0 || text.charAt(text.length() - 1) == ':' ? "" : ":");
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }

    /** A port's number, or the name of a reserved one. */
    static long port(NotationPart text) {
        long port = portOrNone(text);
        if (port < 0) {
            throw text.refuse("needs a port's number or the name of a reserved one, such as LOCAL");
        }
        return port;
    }

    /** The same, or -1 if it is neither. */
    static long portOrNone(NotationPart text) {
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

    /** An unsigned number of at most so many bits, decimal or behind {@code 0x} hexadecimal. */
    static long number(NotationPart text, int bits) {
        long most = bits == 64 ? -1 : (1L << bits) - 1;
        return number(text, 0, most, "a number from 0 to " + Long.toUnsignedString(most));
    }

    /** An unsigned number of a range. */
    static long number(NotationPart text, long least, long most, String needed) {
        boolean hex = text.startsWith("0x");
        int base = hex ? 16 : 10;
        int first = hex ? 2 : 0;
        boolean looksOctal = !hex && text.length() > 1 && text.at(0) == '0' && isDigit(text.at(1));
        if (looksOctal) {
            throw text.refuse(
                    "needs %s; hexadecimal digits stand behind 0x, decimal ones do not begin with 0".formatted(needed));
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

    /** Pairs of hexadecimal digits, with or without {@code 0x} before them. */
    static Bytes hex(NotationPart text) {
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

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int digit(char c, int base) {
        return c < 128 ? Character.digit(c, base) : -1;
    }

    static long mac(NotationPart text) {
        long address = 0;
        int digits = 0;
        int colons = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.at(i) == ':' && digits > 0) {
                colons++;
                digits = 0;
                address <<= 8;
                continue;
            }
            int digit = digit(text.at(i), 16);
            digits++;
            if (digit < 0 || digits > 2 || colons > 5) {
                throw notMac(text);
            }
            address = (address & ~0xffL) | ((address & 0xff) << 4 | digit);
        }
        if (colons != 5 || digits == 0) {
            throw notMac(text);
        }
        return address;
    }

    private static NotationException notMac(NotationPart text) {
        return text.refuse("needs an Ethernet address such as 02:00:00:00:00:01");
    }

    static long ipv4(NotationPart text) {
        long address = ipv4OrNone(text);
        if (address < 0) {
            throw text.refuse("needs an IPv4 address such as 10.0.0.1");
        }
        return address;
    }

    private static long ipv4OrNone(NotationPart text) {
        long address = 0;
        int dots = 0;
        int digits = 0;
        int octet = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.at(i);
            if (c == '.' && digits > 0) {
                dots++;
                digits = 0;
                address = address << 8 | octet;
                octet = 0;
                continue;
            }
            digits++;
            octet = 10 * octet + digit(c, 10);
            if (!isDigit(c) || octet > 0xff || (digits > 1 && octet < 10) || dots > 3) {
                return -1;
            }
        }
        return dots == 3 && digits > 0 ? address << 8 | octet : -1;
    }

    static Bytes ipv6(NotationPart text) {
        byte[] address = new byte[2 * IPV6_GROUPS];
        int length = 0;
        int gapAt = -1;
        int at = 0;
        if (text.startsWith("::")) {
            gapAt = 0;
            at = 2;
        }
        while (at < text.length()) {
            int to = endOfGroup(text, at);
            NotationPart group = text.part(at, to);
            if (group.indexOf(".") >= 0) {
                long last = ipv4OrNone(group);
                if (last < 0 || to < text.length() || length > address.length - 4) {
                    throw notIpv6(text);
                }
                Bytes.ofLong(last, 4).copyTo(address, length);
                length += 4;
                break;
            }
            if (to == at || to - at > 4 || length == address.length) {
                throw notIpv6(text);
            }
            Bytes.ofLong(hexGroup(text, group), 2).copyTo(address, length);
            length += 2;
            at = to;
            if (at == text.length()) {
                break;
            }
            at++;
            if (at < text.length() && text.at(at) == ':') {
                if (gapAt >= 0) {
                    throw notIpv6(text);
                }
                gapAt = length;
                at++;
            } else if (at == text.length()) {
                throw notIpv6(text);
            }
        }
        if (gapAt < 0 ? length != address.length : length > address.length - 2) {
            throw notIpv6(text);
        }
        return gapAt < 0 ? Bytes.of(address) : widened(address, gapAt, length);
    }

    private static int endOfGroup(NotationPart text, int from) {
        int to = from;
        while (to < text.length() && text.at(to) != ':') {
            to++;
        }
        return to;
    }

    private static long hexGroup(NotationPart text, NotationPart group) {
        long number = 0;
        for (int i = 0; i < group.length(); i++) {
            int digit = digit(group.at(i), 16);
            if (digit < 0) {
                throw notIpv6(text);
            }
            number = number << 4 | digit;
        }
        return number;
    }

    /** The same with as many zeros in the gap as are missing. */
    private static Bytes widened(byte[] address, int gapAt, int length) {
        byte[] wide = new byte[address.length];
        System.arraycopy(address, 0, wide, 0, gapAt);
        System.arraycopy(address, gapAt, wide, wide.length - (length - gapAt), length - gapAt);
        return Bytes.of(wide);
    }

    private static NotationException notIpv6(NotationPart text) {
        return text.refuse("needs an IPv6 address such as 2001:db8::1");
    }

    static int u8(NotationPart value) {
        return (int) NotationValues.number(value, 8);
    }

    static int u16(NotationPart value) {
        return (int) NotationValues.number(value, 16);
    }

    static long u32(NotationPart value) {
        return NotationValues.number(value, 32);
    }

    static long group(NotationPart value) {
        if (value.is("ANY")) {
            return FlowMod.ANY_GROUP;
        }
        return value.is("ALL") ? GroupMod.ALL : u32(value);
    }

    /** Hexadecimal digits without {@code 0x}. */
    static long hexNumber(NotationPart text, long most) {
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

    /** Seconds with up to nine decimals, as a statistic has them. */
    static long time(NotationPart text) {
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
}
