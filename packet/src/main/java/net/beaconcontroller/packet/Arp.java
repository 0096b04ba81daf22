package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.getMac;

/**
 * A view of an ARP packet, RFC 826, for IPv4 addresses on Ethernet: hardware type 1 with addresses of six bytes,
 * protocol type 0x0800 with addresses of four bytes.
 *
 * <pre>
 *  0            2                 4   5   6           8            14          18           24
 *  | hardware=1 | protocol=0x0800 | 6 | 4 | operation | sender mac | sender ip | target mac | target ip |
 * </pre>
 */
public final class Arp extends HeaderView {
    public static final int REQUEST = 1;
    public static final int REPLY = 2;

    public static final int OPERATION_OFFSET = 6;
    public static final int SENDER_MAC_OFFSET = 8;
    public static final int SENDER_IP_OFFSET = 14;
    public static final int TARGET_MAC_OFFSET = 18;
    public static final int TARGET_IP_OFFSET = 24;

    /** The types and address lengths in the first six bytes. */
    static final long IPV4_ON_ETHERNET = 0x0001_0800_06_04L;

    private static final int LENGTH = 28;

    Arp() {}

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (end - newStart < LENGTH || getMac(newArray, newStart) != IPV4_ON_ETHERNET) {
            return false;
        }
        moveTo(newArray, newStart);
        return true;
    }

    /** Returns {@link #REQUEST}, {@link #REPLY} or another number. */
    public int operation() {
        return unsignedShort(OPERATION_OFFSET);
    }

    public long senderMac() {
        return mac(SENDER_MAC_OFFSET);
    }

    public long senderIp() {
        return unsignedInt(SENDER_IP_OFFSET);
    }

    public long targetMac() {
        return mac(TARGET_MAC_OFFSET);
    }

    public long targetIp() {
        return unsignedInt(TARGET_IP_OFFSET);
    }
}
