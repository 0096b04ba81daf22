package net.beaconcontroller.packet;

import static net.beaconcontroller.common.ByteAccess.getMac;
import static net.beaconcontroller.common.ByteAccess.getUnsignedByte;
import static net.beaconcontroller.common.ByteAccess.getUnsignedInt;
import static net.beaconcontroller.common.ByteAccess.getUnsignedShort;

/**
 * Reads a DHCP message about an Ethernet address, RFC 2131 section 2, and two of its options, RFC 2132: the message's type (53),
 * without which it is none, and the time of the lease (51). Options in the fields for names (option 52) are not looked for.
 *
 * <pre>
 *  0    1          2   3      4     8      10      12       16       20       24       28               236
 *  | op | htype=1 | 6 | hops | xid | secs | flags | ciaddr | yiaddr | siaddr | giaddr | chaddr | names | cookie | options ...
 *
 *  An option is its code, the length of its value, and that value; but for a 0, which pads, and a 255, which ends them.
 * </pre>
 */
public final class Dhcp {
    /** The UDP port of servers and relays. */
    public static final int SERVER_PORT = 67;

    /** The UDP port of clients. */
    public static final int CLIENT_PORT = 68;

    /** The type of message by which a client asks for what an offer said, or for more time. */
    public static final int REQUEST = 3;

    /** The type of message by which a server grants a lease. */
    public static final int ACK = 5;

    /** The time of a lease that does not end, in seconds. */
    public static final long FOREVER = 0xffff_ffffL;

    private static final int BOOT_REQUEST = 1;

    private static final int HARDWARE = 1;
    private static final int TRANSACTION = 4;
    private static final int YOUR_ADDRESS = 16;
    private static final int RELAY_ADDRESS = 24;
    private static final int CLIENT_MAC = 28;
    private static final int COOKIE = 236;
    private static final int OPTIONS = 240;

    private static final int ETHERNET_OF_SIX_BYTES = 0x0106;
    private static final long MAGIC = 0x6382_5363L;

    private static final int PAD = 0;
    private static final int LEASE_TIME = 51;
    private static final int MESSAGE_TYPE = 53;
    private static final int END = 255;
    private static final int OPTION_HEADER_LENGTH = 2;

    private byte[] array = {};
    private int start;
    private int type;
    private long leaseSeconds;

    Dhcp() {}

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (end - newStart < OPTIONS
                || getUnsignedShort(newArray, newStart + HARDWARE) != ETHERNET_OF_SIX_BYTES
                || getUnsignedInt(newArray, newStart + COOKIE) != MAGIC) {
            return false;
        }
        array = newArray;
        start = newStart;
        return readOptions(end) && type != 0;
    }

    private boolean readOptions(int end) {
        type = 0;
        leaseSeconds = 0;
        int at = start + OPTIONS;
        while (at < end) {
            int code = getUnsignedByte(array, at);
            if (code == END) {
                return true;
            }
            if (code == PAD) {
                at++;
            } else if (end - at < OPTION_HEADER_LENGTH || !readOption(code, at + OPTION_HEADER_LENGTH, end)) {
                return false;
            } else {
                at += OPTION_HEADER_LENGTH + getUnsignedByte(array, at + 1);
            }
        }
        return true;
    }

    private boolean readOption(int code, int value, int end) {
        int length = getUnsignedByte(array, value - 1);
        if (end - value < length) {
            return false;
        }
        if (code == MESSAGE_TYPE && length == 1) {
            type = getUnsignedByte(array, value);
        } else if (code == LEASE_TIME && length == Integer.BYTES) {
            leaseSeconds = getUnsignedInt(array, value);
        }
        return true;
    }

    /** Whether a client says it, or a relay for one; a server else. */
    public boolean isOfClient() {
        return getUnsignedByte(array, start) == BOOT_REQUEST;
    }

    /** {@link #REQUEST}, {@link #ACK} or another number, not 0. */
    public int type() {
        return type;
    }

    /** What a client chose at random, and what the server's answers repeat; 32 bits. */
    public int transaction() {
        return (int) getUnsignedInt(array, start + TRANSACTION);
    }

    /** The IPv4 address that the server gives to the client, or 0. */
    public long yourAddress() {
        return getUnsignedInt(array, start + YOUR_ADDRESS);
    }

    /** The IPv4 address of the relay on the way, or 0. */
    public long relayAddress() {
        return getUnsignedInt(array, start + RELAY_ADDRESS);
    }

    /** The client's Ethernet address. */
    public long clientMac() {
        return getMac(array, start + CLIENT_MAC);
    }

    /** For how long the address is given; {@link #FOREVER}, or 0 where the message does not say. */
    public long leaseSeconds() {
        return leaseSeconds;
    }
}
