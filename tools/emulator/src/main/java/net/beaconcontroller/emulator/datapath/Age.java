package net.beaconcontroller.emulator.datapath;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.Version;

/** The age of a port or a group, as its statistics contain it. */
record Age(long seconds, long nanos) {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** The value for versions before OpenFlow 1.3, whose statistics have no age. */
    private static final Age UNKNOWN = new Age(0xffff_ffffL, 0xffff_ffffL);

    static Age of(long sinceNanos, long nowNanos, Version version) {
        return version.isAtLeast(Version.OF13) ? of(sinceNanos, nowNanos) : UNKNOWN;
    }

    static Age of(long sinceNanos, long nowNanos) {
        long age = nowNanos - sinceNanos;
        return new Age(age / SECOND, age % SECOND);
    }
}
