package net.beaconcontroller.openflow;

/**
 * A switch's port, OpenFlow 1.3.5 section 7.2.1.
 *
 * @param number see {@link PortNumber}
 * @param address its Ethernet address
 * @param name at most 15 bytes of UTF-8
 * @param config OFPPC_ bits: how it is set up
 * @param state OFPPS_ bits: how it is doing
 * @param current OFPPF_ bits of the version in which it came: features in use
 * @param advertised features offered to the other end of the link
 * @param supported features that the port has
 * @param peer features that the other end offers
 * @param currentSpeed kbit/s; 0 in OpenFlow 1.0, which does not tell
 * @param maxSpeed kbit/s; 0 in OpenFlow 1.0
 */
public record Port(
        long number,
        long address,
        String name,
        long config,
        long state,
        long current,
        long advertised,
        long supported,
        long peer,
        long currentSpeed,
        long maxSpeed) {

    static final int LENGTH_10 = 48;
    static final int LENGTH_13 = 64;

    /** OFPPC_PORT_DOWN: a person switched it off. */
    private static final long CONFIG_DOWN = 1;

    /** OFPPS_LINK_DOWN: there is no carrier. */
    private static final long STATE_LINK_DOWN = 1;

    /** A port of which only this is known or matters: up, with no features told. */
    public static Port of(long number, long address, String name) {
        return new Port(number, address, name, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** Whether frames can pass: not switched off, and the link has a carrier. */
    public boolean isUp() {
        return (config & CONFIG_DOWN) == 0 && (state & STATE_LINK_DOWN) == 0;
    }

    /** The same port with or without a carrier. */
    public Port withLink(boolean up) {
        long newState = up ? state & ~STATE_LINK_DOWN : state | STATE_LINK_DOWN;
        return new Port(
                number, address, name, config, newState, current, advertised, supported, peer, currentSpeed, maxSpeed);
    }

    static int length(Version version) {
        return version == Version.OF10 ? LENGTH_10 : LENGTH_13;
    }

    static Port read(Reader in) {
        boolean v10 = in.isVersion10();
        long number = in.port("port_no");
        in.skip(v10 ? 0 : 4, "pad");
        long address = in.mac("hw_addr");
        in.skip(v10 ? 0 : 2, "pad");
        return new Port(
                number,
                address,
                in.text(16, "name"),
                in.u32("config"),
                in.u32("state"),
                in.u32("curr"),
                in.u32("advertised"),
                in.u32("supported"),
                in.u32("peer"),
                v10 ? 0 : in.u32("curr_speed"),
                v10 ? 0 : in.u32("max_speed"));
    }

    void write(Writer out, Version version) {
        boolean v10 = version == Version.OF10;
        out.port(number, version);
        out.zeros(v10 ? 0 : 4);
        out.mac(address);
        out.zeros(v10 ? 0 : 2);
        out.text(name, 16);
        out.u32(config);
        out.u32(state);
        out.u32(current);
        out.u32(advertised);
        out.u32(supported);
        out.u32(peer);
        if (!v10) {
            out.u32(currentSpeed);
            out.u32(maxSpeed);
        }
    }
}
