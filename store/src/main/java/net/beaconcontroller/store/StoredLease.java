package net.beaconcontroller.store;

import java.time.Duration;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.api.store.Lease;

/** A lease. Its documents have its id, and are deleted when it ends. */
final class StoredLease implements Lease {
    private final long id;
    private final long timeToLiveNanos;
    private final Writer writer;
    private final Time time;
    private long endsNanos;
    private boolean ended;

    /** @param id unique while the store is open, and not {@link StoreFile#NO_LEASE} */
    StoredLease(long id, Duration timeToLive, Writer writer, Time time) {
        this.time = time;
        this.id = id;
        this.timeToLiveNanos = timeToLive.toNanos();
        this.writer = writer;
        endsNanos = time.nanos() + timeToLiveNanos;
    }

    long id() {
        return id;
    }

    boolean isOf(Writer other) {
        return writer == other;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** Returns the time until the lease ends, at most 0 if it has ended. */
    synchronized long remainingNanos() {
        return ended ? 0 : endsNanos - time.nanos();
    }

    /** Ends the lease if its time is over. Returns whether it has ended, now or before. */
    synchronized boolean endIfOver() {
        ended = remainingNanos() <= 0;
        return ended;
    }

    /** Ends the lease. Returns false if it has ended before. */
    synchronized boolean end() {
        boolean isFirst = !ended;
        ended = true;
        return isFirst;
    }

    @Override
    public synchronized boolean keepAlive() {
        if (endIfOver()) {
            return false;
        }
        endsNanos = time.nanos() + timeToLiveNanos;
        return true;
    }

    @Override
    public void close() {
        end();
        writer.deleteDocumentsOf(this);
    }
}
