package net.beaconcontroller.openflow.structure;

import net.beaconcontroller.openflow.wire.FieldVisitor;

/**
 * A point in time or a span, OpenFlow 1.5.1 section 7.2.9 (ofp_time); OpenFlow 1.5.
 *
 * @param seconds since 1970, or of the span; an unsigned number of 64 bits
 * @param nanos the rest, below a second
 */
public record Timestamp(long seconds, long nanos) {
    public static Timestamp visit(FieldVisitor<Timestamp> f) {
        long seconds = f.u64("seconds", Timestamp::seconds);
        long nanos = f.u32("nanoseconds", Timestamp::nanos);
        f.pad(4);
        return new Timestamp(seconds, nanos);
    }
}
