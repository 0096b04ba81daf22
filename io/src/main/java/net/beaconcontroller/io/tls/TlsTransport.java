package net.beaconcontroller.io.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import net.beaconcontroller.io.ByteTransport;
import org.jspecify.annotations.Nullable;
import tlschannel.ClientTlsChannel;
import tlschannel.NeedsReadException;
import tlschannel.NeedsTaskException;
import tlschannel.NeedsWriteException;
import tlschannel.ServerTlsChannel;
import tlschannel.TlsChannel;
import tlschannel.TlsChannelBuilder;

/**
 * A transport in TLS over another transport. The first read or write begins the handshake; until it is complete,
 * nothing is read or written. The expensive steps of the handshake, such as signatures, run in {@link Steps}.
 *
 * <p>A callback tells the owner to call {@link #read} and {@link #write} again, the latter also without bytes, when the
 * transport can continue although the selector sees no change of the socket.
 */
public final class TlsTransport implements ByteTransport {
    /** Runs the steps of the handshake of one connection, which has at most one step at a time. */
    @FunctionalInterface
    public interface Steps {
        /** Runs a step, on any thread. Returns an action that cancels a step that has not begun. */
        Runnable execute(Runnable step);
    }

    private static final byte[] NONE = {};
    private static final int NO_BYTE = -1;

    private final ByteTransport socket;
    private final SocketBytes bytes = new SocketBytes();
    private final SSLEngine engine;
    private final TlsChannel channel;
    private final Steps steps;
    private final Runnable resume;
    /** The last array that was read into, and the last that was written from: a caller mostly uses the same. */
    private ByteBuffer input = ByteBuffer.wrap(NONE);

    private ByteBuffer output = ByteBuffer.wrap(NONE);
    /** Whether a read may return something although the socket has no input. */
    private boolean hasInput;
    /** Whether encrypted bytes wait until the socket accepts them. */
    private boolean isOutputBlocked;

    private volatile boolean isEstablished;
    /** The failure of the connection, which all further calls throw. */
    private @Nullable SSLException failure;

    /** Whether the peer sends no more. */
    private boolean isEnded;

    /** When the handshake was complete. */
    private long establishedNanos;

    private volatile boolean isTaskRunning;
    /**
     * The first byte that has arrived after a step of the handshake began to wait, or {@link #NO_BYTE}. While a step
     * waits, no more is read: enough to notice that the peer has closed the connection, whose step is dropped then.
     */
    private int nextByte = NO_BYTE;
    /** Cancels the latest step of the handshake. */
    private Runnable cancelStep = () -> {};

    /**
     * Creates a transport whose handshake has not begun.
     *
     * @param engine an engine of the context, in the mode of a client or a server
     * @param steps runs the steps of the handshake
     * @param resume called on any thread when the owner has to read and to write again
     */
    public TlsTransport(ByteTransport socket, SSLContext context, SSLEngine engine, Steps steps, Runnable resume) {
        this.socket = socket;
        this.engine = engine;
        this.steps = steps;
        this.resume = resume;
        this.channel = engine.getUseClientMode()
                ? configured(ClientTlsChannel.newBuilder(bytes, engine)).build()
                : configured(ServerTlsChannel.newBuilder(bytes, context).withEngineFactory(_ -> engine))
                        .build();
    }

    private <B extends TlsChannelBuilder<B>> B configured(B builder) {
        return builder.withRunTasks(false)
                .withReleaseBuffers(true)
                .withEncryptedBufferAllocator(RecordBuffers.INSTANCE)
                .withPlainBufferAllocator(RecordBuffers.INSTANCE)
                .withSessionInitCallback(_ -> established());
    }

    private void established() {
        establishedNanos = System.nanoTime();
        isEstablished = true;
        // The first input may have arrived with the end of the handshake, and the first output waits.
        hasInput = true;
        resume.run();
    }

    /** The encrypted bytes. */
    private final class SocketBytes implements ByteChannel {
        @Override
        public int read(ByteBuffer target) throws IOException {
            if (nextByte != NO_BYTE) {
                target.put((byte) nextByte);
                nextByte = NO_BYTE;
                return 1;
            }
            int count = socket.read(target.array(), target.arrayOffset() + target.position(), target.remaining());
            if (count > 0) {
                target.position(target.position() + count);
            }
            isEnded = count == END_OF_STREAM;
            return count;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            int count;
            try {
                count = socket.write(source.array(), source.arrayOffset() + source.position(), source.remaining());
            } catch (ClosedChannelException e) {
                throw e;
            } catch (IOException _) {
                // The peer has closed the connection. An alert with the reason may wait to be read; what reads next
                // reports the end otherwise.
                hasInput = true;
                resume.run();
                count = source.remaining();
            }
            source.position(source.position() + count);
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (input.array() != bytes) {
            input = ByteBuffer.wrap(bytes);
        }
        return read(input.limit(offset + length).position(offset));
    }

    /** Reads bytes that have arrived into a buffer, see {@link #read(byte[], int, int)}. */
    public int read(ByteBuffer target) throws IOException {
        hasInput = true;
        if (isHeld()) {
            return readNextByte();
        }
        int from = target.position();
        try {
            while (target.hasRemaining()) {
                if (channel.read(target) == END_OF_STREAM) {
                    return target.position() == from ? END_OF_STREAM : target.position() - from;
                }
            }
        } catch (NeedsReadException _) {
            hasInput = false;
        } catch (NeedsWriteException _) {
            isOutputBlocked = true;
            hasInput = false;
        } catch (NeedsTaskException e) {
            run(e.getTask());
        } catch (ClosedChannelException e) {
            return endOrThrow(e);
        } catch (SSLException e) {
            failure = e;
            throw e;
        }
        return target.position() - from;
    }

    @Override
    public int write(byte[] bytes, int offset, int length) throws IOException {
        if (output.array() != bytes) {
            output = ByteBuffer.wrap(bytes);
        }
        return write(output.limit(offset + length).position(offset));
    }

    /** Writes the bytes of a buffer, as far as the connection accepts them, see {@link #write(byte[], int, int)}. */
    public int write(ByteBuffer source) throws IOException {
        if (isHeld()) {
            return 0;
        }
        int from = source.position();
        isOutputBlocked = false;
        try {
            channel.write(source);
        } catch (NeedsReadException _) {
            // The handshake waits for the peer.
        } catch (NeedsWriteException _) {
            isOutputBlocked = true;
        } catch (NeedsTaskException e) {
            run(e.getTask());
        } catch (ClosedChannelException e) {
            // The next read returns the end of the stream.
            endOrThrow(e);
            return 0;
        } catch (SSLException e) {
            failure = e;
            throw e;
        }
        return source.position() - from;
    }

    /** The channel also throws this exception if the peer closes the connection during the handshake. */
    private int endOrThrow(ClosedChannelException e) throws ClosedChannelException {
        if (isEnded) {
            return END_OF_STREAM;
        }
        throw e;
    }

    /** Returns 0, or {@link #END_OF_STREAM} if the peer has closed the connection. */
    private int readNextByte() throws IOException {
        if (nextByte != NO_BYTE) {
            return 0;
        }
        var next = new byte[1];
        int count = socket.read(next, 0, 1);
        if (count > 0) {
            nextByte = next[0] & 0xff;
        }
        return Math.min(count, 0);
    }

    /** Returns whether a step of the handshake waits or is running. */
    private boolean isHeld() throws SSLException {
        if (failure != null) {
            throw failure;
        }
        return isTaskRunning;
    }

    private void run(Runnable task) {
        isTaskRunning = true;
        cancelStep = steps.execute(() -> {
            try {
                task.run();
            } finally {
                isTaskRunning = false;
                resume.run();
            }
        });
    }

    @Override
    public boolean hasInput() {
        return hasInput && !isTaskRunning;
    }

    @Override
    public int interest(boolean isReading, int unwritten) {
        if (isTaskRunning) {
            return nextByte == NO_BYTE ? SelectionKey.OP_READ : 0;
        }
        boolean awaitsPeer = isReading || !isEstablished;
        return (awaitsPeer ? SelectionKey.OP_READ : 0) | (isOutputBlocked ? SelectionKey.OP_WRITE : 0);
    }

    /** Returns whether the handshake waits for this end, which has to make a signature, for example. */
    public boolean isDelayedHere() {
        return isTaskRunning;
    }

    /** Returns the time since the handshake was complete; empty before. For the owner. */
    public Optional<Duration> establishedFor() {
        return isEstablished ? Optional.of(Duration.ofNanos(System.nanoTime() - establishedNanos)) : Optional.empty();
    }

    /**
     * Returns the certificate of the peer; empty before the handshake is complete, and if a client has none, which is
     * possible unless the server needs one. Safe for use by any thread.
     */
    public Optional<X509Certificate> peerCertificate() {
        try {
            return isEstablished
                    ? Optional.of((X509Certificate) engine.getSession().getPeerCertificates()[0])
                    : Optional.empty();
        } catch (SSLPeerUnverifiedException _) {
            return Optional.empty();
        }
    }

    /**
     * Returns the version of the protocol and the cipher suite; null before the handshake is complete. Safe for use by
     * any thread.
     */
    public @Nullable String protocol() {
        return isEstablished
                ? engine.getSession().getProtocol() + " " + engine.getSession().getCipherSuite()
                : null;
    }

    @Override
    public void close() throws IOException {
        // The arrays may be large, and this object may be referred to for long.
        input = ByteBuffer.wrap(NONE);
        output = ByteBuffer.wrap(NONE);
        if (isTaskRunning) {
            // The engine would block this thread until the step has run.
            cancelStep.run();
            socket.close();
            return;
        }
        try {
            sendAlert();
        } finally {
            channel.close();
        }
    }

    /** Sends the alert that tells the peer why the connection has failed, if it has. */
    private void sendAlert() {
        if (failure == null || engine.getHandshakeStatus() != HandshakeStatus.NEED_WRAP) {
            return;
        }
        ByteBuffer alert = RecordBuffers.INSTANCE.allocate(0);
        try {
            engine.wrap(ByteBuffer.wrap(NONE), alert);
            bytes.write(alert.flip());
        } catch (IOException _) {
            // The peer has closed the connection.
        } finally {
            RecordBuffers.INSTANCE.free(alert);
        }
    }
}
