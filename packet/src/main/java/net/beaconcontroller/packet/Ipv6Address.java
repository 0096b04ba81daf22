package net.beaconcontroller.packet;

/**
 * An IPv6 address as a value: as two numbers, in network order. Views say where an address lies; this is for who keeps one.
 */
public record Ipv6Address(long high, long low) {
    private static final int GROUPS = 8;
    private static final long IPV4_MAPPED = 0xffff;

    /** The 16 bytes that begin at {@code offset}. */
    public static Ipv6Address at(byte[] array, int offset) {
        return new Ipv6Address(highAt(array, offset), lowAt(array, offset));
    }

    /** The first half of an address that begins at {@code offset}, without making it a value. */
    public static long highAt(byte[] array, int offset) {
        return Wire.get64(array, offset);
    }

    /** The second half of an address that begins at {@code offset}, without making it a value. */
    public static long lowAt(byte[] array, int offset) {
        return Wire.get64(array, offset + Long.BYTES);
    }

    /** As RFC 5952 has it, like 2001:db8::1; an IPv4-mapped one like ::ffff:10.0.0.1. */
    @Override
    public String toString() {
        if (high == 0 && low >>> 32 == IPV4_MAPPED) {
            return "::ffff:" + Ipv4.toString(low & 0xffff_ffffL);
        }
        int zerosAt = 0;
        int zeros = 1; // a single group of zeros is written out
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
