package net.beaconcontroller.emulator.datapath;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.message.PacketIn;
import org.jspecify.annotations.Nullable;

/**
 * The packet buffers of a switch, OpenFlow 1.3.5 section 6.1.2: a ring in which a new packet replaces the oldest. For
 * the loop's thread.
 */
final class PacketBuffers {
    static final int CAPACITY = 256;

    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A buffered packet. */
    static final class BufferedPacket {
        /** The frame, which must not be modified. */
        final byte[] frame;

        final long inPort;
        private final long sinceNanos;

        private BufferedPacket(byte[] frame, long inPort, long sinceNanos) {
            this.frame = frame;
            this.inPort = inPort;
            this.sinceNanos = sinceNanos;
        }

        boolean isOver(long nowNanos) {
            return nowNanos - sinceNanos >= KEPT_NANOS;
        }
    }

    private final @Nullable BufferedPacket[] ring = new @Nullable BufferedPacket[CAPACITY];
    /** The number of the next packet. Its low 31 bits are the buffer id, never {@link PacketIn#NO_BUFFER}. */
    private long next;

    private long oldest;

    /** Buffers a packet and returns the buffer id. */
    long add(byte[] frame, long inPort, long nowNanos) {
        dropOld(nowNanos);
        long id = next & Integer.MAX_VALUE;
        ring[index(id)] = new BufferedPacket(frame, inPort, nowNanos);
        next++;
        return id;
    }

    private void dropOld(long nowNanos) {
        for (oldest = Math.max(oldest, next - CAPACITY); oldest < next; oldest++) {
            BufferedPacket kept = ring[index(oldest)];
            if (kept != null && !kept.isOver(nowNanos)) {
                return;
            }
            ring[index(oldest)] = null;
        }
    }

    private static int index(long id) {
        return (int) (id % CAPACITY);
    }

    /**
     * Removes and returns a packet.
     *
     * @throws RequestException if the buffer is empty or was never used
     */
    BufferedPacket take(long id, long nowNanos) {
        long age = (next - id) & Integer.MAX_VALUE;
        if (id > Integer.MAX_VALUE || age == 0 || age > CAPACITY) {
            throw new RequestException(ErrorCode.BUFFER_UNKNOWN, "unknown buffer id %d".formatted(id));
        }
        BufferedPacket kept = ring[index(id)];
        ring[index(id)] = null;
        if (kept == null || kept.isOver(nowNanos)) {
            throw new RequestException(ErrorCode.BUFFER_EMPTY, "buffer %d is empty or expired".formatted(id));
        }
        return kept;
    }
}
