package net.beaconcontroller.net;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A MAC address (EUI-48, IEEE 802 section 8.2). Hot paths keep the bare {@code long}, for which the static methods are.
 *
 * @param value the address in the low 48 bits; the others are 0
 */
public record MacAddress(long value) {
    /** The broadcast address, {@code ff:ff:ff:ff:ff:ff}. */
    public static final long BROADCAST = 0xffff_ffff_ffffL;

    /** The length of an address on the wire, in bytes. */
    public static final int LENGTH = 6;

    private static final long GROUP_BIT = 1L << 40;
    private static final Pattern TEXT = Pattern.compile("\\p{XDigit}{1,2}(:\\p{XDigit}{1,2}){5}");

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the value has more than 48 bits
     */
    public MacAddress {
        if (value >>> 48 != 0) {
            throw new IllegalArgumentException("invalid MAC address 0x%x: expected at most 48 bits".formatted(value));
        }
    }

    /**
     * Parses six hexadecimal bytes between colons, such as {@code 00:11:22:aa:bb:cc}, in letters of either case. The
     * first digit of a byte may be left out if it is 0.
     *
     * @throws IllegalArgumentException if the text is not an address
     */
    public static MacAddress parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "invalid MAC address '%s': expected six hexadecimal bytes such as 00:11:22:aa:bb:cc"
                            .formatted(text));
        }
        long value = 0;
        for (String digits : text.split(":", -1)) {
            value = value << 8 | HexFormat.fromHexDigits(digits);
        }
        return new MacAddress(value);
    }

    /** Returns the low 48 bits as text, such as {@code 00:11:22:aa:bb:cc}. */
    public static String toString(long value) {
        byte[] bytes = new byte[LENGTH];
        ByteAccess.putMac(bytes, 0, value);
        return HexFormat.ofDelimiter(":").formatHex(bytes);
    }

    /** Returns whether the address belongs to a group: a multicast address or the broadcast address. */
    public static boolean isGroup(long value) {
        return (value & GROUP_BIT) != 0;
    }

    /** Returns the address as {@link #parse} reads it, with two lower-case digits for each byte. */
    @Override
    public String toString() {
        return toString(value);
    }
}
