package net.beaconcontroller.openflow;

/**
 * Text form of datapath ids, the 64-bit identifiers of switches: 16 hexadecimal digits, as in Open vSwitch. OpenFlow
 * 1.5.1 section 7.3.1 (datapath_id).
 */
public final class DatapathId {
    /** The end of the message that refuses what {@link #parse} cannot read. */
    public static final String NEEDED = "needs a datapath id, 1 to 16 hexadecimal digits";

    private DatapathId() {}

    /** Returns 16 hexadecimal digits, such as {@code 0000000000000001}. */
    public static String toString(long datapathId) {
        return "%016x".formatted(datapathId);
    }

    /**
     * Parses 1 to 16 hexadecimal digits.
     *
     * @throws NumberFormatException if the text is something else
     */
    public static long parse(String text) {
        return Long.parseUnsignedLong(text, 16);
    }
}
