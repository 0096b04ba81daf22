package net.beaconcontroller.net;

import java.util.regex.Pattern;

/**
 * An IPv4 address, RFC 791 section 3.2. Hot paths keep the bare {@code long}, for which the static methods are.
 *
 * @param value the address in the low 32 bits; the others are 0
 */
public record Ipv4Address(long value) {
    /**
     * The unspecified address, {@code 0.0.0.0}: the source of a host that has no address yet, RFC 1122 section 3.2.1.3.
     */
    public static final long UNSPECIFIED = 0;

    /** The limited broadcast address, {@code 255.255.255.255}: RFC 919 section 7. */
    public static final long BROADCAST = 0xffff_ffffL;

    private static final String OCTET = "(0|[1-9]\\d{0,2})";
    private static final Pattern TEXT = Pattern.compile(OCTET + ("\\." + OCTET).repeat(3));

    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the value has more than 32 bits
     */
    public Ipv4Address {
        if (value >>> 32 != 0) {
            throw new IllegalArgumentException("invalid IPv4 address 0x%x: expected at most 32 bits".formatted(value));
        }
    }

    /**
     * Parses four decimal numbers between dots, such as {@code 10.0.0.1}. Leading zeros are refused, since some
     * programs read such numbers as octal: RFC 6943 section 3.1.1.
     *
     * @throws IllegalArgumentException if the text is not an address
     */
    public static Ipv4Address parse(String text) {
        long value = 0;
        boolean isValid = TEXT.matcher(text).matches();
        if (isValid) {
            for (String digits : text.split("\\.", -1)) {
                int octet = Integer.parseInt(digits);
                isValid &= octet <= 0xff;
                value = value << 8 | octet;
            }
        }
        if (!isValid) {
            throw new IllegalArgumentException(
                    "invalid IPv4 address '%s': expected four numbers from 0 to 255 such as 10.0.0.1".formatted(text));
        }
        return new Ipv4Address(value);
    }

    /** Returns the low 32 bits in dotted decimal, such as {@code 10.0.0.1}. */
    public static String toString(long value) {
        return (value >> 24 & 0xff) + "." + (value >> 16 & 0xff) + "." + (value >> 8 & 0xff) + "." + (value & 0xff);
    }

    /** Returns whether the address belongs to a multicast group, {@code 224.0.0.0/4}: RFC 5771 section 3. */
    public static boolean isMulticast(long value) {
        return value >>> 28 == 0xe;
    }

    /** Returns the address in dotted decimal. */
    @Override
    public String toString() {
        return toString(value);
    }
}
