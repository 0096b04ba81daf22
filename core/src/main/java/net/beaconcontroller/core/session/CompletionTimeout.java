package net.beaconcontroller.core.session;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import net.beaconcontroller.openflow.Header;

/**
 * The timeout of an incomplete message: expires if a switch sends but does not complete the message, because the length
 * in its header is wrong. A switch that sends nothing is left to the {@link KeepAlive}, so that an interruption of the
 * network within a message is treated like one between messages.
 *
 * <p>The timer is not restarted for each message, which would be expensive: it expires once or twice the timeout after
 * the message began. For the executor of the session.
 */
final class CompletionTimeout {
    private final SerialExecutor executor;
    private final long nanos;
    private final Consumer<byte[]> expired;
    private final byte[] header = new byte[Header.LENGTH];
    private Cancellable timer = Cancellable.NONE;
    private boolean isIncomplete;
    /** Whether bytes were received since the timer was started. */
    private boolean hasReceived;
    /** Whether a message was completed since the timer was started. */
    private boolean hasAdvanced;

    /**
     * Creates a timeout.
     *
     * @param expired called with the first bytes of the message, zeros if fewer than 8 were received
     */
    CompletionTimeout(SerialExecutor executor, Duration timeout, Consumer<byte[]> expired) {
        this.executor = executor;
        this.nanos = timeout.toNanos();
        this.expired = expired;
    }

    /**
     * Called after a read that ends with an incomplete message.
     *
     * @param advanced whether the message has begun with this read
     */
    void incomplete(byte[] bytes, int at, int to, boolean advanced) {
        isIncomplete = true;
        hasReceived = true;
        hasAdvanced |= advanced;
        if (to - at >= Header.LENGTH) {
            System.arraycopy(bytes, at, header, 0, Header.LENGTH);
        } else {
            Arrays.fill(header, (byte) 0);
        }
        if (timer == Cancellable.NONE) {
            start();
        }
    }

    /** Called after a read that ends with a complete message, or while nothing is read. */
    void complete() {
        isIncomplete = false;
        hasAdvanced = true;
    }

    private void start() {
        hasReceived = false;
        hasAdvanced = false;
        timer = executor.schedule(nanos, this::expire);
    }

    private void expire() {
        timer = Cancellable.NONE;
        if (isIncomplete && hasReceived && !hasAdvanced) {
            expired.accept(header);
        } else if (isIncomplete) {
            start();
        }
    }

    void stop() {
        isIncomplete = false;
        timer.cancel();
    }
}
