package net.beaconcontroller.core.session;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.Time;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The keep-alive of a session: sends an echo request at intervals, measures the round-trip time, and disconnects a
 * switch from which nothing was received for the timeout.
 *
 * <p>Accepted output counts as a sign of life only while reading is paused: then the peer has no other way to show that
 * it is alive. Otherwise it proves nothing, because the kernel accepts output for a dead peer for a while.
 */
final class KeepAlive {
    private final Session session;
    private final Time time;
    private final long intervalNanos;
    private final long timeoutNanos;
    private Cancellable timer = Cancellable.NONE;
    private long xid = -1;
    private long sentNanos;
    private volatile @Nullable Duration roundTripTime;

    KeepAlive(Session session, Time time, ControllerOptions.Timeouts timeouts) {
        this.session = session;
        this.time = time;
        this.sentNanos = time.nanos();
        this.intervalNanos = timeouts.echoInterval().toNanos();
        this.timeoutNanos = timeouts.echo().toNanos();
    }

    /** Sends an echo request, now and after each interval. If it was started before, the interval begins again. */
    void start() {
        timer.cancel();
        // The thread may have been blocked. Only silence after a request counts, up to the last read.
        long lastReceived = session.lastReceivedNanos();
        long silentNanos = session.executor().thread().nowNanos() - lastReceived;
        if (silentNanos >= timeoutNanos && lastReceived - sentNanos < 0) {
            session.disconnect(
                    "echo timeout: nothing received for %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(silentNanos)));
            return;
        }
        xid = session.sender().ids().next();
        sentNanos = time.nanos();
        session.sender().reply(new EchoRequest(Bytes.EMPTY), xid);
        timer = session.executor().schedule(intervalNanos, this::start);
    }

    /** Handles a message if it is the reply to the last echo request, and returns whether it is. */
    boolean receive(long replyXid, Message message) {
        if (!(message instanceof EchoReply) || replyXid != xid) {
            return false;
        }
        roundTripTime = Duration.ofNanos(time.nanos() - sentNanos);
        return true;
    }

    Optional<Duration> roundTripTime() {
        return Optional.ofNullable(roundTripTime);
    }

    void stop() {
        timer.cancel();
    }
}
