package net.beaconcontroller.emulator.host;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * The sending end of a TCP connection. It opens the connection, sends bytes and closes it, with slow start and
 * congestion avoidance (RFC 5681), fast retransmit and fast recovery (RFC 6582) and retransmission timeouts (RFC
 * 6298). It ends when all bytes are acknowledged, when the connection is reset, or when no acknowledgment arrives for
 * too long.
 */
public final class TcpSender {
    /** A listener for the end of a connection. */
    @FunctionalInterface
    public interface EndListener {
        void ended(TcpSender sender, StreamOutcome outcome);
    }

    private static final int SEGMENT = TcpSegment.MAX_LENGTH;

    /** The initial congestion window, RFC 6928. */
    private static final int INITIAL_WINDOW = 10 * SEGMENT;

    private static final int DUPLICATES_OF_A_LOSS = 3;

    private static final long INITIAL_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The minimum retransmission timeout of Linux; RFC 6298 recommends one second. */
    private static final long MIN_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long MAX_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final SelectLoop loop;
    private final TcpSegment opening;
    private final long total;
    private final long idleLimitNanos;
    private final Consumer<TcpSegment> wire;
    private final EndListener listener;

    /** Positions in the stream: 0 is the SYN, 1 the first byte, and this one, after the last byte, the FIN. */
    private final long end;

    private long acknowledged;
    private long next;
    /** The end of the data that was sent at least once. */
    private long sent;

    private int answerAcknowledgment;
    private int answerFlags;

    private double window = INITIAL_WINDOW;
    private double threshold = TcpSegment.WINDOW;
    private int duplicates;
    private boolean recovers;
    /** The end of the current loss recovery. */
    private long recoveredTo = -1;

    private double smoothNanos;
    private double varianceNanos;
    private long retransmissionTimeoutNanos = INITIAL_TIMEOUT_NANOS;
    private long timed = -1;
    private long timedNanos;
    private long progressNanos;
    private Cancellable timer = Cancellable.NONE;
    private long resent;
    private boolean hasEnded;

    /**
     * @param opening the SYN
     * @param idleLimitNanos the longest time without an acknowledgment
     * @param wire sends segments
     */
    TcpSender(
            SelectLoop loop,
            TcpSegment opening,
            long total,
            long idleLimitNanos,
            Consumer<TcpSegment> wire,
            EndListener listener) {
        this.loop = loop;
        this.opening = opening;
        this.total = total;
        this.end = total + 2;
        this.idleLimitNanos = idleLimitNanos;
        this.wire = wire;
        this.listener = listener;
    }

    void start() {
        progressNanos = loop.nowNanos();
        fill();
        setTimer();
    }

    /** Ends the connection without notifying the listener. */
    void cancel() {
        hasEnded = true;
        timer.cancel();
    }

    /** Returns the number of acknowledged bytes. */
    public long acknowledgedBytes() {
        return Math.clamp(acknowledged - 1, 0, total);
    }

    /** Returns the number of retransmitted segments. */
    public long resent() {
        return resent;
    }

    void receive(TcpSegment segment) {
        long position = acknowledged + (segment.acknowledgment() - sequence(acknowledged));
        if (hasEnded || !segment.has(TcpSegment.ACK) || position < acknowledged || position > sent) {
            return;
        }
        if (segment.has(TcpSegment.RST)) {
            end(StreamOutcome.REFUSED);
            return;
        }
        if (segment.has(TcpSegment.SYN | TcpSegment.FIN)) {
            answerAcknowledgment = segment.sequence() + 1;
            answerFlags = TcpSegment.ACK;
        }
        if (position > acknowledged) {
            advance(position);
        } else if (next > acknowledged) {
            repeat();
        }
        if (acknowledged == end) {
            wire.accept(segment(end, 0, TcpSegment.ACK));
            end(StreamOutcome.COMPLETE);
        } else {
            fill();
        }
    }

    private void advance(long position) {
        long length = position - acknowledged;
        acknowledged = position;
        next = Math.max(next, position);
        duplicates = 0;
        progressNanos = loop.nowNanos();
        if (timed >= 0 && position > timed) {
            measured(progressNanos - timedNanos);
        }
        if (recovers && position >= recoveredTo) {
            recovers = false;
            window = threshold;
        } else if (recovers) {
            transmit(acknowledged);
            window = Math.max(window - length + SEGMENT, SEGMENT);
        } else if (window < threshold) {
            window += Math.min(length, SEGMENT);
        } else {
            window += SEGMENT * SEGMENT / window;
        }
        setTimer();
    }

    /** Handles a duplicate acknowledgment: a segment arrived out of order. */
    private void repeat() {
        duplicates++;
        if (recovers) {
            window += SEGMENT;
        } else if (duplicates == DUPLICATES_OF_A_LOSS && acknowledged > recoveredTo) {
            reactToLoss();
            recovers = true;
            window = threshold + DUPLICATES_OF_A_LOSS * SEGMENT;
            transmit(acknowledged);
            setTimer();
        }
    }

    private void reactToLoss() {
        threshold = Math.max((next - acknowledged) / 2.0, 2 * SEGMENT);
        recoveredTo = sent;
        // A retransmitted segment gives no valid sample of the round-trip time.
        timed = -1;
    }

    private void timeOut() {
        if (loop.nowNanos() - progressNanos >= idleLimitNanos) {
            end(StreamOutcome.TIMED_OUT);
            return;
        }
        reactToLoss();
        recovers = false;
        duplicates = 0;
        window = SEGMENT;
        next = acknowledged;
        retransmissionTimeoutNanos = Math.min(2 * retransmissionTimeoutNanos, MAX_TIMEOUT_NANOS);
        fill();
        setTimer();
    }

    /** Sends as much as the congestion window and the receiver's window allow. */
    private void fill() {
        long limit = acknowledged == 0 ? 1 : acknowledged + (long) Math.min(window, TcpSegment.WINDOW);
        while (next < end && after(next) <= limit) {
            transmit(next);
            next = after(next);
        }
    }

    /** Returns the end of the segment that starts at a position. */
    private long after(long position) {
        return position + Math.max(lengthAt(position), 1);
    }

    private int lengthAt(long position) {
        return position == 0 ? 0 : Math.clamp(total + 1 - position, 0, SEGMENT);
    }

    private void transmit(long position) {
        int length = lengthAt(position);
        int flags = TcpSegment.PSH;
        if (length == 0) {
            flags = position == 0 ? TcpSegment.SYN : TcpSegment.FIN;
        }
        if (position < sent) {
            resent++;
        } else {
            sent = after(position);
            if (timed < 0) {
                timed = position;
                timedNanos = loop.nowNanos();
            }
        }
        wire.accept(segment(position, length, flags | answerFlags));
    }

    private TcpSegment segment(long position, int length, int flags) {
        return new TcpSegment(
                opening.source(),
                opening.sourcePort(),
                opening.destination(),
                opening.destinationPort(),
                sequence(position),
                answerAcknowledgment,
                flags,
                length);
    }

    private int sequence(long position) {
        return opening.sequence() + (int) position;
    }

    /** Updates the retransmission timeout, RFC 6298 section 2. */
    private void measured(long nanos) {
        timed = -1;
        if (smoothNanos == 0) {
            smoothNanos = nanos;
            varianceNanos = nanos / 2.0;
        } else {
            varianceNanos += (Math.abs(smoothNanos - nanos) - varianceNanos) / 4;
            smoothNanos += (nanos - smoothNanos) / 8;
        }
        retransmissionTimeoutNanos =
                Math.clamp((long) (smoothNanos + 4 * varianceNanos), MIN_TIMEOUT_NANOS, MAX_TIMEOUT_NANOS);
    }

    private void setTimer() {
        timer.cancel();
        long idleLeftNanos = progressNanos + idleLimitNanos - loop.nowNanos();
        timer = loop.after(Math.clamp(idleLeftNanos, 0, retransmissionTimeoutNanos), this::timeOut);
    }

    private void end(StreamOutcome how) {
        cancel();
        listener.ended(this, how);
    }
}
