package net.beaconcontroller.emulator.datapath;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.io.ByteTransport;
import net.beaconcontroller.io.tls.TlsFailure;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.io.Framer;
import net.beaconcontroller.switchkit.io.SelectLoop;
import org.jspecify.annotations.Nullable;

/**
 * A switch's connection to its controller, the main or an auxiliary one, which is reestablished whenever it is lost.
 * This class handles the socket, the framing of messages, HELLO and the keep-alive. For the loop's thread.
 *
 * <p>The memory that the controller can cause to be allocated is bounded. While output is pending nothing more is
 * read, so that only the replies to one request are buffered. Of unsolicited messages, packet-ins are dropped first;
 * beyond a second limit the connection is closed.
 */
final class ControllerConnection implements SelectLoop.Ready {
    private static final Logger log = System.getLogger(ControllerConnection.class.getName());

    /** The handler of messages. Called on the loop's thread. */
    interface Handler {
        /** The HELLO messages were exchanged. */
        void connected(ControllerConnection connection, Version version);

        /** A complete message of the negotiated version was received. */
        void message(ControllerConnection connection, Version version, byte[] array, int start, int length);

        /** The connection was lost or closed. */
        void disconnected(ControllerConnection connection);
    }

    private static final int PAUSE_READING_AT = 1 << 16;
    private static final int DROP_PACKET_INS_AT = 1 << 20;
    private static final int CLOSE_AT = 8 << 20;
    private static final int OUTPUT_CAPACITY = 256;

    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long MAX_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** The inactivity probe interval of Open vSwitch. */
    private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final SelectLoop loop;
    private final RandomGenerator random;
    private final String name;
    private final ControllerAddress controller;
    private final Set<Version> versions;
    private final Version highest;
    private final int auxiliaryId;
    private final Handler handler;

    /** Whether the connection is to be kept up. */
    private boolean open;

    private @Nullable SelectionKey key;
    /** Null if the socket is not connected. */
    private @Nullable ByteTransport transport;

    private @Nullable Version version;
    private boolean hasSentFeatures;
    private Writer out = new Writer(OUTPUT_CAPACITY);
    /** The number of bytes of the output that were written to the socket. */
    private int written;

    private boolean flushing;
    /** Keeps the start of a message, or more while the controller does not read the replies. */
    private Framer input;

    private boolean alive;
    private boolean probed;
    private Cancellable probe = Cancellable.NONE;
    private Cancellable retry = Cancellable.NONE;
    private long backoffNanos = FIRST_BACKOFF_NANOS;
    private long establishedNanos;

    /**
     * Creates a closed connection.
     *
     * @param auxiliaryId 0 for a main connection
     */
    ControllerConnection(
            SelectLoop loop,
            String name,
            ControllerAddress controller,
            Set<Version> versions,
            int auxiliaryId,
            Handler handler) {
        this.loop = loop;
        this.random = loop.time().random("pauses before connecting");
        this.name = name;
        this.controller = controller;
        this.versions = versions;
        this.highest = Collections.max(versions);
        this.auxiliaryId = auxiliaryId;
        this.handler = handler;
        this.input = new Framer(loop.input());
    }

    /** Connects, and reconnects whenever the connection is lost, until it is closed. */
    void open() {
        open = true;
        backoffNanos = FIRST_BACKOFF_NANOS;
        connect();
    }

    void close() {
        open = false;
        retry.cancel();
        disconnect();
    }

    /** Returns the negotiated version; empty without a connection or before the exchange of HELLO. */
    Optional<Version> version() {
        return Optional.ofNullable(version);
    }

    boolean isEstablished() {
        return version != null;
    }

    boolean isMain() {
        return auxiliaryId == 0;
    }

    int auxiliaryId() {
        return auxiliaryId;
    }

    /** Returns whether the controller knows by a features reply which connection this is. */
    boolean hasSentFeatures() {
        return hasSentFeatures;
    }

    void setFeaturesSent() {
        hasSentFeatures = true;
    }

    /** Whether so much output is pending that packet-ins must be dropped. */
    boolean isCongested() {
        return pending() >= DROP_PACKET_INS_AT;
    }

    /** Sends a reply. */
    void reply(long xid, Message message) {
        if (version != null) {
            Messages.encode(message, version, xid, out);
            flushOnce();
        }
    }

    /** Sends an encoded message. */
    void reply(byte[] message) {
        out.append(message);
        flushOnce();
    }

    /** Sends an unsolicited message. */
    void sendUnsolicited(Message message) {
        if (pending() > CLOSE_AT) {
            lost("the controller does not read: %d bytes are pending".formatted(pending()));
        } else {
            reply(0, message);
        }
    }

    /** Answers a message with an error that contains as much of the message as the specification requires. */
    void refuse(Version headerVersion, int type, int code, byte[] array, int start, int length) {
        Bytes data = Bytes.of(array, start, Math.min(length, ErrorMessage.DATA_LENGTH));
        Messages.encode(new ErrorMessage(type, code, data), headerVersion, Header.xid(array, start), out);
        flushOnce();
    }

    /**
     * Sends a packet-in. If it is longer than a header can state, all its bytes are sent after a header with the lower
     * 16 bits of the length, as by Open vSwitch.
     */
    void sendPacketIn(PacketIn message) {
        if (version == null || message.data().length() <= Action.Output.MAX_PACKET_IN) {
            sendUnsolicited(message);
            return;
        }
        var withoutData = new PacketIn(
                message.bufferId(),
                message.totalLength(),
                message.reason(),
                message.tableId(),
                message.cookie(),
                message.match(),
                Bytes.EMPTY);
        byte[] start = Messages.encode(withoutData, version, 0);
        byte[] all = Arrays.copyOf(start, start.length + message.data().length());
        message.data().copyTo(all, start.length);
        ByteAccess.putShort(all, 2, all.length);
        reply(all);
    }

    private int pending() {
        return out.length() - written;
    }

    private void connect() {
        try {
            SocketChannel channel = loop.openSocket();
            try {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                boolean connected = channel.connect(controller.socket());
                key = loop.register(channel, SelectionKey.OP_CONNECT, this);
                if (connected) {
                    established(key, channel);
                }
            } catch (IOException | RuntimeException e) {
                SelectLoop.closeQuietly(channel);
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            failed(e);
        }
    }

    private void established(SelectionKey connected, SocketChannel channel) throws IOException {
        connected.interestOps(SelectionKey.OP_READ);
        // The network may be closed while another thread computes a step of the handshake.
        transport = controller.transport(channel, () -> loop.tryExecute(this::continueTransport));
        establishedNanos = loop.nowNanos();
        alive = true;
        probed = false;
        probe = loop.after(PROBE_NANOS, this::probe);
        Messages.encode(Hello.offering(versions), highest, 0, out);
        flushOnce();
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isConnectable()) {
            SocketChannel channel = (SocketChannel) ready.channel();
            channel.finishConnect();
            established(ready, channel);
        }
        if (ready.isValid() && ready.isWritable()) {
            flush();
            input.splitRest(this::message, this::isHandling);
            listen();
        }
        if (ready.isValid() && ready.isReadable()) {
            read();
        }
    }

    /** Called when the transport can continue although the selector sees no change of the socket. */
    private void continueTransport() {
        try {
            if (transport != null && transport.hasInput() && !isPaused()) {
                read();
            }
            flush();
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    private void read() throws IOException {
        if (transport == null) {
            return;
        }
        int count = input.read(transport::read);
        if (count == ByteTransport.END_OF_STREAM) {
            lost("closed by the controller");
            return;
        }
        alive = true;
        input.split(this::message, this::isHandling);
        listen();
    }

    /** Returns whether to handle the next message of the input, or to keep it. */
    private boolean isHandling() {
        return isOpen() && !isPaused();
    }

    private void message(ByteBuffer buffer, int start, int length) {
        byte[] array = buffer.array();
        int at = buffer.arrayOffset() + start;
        Version agreed = version;
        if (agreed == null) {
            hello(array, at, length);
        } else if (Header.version(array, at) == agreed.wire()) {
            handler.message(this, agreed, array, at, length);
        } else if (Header.type(array, at) != MessageType.HELLO.wire(agreed)) {
            refuse(agreed, ErrorCode.BAD_VERSION, array, at, length);
        }
    }

    private void hello(byte[] array, int start, int length) {
        if (Header.type(array, start) != MessageType.HELLO.wire(highest)) {
            lost("first message is not HELLO");
            return;
        }
        Version agreed;
        try {
            Hello hello = Messages.decodeHello(array, start, length);
            agreed = hello.negotiate(versions, Header.version(array, start)).orElse(null);
        } catch (MalformedMessageException e) {
            lost("malformed HELLO: " + e.getMessage());
            return;
        }
        if (agreed == null) {
            refuse(highest, ErrorCode.HELLO_INCOMPATIBLE, array, start, length);
            lost("no common version; the switch offers " + versions);
        } else {
            version = agreed;
            controller.connected();
            handler.connected(this, agreed);
        }
    }

    /** Answers a message with an error. */
    void refuse(Version headerVersion, ErrorCode errorCode, byte[] array, int start, int length) {
        refuse(headerVersion, errorCode.type(headerVersion), errorCode.code(headerVersion), array, start, length);
    }

    private boolean isOpen() {
        return key != null;
    }

    private boolean isPaused() {
        return pending() > PAUSE_READING_AT;
    }

    private void flushOnce() {
        if (!flushing && isOpen()) {
            flushing = true;
            loop.flushLater(this);
        }
    }

    @Override
    public void flush() throws IOException {
        flushing = false;
        if (key == null || transport == null || !key.isValid()) {
            return;
        }
        boolean wasPaused = isPaused();
        int count = transport.write(out.array(), written, pending());
        written += count;
        // While reading is paused, progress in writing is the only sign that the controller is alive.
        alive |= count > 0 && wasPaused;
        // Compacts only if more than half was written, so that each byte is moved at most once.
        if (written > out.length() / 2) {
            out.discard(written);
            written = 0;
            out.trim(OUTPUT_CAPACITY);
        }
        listen();
    }

    private void listen() {
        if (key != null && transport != null && key.isValid()) {
            int handling = input.hasMessage() ? SelectionKey.OP_WRITE : 0;
            key.interestOps(transport.interest(!isPaused(), pending()) | handling);
            if (transport.hasInput() && !isPaused()) {
                loop.execute(this::continueTransport);
            }
        }
    }

    private void probe() {
        if (alive) {
            alive = false;
            probed = false;
        } else if (probed || version == null) {
            lost("no message for %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(2 * PROBE_NANOS)));
            return;
        } else {
            probed = true;
            reply(0, new EchoRequest());
        }
        probe = loop.after(PROBE_NANOS, this::probe);
    }

    @Override
    public void failed(Throwable cause) {
        boolean isTls = controller.hasTls() && transport != null && cause instanceof IOException;
        lost(isTls ? "TLS: " + TlsFailure.explain(cause) : cause.toString());
    }

    private void lost(String reason) {
        log.log(Level.DEBUG, () -> "switch %s: connection to %s lost: %s".formatted(name, controller, reason));
        if (controller.hasTls() && transport != null && version == null) {
            controller.failed(name, reason);
        }
        boolean lasted = version != null && loop.nowNanos() - establishedNanos > MAX_BACKOFF_NANOS;
        disconnect();
        if (open) {
            long backoff = lasted ? FIRST_BACKOFF_NANOS : backoffNanos;
            long jitter = random.nextLong(backoff / 4);
            retry.cancel();
            retry = loop.after(backoff - jitter, this::connect);
            backoffNanos = Math.min(2 * backoff, MAX_BACKOFF_NANOS);
        }
    }

    private void disconnect() {
        probe.cancel();
        if (key != null) {
            try {
                // Sends the error that gives the reason.
                flush();
            } catch (IOException e) {
                log.log(Level.TRACE, "connection is closed already", e);
            }
            SelectLoop.closeQuietly(transport == null ? key.channel() : transport);
        }
        key = null;
        transport = null;
        version = null;
        hasSentFeatures = false;
        out = new Writer(OUTPUT_CAPACITY);
        written = 0;
        input = new Framer(loop.input());
        handler.disconnected(this);
    }
}
