package net.beaconcontroller.devices;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts what was refused. For any thread. */
final class Refusals {
    private final LongAdder[] counts =
            Stream.of(Refusal.values()).map(_ -> new LongAdder()).toArray(LongAdder[]::new);

    void count(Refusal reason) {
        counts[reason.ordinal()].increment();
    }

    Map<Refusal, Long> all() {
        var all = new EnumMap<Refusal, Long>(Refusal.class);
        for (Refusal reason : Refusal.values()) {
            all.put(reason, counts[reason.ordinal()].sum());
        }
        return all;
    }
}
