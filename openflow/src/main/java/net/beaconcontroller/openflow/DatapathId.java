package net.beaconcontroller.openflow;

/**
 * The 64-bit number that names a switch, and how people write it: 16 hexadecimal digits, as Open vSwitch does. OpenFlow
 * 1.5.1 section 7.3.1 (datapath_id).
 */
public final class DatapathId {
    private DatapathId() {}

    /** Sixteen hexadecimal digits, such as {@code 0000000000000001}. */
    public static String toString(long datapathId) {
        return "%016x".formatted(datapathId);
    }
}
