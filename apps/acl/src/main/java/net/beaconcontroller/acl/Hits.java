package net.beaconcontroller.acl;

import java.util.concurrent.atomic.LongAdder;

/** The packets that a rule, or the default, has decided, apart from those that its present flows count. Thread-safe. */
final class Hits {
    private final LongAdder packetIns = new LongAdder();
    private final LongAdder removedPackets = new LongAdder();
    private final LongAdder removedBytes = new LongAdder();

    void packetIn() {
        packetIns.increment();
    }

    /** Adds the counters of a flow that was removed from its switch. */
    void flowRemoved(long packets, long bytes) {
        removedPackets.add(packets);
        removedBytes.add(bytes);
    }

    long packetIns() {
        return packetIns.sum();
    }

    long removedPackets() {
        return removedPackets.sum();
    }

    long removedBytes() {
        return removedBytes.sum();
    }
}
