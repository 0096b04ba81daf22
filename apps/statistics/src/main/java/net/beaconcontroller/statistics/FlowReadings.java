package net.beaconcontroller.statistics;

import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import net.beaconcontroller.net.HashMixing;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.multipart.FlowStats;

/** The flows of a switch with the highest rates. For one thread. */
final class FlowReadings {
    /** Keeps hosts from causing flows with equal keys. */
    private static final long SEED = new SecureRandom().nextLong();

    private final long datapathId;
    private final int top;

    /** By a hash of 64 bits, because matches take much memory. */
    private final LastReadings<Long> last = new LastReadings<>();

    /** @param top the number of flows that {@link #update} returns at most */
    FlowReadings(long datapathId, int top) {
        this.datapathId = datapathId;
        this.top = top;
    }

    /**
     * Returns the flows with the highest rates, those with most bits per second first. Flows without a packet since the
     * last reading are not among them.
     *
     * @param nanos when the reply arrived
     */
    List<FlowRate> update(List<FlowStats> flows, long nanos) {
        var best = new PriorityQueue<FlowRate>(Comparator.comparingDouble(FlowRate::bits));
        for (FlowStats flow : flows) {
            long age = CounterReading.age(flow.durationSeconds(), flow.durationNanos());
            var reading = new CounterReading(nanos, age, flow.bytes(), flow.packets());
            double[] rates = last.ratesSinceAdded(key(flow), reading);
            // also false for an unknown rate
            if (rates[0] > 0) {
                best.add(new FlowRate(datapathId, flow, Byte.SIZE * rates[0], rates[1]));
                if (best.size() > top) {
                    best.remove();
                }
            }
        }
        last.endReply();
        return best.stream().sorted(FlowRate.BY_BITS).toList();
    }

    /** Returns a hash of what identifies a flow. */
    private static long key(FlowStats flow) {
        long hash = HashMixing.combine(SEED ^ flow.cookie(), (long) flow.tableId() << Short.SIZE | flow.priority());
        for (Oxm field : flow.match().fields()) {
            hash = HashMixing.combine(hash, (long) field.oxmClass() << Byte.SIZE | field.number());
            hash = combine(hash, field.value());
            Bytes mask = field.mask();
            if (mask != null) {
                hash = combine(hash, mask);
            }
        }
        return HashMixing.fibonacci(hash);
    }

    private static long combine(long hash, Bytes value) {
        byte[] bytes = value.toArray();
        return HashMixing.hash(hash, bytes, 0, bytes.length);
    }
}
