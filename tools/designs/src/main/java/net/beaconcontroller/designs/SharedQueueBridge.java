package net.beaconcontroller.designs;

import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.core.io.Connection;
import net.beaconcontroller.core.io.ConnectionHandle;
import net.beaconcontroller.core.io.InboundHandler;
import net.beaconcontroller.core.io.Loop;
import net.beaconcontroller.core.io.OutputBacklog;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.CurrentCall;
import net.beaconcontroller.io.tls.TlsTransport;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.ImpliedLength;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FeaturesReply;

/**
 * The bridge between a connection, on its loop, and a session whose tasks run through the {@link SharedQueue}. It
 * copies each received message for the session, and the session's output for the loop. A message that is received in
 * several reads is copied in pieces, which the session joins, and so are all bytes of a read after a header with a
 * doubtful length. The number of bytes on the way to the session is bounded: above the limit, reading pauses.
 */
final class SharedQueueBridge implements InboundHandler, ConnectionHandle {
    private static final byte[] NOTHING = {};

    /** The memory of a piece beside its bytes, so that many small messages count as the memory that they need. */
    private static final int PIECE_OVERHEAD = 128;

    private final Connection connection;
    private final Loop loop;
    private final SharedQueueExecutor executor;
    private final OutputBuffer out;
    private InboundHandler session;
    private final int pauseReadingAt;
    private final boolean immediate;

    /** The number of received bytes that the session has not handled. */
    private final AtomicInteger pendingBytes = new AtomicInteger();
    /** Whether the loop waits for {@link #pendingBytes} to decrease. */
    private final AtomicBoolean resumeRequested = new AtomicBoolean();

    private final AtomicBoolean drainedQueued = new AtomicBoolean();

    /** Whether there are too many pending bytes. For the loop. */
    private boolean full;

    /** The number of bytes of the last message that have not been received, by its header. For the loop. */
    private int missing;

    /** The received pieces that the session has not handled. For the executor. */
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    /** The bytes that the session has not handled: of an incomplete message. For the executor. */
    private byte[] unhandled = {};
    /** The number of bytes in the output buffer that the backlog includes. For the executor. */
    private int queuedOutput;

    /** For the executor. */
    private boolean closed;

    private static final class Piece {
        final byte[] bytes;
        final long receivedNanos;

        Piece(byte[] bytes, long receivedNanos) {
            this.bytes = bytes;
            this.receivedNanos = receivedNanos;
        }
    }

    SharedQueueBridge(
            Connection connection, SharedQueue queue, ControllerOptions.Io options, InboundHandler.Factory sessions) {
        this.connection = connection;
        this.loop = connection.loop();
        this.executor = queue.open();
        this.pauseReadingAt = options.limits().pauseReadingAt();
        this.immediate = options.write() == ControllerOptions.Write.IMMEDIATE;
        this.out = new OutputBuffer(0, immediate ? this::flush : null);
        this.session = sessions.open(this, out, executor);
        executor.setBridge(this);
    }

    @Override
    public void setHandler(InboundHandler next) {
        session = next;
    }

    @Override
    public void start() {
        executor.execute(session::start);
    }

    // On the loop

    @Override
    public int receive(byte[] from, int start, int end) {
        int at = start;
        while (!full && end - at >= (missing > 0 ? 1 : Header.LENGTH)) {
            if (missing == 0) {
                missing = isCertain(from, at, end) ? Header.length(from, at) : end - at;
            }
            int taken = Math.min(missing, end - at);
            forward(Arrays.copyOfRange(from, at, at + taken));
            at += taken;
            missing -= taken;
        }
        return at;
    }

    /** Returns whether the length in a header does not contradict the content of the message. */
    private static boolean isCertain(byte[] bytes, int at, int to) {
        int length = Header.length(bytes, at);
        Version version = Version.ofWire(Header.version(bytes, at)).orElse(null);
        MessageType type = version == null
                ? null
                : MessageType.ofWire(version, Header.type(bytes, at)).orElse(null);
        if (length < Header.LENGTH || version == null || type == null) {
            return false;
        }
        int implied = ImpliedLength.of(version, type, bytes, at, to);
        return implied == ImpliedLength.NONE
                || implied == length
                || (implied == ImpliedLength.INCOMPLETE && to - at < length);
    }

    private void forward(byte[] piece) {
        if (pendingBytes.addAndGet(piece.length + PIECE_OVERHEAD) >= pauseReadingAt) {
            full = true;
            resumeRequested.set(true);
        }
        var received = new Piece(piece, loop.nowNanos());
        executor.execute(() -> {
            pieces.add(received);
            handlePieces();
        });
    }

    private void resumeReading() {
        full = false;
        connection.resume();
    }

    @Override
    public boolean isFull() {
        return full;
    }

    @Override
    public void drained() {
        // One task is enough, however often the switch accepts a byte while the threads are busy.
        if (!drainedQueued.getAndSet(true)) {
            executor.execute(() -> {
                drainedQueued.set(false);
                session.drained();
            });
        }
    }

    /** Called on the executor, as is {@link #introducedTo}. */
    @Override
    public void introduce() {
        session.introduce();
    }

    @Override
    public long introducedTo() {
        return session.introducedTo();
    }

    @Override
    public void serve(InboundHandler main) {
        throw new UnsupportedOperationException("auxiliary connections");
    }

    @Override
    public void disconnect(String reason) {
        session.disconnect(reason);
    }

    @Override
    public String toString() {
        return session.toString();
    }

    @Override
    public void closed(String reason) {
        executor.execute(() -> end(reason));
    }

    // On the executor

    @Override
    public void resume() {
        pieces.addFirst(new Piece(NOTHING, executor.thread().nowNanos()));
        handlePieces();
    }

    /** Handles the received pieces, unless the output buffer is blocked. */
    private void handlePieces() {
        while (!closed && !out.isFull() && !pieces.isEmpty()) {
            Piece next = pieces.remove();
            try {
                executor.thread().setNowNanos(next.receivedNanos);
                handle(next.bytes);
            } catch (RuntimeException | Error e) {
                executor.thread().currentCall.end(CurrentCall.NONE);
                loop.execute(() -> connection.failed(e));
            }
            if (next.bytes.length > 0) {
                handled(next.bytes.length + PIECE_OVERHEAD);
            }
        }
    }

    private void handled(int bytes) {
        if (pendingBytes.addAndGet(-bytes) < pauseReadingAt / 2 && resumeRequested.getAndSet(false)) {
            loop.execute(this::resumeReading);
        }
    }

    private void handle(byte[] piece) {
        byte[] bytes = piece;
        if (unhandled.length > 0) {
            bytes = Arrays.copyOf(unhandled, unhandled.length + piece.length);
            System.arraycopy(piece, 0, bytes, unhandled.length, piece.length);
        }
        int handled = session.receive(bytes, 0, bytes.length);
        unhandled = Arrays.copyOfRange(bytes, handled, bytes.length);
    }

    private void end(String reason) {
        if (!closed) {
            closed = true;
            pieces.clear();
            out.release();
            executor.close();
            session.closed(reason);
        }
    }

    @Override
    public SocketAddress remoteAddress() {
        return connection.remoteAddress();
    }

    @Override
    public Optional<TlsTransport> tls() {
        return connection.tls();
    }

    @Override
    public OutputBacklog backlog() {
        return connection.backlog();
    }

    @Override
    public void dequeuing(int length) {
        queuedOutput += length;
    }

    @Override
    public boolean admits() {
        if (backlog().isCongested(backlog().level() + out.length() - queuedOutput)) {
            flush();
        }
        return backlog().admits(backlog().level() + out.length() - queuedOutput);
    }

    /** Does nothing: the executor calls {@link #flush} after its tasks. */
    @Override
    public void flushLater() {}

    /** Passes the session's output to the loop. */
    void flush() {
        if (out.length() > 0) {
            byte[] written = Arrays.copyOf(out.array(), out.length());
            out.discard(written.length);
            backlog().queue(written.length - queuedOutput);
            queuedOutput = 0;
            loop.execute(() -> connection.write(written, immediate));
        }
    }

    @Override
    public Optional<String> becomeAuxiliary(FeaturesReply features, Version version) {
        return Optional.of("not supported with io.read=shared-queue");
    }

    @Override
    public void close(String reason) {
        flush();
        loop.execute(() -> connection.close(reason));
        end(reason);
    }
}
