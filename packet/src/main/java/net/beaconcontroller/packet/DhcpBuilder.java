package net.beaconcontroller.packet;

import static net.beaconcontroller.net.ByteAccess.putInt;
import static net.beaconcontroller.net.ByteAccess.putMac;
import static net.beaconcontroller.net.ByteAccess.putShort;

/**
 * A writer of a DHCP message, RFC 2131 section 2: the payload of a UDP datagram.
 *
 * <pre>{@code
 * byte[] discover = new DhcpBuilder(Dhcp.DISCOVER, transactionId, mac).build();
 * }</pre>
 *
 * Addresses and times of 0 are left out. For use by one thread.
 */
public final class DhcpBuilder {
    /** The length of a BOOTP message, the minimum that relay agents forward: RFC 1542 section 2.1. */
    private static final int LENGTH = 300;

    private static final int OPTION_SUBNET_MASK = 1;

    private final byte[] bytes = new byte[LENGTH];
    private int end = Dhcp.OPTIONS;

    /** Starts a message of a client or server, depending on its type, such as {@link Dhcp#REQUEST}. */
    public DhcpBuilder(int type, int transactionId, long clientMac) {
        boolean isReply = type == Dhcp.OFFER || type == Dhcp.ACK || type == Dhcp.NAK;
        bytes[0] = (byte) (isReply ? Dhcp.BOOT_REPLY : Dhcp.BOOT_REQUEST);
        putShort(bytes, Dhcp.HARDWARE, Dhcp.ETHERNET);
        putInt(bytes, Dhcp.TRANSACTION_ID, transactionId);
        putMac(bytes, Dhcp.CLIENT_MAC, clientMac);
        putInt(bytes, Dhcp.COOKIE, Dhcp.MAGIC_COOKIE);
        bytes[end++] = Dhcp.OPTION_MESSAGE_TYPE;
        bytes[end++] = 1;
        bytes[end++] = (byte) type;
    }

    /** Sets the IPv4 address that the client uses already. */
    public DhcpBuilder clientAddress(long address) {
        putInt(bytes, Dhcp.CLIENT_ADDRESS, (int) address);
        return this;
    }

    /** Sets the IPv4 address that the server assigns to the client. */
    public DhcpBuilder yourAddress(long address) {
        putInt(bytes, Dhcp.YOUR_ADDRESS, (int) address);
        return this;
    }

    /** Appends option 50. */
    public DhcpBuilder requestedAddress(long address) {
        return option(Dhcp.OPTION_REQUESTED_ADDRESS, address);
    }

    /** Appends option 54. */
    public DhcpBuilder serverIdentifier(long address) {
        return option(Dhcp.OPTION_SERVER_IDENTIFIER, address);
    }

    /** Appends option 51. */
    public DhcpBuilder leaseSeconds(long seconds) {
        return option(Dhcp.OPTION_LEASE_TIME, seconds);
    }

    /** Appends option 1. */
    public DhcpBuilder subnetMask(long mask) {
        return option(OPTION_SUBNET_MASK, mask);
    }

    private DhcpBuilder option(int code, long value) {
        if (value != 0) {
            bytes[end] = (byte) code;
            bytes[end + 1] = Integer.BYTES;
            putInt(bytes, end + Dhcp.OPTION_HEADER_LENGTH, (int) value);
            end += Dhcp.OPTION_HEADER_LENGTH + Integer.BYTES;
        }
        return this;
    }

    /** Returns the message, 300 bytes long. */
    public byte[] build() {
        bytes[end] = (byte) Dhcp.OPTION_END;
        return bytes.clone();
    }
}
