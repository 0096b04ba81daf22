package net.beaconcontroller.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import net.beaconcontroller.common.concurrent.TimerQueue;
import org.jspecify.annotations.Nullable;

/**
 * A socket: it reads into the loop's buffer and keeps only what is left of a message cut in two; what is to be written waits
 * in {@link OutputBuffer} until the end of the turn. Both are bounded: a peer that does not take its replies is not read from
 * until it does. For the loop's thread only; which loop that is can change.
 */
final class Connection implements Loop.Ready, Session.Link {
    /** More than this at once is not given to the kernel, as the JDK keeps a buffer of that size for each thread. */
    private static final int WRITE_AT_ONCE = 1 << 18;

    private static final int SMALL = 1 << 12;
    private static final byte[] NOTHING = {};

    private final SocketChannel channel;
    private final @Nullable LoopExecutor lane;
    private final ControllerOptions.Io options;
    private final SocketAddress remoteAddress;
    private final OutputBuffer out;
    private final Session session;
    private final InboundHandler upstream;
    private Loop loop;
    private SelectionKey key;
    /** It is on its way from a loop to another: what is sent waits, until it has arrived. */
    private boolean moving;

    /** What it is to be closed for then. */
    private @Nullable String closeLater;

    private ByteBuffer outBuffer;
    /** How much of the output's content is written already. */
    private int written;
    /** What was read but not handled: the beginning of a message, or all that came while reading is paused. */
    private byte[] rest = NOTHING;

    private int restLength;
    private boolean paused;
    private long bytesRead;
    private long bytesReadBefore;
    private boolean dirty;
    private boolean closed;

    @SuppressWarnings({"NullAway.Init", "initialization"}) // the key needs this object, and this object the key
    private Connection(SocketChannel channel, Loop loop, OpenFlowController controller) throws IOException {
        this.channel = channel;
        this.loop = loop;
        this.options = controller.options().io();
        this.remoteAddress = channel.getRemoteAddress();
        this.out = new OutputBuffer(
                SMALL, options.write() == ControllerOptions.Write.IMMEDIATE ? this::writeAtOnce : null);
        this.outBuffer = ByteBuffer.wrap(out.array());
        SharedQueue queue = controller.queue();
        if (queue == null) {
            this.lane = new LoopExecutor(loop);
            this.session = new Session(this, out, lane, controller);
            this.upstream = session;
        } else {
            this.lane = null;
            var relay = new SharedQueueBridge(this, loop, queue, controller);
            this.session = relay.session();
            this.upstream = relay;
        }
        out.fullAt(options.limits().pauseReadingAt());
    }

    static Connection open(SocketChannel channel, Loop loop, OpenFlowController controller) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        var connection = new Connection(channel, loop, controller);
        connection.key = loop.register(channel, SelectionKey.OP_READ, connection);
        connection.upstream.start();
        return connection;
    }

    Session session() {
        return session;
    }

    @Override
    public SocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            flush();
        }
        if (!closed && ready.isReadable()) {
            read();
        }
    }

    @Override
    public void failed(Throwable cause) {
        if (cause instanceof IOException) {
            close("the connection failed: " + cause.getMessage());
        } else {
            try {
                loop.log.log(Level.ERROR, "an error of the controller; it closes the connection of " + session, cause);
            } finally {
                close("an error of the controller");
            }
        }
    }

    /** One large read, and every complete message in it. */
    private void read() throws IOException {
        byte[] input = loop.input;
        System.arraycopy(rest, 0, input, 0, restLength);
        ByteBuffer buffer = loop.inputBuffer.position(restLength).limit(input.length);
        int count = channel.read(buffer);
        if (count < 0) {
            close("the switch closed the connection");
            return;
        }
        bytesRead += count;
        handle(restLength + count);
    }

    /** Hands the first {@code length} bytes of the loop's buffer to the session, and keeps what it leaves. */
    private void handle(int length) {
        int handled = upstream.receive(loop.input, 0, length);
        if (closed) {
            return;
        }
        restLength = length - handled;
        if (restLength > rest.length || (rest.length > SMALL && restLength <= SMALL)) {
            rest = new byte[Math.max(restLength, SMALL)];
        }
        System.arraycopy(loop.input, handled, rest, 0, restLength);
        boolean full = out.isFull() || upstream.isFull();
        if (full != paused) {
            paused = full;
            updateInterest();
        }
    }

    @Override
    public void flushLater() {
        if (!dirty && !moving) {
            dirty = true;
            loop.flushLater(this);
        }
    }

    /** Writes what the socket takes, and goes on reading where that was paused. */
    void flush() {
        dirty = false;
        if (closed) {
            return;
        }
        try {
            write();
        } catch (IOException e) {
            failed(e);
            return;
        }
        if (out.length() - written > options.limits().writeLimit()) {
            close("it does not take what it is sent: more than %d bytes wait for it"
                    .formatted(options.limits().writeLimit()));
        } else {
            resume();
        }
    }

    /** Goes on reading where that was paused, if there is no reason to any more. */
    void resume() {
        if (!closed && paused && !out.isFull() && !upstream.isFull()) {
            System.arraycopy(rest, 0, loop.input, 0, restLength);
            handle(restLength);
        }
    }

    /** Writes what comes from elsewhere, at once or at the end of this turn. */
    void write(byte[] messages, boolean immediate) {
        if (!closed) {
            out.append(messages);
            if (immediate) {
                writeAtOnce();
            }
            flushLater();
        }
    }

    /** A message of its own in each write, as long as the socket takes them; failing is left to the flush of this turn. */
    private void writeAtOnce() {
        try {
            write();
        } catch (IOException _) {
            flushLater();
        }
    }

    private void write() throws IOException {
        if (outBuffer.array() != out.array()) {
            outBuffer = ByteBuffer.wrap(out.array());
        }
        while (written < out.length()) {
            int atOnce = Math.min(out.length() - written, WRITE_AT_ONCE);
            outBuffer.limit(written + atOnce).position(written);
            int count = channel.write(outBuffer);
            written += count;
            if (paused && count > 0) {
                upstream.drained();
            }
            if (count < atOnce) {
                break;
            }
        }
        if (written * 2 > out.length() || written == out.length()) {
            out.discard(written);
            written = 0;
            out.trim(WRITE_AT_ONCE);
        }
        out.fullAt((long) written + options.limits().pauseReadingAt());
        updateInterest();
    }

    private int interest() {
        return (paused ? 0 : SelectionKey.OP_READ) | (written < out.length() ? SelectionKey.OP_WRITE : 0);
    }

    private void updateInterest() {
        int wanted = interest();
        if (!moving && key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }

    /** How much was read since this was asked the last time. */
    long takeBytesRead() {
        long count = bytesRead - bytesReadBefore;
        bytesReadBefore = bytesRead;
        return count;
    }

    /**
     * Goes over to another loop, between two messages: what came before has been handled here, what comes then will be there.
     * From the change of the lane on, the other loop's thread may use this object.
     */
    void moveTo(Loop other) {
        flush();
        if (closed || lane == null) {
            return;
        }
        key.cancel();
        moving = true;
        Loop left = loop;
        List<TimerQueue.Timer> timers = left.release(this, lane);
        loop = other;
        lane.moveTo(other);
        if (!other.execute(() -> arrive(timers))) {
            // the controller stops, and the other loop has done so already
            lane.moveTo(left);
            loop = left;
            moving = false;
            close("the controller stops");
        }
    }

    /**
     * The switch has to wait where a change of the listeners that it knows has still to come to this loop; or where it was on
     * this loop a moment ago, and the next select takes the old key away.
     */
    private void arrive(List<TimerQueue.Timer> timers) {
        if (loop.pipelines.number < session.knownTo() || loop.isRegistered(channel)) {
            if (!loop.execute(() -> arrive(timers))) {
                moving = false;
                close("the controller stops");
            }
            return;
        }
        moving = false;
        loop.take(this, timers);
        if (closeLater != null) {
            close(closeLater);
            return;
        }
        try {
            key = loop.register(channel, interest(), this);
            session.catchUp();
            flush();
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    @Override
    public void close(String reason) {
        if (closed) {
            return;
        }
        if (moving) {
            closeLater = reason;
            return;
        }
        closed = true;
        try {
            write(); // what was said last, an error as a rule, should still be heard
        } catch (IOException | RuntimeException | Error _) {
            // the peer does not listen any more, or there is no memory to speak with
        }
        rest = NOTHING; // a timer of an application may keep the session for long
        out.release();
        outBuffer = ByteBuffer.wrap(NOTHING);
        loop.forget(this);
        try {
            channel.close();
        } catch (IOException e) {
            loop.log.log(Level.WARNING, "closing the connection of " + session + " failed: " + e.getMessage());
        } finally {
            upstream.closed(reason);
        }
    }
}
