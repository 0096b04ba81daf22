package net.beaconcontroller.packet;

import static net.beaconcontroller.common.ByteAccess.getUnsignedByte;

/** Reads the two bytes that begin an ICMP message, RFC 792, and an ICMPv6 message, RFC 4443 section 2.1, alike. */
public final class Icmp {
    /** ICMP's number in the IPv4 header. */
    public static final int V4 = 1;

    /** ICMPv6's number in the IPv6 header. */
    public static final int V6 = 58;

    private static final int CODE = 1;
    private static final int LENGTH = 2;

    private byte[] array = {};
    private int start;

    Icmp() {}

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (end - newStart < LENGTH) {
            return false;
        }
        array = newArray;
        start = newStart;
        return true;
    }

    public int type() {
        return getUnsignedByte(array, start);
    }

    public int code() {
        return getUnsignedByte(array, start + CODE);
    }
}
