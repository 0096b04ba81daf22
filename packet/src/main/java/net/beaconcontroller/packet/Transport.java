package net.beaconcontroller.packet;

import static net.beaconcontroller.common.ByteAccess.getUnsignedInt;

/** Reads the two ports that begin a TCP segment, RFC 9293 section 3.1, and a UDP datagram, RFC 768, alike. */
public final class Transport {
    /** TCP's number in the IP header. */
    public static final int TCP = 6;

    /** UDP's number in the IP header. */
    public static final int UDP = 17;

    private static final int LENGTH = 4;

    private int ports;

    Transport() {}

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (end - newStart < LENGTH) {
            return false;
        }
        ports = (int) getUnsignedInt(newArray, newStart);
        return true;
    }

    public int sourcePort() {
        return ports >>> 16;
    }

    public int destinationPort() {
        return ports & 0xffff;
    }
}
