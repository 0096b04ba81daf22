package net.beaconcontroller.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EchoReply;
import net.beaconcontroller.openflow.EchoRequest;
import net.beaconcontroller.openflow.Message;
import org.jspecify.annotations.Nullable;

/** Asks a switch at intervals whether it is there, measures how long the answer takes, and gives up one that is silent. */
final class KeepAlive {
    private static final long NOT_MEASURED = -1;

    private final Session session;
    private final long intervalNanos;
    private final long timeoutNanos;
    private @Nullable Cancellable timer;
    private long xid = -1;
    private long askedNanos;
    private volatile long roundTripNanos = NOT_MEASURED;

    KeepAlive(Session session, ControllerOptions.Timeouts timeouts) {
        this.session = session;
        this.intervalNanos = timeouts.echoInterval().toNanos();
        this.timeoutNanos = timeouts.echo().toNanos();
    }

    void start() {
        ask();
    }

    private void ask() {
        long silentNanos = System.nanoTime() - session.lastHeardNanos();
        if (silentNanos >= timeoutNanos) {
            session.disconnect("it is silent for %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(silentNanos)));
            return;
        }
        xid = session.nextXid();
        askedNanos = System.nanoTime();
        session.reply(new EchoRequest(Bytes.EMPTY), xid);
        timer = session.lane().after(intervalNanos, this::ask);
    }

    /** Whether this was the answer. */
    boolean answered(long answerXid, Message message) {
        if (!(message instanceof EchoReply) || answerXid != xid) {
            return false;
        }
        roundTripNanos = System.nanoTime() - askedNanos;
        return true;
    }

    Optional<Duration> roundTripTime() {
        long nanos = roundTripNanos;
        return nanos == NOT_MEASURED ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    void stop() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
