package net.beaconcontroller.simulator.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import net.beaconcontroller.simulator.schedule.Scheduler;
import org.jspecify.annotations.Nullable;

/** One direction of a connection. */
final class Stream {
    private final SimulatedSockets sockets;
    private final InetSocketAddress from;
    private final InetSocketAddress to;
    private final Scheduler scheduler;
    private final int capacity;
    private final ArrayDeque<ByteBuffer> arrived = new ArrayDeque<>();
    /** Called when there is more to read, and when there is more space. */
    private final Runnable changed;

    private int unread;
    private long lastArrival;
    private boolean hasEnded;
    private boolean isReaderClosed;
    private @Nullable IOException failure;

    Stream(SimulatedSockets sockets, InetSocketAddress from, InetSocketAddress to, Runnable changed) {
        this.sockets = sockets;
        this.from = from;
        this.to = to;
        this.scheduler = sockets.scheduler();
        this.capacity = sockets.capacity();
        this.changed = changed;
    }

    boolean isReadable() {
        return !arrived.isEmpty() || hasEnded || failure != null;
    }

    boolean isWritable() {
        return unread < capacity || isReaderClosed || failure != null;
    }

    /** Accepts bytes as far as there is space. */
    int write(ByteBuffer bytes) throws IOException {
        throwFailure();
        if (isReaderClosed) {
            throw new IOException("Broken pipe");
        }
        int accepted = Math.min(bytes.remaining(), capacity - unread);
        int left = accepted;
        while (left > 0) {
            byte[] piece = new byte[sockets.piece(left)];
            bytes.get(piece);
            left -= piece.length;
            later(() -> {
                sockets.tap().arrived(from, to, piece);
                arrived.add(ByteBuffer.wrap(piece));
            });
        }
        unread += accepted;
        return accepted;
    }

    /** Returns -1 at the end of the stream. */
    int read(ByteBuffer bytes) throws IOException {
        throwFailure();
        int before = bytes.position();
        while (bytes.hasRemaining() && !arrived.isEmpty()) {
            ByteBuffer first = arrived.getFirst();
            int count = Math.min(bytes.remaining(), first.remaining());
            bytes.put(first.slice(first.position(), count));
            first.position(first.position() + count);
            if (!first.hasRemaining()) {
                arrived.removeFirst();
            }
        }
        int count = bytes.position() - before;
        if (count == 0 && hasEnded) {
            return -1;
        }
        if (count > 0) {
            unread -= count;
            changed.run();
        }
        return count;
    }

    private void throwFailure() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    /** The writer has closed its end. */
    void end() {
        later(() -> hasEnded = true);
    }

    /** The reader has closed its end. */
    void stop() {
        isReaderClosed = true;
        changed.run();
    }

    /** Loses what is on the way; both ends get an error. */
    void reset() {
        failure = new IOException("Connection reset");
        arrived.clear();
        changed.run();
    }

    private void later(Runnable arrival) {
        lastArrival = Math.max(lastArrival, scheduler.nowNanos() + sockets.delay());
        scheduler.at(lastArrival, () -> {
            if (failure == null) {
                arrival.run();
                changed.run();
            }
        });
    }
}
