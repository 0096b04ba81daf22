package net.beaconcontroller.net;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * An IPv6 address, RFC 4291 section 2.
 *
 * @param high the first eight bytes, in network byte order
 * @param low the last eight bytes, in network byte order
 */
public record Ipv6Address(long high, long low) {
    /** The length of an address on the wire, in bytes. */
    public static final int LENGTH = 16;

    /** The unspecified address, {@code ::}, RFC 4291 section 2.5.2. */
    public static final Ipv6Address UNSPECIFIED = new Ipv6Address(0, 0);

    /** The solicited-node multicast prefix {@code ff02::1:ff00:0/104}, RFC 4291 section 2.7.1. */
    private static final Ipv6Address SOLICITED_NODE = new Ipv6Address(0xff02L << 48, 0x1_ff00_0000L);

    private static final int GROUPS = 8;
    private static final long IPV4_MAPPED = 0xffff;

    private static final Pattern GROUPS_TEXT = Pattern.compile("\\p{XDigit}{1,4}(:\\p{XDigit}{1,4})*|");

    /** Reads the 16 bytes at {@code offset}. */
    public static Ipv6Address read(byte[] array, int offset) {
        return new Ipv6Address(ByteAccess.getLong(array, offset), ByteAccess.getLong(array, offset + Long.BYTES));
    }

    /** Writes the address as 16 bytes at {@code offset}. */
    public void write(byte[] array, int offset) {
        ByteAccess.putLong(array, offset, high);
        ByteAccess.putLong(array, offset + Long.BYTES, low);
    }

    /**
     * Parses any text form of RFC 4291 section 2.2, such as {@code 2001:db8::1} or {@code ::ffff:10.0.0.1}.
     *
     * @throws IllegalArgumentException if the text is not an address
     */
    public static Ipv6Address parse(String text) {
        int gap = text.indexOf("::");
        String[] head = groups(text, gap < 0 ? "" : text.substring(0, gap));
        String[] tail = groups(text, withoutDots(text, gap < 0 ? text : text.substring(gap + 2)));
        int count = head.length + tail.length;
        if (gap < 0 ? count != GROUPS : count >= GROUPS) {
            throw invalid(text);
        }
        byte[] bytes = new byte[LENGTH];
        for (int i = 0; i < head.length; i++) {
            ByteAccess.putShort(bytes, 2 * i, HexFormat.fromHexDigits(head[i]));
        }
        for (int i = 0; i < tail.length; i++) {
            ByteAccess.putShort(bytes, LENGTH - 2 * (tail.length - i), HexFormat.fromHexDigits(tail[i]));
        }
        return read(bytes, 0);
    }

    private static String[] groups(String text, String part) {
        if (!GROUPS_TEXT.matcher(part).matches()) {
            throw invalid(text);
        }
        return part.isEmpty() ? new String[0] : part.split(":", -1);
    }

    /** Replaces an IPv4 address at the end by two hexadecimal groups. */
    private static String withoutDots(String text, String part) {
        if (part.indexOf('.') < 0) {
            return part;
        }
        int last = part.lastIndexOf(':') + 1;
        try {
            long value = Ipv4Address.parse(part.substring(last)).value();
            return part.substring(0, last) + "%x:%x".formatted(value >>> 16, value & 0xffff);
        } catch (IllegalArgumentException e) {
            throw invalid(text);
        }
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException(
                "invalid IPv6 address '%s': expected hexadecimal groups such as 2001:db8::1".formatted(text));
    }

    /** Returns the solicited-node multicast address of this address, RFC 4291 section 2.7.1. */
    public Ipv6Address solicitedNode() {
        return new Ipv6Address(SOLICITED_NODE.high, SOLICITED_NODE.low | (low & 0xff_ffff));
    }

    @Override
    public int hashCode() {
        return SeededHash.of(high, low);
    }

    /**
     * Returns the text form of RFC 5952, such as {@code 2001:db8::1}; {@code ::ffff:10.0.0.1} for an IPv4-mapped
     * address.
     */
    @Override
    public String toString() {
        if (high == 0 && low >>> 32 == IPV4_MAPPED) {
            return "::ffff:" + Ipv4Address.toString(low);
        }
        int zerosAt = 0;
        // "::" does not stand for a single group: RFC 5952 section 4.2.2.
        int zeros = 1;
        for (int first = 0; first < GROUPS; first++) {
            int run = zerosFrom(first);
            if (run > zeros) {
                zerosAt = first;
                zeros = run;
            }
        }
        return zeros == 1 ? groups(0, GROUPS) : groups(0, zerosAt) + "::" + groups(zerosAt + zeros, GROUPS);
    }

    private int zerosFrom(int first) {
        int end = first;
        while (end < GROUPS && group(end) == 0) {
            end++;
        }
        return end - first;
    }

    private String groups(int from, int to) {
        var text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i == from ? "" : ":").append(Integer.toHexString(group(i)));
        }
        return text.toString();
    }

    private int group(int index) {
        long half = index < GROUPS / 2 ? high : low;
        return (int) (half >>> (48 - 16 * (index % (GROUPS / 2)))) & 0xffff;
    }
}
