package net.beaconcontroller.statistics;

import net.beaconcontroller.openflow.structure.Port;

/** The speed of a port. */
final class PortSpeed {
    private static final long KILO = 1_000;
    private static final long MEGA = 1_000_000;

    /** Mbit/s by OFPPF_ bit, OpenFlow 1.5.1 section 7.2.1.1: half and full duplex up to 1 Gbit/s, then full duplex. */
    private static final long[] MEGABITS = {10, 10, 100, 100, 1_000, 1_000, 10_000, 40_000, 100_000, 1_000_000};

    private PortSpeed() {}

    /** Returns the current speed in bits per second; 0 if it is unknown. */
    static long of(Port port) {
        return port.ethernet()
                .map(ethernet -> ethernet.currentSpeed() > 0
                        ? KILO * ethernet.currentSpeed()
                        : MEGA * megabits(ethernet.current()))
                .orElse(0L);
    }

    /** Returns the highest speed among the current features, which is all that OpenFlow 1.0 reports. */
    private static long megabits(long features) {
        for (int bit = MEGABITS.length - 1; bit >= 0; bit--) {
            if ((features >> bit & 1) != 0) {
                return MEGABITS[bit];
            }
        }
        return 0;
    }
}
