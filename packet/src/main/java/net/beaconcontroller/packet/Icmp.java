package net.beaconcontroller.packet;

/**
 * A view of the type and the code that an ICMP message, RFC 792, and an ICMPv6 message, RFC 4443 section 2.1, begin
 * with.
 */
public final class Icmp extends HeaderView {
    /** The protocol number of ICMP in the IPv4 header. */
    public static final int V4 = 1;

    /** The protocol number of ICMPv6 in the IPv6 header. */
    public static final int V6 = 58;

    public static final int V4_ECHO_REPLY = 0;
    public static final int V4_ECHO_REQUEST = 8;
    public static final int V6_ECHO_REQUEST = 128;
    public static final int V6_ECHO_REPLY = 129;

    /** The length of the header of an echo message, in bytes. */
    public static final int ECHO_HEADER_LENGTH = 8;

    private static final int CODE = 1;
    private static final int LENGTH = 2;

    Icmp() {}

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (end - newStart < LENGTH) {
            return false;
        }
        moveTo(newArray, newStart);
        return true;
    }

    public int type() {
        return unsignedByte(0);
    }

    public int code() {
        return unsignedByte(CODE);
    }
}
