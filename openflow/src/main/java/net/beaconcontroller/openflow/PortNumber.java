package net.beaconcontroller.openflow;

/**
 * Numbers of ports, 32 bits: 1 to {@link #MAX} are a switch's own, the ones above are the reserved ports of OpenFlow
 * 1.3.5 section 4.5 (OFPP_). OpenFlow 1.0 has the same reserved ports in 16 bits, 0xff00 and up; they are widened and
 * narrowed here.
 */
public final class PortNumber {
    /** OFPP_MAX: a switch's own ports have lower numbers, or this; in OpenFlow 1.0 up to 0xfeff. */
    public static final long MAX = 0xffffff00L;

    /** OFPP_IN_PORT: out of the port that the packet came in on. */
    public static final long IN_PORT = 0xfffffff8L;

    /** OFPP_TABLE: through the flow tables, from the first: in packet-outs only. */
    public static final long TABLE = 0xfffffff9L;

    /** OFPP_NORMAL: by the switch's own, traditional pipeline. */
    public static final long NORMAL = 0xfffffffaL;

    /** OFPP_FLOOD: all ports but the one that it came in on and those that flooding is switched off for. */
    public static final long FLOOD = 0xfffffffbL;

    /** OFPP_ALL: all ports but the one that it came in on. */
    public static final long ALL = 0xfffffffcL;

    /** OFPP_CONTROLLER: to the controller, as a packet-in; or from it, in a packet-out. */
    public static final long CONTROLLER = 0xfffffffdL;

    /** OFPP_LOCAL: the switch's own network stack. */
    public static final long LOCAL = 0xfffffffeL;

    /**
     * OFPP_ANY: no port, or any: in requests and deletes, and for a packet-out that came in nowhere. OFPP_NONE in
     * OpenFlow 1.0.
     */
    public static final long ANY = 0xffffffffL;

    private static final int MAX_10 = 0xff00;

    private PortNumber() {}

    public static long widen(int port10) {
        return port10 < MAX_10 ? port10 : 0xffff0000L | port10;
    }

    /** The 16 bits of OpenFlow 1.0. */
    public static int narrow(long port) {
        if (port >= MAX_10 && port < MAX) {
            throw new UnsupportedByVersionException("port " + port, Version.OF10);
        }
        return (int) port & 0xffff;
    }

    /** The number, or the name of a reserved port. */
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
