package net.beaconcontroller.emulator.datapath;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.Version;

/** How long a port or a group has been there, as its statistics say it. */
record Age(long seconds, long nanos) {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** What stands for it before OpenFlow 1.3, which does not tell. */
    private static final Age UNTOLD = new Age(0xffff_ffffL, 0xffff_ffffL);

    static Age of(long sinceNanos, long nowNanos, Version version) {
        return version.isAtLeast(Version.OF13) ? of(sinceNanos, nowNanos) : UNTOLD;
    }

    static Age of(long sinceNanos, long nowNanos) {
        long age = nowNanos - sinceNanos;
        return new Age(age / SECOND, age % SECOND);
    }
}
