package net.beaconcontroller.openflow;

import java.util.regex.Pattern;

/**
 * Port numbers, 32 bits: 1 to {@link #MAX} are physical and logical ports, the numbers above are the reserved ports of
 * OpenFlow 1.3.5 section 4.5 (OFPP_). OpenFlow 1.0 has the same reserved ports in 16 bits, from 0xff00 on; this class
 * converts between both.
 */
public final class PortNumber {
    /** OFPP_MAX: the highest number of a physical or logical port; 0xff00 in OpenFlow 1.0. */
    public static final long MAX = 0xffffff00L;

    /** OFPP_IN_PORT: the ingress port of the packet. */
    public static final long IN_PORT = 0xfffffff8L;

    /** OFPP_TABLE: the first flow table; in packet-outs only. */
    public static final long TABLE = 0xfffffff9L;

    /** OFPP_NORMAL: the traditional, non-OpenFlow pipeline of the switch. */
    public static final long NORMAL = 0xfffffffaL;

    /** OFPP_FLOOD: all ports except the ingress port and ports with flooding disabled. */
    public static final long FLOOD = 0xfffffffbL;

    /** OFPP_ALL: all ports except the ingress port. */
    public static final long ALL = 0xfffffffcL;

    /** OFPP_CONTROLLER: the controller; in a packet-out, the controller as the ingress port. */
    public static final long CONTROLLER = 0xfffffffdL;

    /** OFPP_LOCAL: the local networking stack of the switch. */
    public static final long LOCAL = 0xfffffffeL;

    /**
     * OFPP_ANY: any port or no port, in requests and deletes and as the ingress port of a packet-out; OFPP_NONE in
     * OpenFlow 1.0.
     */
    public static final long ANY = 0xffffffffL;

    private static final int MAX_10 = 0xff00;
    private static final Pattern DIGITS = Pattern.compile("\\d{1,10}");

    private PortNumber() {}

    /**
     * Returns whether this is the number of a standard port, which can receive and send packets, and which the switch
     * describes and counts for: a physical or logical port, or {@link #LOCAL}. OpenFlow 1.3.5 section 4.1.
     */
    public static boolean isStandard(long port) {
        return port <= MAX || port == LOCAL;
    }

    /**
     * Parses the number of a standard port, or LOCAL.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    public static long parse(String text) {
        if (text.equals(toString(LOCAL))) {
            return LOCAL;
        }
        long port = DIGITS.matcher(text).matches() ? Long.parseLong(text) : ANY;
        if (!isStandard(port)) {
            throw new IllegalArgumentException("port %s: needs a number up to %d, or LOCAL".formatted(text, MAX));
        }
        return port;
    }

    public static long widen(int port10) {
        return port10 < MAX_10 ? port10 : 0xffff0000L | port10;
    }

    /** Returns the 16-bit number of OpenFlow 1.0. */
    public static int narrow(long port) {
        if (port >= MAX_10 && port < MAX) {
            throw new UnsupportedByVersionException("port " + port, Version.OF10);
        }
        return (int) port & 0xffff;
    }

    /** Returns the number, or the name of a reserved port. */
    public static String toString(long port) {
        return switch ((int) (port - IN_PORT)) {
            case 0 -> "IN_PORT";
            case 1 -> "TABLE";
            case 2 -> "NORMAL";
            case 3 -> "FLOOD";
            case 4 -> "ALL";
            case 5 -> "CONTROLLER";
            case 6 -> "LOCAL";
            case 7 -> "ANY";
            default -> Long.toString(port);
        };
    }
}
