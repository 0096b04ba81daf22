package net.beaconcontroller.emulator.host;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.emulator.loop.Cancelable;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import org.jspecify.annotations.Nullable;

/**
 * The end of a connection that opens it, sends so many bytes, and closes it. What is lost it sends again, and how much it has on
 * the way depends on that: RFC 5681 (slow start, congestion avoidance), RFC 6582 (fast retransmit, fast recovery) and RFC 6298
 * (time-outs). It ends when all was acknowledged, when it is refused, or when nothing was acknowledged for too long.
 */
public final class TcpSender {
    /** Is told the end of a connection, once. */
    @FunctionalInterface
    public interface Ending {
        void ended(TcpSender sender, StreamOutcome outcome);
    }

    private static final int SEGMENT = TcpSegment.MAX_LENGTH;

    /** RFC 6928. */
    private static final int FIRST_WINDOW = 10 * SEGMENT;

    private static final int DUPLICATES_OF_A_LOSS = 3;

    private static final long FIRST_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** That of Linux; RFC 6298 would have a second. */
    private static final long LEAST_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long LONGEST_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final EmulatorLoop loop;
    private final TcpSegment opening;
    private final long total;
    private final long patienceNanos;
    private final Consumer<TcpSegment> wire;
    private final Ending ending;

    /*
     * Positions in what is sent: 0 is the SYN, 1 the first byte, the one behind the last byte is the FIN.
     */
    private final long end;
    private long acknowledged;
    private long next;
    /** Where what was ever sent ends. */
    private long sent;

    private int answerAcknowledgment;
    private int answerFlags;

    private double window = FIRST_WINDOW;
    private double threshold = TcpSegment.WINDOW;
    private int duplicates;
    private boolean recovers;
    /** Up to here a loss has been reacted to. */
    private long recoveredTo = -1;

    private double smoothNanos;
    private double varianceNanos;
    private long timeoutNanos = FIRST_TIMEOUT_NANOS;
    private long timed = -1;
    private long timedNanos;
    private long progressNanos;
    private @Nullable Cancelable timer;
    private long resent;
    private boolean hasEnded;

    /**
     * @param opening the SYN
     * @param patienceNanos as long nothing may be acknowledged until it gives up
     * @param wire takes segments
     */
    TcpSender(
            EmulatorLoop loop,
            TcpSegment opening,
            long total,
            long patienceNanos,
            Consumer<TcpSegment> wire,
            Ending ending) {
        this.loop = loop;
        this.opening = opening;
        this.total = total;
        this.end = total + 2;
        this.patienceNanos = patienceNanos;
        this.wire = wire;
        this.ending = ending;
    }

    void start() {
        progressNanos = loop.nowNanos();
        fill();
        setTimer();
    }

    /** Ends it, with nothing to tell. */
    void cancel() {
        hasEnded = true;
        stopTimer();
    }

    /** How many bytes have been acknowledged. */
    public long acknowledgedBytes() {
        return Math.clamp(acknowledged - 1, 0, total);
    }

    /** How many segments were sent again. */
    public long resent() {
        return resent;
    }

    void hear(TcpSegment segment) {
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

    /** The same was acknowledged again: something came that was not the next. */
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
        timed = -1; // what is sent twice tells no time
    }

    private void timeOut() {
        if (loop.nowNanos() - progressNanos >= patienceNanos) {
            end(StreamOutcome.TIMED_OUT);
            return;
        }
        reactToLoss();
        recovers = false;
        duplicates = 0;
        window = SEGMENT;
        next = acknowledged;
        timeoutNanos = Math.min(2 * timeoutNanos, LONGEST_TIMEOUT_NANOS);
        fill();
        setTimer();
    }

    /** Sends as much as there may be on the way. */
    private void fill() {
        long limit = acknowledged == 0 ? 1 : acknowledged + (long) Math.min(window, TcpSegment.WINDOW);
        while (next < end && after(next) <= limit) {
            transmit(next);
            next = after(next);
        }
    }

    /** Where that ends which is sent at once from a position on. */
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

    /** RFC 6298 section 2. */
    private void measured(long nanos) {
        timed = -1;
        if (smoothNanos == 0) {
            smoothNanos = nanos;
            varianceNanos = nanos / 2.0;
        } else {
            varianceNanos += (Math.abs(smoothNanos - nanos) - varianceNanos) / 4;
            smoothNanos += (nanos - smoothNanos) / 8;
        }
        timeoutNanos = Math.clamp((long) (smoothNanos + 4 * varianceNanos), LEAST_TIMEOUT_NANOS, LONGEST_TIMEOUT_NANOS);
    }

    private void setTimer() {
        stopTimer();
        long patienceLeft = progressNanos + patienceNanos - loop.nowNanos();
        timer = loop.after(Math.clamp(patienceLeft, 0, timeoutNanos), this::timeOut);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }

    private void end(StreamOutcome how) {
        cancel();
        ending.ended(this, how);
    }
}
