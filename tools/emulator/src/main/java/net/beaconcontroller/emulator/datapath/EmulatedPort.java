package net.beaconcontroller.emulator.datapath;

import java.util.List;
import java.util.function.Consumer;
import net.beaconcontroller.emulator.link.FrameSink;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.structure.Port;

/** A port of an {@link EmulatedSwitch}. For the loop's thread. */
public final class EmulatedPort {
    /** OFPPC_PORT_DOWN: the controller has disabled the port. */
    static final long CONFIG_DOWN = 1;

    /** OFPPC_NO_RECV: received frames are dropped. */
    static final long CONFIG_NO_RECEIVE = 1 << 2;

    /** OFPPC_NO_FLOOD: flooding excludes the port; OpenFlow 1.0. */
    static final long CONFIG_NO_FLOOD = 1 << 4;

    /** OFPPC_NO_FWD: frames sent to the port are dropped. */
    static final long CONFIG_NO_FORWARD = 1 << 5;

    /** OFPPC_NO_PACKET_IN: a table miss of a frame received on the port causes no packet-in. */
    static final long CONFIG_NO_PACKET_IN = 1 << 6;

    private static final long CONFIG_ALL =
            CONFIG_DOWN | CONFIG_NO_RECEIVE | CONFIG_NO_FLOOD | CONFIG_NO_FORWARD | CONFIG_NO_PACKET_IN;

    /** OFPPS_LINK_DOWN. */
    private static final long STATE_LINK_DOWN = 1;

    /** OFPPS_LIVE, from OpenFlow 1.1 on. */
    private static final long STATE_LIVE = 1 << 2;

    /** OFPPF_10GB_FD and OFPPF_COPPER. */
    private static final long FEATURES = 1 << 6 | 1 << 11;

    private static final long SPEED_KBITS = 10_000_000;

    /** The counters of one direction. */
    private static final class Counters {
        private long packets;
        private long bytes;
        private long drops;

        /** Counts a frame that passes or is dropped. Returns whether it passes. */
        boolean count(byte[] frame, boolean passes) {
            packets += passes ? 1 : 0;
            bytes += passes ? frame.length : 0;
            drops += passes ? 0 : 1;
            return passes;
        }
    }

    private final long number;
    private final String name;
    private final long mac;
    private final FrameSink wire;
    private final Consumer<EmulatedPort> changed;
    private final long createdNanos;
    /** The match field of packet-ins for frames received on this port. */
    private final Match match;

    private boolean carrier = true;
    private long config;
    private final Counters received = new Counters();
    private final Counters sent = new Counters();

    /**
     * Creates a port that has a carrier.
     *
     * @param changed called when the link state changes
     */
    EmulatedPort(
            long number, String name, long mac, FrameSink wire, Consumer<EmulatedPort> changed, long createdNanos) {
        this.number = number;
        this.name = name;
        this.mac = mac;
        this.wire = wire;
        this.changed = changed;
        this.createdNanos = createdNanos;
        this.match = Match.of(Field.IN_PORT.is(number));
    }

    public long number() {
        return number;
    }

    /** Returns the Ethernet address, in the low 48 bits. */
    public long mac() {
        return mac;
    }

    /** Whether frames can pass: the port has a carrier and the controller has not disabled it. */
    public boolean isUp() {
        return carrier && !has(CONFIG_DOWN);
    }

    /**
     * Sets whether the port has a carrier, and reports a change to the controller. Without a carrier the port drops
     * frames.
     */
    public void carrier(boolean up) {
        if (carrier != up) {
            carrier = up;
            changed.accept(this);
        }
    }

    Match match() {
        return match;
    }

    boolean has(long configBit) {
        return (config & configBit) != 0;
    }

    /** Sets the bits of the mask to those of the value. Returns whether the configuration has changed. */
    boolean configure(long value, long mask) {
        long before = config;
        config = (config & ~mask) | (value & mask & CONFIG_ALL);
        return config != before;
    }

    /** Resets the configuration to that after power-on. */
    void reset() {
        config = 0;
    }

    /** Counts a received frame. Returns whether the port accepts it. */
    boolean receive(byte[] frame) {
        return received.count(frame, isUp() && !has(CONFIG_NO_RECEIVE));
    }

    /** Sends a frame. Returns false if the port drops it. */
    boolean send(byte[] frame) {
        boolean passes = sent.count(frame, isUp() && !has(CONFIG_NO_FORWARD));
        if (passes) {
            wire.send(frame);
        }
        return passes;
    }

    Port toPort(Version version) {
        long live = isUp() && version.isAtLeast(Version.OF11) ? STATE_LIVE : 0;
        long speed = version.isAtLeast(Version.OF11) ? SPEED_KBITS : 0;
        return new Port(
                number,
                mac,
                name,
                config,
                live | (carrier ? 0 : STATE_LINK_DOWN),
                List.of(new Port.Ethernet(FEATURES, 0, 0, 0, speed, speed)));
    }

    PortStats toStats(long nowNanos, Version version) {
        var age = Age.of(createdNanos, nowNanos, version);
        return new PortStats(
                number,
                age.seconds(),
                age.nanos(),
                received.packets,
                sent.packets,
                received.bytes,
                sent.bytes,
                received.drops,
                sent.drops,
                0,
                0,
                List.of(new PortStats.Ethernet(0, 0, 0, 0)));
    }
}
