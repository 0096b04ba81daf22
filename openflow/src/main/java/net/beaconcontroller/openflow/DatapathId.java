package net.beaconcontroller.openflow;

/** The 64-bit number that names a switch, and how people write it: 16 hexadecimal digits, as Open vSwitch does. */
public final class DatapathId {
    private DatapathId() {}

    public static String toString(long datapathId) {
        return "%016x".formatted(datapathId);
    }
}
