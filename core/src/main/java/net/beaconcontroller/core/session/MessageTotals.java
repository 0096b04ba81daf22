package net.beaconcontroller.core.session;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.openflow.MessageType;

/**
 * The messages of all connections since the start, also of those that were closed. Thread-safe. Sessions call it when
 * they start and end only, and wait for no reader.
 */
public final class MessageTotals {
    private static final int TYPES = MessageType.values().length;
    private static final int MALFORMED = 2 * TYPES;
    private static final int RESYNCHRONIZATIONS = MALFORMED + 1;
    private static final int DROPPED = MALFORMED + 2;
    private static final int OVERSIZED = MALFORMED + 3;
    private static final int UNSENDABLE = MALFORMED + 4;
    private static final int LENGTH = MALFORMED + 5;

    private final Set<MessageCounters> open = new HashSet<>();
    private final long[] closed = new long[LENGTH];
    /** The sums of the last result. */
    private final long[] last = new long[LENGTH];

    synchronized void opened(MessageCounters counters) {
        open.add(counters);
    }

    synchronized void closed(MessageCounters counters) {
        if (open.remove(counters)) {
            add(counters, closed);
        }
    }

    private static void add(MessageCounters counters, long[] sums) {
        for (MessageType type : MessageType.values()) {
            sums[type.ordinal()] += counters.received(type);
            sums[TYPES + type.ordinal()] += counters.sent(type);
        }
        sums[MALFORMED] += counters.malformed();
        sums[RESYNCHRONIZATIONS] += counters.resynchronizations();
        sums[OVERSIZED] += counters.oversized();
        sums[DROPPED] += counters.dropped();
        sums[UNSENDABLE] += counters.unsendable();
    }

    /** Returns the sums. None is less than in an earlier result. */
    public MessageCounters sum() {
        long[] sums;
        List<MessageCounters> now;
        synchronized (this) {
            sums = closed.clone();
            now = List.copyOf(open);
        }
        // Not under the lock, for which a loop would wait.
        now.forEach(counters -> add(counters, sums));
        synchronized (this) {
            // A message that is counted while its connection is closed may be missing in later sums.
            for (int i = 0; i < LENGTH; i++) {
                last[i] = Math.max(last[i], sums[i]);
            }
            return new Sum(last.clone());
        }
    }

    private static final class Sum implements MessageCounters {
        private final long[] sums;

        Sum(long[] sums) {
            this.sums = sums;
        }

        @Override
        public long received(MessageType type) {
            return sums[type.ordinal()];
        }

        @Override
        public long sent(MessageType type) {
            return sums[TYPES + type.ordinal()];
        }

        @Override
        public long malformed() {
            return sums[MALFORMED];
        }

        @Override
        public long resynchronizations() {
            return sums[RESYNCHRONIZATIONS];
        }

        @Override
        public long oversized() {
            return sums[OVERSIZED];
        }

        @Override
        public long dropped() {
            return sums[DROPPED];
        }

        @Override
        public long unsendable() {
            return sums[UNSENDABLE];
        }
    }
}
