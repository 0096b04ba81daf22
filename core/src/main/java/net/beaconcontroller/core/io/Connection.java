package net.beaconcontroller.core.io;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import net.beaconcontroller.api.concurrent.TimerQueue;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.io.ByteTransport;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.io.tls.TlsTransport;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FeaturesReply;
import org.jspecify.annotations.Nullable;

/**
 * A socket to a switch. Input is read into the loop's shared buffer; only an incomplete message is kept until the next
 * read. Output is collected in an {@link OutputBuffer} and written at the end of the loop's iteration. Both are
 * bounded: while a peer does not accept its output, nothing is read from it.
 *
 * <p>For the thread of the loop only. A connection can move to another loop, see {@link #moveTo}.
 */
public final class Connection implements Loop.ReadyHandler, ConnectionHandle {
    private enum Phase {
        /** The socket is registered for reading. */
        READING,
        /** Nothing is read, because the output buffer or the handler is full. */
        PAUSED,
        /** On the way to another loop, registered with none. Output waits in the buffer. */
        MOVING,
        CLOSED
    }

    /**
     * The offset in the loop's buffer at which input is read, behind the bytes of the read before that were not
     * handled: at most a message, and a part of the header that could prove where it ends. Because it is constant, the
     * transport does not need a new view of the array for each read.
     */
    private static final int READ_OFFSET = (1 << 16) + 64;

    private static final int MIN_INPUT_BUFFER = 1 << 12;
    private static final int MIN_OUTPUT_BUFFER = 1 << 12;
    /**
     * The capacity above which an output buffer shrinks when its content is written. It has space for the replies to a
     * full read of small packet-ins that are not buffered.
     */
    private static final int MAX_IDLE_OUTPUT_BUFFER = 1 << 19;

    private static final byte[] EMPTY = {};

    private final SocketChannel channel;
    private final ConnectionSource source;
    private final ByteTransport transport;
    private final LoopExecutor executor;

    private final ControllerOptions.Io options;
    private final SocketAddress remoteAddress;
    private final OutputBacklog backlog;
    private final ConnectionServices services;
    private final OutputBuffer out;
    private InboundHandler handler;
    private final AuxiliaryConnections auxiliaries = new AuxiliaryConnections();
    /** The main connection that this auxiliary one belongs to; null if this is none. */
    private @Nullable Connection main;
    /** Whether the handler serves the {@link #main} connection. */
    private boolean isServing;
    /** The datapath id of the switch whose main connection this is; null if this is none. */
    private @Nullable Long mainOf;

    private Loop loop;
    private SelectionKey key;
    private Phase phase = Phase.READING;
    /** The reason of a {@link #close} during a move, which is carried out on arrival. */
    private @Nullable String closeReason;

    private boolean flushScheduled;
    /** The number of bytes at the start of the output that the socket has accepted. */
    private int written;
    /**
     * Bytes that were read but not handled: an incomplete message, or any number of messages while reading is paused.
     */
    private byte[] unhandled = EMPTY;

    private int unhandledLength;
    private long bytesRead;

    // The key needs this object, and this object the key.
    @SuppressWarnings({"NullAway.Init", "initialization"})
    private Connection(SocketChannel channel, ConnectionSource source, Loop loop, ConnectionServices services)
            throws IOException {
        this.channel = channel;
        this.source = source;
        this.transport = source.transport(channel, this::resumeTransport);
        this.loop = loop;
        this.services = services;
        this.options = services.options();
        this.remoteAddress = channel.getRemoteAddress();
        this.executor = new LoopExecutor(loop);
        this.backlog = new OutputBacklog(options.limits(), services.threads().time());
        this.out = new OutputBuffer(
                MIN_OUTPUT_BUFFER, services.design().afterMessage(this).orElse(null));
        this.handler = services.design().open(this, services.sessions());
        out.setFullLength(options.limits().pauseReadingAt());
    }

    static Connection open(SocketChannel channel, ConnectionSource source, Loop loop, ConnectionServices services)
            throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        var connection = new Connection(channel, source, loop, services);
        connection.key = loop.register(channel, SelectionKey.OP_READ, connection);
        connection.handler.start();
        return connection;
    }

    public Loop loop() {
        return loop;
    }

    LoopExecutor executor() {
        return executor;
    }

    OutputBuffer output() {
        return out;
    }

    /** Called directly by handlers that run on the loop. */
    @Override
    public void setHandler(InboundHandler next) {
        handler = next;
        auxiliaries.serve(next);
    }

    /** Called when the main connection of this auxiliary one has another handler. */
    void mainChanged(InboundHandler next) {
        if (isServing) {
            handler.serve(next);
        }
    }

    /** Informs listeners that were added of the switch. */
    void introduce() {
        handler.introduce();
    }

    /** Closes the connection. Safe for use by any thread. */
    void disconnect(String reason) {
        handler.disconnect(reason);
    }

    /** Returns the certificate of the switch; empty without TLS, and for a switch that has none. */
    Optional<X509Certificate> peerCertificate() {
        return tls().flatMap(TlsTransport::peerCertificate);
    }

    @Override
    public SocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public Optional<TlsTransport> tls() {
        return transport instanceof TlsTransport tls ? Optional.of(tls) : Optional.empty();
    }

    /** Returns the number of bytes that were read since the connection was opened, with its auxiliary connections. */
    long bytesRead() {
        return bytesRead + auxiliaries.bytesRead();
    }

    /** Returns whether this is an auxiliary connection, which is only moved with its main connection. */
    boolean isAuxiliary() {
        return main != null;
    }

    boolean isCurrentThread() {
        return executor.isCurrentThread();
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isWritable()) {
            flush();
        }
        if (phase != Phase.CLOSED && ready.isReadable()) {
            read();
        }
    }

    @Override
    public void failed(Throwable cause) {
        if (cause instanceof SSLException) {
            close("TLS: " + TlsFailure.explain(cause));
        } else if (cause instanceof IOException) {
            close("connection failed: " + cause.getMessage());
        } else {
            try {
                loop.log.log(Level.ERROR, "internal error; closing the connection of switch " + handler, cause);
            } finally {
                close("internal error of the controller");
            }
        }
    }

    /** Reads once, and handles the complete messages. */
    private void read() throws IOException {
        byte[] input = loop.input;
        int count = transport.read(input, READ_OFFSET, input.length - READ_OFFSET);
        if (count == ByteTransport.END_OF_STREAM) {
            close("closed by the switch");
            return;
        }
        bytesRead += count;
        // Unless reading is paused, fewer than READ_OFFSET bytes are unhandled.
        int from = READ_OFFSET - unhandledLength;
        System.arraycopy(unhandled, 0, input, from, unhandledLength);
        handle(from, READ_OFFSET + count);
    }

    /** Passes a range of the loop's buffer to the handler, and keeps the bytes that it leaves. */
    private void handle(int from, int to) {
        int handled = handler.receive(loop.input, from, to);
        if (phase == Phase.CLOSED) {
            return;
        }
        unhandledLength = to - handled;
        if (unhandledLength > unhandled.length
                || (unhandled.length > MIN_INPUT_BUFFER && unhandledLength <= MIN_INPUT_BUFFER)) {
            unhandled = new byte[Math.max(unhandledLength, MIN_INPUT_BUFFER)];
        }
        System.arraycopy(loop.input, handled, unhandled, 0, unhandledLength);
        Phase next = out.isFull() || handler.isFull() ? Phase.PAUSED : Phase.READING;
        if (next != phase) {
            phase = next;
            updateInterest();
            awaitMain();
        }
        if (phase == Phase.READING && transport.hasInput()) {
            resumeTransport();
        }
    }

    /** Called on any thread when the transport can continue although the selector sees no change of the socket. */
    private void resumeTransport() {
        executor.execute(this::continueTransport);
    }

    /** Reads what waits in the transport, and writes the output. */
    private void continueTransport() {
        try {
            if (phase == Phase.READING && transport.hasInput()) {
                read();
            }
            if (phase != Phase.MOVING) {
                flush();
            }
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    @Override
    public void flushLater() {
        if (!flushScheduled && phase != Phase.MOVING) {
            flushScheduled = true;
            loop.flushLater(this);
        }
    }

    /** Writes the output as far as the socket accepts it, and resumes reading if that is possible. */
    void flush() {
        flushScheduled = false;
        if (phase == Phase.CLOSED) {
            return;
        }
        try {
            write();
        } catch (IOException e) {
            failed(e);
            return;
        }
        if (unwritten() > options.limits().writeLimit()) {
            close("the switch does not read: the output exceeds io.write-limit=%d bytes"
                    .formatted(options.limits().writeLimit()));
        } else {
            resume();
        }
    }

    /** Resumes reading if it was paused and neither the output buffer nor the handler is full. */
    @Override
    public void resume() {
        if (phase == Phase.PAUSED) {
            if (!out.isFull() && !handler.isFull()) {
                System.arraycopy(unhandled, 0, loop.input, 0, unhandledLength);
                handle(0, unhandledLength);
                auxiliaries.resume();
            }
            awaitMain();
        }
    }

    /**
     * If this is an auxiliary connection that waits for the output of its main connection only, pauses the main
     * connection, too. When that resumes, so does this one.
     */
    private void awaitMain() {
        // Before this connection is on the loop of the main one, the output is blocked.
        if (phase == Phase.PAUSED && main != null && !out.isFull() && main.out.isFull()) {
            main.pause();
        }
    }

    private void pause() {
        if (phase == Phase.READING) {
            phase = Phase.PAUSED;
            updateInterest();
        }
    }

    /** Writes messages that another thread has encoded. */
    public void write(byte[] messages, boolean immediately) {
        if (phase != Phase.CLOSED) {
            out.append(messages);
            backlog.dequeued(messages.length, unwritten());
            if (immediately) {
                writeImmediately();
            }
            flushLater();
        }
    }

    /** Returns the number of bytes that the socket has not accepted. */
    private int unwritten() {
        return out.length() - written;
    }

    @Override
    public OutputBacklog backlog() {
        return backlog;
    }

    @Override
    public void dequeuing(int length) {
        backlog.dequeued(length, (long) unwritten() + length);
    }

    @Override
    public boolean admits() {
        if (backlog.isCongested(backlog.levelWith(unwritten()))) {
            writeImmediately();
        }
        return backlog.admits(backlog.levelWith(unwritten()));
    }

    /** Writes the output now. Errors are left to the flush at the end of the iteration. */
    public void writeImmediately() {
        try {
            write();
        } catch (IOException _) {
            flushLater();
        }
    }

    private void write() throws IOException {
        int count = transport.write(out.array(), written, out.length() - written);
        written += count;
        if (phase == Phase.PAUSED && count > 0) {
            drained();
        }
        if (written * 2 > out.length() || written == out.length()) {
            out.discard(written);
            written = 0;
            out.trim(MAX_IDLE_OUTPUT_BUFFER);
        }
        out.setFullLength((long) written + options.limits().pauseReadingAt());
        backlog.setUnwritten(unwritten());
        updateInterest();
    }

    /** Called when the switch accepts output while reading is paused. */
    void drained() {
        handler.drained();
        auxiliaries.drained();
    }

    private int interest() {
        return transport.interest(phase == Phase.READING, unwritten());
    }

    private void updateInterest() {
        int wanted = interest();
        if (phase != Phase.MOVING && key.interestOps() != wanted) {
            key.interestOps(wanted);
        }
    }

    @Override
    public void becomeMain(long datapathId, Version version) {
        mainOf = datapathId;
        services.mainConnections().add(datapathId, version, this);
    }

    @Override
    public Optional<String> becomeAuxiliary(FeaturesReply features, Version version) {
        Optional<Connection> found = services.mainConnections().find(features.datapathId(), version, this);
        if (found.isEmpty()) {
            return Optional.of("no main connection from this address with OpenFlow " + version);
        }
        Connection itsMain = found.get();
        Optional<String> refusal = itsMain.auxiliaries.add(features.auxiliaryId(), this);
        if (refusal.isEmpty()) {
            main = itsMain;
            // Until the connection is on the other loop, no further message is handled.
            out.setBlocked(true);
            executor.execute(() -> moveTo(itsMain.currentLoop()));
        }
        return refusal;
    }

    @Override
    public int auxiliaryConnections() {
        return auxiliaries.size();
    }

    /** Returns the loop that this connection is on, or on the way to. Safe for use by any thread. */
    private Loop currentLoop() {
        return executor.thread();
    }

    /**
     * Moves the connection to another loop, between two messages. From the change of the executor's loop on, the other
     * loop's thread owns this object.
     */
    void moveTo(Loop other) {
        if (phase == Phase.MOVING) {
            return;
        }
        flush();
        // Removes this connection from the loop's queue without a search.
        loop.flush();
        auxiliaries.moveTo(other);
        if (phase == Phase.CLOSED) {
            return;
        }
        key.cancel();
        var event = new HandoverEvent();
        event.begin();
        Phase before = phase;
        phase = Phase.MOVING;
        Loop previous = loop;
        List<TimerQueue.Timer> timers = previous.remove(this, executor);
        passTo(other, () -> arrive(timers, before, previous, event));
    }

    private void passTo(Loop other, Runnable arrival) {
        Loop previous = loop;
        loop = other;
        executor.moveTo(other);
        if (!other.execute(arrival)) {
            // The other loop has stopped.
            executor.moveTo(previous);
            loop = previous;
            abortMove();
        }
    }

    /**
     * Completes a move on the new loop. The connection has to wait if the loop has not adopted the latest listeners
     * that know the switch, or if the connection has come back before the loop's selector has removed the cancelled
     * key. An auxiliary connection also waits for its main connection. If that is on another loop, because it has moved
     * again or has not left yet, the auxiliary connection moves there.
     */
    private void arrive(List<TimerQueue.Timer> timers, Phase before, Loop previous, HandoverEvent event) {
        Runnable again = () -> arrive(timers, before, previous, event);
        if (main != null && main.currentLoop() != loop) {
            passTo(main.currentLoop(), again);
            return;
        }
        if (loop.pipelines.number < handler.introducedTo()
                || loop.isRegistered(channel)
                || (main != null && main.phase == Phase.MOVING)) {
            if (!loop.execute(again)) {
                abortMove();
            }
            return;
        }
        phase = before;
        loop.add(this, timers);
        if (main == null) {
            services.handovers().increment();
            event.end(handler, previous, loop);
        }
        if (closeReason != null) {
            close(closeReason);
            return;
        }
        try {
            key = loop.register(channel, interest(), this);
            handler.introduce();
            if (main != null) {
                isServing = true;
                handler.serve(main.handler);
                out.setBlocked(false);
            }
            continueTransport();
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    private void abortMove() {
        phase = Phase.PAUSED;
        close("controller stopped");
    }

    @Override
    public void close(String reason) {
        if (phase == Phase.CLOSED) {
            return;
        }
        if (phase == Phase.MOVING) {
            closeReason = reason;
            return;
        }
        phase = Phase.CLOSED;
        try {
            // The last message is usually the error that explains the close.
            write();
        } catch (IOException | RuntimeException | Error _) {
            // The peer has closed the connection, or memory is exhausted.
        }
        // A timer of an application may refer to the session for long.
        unhandled = EMPTY;
        out.release();
        written = 0;
        backlog.close();
        loop.remove(this);
        try {
            transport.close();
        } catch (IOException e) {
            loop.log.log(Level.WARNING, "cannot close the connection of switch " + handler + ": " + e.getMessage());
        } finally {
            source.closed();
            leaveSwitch();
            handler.closed(reason);
        }
    }

    private void leaveSwitch() {
        if (main != null) {
            main.auxiliaries.remove(this);
        } else if (mainOf != null) {
            services.mainConnections().remove(mainOf, this);
            auxiliaries.close();
        }
    }
}
