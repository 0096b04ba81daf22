package net.beaconcontroller.bench.cbench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The messages of cbench, always OpenFlow 1.0. Methods return copies. */
final class CbenchMessages {
    static final int PROBE_LENGTH = 82;

    private static final int DESCRIPTION_LENGTH = 1068;
    private static final int DATAPATH_ID = 8;
    private static final int XID = 4;
    private static final int BUFFER_ID = 8;

    static final byte[] HELLO = hex("0100000800000001");
    private static final byte[] FEATURES_REPLY = hex("010600e0000000000000000000000000000001000200000000000000000007ff"
            + port(1, "1ac151ffef8a", "veth1")
            + port(2, "ce2fa287f670", "veth3")
            + port(3, "ca8a1ef377ef", "veth5")
            + port(4, "fabc778d7e0b", "veth7"));
    static final byte[] VENDOR_ERROR = hex("0101000c0000000000010003");
    static final byte[] BARRIER_REPLY = hex("0113000800000000");
    /** Without the data of the request, like cbench. */
    static final byte[] ECHO_REPLY = hex("0103000800000000");

    /** A broadcast gratuitous ARP reply from port 2, with two trailing bytes. */
    private static final byte[] ANNOUNCEMENT = hex("010a005400000000ffffffff004000020000"
            + "ffffffffffff8000000000000806"
            + "0001080006040002"
            + "800000000000c0a80028"
            + "800000000000c0a80028"
            + "00".repeat(24));

    private static final int[] ANNOUNCEMENT_IDS = {18 + 11, 18 + 27, 18 + 30, 18 + 37, 18 + 40};

    private static final byte[] PROBE = hex("010a00520000000000000000004000010000"
            + "8000000000000000000000000800"
            + "450000320000000040fff72cc0a80028c0a80128"
            + "7a18586b110897f519e2657e07cc31c311c7c40c8b955151335451d50036");

    private static final int SOURCE = 18 + 6;
    private static final int DESTINATION_ID = 18 + 5;
    private static final int SOURCE_ID = 18 + 11;

    private CbenchMessages() {}

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** Returns an ofp_phy_port with 10 Gb/s copper features. */
    private static String port(int number, String address, String name) {
        byte[] padded = new byte[16];
        byte[] ascii = name.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(ascii, 0, padded, 0, ascii.length);
        return "%04x".formatted(number) + address + HexFormat.of().formatHex(padded) + "0000000000000000" + "000000c0"
                + "00".repeat(12);
    }

    static byte[] featuresReply(int xid, long datapathId) {
        byte[] message = withXid(FEATURES_REPLY, xid);
        ByteBuffer.wrap(message).putLong(DATAPATH_ID, datapathId);
        return message;
    }

    /** Returns a copy with another transaction ID. */
    static byte[] withXid(byte[] message, int xid) {
        byte[] copy = message.clone();
        ByteBuffer.wrap(copy).putInt(XID, xid);
        return copy;
    }

    static byte[] description(int xid) {
        var message = ByteBuffer.allocate(DESCRIPTION_LENGTH);
        message.putInt(0x01110000 | DESCRIPTION_LENGTH).putInt(xid).putInt(0);
        put(message, 12, "Cbench - controller I/O benchmark");
        put(message, 12 + 256, "this is actually software...");
        put(message, 12 + 2 * 256, "beacon bench cbench");
        put(message, 12 + 3 * 256, "none");
        put(message, 12 + 3 * 256 + 32, "none");
        return message.array();
    }

    private static void put(ByteBuffer message, int at, String text) {
        message.put(at, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the ARP packet-in that announces the destination of the probes. */
    static byte[] announcement(int xid, int datapathId) {
        byte[] message = withXid(ANNOUNCEMENT, xid);
        for (int at : ANNOUNCEMENT_IDS) {
            message[at] = (byte) datapathId;
        }
        return message;
    }

    /** Appends a packet-in from a host, numbered from 0, to the announced destination. */
    static void putProbe(ByteBuffer out, int xid, int bufferId, int datapathId, int host) {
        int at = out.position();
        out.put(PROBE);
        out.putInt(at + XID, xid).putInt(at + BUFFER_ID, bufferId);
        out.order(ByteOrder.LITTLE_ENDIAN).putInt(at + SOURCE + 1, host).order(ByteOrder.BIG_ENDIAN);
        out.put(at + DESTINATION_ID, (byte) datapathId).put(at + SOURCE_ID, (byte) datapathId);
    }
}
