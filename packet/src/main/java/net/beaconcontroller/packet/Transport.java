package net.beaconcontroller.packet;

import static net.beaconcontroller.packet.Wire.get16;

/** Reads the two ports that begin a TCP segment, RFC 9293 section 3.1, and a UDP datagram, RFC 768, alike. */
public final class Transport {
    /** TCP's number in the IP header. */
    public static final int TCP = 6;

    /** UDP's number in the IP header. */
    public static final int UDP = 17;

    private static final int DESTINATION_PORT = 2;
    private static final int LENGTH = 4;

    private byte[] array = {};
    private int start;

    Transport() {}

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (end - newStart < LENGTH) {
            return false;
        }
        array = newArray;
        start = newStart;
        return true;
    }

    public int sourcePort() {
        return get16(array, start);
    }

    public int destinationPort() {
        return get16(array, start + DESTINATION_PORT);
    }
}
