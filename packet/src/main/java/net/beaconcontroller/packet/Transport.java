package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.getInt;

/** A view of the two ports that a TCP segment, RFC 9293 section 3.1, and a UDP datagram, RFC 768, begin with. */
public final class Transport {
    /** The protocol number of TCP in the IP header. */
    public static final int TCP = 6;

    /** The protocol number of UDP in the IP header. */
    public static final int UDP = 17;

    /** The length of a TCP header without options, in bytes. */
    public static final int TCP_HEADER_LENGTH = 20;

    /** The length of a UDP header, in bytes. */
    public static final int UDP_HEADER_LENGTH = 8;

    static final int UDP_LENGTH = 4;

    private static final int LENGTH = 4;

    private int ports;

    Transport() {}

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (end - newStart < LENGTH) {
            return false;
        }
        ports = getInt(newArray, newStart);
        return true;
    }

    public int sourcePort() {
        return ports >>> 16;
    }

    public int destinationPort() {
        return ports & 0xffff;
    }
}
