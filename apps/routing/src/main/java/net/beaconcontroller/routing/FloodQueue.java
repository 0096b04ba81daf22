package net.beaconcontroller.routing;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * Limits the rate of floods, and shares it fairly between ports: when the rate is exhausted, floods are held in a short
 * queue per port, and taken from all ports in turn. So a port that sends rarely waits for one flood of each other port
 * at most. Thread-safe.
 *
 * @param <T> a flood
 */
final class FloodQueue<T> {
    /** What happens to a flood. */
    enum Admission {
        /** The caller sends it. */
        NOW,
        /** It is held until {@link #poll} returns it. */
        LATER,
        REFUSED
    }

    static final int MAX_PER_PORT = 8;
    static final int MAX_PER_SWITCH = 1_000;
    private static final int MAX_HELD = 10_000;

    private final TokenBucket rate;
    /** The next port first. No queue is empty. */
    private final LinkedHashMap<SwitchPort, Queue<T>> held = new LinkedHashMap<>();

    private final Map<Long, Integer> heldPerSwitch = new HashMap<>();
    private int count;

    FloodQueue(int perSecond, long nowNanos) {
        rate = new TokenBucket(perSecond, nowNanos);
    }

    /**
     * Decides about a flood from a port.
     *
     * @param flood called if it is held
     */
    synchronized Admission admit(SwitchPort from, Supplier<T> flood, long nowNanos) {
        if (held.isEmpty() && rate.tryTake(nowNanos)) {
            return Admission.NOW;
        }
        Queue<T> queue = held.get(from);
        if (count >= MAX_HELD
                || heldPerSwitch.getOrDefault(from.datapathId(), 0) >= MAX_PER_SWITCH
                || (queue != null && queue.size() >= MAX_PER_PORT)) {
            return Admission.REFUSED;
        }
        if (queue == null) {
            queue = new ArrayDeque<>();
            held.put(from, queue);
        }
        queue.add(flood.get());
        heldPerSwitch.merge(from.datapathId(), 1, Integer::sum);
        count++;
        return Admission.LATER;
    }

    /** Returns the next flood that was held, or null if there is none or the rate is exhausted. */
    synchronized @Nullable T poll(long nowNanos) {
        if (held.isEmpty() || !rate.tryTake(nowNanos)) {
            return null;
        }
        Map.Entry<SwitchPort, Queue<T>> first = held.pollFirstEntry();
        SwitchPort from = first.getKey();
        T flood = first.getValue().remove();
        if (!first.getValue().isEmpty()) {
            held.put(from, first.getValue());
        }
        heldPerSwitch.computeIfPresent(from.datapathId(), (_, number) -> number == 1 ? null : number - 1);
        count--;
        return flood;
    }

    /** Returns the time until {@link #poll} returns a flood; {@link Long#MAX_VALUE} if none is held. */
    synchronized long nanosToNext(long nowNanos) {
        return held.isEmpty() ? Long.MAX_VALUE : rate.nanosToToken(nowNanos);
    }
}
