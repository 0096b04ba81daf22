package net.beaconcontroller.emulator.datapath;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.message.PacketIn;
import org.jspecify.annotations.Nullable;

/**
 * The packets that a switch keeps while the controller decides, OpenFlow 1.3.5 section 6.1.2: a ring, in which a new one takes
 * the place of the oldest. For the loop's thread.
 */
final class PacketBuffers {
    static final int CAPACITY = 256;

    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A packet that is kept. */
    static final class Kept {
        private final byte[] frame;
        private final long inPort;
        private final long sinceNanos;

        private Kept(byte[] frame, long inPort, long sinceNanos) {
            this.frame = frame;
            this.inPort = inPort;
            this.sinceNanos = sinceNanos;
        }

        /** Not to be written to. */
        byte[] frame() {
            return frame;
        }

        long inPort() {
            return inPort;
        }

        boolean isOver(long nowNanos) {
            return nowNanos - sinceNanos >= KEPT_NANOS;
        }
    }

    private final @Nullable Kept[] ring = new @Nullable Kept[CAPACITY];
    /** The id of the next packet, of which the low bits are the place in the ring; never {@link PacketIn#NO_BUFFER}. */
    private int next;

    private int oldest;

    /** Keeps a packet, and returns its buffer id. */
    long keep(byte[] frame, long inPort, long nowNanos) {
        dropOld(nowNanos);
        int id = next;
        ring[id % CAPACITY] = new Kept(frame, inPort, nowNanos);
        next = (next + 1) & Integer.MAX_VALUE;
        return id;
    }

    private void dropOld(long nowNanos) {
        while (oldest != next) {
            Kept kept = ring[oldest % CAPACITY];
            boolean overwritten = ((next - oldest) & Integer.MAX_VALUE) >= CAPACITY;
            if (kept != null && !overwritten && !kept.isOver(nowNanos)) {
                return;
            }
            if (!overwritten) {
                ring[oldest % CAPACITY] = null;
            }
            oldest = (oldest + 1) & Integer.MAX_VALUE;
        }
    }

    /**
     * Takes a packet out.
     *
     * @throws RequestException if it is there no longer, or never was
     */
    Kept take(long id, long nowNanos) {
        long age = (next - id) & Integer.MAX_VALUE;
        if (id > Integer.MAX_VALUE || age == 0 || age > CAPACITY) {
            throw new RequestException(ErrorCode.BUFFER_UNKNOWN, "buffer id %d, which is not in use".formatted(id));
        }
        int place = (int) (id % CAPACITY);
        Kept kept = ring[place];
        ring[place] = null;
        if (kept == null || kept.isOver(nowNanos)) {
            throw new RequestException(
                    ErrorCode.BUFFER_EMPTY, "buffer id %d, which was used or is too old".formatted(id));
        }
        return kept;
    }
}
