package net.beaconcontroller.packet;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Ethernet addresses as text. */
public final class Mac {
    public static final long BROADCAST = 0xffff_ffff_ffffL;

    private static final HexFormat COLONS = HexFormat.ofDelimiter(":");
    private static final Pattern TEXT = Pattern.compile("\\p{XDigit}{2}(:\\p{XDigit}{2}){5}");

    private Mac() {}

    /** The low 48 bits, like 00:11:22:aa:bb:cc. */
    public static String toString(long mac) {
        return COLONS.formatHex(ByteBuffer.allocate(Long.BYTES).putLong(mac).array(), 2, Long.BYTES);
    }

    /** Reads what {@link #toString(long)} writes, in letters of either case. */
    public static long parse(String text) {
        if (!TEXT.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not an Ethernet address, which is six bytes in hex like 00:11:22:aa:bb:cc"
                            .formatted(text));
        }
        return HexFormat.fromHexDigitsToLong(text.replace(":", ""));
    }
}
