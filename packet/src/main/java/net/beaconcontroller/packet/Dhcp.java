package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.getInt;
import static net.beaconcontroller.net.ByteAccess.getUnsignedByte;
import static net.beaconcontroller.net.ByteAccess.getUnsignedInt;
import static net.beaconcontroller.net.ByteAccess.getUnsignedShort;

/**
 * A view of a DHCP message for an Ethernet address, RFC 2131 section 2, with its options, RFC 2132. A message without
 * the message type option (53) is BOOTP, which has no view. Options in the {@code sname} and {@code file}
 * fields (option 52) are ignored.
 *
 * <pre>
 *  0    1          2   3      4     8      10      12       16       20       24
 *  | op | htype=1 | 6 | hops | xid | secs | flags | ciaddr | yiaddr | siaddr | giaddr |
 *
 *  28       44             236      240
 *  | chaddr | sname, file | cookie | options ...
 *
 *  An option is its code, the length of its value, and the value, except for 0, which pads, and 255, which ends the
 *  options.
 * </pre>
 */
public final class Dhcp extends HeaderView {
    /** The UDP port of servers and relay agents. */
    public static final int SERVER_PORT = 67;

    /** The UDP port of clients. */
    public static final int CLIENT_PORT = 68;

    /** DHCPDISCOVER: a client looks for servers. */
    public static final int DISCOVER = 1;

    /** DHCPOFFER: a server offers an address. */
    public static final int OFFER = 2;

    /** DHCPREQUEST: a client requests an offered address, or extends its lease. */
    public static final int REQUEST = 3;

    /** DHCPACK: a server grants a lease. */
    public static final int ACK = 5;

    /** DHCPNAK: a server refuses a request. */
    public static final int NAK = 6;

    /** The lease time that stands for infinity, in seconds: RFC 2131 section 3.3. */
    public static final long INFINITE_LEASE = 0xffff_ffffL;

    static final int BOOT_REQUEST = 1;
    static final int BOOT_REPLY = 2;

    static final int HARDWARE = 1;
    static final int TRANSACTION_ID = 4;
    static final int CLIENT_ADDRESS = 12;
    static final int YOUR_ADDRESS = 16;
    static final int RELAY_ADDRESS = 24;
    static final int CLIENT_MAC = 28;
    static final int COOKIE = 236;
    static final int OPTIONS = 240;

    /** Hardware type 1 with addresses of six bytes. */
    static final int ETHERNET = 0x0106;

    static final int MAGIC_COOKIE = 0x6382_5363;

    static final int OPTION_PAD = 0;
    static final int OPTION_REQUESTED_ADDRESS = 50;
    static final int OPTION_LEASE_TIME = 51;
    static final int OPTION_MESSAGE_TYPE = 53;
    static final int OPTION_SERVER_IDENTIFIER = 54;
    static final int OPTION_END = 255;
    static final int OPTION_HEADER_LENGTH = 2;

    private int type;
    private long requestedAddress;
    private long serverIdentifier;
    private long leaseSeconds;

    Dhcp() {}

    boolean wrap(byte[] newArray, int newStart, int end) {
        if (end - newStart < OPTIONS
                || getUnsignedShort(newArray, newStart + HARDWARE) != ETHERNET
                || getInt(newArray, newStart + COOKIE) != MAGIC_COOKIE) {
            return false;
        }
        moveTo(newArray, newStart);
        return readOptions(end) && type != 0;
    }

    private boolean readOptions(int end) {
        type = 0;
        requestedAddress = 0;
        serverIdentifier = 0;
        leaseSeconds = 0;
        int at = start + OPTIONS;
        while (at < end) {
            int code = getUnsignedByte(array, at);
            if (code == OPTION_END) {
                return true;
            }
            if (code == OPTION_PAD) {
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
        if (code == OPTION_MESSAGE_TYPE && length == 1) {
            type = getUnsignedByte(array, value);
        } else if (length == Integer.BYTES) {
            readFourByteOption(code, getUnsignedInt(array, value));
        }
        return true;
    }

    private void readFourByteOption(int code, long value) {
        switch (code) {
            case OPTION_REQUESTED_ADDRESS -> requestedAddress = value;
            case OPTION_LEASE_TIME -> leaseSeconds = value;
            case OPTION_SERVER_IDENTIFIER -> serverIdentifier = value;
            default -> {}
        }
    }

    /** Returns whether the sender is a client, or a relay agent on its behalf; otherwise it is a server. */
    public boolean isFromClient() {
        return unsignedByte(0) == BOOT_REQUEST;
    }

    /**
     * Returns the message type: {@link #DISCOVER}, {@link #OFFER}, {@link #REQUEST}, {@link #ACK}, {@link #NAK} or
     * another number but 0.
     */
    public int type() {
        return type;
    }

    /** Returns the 32-bit transaction id, which a client chooses at random and the server repeats in its replies. */
    public int transactionId() {
        return (int) unsignedInt(TRANSACTION_ID);
    }

    /** Returns the IPv4 address that the client uses already, or 0. */
    public long clientAddress() {
        return unsignedInt(CLIENT_ADDRESS);
    }

    /** Returns the IPv4 address that the server assigns to the client, or 0. */
    public long yourAddress() {
        return unsignedInt(YOUR_ADDRESS);
    }

    /** Returns the IPv4 address of the relay agent, or 0. */
    public long relayAddress() {
        return unsignedInt(RELAY_ADDRESS);
    }

    /** Returns the client's MAC address. */
    public long clientMac() {
        return mac(CLIENT_MAC);
    }

    /** Returns the IPv4 address that the client requests (option 50), or 0 without the option. */
    public long requestedAddress() {
        return requestedAddress;
    }

    /**
     * Returns the IPv4 address of the server that sends or is to receive the message (option 54), or 0 without the
     * option.
     */
    public long serverIdentifier() {
        return serverIdentifier;
    }

    /** Returns the lease time (option 51), {@link #INFINITE_LEASE} for no end, or 0 without the option. */
    public long leaseSeconds() {
        return leaseSeconds;
    }
}
