package net.beaconcontroller.core.io;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.options.ControllerOptions;

/**
 * The output of a switch that its socket has not accepted yet, as seen by those that send to it. The replies to the
 * switch's own messages are bounded because nothing is read from a switch whose output waits. This class bounds what
 * others send to it: applications, and the messages of other switches.
 *
 * <p>From {@code io.pause-reading-at} bytes on, the switch is congested, and nothing is read from a switch whose
 * message has caused output to it, until the backlog is below that. A switch that stays congested for
 * {@link #STUCK_NANOS} is not waited for any more. Above the limit, which leaves space for the switch's own replies,
 * messages are dropped.
 *
 * <p>Thread-safe.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Nothing is dropped while waiting helps, and no switch waits for long.</b> A switch that is not waited for any
 * more is not closed, because others have caused its output; the echo timeout closes it if it is dead. So a dead or
 * hostile switch delays the others only once.
 * <li><b>The waiting switch checks at an interval of 2 ms</b> instead of being notified, which needs no list of waiting
 * switches and no order of locks.
 * <li><b>Threads of applications do not wait.</b> They may hold locks that the loop of the congested switch needs.
 * </ul>
 */
public final class OutputBacklog {
    /** How long a switch may delay others that send to it. */
    public static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Time time;
    private final int congestedAt;
    private final long limit;
    /** The number of bytes on their way to the connection from other threads, and {@link #unwritten}. */
    private final AtomicLong level = new AtomicLong();
    /** The number of bytes in the buffer of the connection, as far as the level includes them. For its loop. */
    private long unwritten;

    /** When the level last rose to {@link #congestedAt}. */
    private volatile long congestedSince;

    /** Whether the connection is closed. Bytes that other threads still queue for it are never written. */
    private volatile boolean isClosed;

    public OutputBacklog(ControllerOptions.Limits limits, Time time) {
        this.time = time;
        congestedAt = limits.pauseReadingAt();
        limit = Math.max(limits.writeLimit() - limits.pauseReadingAt(), limits.writeLimit() / 2);
    }

    /** Adds bytes that another thread queues for the connection, unless they exceed the limit. */
    public boolean tryQueue(int bytes) {
        long next = level.addAndGet(bytes);
        if (next > limit) {
            level.addAndGet(-bytes);
            return false;
        }
        noteRise(next - bytes, next);
        return true;
    }

    /** Adds bytes that another thread queues for the connection. */
    public void queue(int bytes) {
        add(bytes);
    }

    /** Sets the number of bytes in the buffer of the connection after a write. For the loop of the connection. */
    void setUnwritten(long bytes) {
        dequeued(0, bytes);
    }

    /**
     * Moves bytes that another thread has queued to those that the connection has, in one step, so that no thread sees
     * them twice or not at all. For the loop of the connection.
     *
     * @param connectionHas the number of bytes that it has then
     */
    public void dequeued(int bytes, long connectionHas) {
        long change = connectionHas - unwritten - bytes;
        unwritten = connectionHas;
        if (change != 0) {
            add(change);
        }
    }

    private void add(long bytes) {
        long next = level.addAndGet(bytes);
        noteRise(next - bytes, next);
    }

    /**
     * Notes when congestion begins. The end is not noted: a thread that saw the level before another one changed it
     * would end a congestion that has just begun.
     */
    private void noteRise(long before, long now) {
        if (isCongested(now) && !isCongested(before)) {
            congestedSince = time.nanos();
        }
    }

    /** Called when the connection is closed: no switch waits for it any longer. */
    public void close() {
        isClosed = true;
    }

    /** Returns the number of bytes that wait. */
    public long level() {
        return level.get();
    }

    /** Returns the number of bytes that wait if the connection now has this number of bytes. For its loop. */
    long levelWith(int connectionHas) {
        return level.get() - unwritten + connectionHas;
    }

    public boolean isCongested(long level) {
        return level >= congestedAt;
    }

    /** Returns whether another message may be sent at this level. */
    public boolean admits(long level) {
        return level <= limit;
    }

    /** Returns whether others wait for the switch: it is connected, and congested for {@link #STUCK_NANOS} at most. */
    public boolean isToBeAwaited() {
        return isCongested(level()) && !isClosed && time.nanos() - congestedSince <= STUCK_NANOS;
    }
}
