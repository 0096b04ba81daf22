package net.beaconcontroller.core;

import java.net.SocketAddress;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.openflow.Header;

/**
 * Stands between a connection, which is its loop's, and the session, whose work goes through the {@link SharedQueue}: each
 * message that is read is copied for the session, and what the session wrote is copied for the loop to write. The bytes that
 * are on their way to the session are bounded: while there are too many, nothing more is read.
 */
final class SharedQueueBridge implements InboundHandler, Session.Link {
    private final Connection connection;
    private final Loop loop;
    private final SharedQueueExecutor lane;
    private final OutputBuffer out;
    private final Session session;
    private final int pauseReadingAt;
    private final boolean immediate;

    /** Of messages that the session has not handled yet. */
    private final AtomicInteger bytes = new AtomicInteger();
    /** The loop has to be told when there are fewer. */
    private final AtomicBoolean waiting = new AtomicBoolean();

    /** On the loop: there are too many, until it is told otherwise. */
    private boolean full;

    /** On the loop: the first message has come. */
    private boolean greeted;

    /** On the lane. */
    private boolean closed;

    SharedQueueBridge(Connection connection, Loop loop, SharedQueue queue, OpenFlowController controller) {
        this.connection = connection;
        this.loop = loop;
        this.lane = queue.open();
        ControllerOptions.Io options = controller.options().io();
        this.pauseReadingAt = options.limits().pauseReadingAt();
        this.immediate = options.write() == ControllerOptions.Write.IMMEDIATE;
        this.out = new OutputBuffer(0, immediate ? this::handOver : null);
        this.session = new Session(this, out, lane, controller);
        lane.belongsTo(this);
    }

    Session session() {
        return session;
    }

    @Override
    public void start() {
        lane.execute(session::start);
    }

    // On the loop

    @Override
    public int receive(byte[] from, int start, int end) {
        int at = start;
        while (end - at >= Header.LENGTH && !full) {
            int length = Header.length(from, at);
            boolean nonsense = length < Header.LENGTH || (!greeted && length > MessageReceiver.MAX_HELLO);
            if (!nonsense && end - at < length) {
                return at;
            }
            int taken = nonsense ? end - at : length; // the session has to say what is wrong with it
            pass(Arrays.copyOfRange(from, at, at + taken));
            at += taken;
            greeted = true;
        }
        return at;
    }

    private void pass(byte[] message) {
        if (bytes.addAndGet(message.length) >= pauseReadingAt) {
            full = true;
            waiting.set(true);
        }
        long cameNanos = loop.nowNanos();
        lane.execute(() -> {
            try {
                if (!closed) {
                    lane.thread().setNow(cameNanos);
                    session.receive(message, 0, message.length);
                }
            } catch (RuntimeException | Error e) {
                loop.execute(() -> connection.failed(e));
            }
            if (bytes.addAndGet(-message.length) < pauseReadingAt / 2 && waiting.getAndSet(false)) {
                loop.execute(this::goOn);
            }
        });
    }

    private void goOn() {
        full = false;
        connection.resume();
    }

    @Override
    public boolean isFull() {
        return full;
    }

    @Override
    public void drained() {
        lane.execute(session::drained);
    }

    @Override
    public void closed(String reason) {
        lane.execute(() -> end(reason));
    }

    // On the lane

    private void end(String reason) {
        if (!closed) {
            closed = true;
            out.release();
            lane.close();
            session.closed(reason);
        }
    }

    @Override
    public SocketAddress remoteAddress() {
        return connection.remoteAddress();
    }

    /** All that was written is handed over at the end of the lane's turn. */
    @Override
    public void flushLater() {}

    /** Gives the loop what the session has written. */
    void handOver() {
        if (out.length() > 0) {
            byte[] written = Arrays.copyOf(out.array(), out.length());
            out.discard(written.length);
            loop.execute(() -> connection.write(written, immediate));
        }
    }

    @Override
    public void close(String reason) {
        handOver();
        loop.execute(() -> connection.close(reason));
        end(reason);
    }
}
