package net.beaconcontroller.core;

import java.net.SocketAddress;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.openflow.Header;

/**
 * The bridge between a connection, on its loop, and a session whose tasks run through the {@link SharedQueue}. It
 * copies each received message for the session, and the session's output for the loop. The number of bytes on the way
 * to the session is bounded: above the limit, reading pauses.
 */
final class SharedQueueBridge implements InboundHandler, ConnectionHandle {
    private final Connection connection;
    private final Loop loop;
    private final SharedQueueExecutor executor;
    private final OutputBuffer out;
    private final Session session;
    private final int pauseReadingAt;
    private final boolean immediate;

    /** The number of received bytes that the session has not handled. */
    private final AtomicInteger pendingBytes = new AtomicInteger();
    /** Whether the loop waits for {@link #pendingBytes} to decrease. */
    private final AtomicBoolean resumeRequested = new AtomicBoolean();

    /** Whether there are too many pending bytes. For the loop. */
    private boolean full;

    /** Whether the first message was received. For the loop. */
    private boolean helloReceived;

    /** For the executor. */
    private boolean closed;

    SharedQueueBridge(Connection connection, Loop loop, SharedQueue queue, OpenFlowController controller) {
        this.connection = connection;
        this.loop = loop;
        this.executor = queue.open();
        ControllerOptions.Io options = controller.options().io();
        this.pauseReadingAt = options.limits().pauseReadingAt();
        this.immediate = options.write() == ControllerOptions.Write.IMMEDIATE;
        this.out = new OutputBuffer(0, immediate ? this::flush : null);
        this.session = new Session(this, out, executor, controller);
        executor.setBridge(this);
    }

    Session session() {
        return session;
    }

    @Override
    public void start() {
        executor.execute(session::start);
    }

    // On the loop

    @Override
    public int receive(byte[] from, int start, int end) {
        int at = start;
        while (end - at >= Header.LENGTH && !full) {
            int length = Header.length(from, at);
            boolean invalid = length < Header.LENGTH || (!helloReceived && length > MessageReceiver.MAX_HELLO);
            if (!invalid && end - at < length) {
                return at;
            }
            // The session reports the error of an invalid length.
            int taken = invalid ? end - at : length;
            forward(Arrays.copyOfRange(from, at, at + taken));
            at += taken;
            helloReceived = true;
        }
        return at;
    }

    private void forward(byte[] message) {
        if (pendingBytes.addAndGet(message.length) >= pauseReadingAt) {
            full = true;
            resumeRequested.set(true);
        }
        long receivedNanos = loop.nowNanos();
        executor.execute(() -> {
            try {
                if (!closed) {
                    executor.thread().setNowNanos(receivedNanos);
                    session.receive(message, 0, message.length);
                }
            } catch (RuntimeException | Error e) {
                executor.thread().currentCall.end(CurrentCall.NONE);
                loop.execute(() -> connection.failed(e));
            }
            if (pendingBytes.addAndGet(-message.length) < pauseReadingAt / 2 && resumeRequested.getAndSet(false)) {
                loop.execute(this::resume);
            }
        });
    }

    private void resume() {
        full = false;
        connection.resume();
    }

    @Override
    public boolean isFull() {
        return full;
    }

    @Override
    public void drained() {
        executor.execute(session::drained);
    }

    @Override
    public void closed(String reason) {
        executor.execute(() -> end(reason));
    }

    // On the executor

    private void end(String reason) {
        if (!closed) {
            closed = true;
            out.release();
            executor.close();
            session.closed(reason);
        }
    }

    @Override
    public SocketAddress remoteAddress() {
        return connection.remoteAddress();
    }

    /** Does nothing: the executor calls {@link #flush} after its tasks. */
    @Override
    public void flushLater() {}

    /** Passes the session's output to the loop. */
    void flush() {
        if (out.length() > 0) {
            byte[] written = Arrays.copyOf(out.array(), out.length());
            out.discard(written.length);
            loop.execute(() -> connection.write(written, immediate));
        }
    }

    @Override
    public void close(String reason) {
        flush();
        loop.execute(() -> connection.close(reason));
        end(reason);
    }
}
