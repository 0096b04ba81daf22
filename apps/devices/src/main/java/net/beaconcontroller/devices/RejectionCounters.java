package net.beaconcontroller.devices;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts what was refused. For any thread. */
final class RejectionCounters {
    private final LongAdder[] counts =
            Stream.of(RejectionReason.values()).map(_ -> new LongAdder()).toArray(LongAdder[]::new);

    void count(RejectionReason reason) {
        counts[reason.ordinal()].increment();
    }

    Map<RejectionReason, Long> all() {
        var all = new EnumMap<RejectionReason, Long>(RejectionReason.class);
        for (RejectionReason reason : RejectionReason.values()) {
            all.put(reason, counts[reason.ordinal()].sum());
        }
        return all;
    }
}
