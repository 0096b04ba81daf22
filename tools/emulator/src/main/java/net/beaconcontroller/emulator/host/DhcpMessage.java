package net.beaconcontroller.emulator.host;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A message of DHCP, RFC 2131 section 2, with the options that are used here. Addresses are IPv4 addresses in the low 32
 * bits, 0 where there is none.
 *
 * @param xid which of the client's requests it is about
 * @param client the address that the client has
 * @param your the address that the client gets
 * @param clientMac the client's Ethernet address, in the low 48 bits
 * @param type what it says: RFC 2132 section 9.6
 * @param requested the address that the client wants
 * @param server who leases it
 * @param leaseSeconds for how long, 32 bits
 */
record DhcpMessage(
        int xid, long client, long your, long clientMac, int type, long requested, long server, long leaseSeconds) {
    static final int CLIENT_PORT = 68;
    static final int SERVER_PORT = 67;

    static final int DISCOVER = 1;
    static final int OFFER = 2;
    static final int REQUEST = 3;
    static final int ACK = 5;
    static final int NAK = 6;

    private static final int FIXED_LENGTH = 236;
    private static final int LENGTH = 300;
    private static final int COOKIE = 0x6382_5363;
    private static final int ETHERNET = 1;
    private static final int MAC_LENGTH = 6;
    private static final int NETMASK = 0xff00_0000;

    private static final int OPTION_PAD = 0;
    private static final int OPTION_MASK = 1;
    private static final int OPTION_REQUESTED = 50;
    private static final int OPTION_LEASE = 51;
    private static final int OPTION_TYPE = 53;
    private static final int OPTION_SERVER = 54;
    private static final int OPTION_END = 255;

    /** What a client sends. */
    static DhcpMessage ofClient(int xid, long client, long clientMac, int type, long requested, long server) {
        return new DhcpMessage(xid, client, 0, clientMac, type, requested, server, 0);
    }

    /** Whether it is a server that says this. */
    boolean isOfServer() {
        return type == OFFER || type == ACK || type == NAK;
    }

    byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        bytes.put((byte) (isOfServer() ? 2 : 1))
                .put((byte) ETHERNET)
                .put((byte) MAC_LENGTH)
                .put((byte) 0);
        bytes.putInt(xid).putInt(0);
        bytes.putInt((int) client).putInt((int) your).putInt(0).putInt(0);
        bytes.putShort((short) (clientMac >>> 32)).putInt((int) clientMac);
        bytes.position(FIXED_LENGTH).putInt(COOKIE);
        bytes.put((byte) OPTION_TYPE).put((byte) 1).put((byte) type);
        putOption(bytes, OPTION_REQUESTED, requested);
        putOption(bytes, OPTION_SERVER, server);
        putOption(bytes, OPTION_LEASE, leaseSeconds);
        if (your != 0) {
            putOption(bytes, OPTION_MASK, NETMASK);
        }
        bytes.put((byte) OPTION_END);
        return bytes.array();
    }

    private static void putOption(ByteBuffer bytes, int option, long value) {
        if (value != 0) {
            bytes.put((byte) option).put((byte) Integer.BYTES).putInt((int) value);
        }
    }

    /** Reads a datagram's payload; null if it is no message of DHCP on Ethernet. */
    static @Nullable DhcpMessage read(byte[] array, int offset, int length) {
        ByteBuffer bytes = ByteBuffer.wrap(array, offset, length).slice();
        if (length < FIXED_LENGTH + Integer.BYTES
                || bytes.get(1) != ETHERNET
                || bytes.get(2) != MAC_LENGTH
                || bytes.getInt(FIXED_LENGTH) != COOKIE) {
            return null;
        }
        int type = 0;
        long requested = 0;
        long server = 0;
        long lease = 0;
        int at = FIXED_LENGTH + Integer.BYTES;
        while (at + 1 < length) {
            int option = Byte.toUnsignedInt(bytes.get(at));
            if (option == OPTION_PAD) {
                at++;
                continue;
            }
            int size = Byte.toUnsignedInt(bytes.get(at + 1));
            int value = at + 2;
            if (option == OPTION_END || value + size > length) {
                break;
            }
            switch (option) {
                case OPTION_TYPE -> type = size == 1 ? bytes.get(value) : type;
                case OPTION_REQUESTED -> requested = size == Integer.BYTES ? get32(bytes, value) : requested;
                case OPTION_SERVER -> server = size == Integer.BYTES ? get32(bytes, value) : server;
                case OPTION_LEASE -> lease = size == Integer.BYTES ? get32(bytes, value) : lease;
                default -> {}
            }
            at = value + size;
        }
        long mac = bytes.getLong(28) >>> 16;
        return new DhcpMessage(
                bytes.getInt(4), get32(bytes, 12), get32(bytes, 16), mac, type, requested, server, lease);
    }

    private static long get32(ByteBuffer bytes, int at) {
        return Integer.toUnsignedLong(bytes.getInt(at));
    }
}
