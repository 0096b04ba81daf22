package net.beaconcontroller.switchkit;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.SwitchReplies.Scope;
import net.beaconcontroller.switchkit.io.Framer;

/**
 * A switch without a data plane, on a real connection to a controller. A thread receives the controller's messages,
 * passes each one to the handlers, sends the reply of a correct switch unless a handler or the {@link Behavior}
 * prevents it, and then keeps the message for {@link #await(Predicate)}. Any bytes can be sent, including those that no
 * encoder produces. Thread-safe.
 */
public class ScriptedSwitch implements AutoCloseable {

    /** The behaviour of a switch. */
    public enum Behavior {
        /** Sends HELLO and answers all requests of the handshake. */
        RESPONSIVE,
        /** Behaves like {@link #RESPONSIVE} but does not keep messages: for load. {@link #count} still counts them. */
        DISCARDING,
        /** Sends nothing unless a method of this class is called. */
        SILENT
    }

    /** A handler that sees each message of the controller before the reply. */
    @FunctionalInterface
    public interface Handler {
        /** Returns whether the reply is to be sent. */
        boolean receive(ReceivedMessage message) throws IOException;
    }

    private record OutputRefusal(Set<Long> ports, ErrorCode code, int dataLength) {
        boolean isAbout(ReceivedMessage message) {
            return !ports.isEmpty() && message.outputs().stream().anyMatch(ports::contains);
        }
    }

    /** OFPCRR_CONFIG, OpenFlow 1.5.1 section 7.4.4. */
    private static final int ROLE_CONFIGURED = 1;

    private static final int DEFAULT_PORTS = 4;
    private static final int INPUT_LENGTH = 1 << 16;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final SwitchReplies replies;
    private final Behavior behavior;
    private final SwitchRoles roles;
    private final Socket socket;
    private final OutputStream out;
    private final Object writeLock = new Object();
    private final MessageLog log;
    private final List<Handler> handlers = new CopyOnWriteArrayList<>();
    private final AtomicLongArray counts = new AtomicLongArray(256);
    private final Object gate = new Object();
    private boolean reading = true;
    private volatile OutputRefusal outputRefusal = new OutputRefusal(Set.of(), ErrorCode.BAD_OUT_PORT, 0);
    private volatile String end = "";
    private volatile boolean closing;

    /**
     * Creates a switch on a connection.
     *
     * @param keptMessages the number of messages to keep for {@link #await(Predicate)}, the latest ones
     */
    protected ScriptedSwitch(Socket socket, SwitchReplies replies, Behavior behavior, int keptMessages)
            throws IOException {
        this(socket, replies, behavior, new SwitchRoles(), keptMessages);
    }

    private ScriptedSwitch(Socket socket, SwitchReplies replies, Behavior behavior, SwitchRoles roles, int keptMessages)
            throws IOException {
        this.replies = replies;
        this.behavior = behavior;
        this.roles = roles;
        this.log = new MessageLog(keptMessages);
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.out = socket.getOutputStream();
    }

    /** Connects a responsive switch with four ports that are up. */
    public static ScriptedSwitch connect(InetSocketAddress controller, long datapathId, Version version)
            throws IOException {
        return connect(controller, datapathId, version, DEFAULT_PORTS, Behavior.RESPONSIVE);
    }

    public static ScriptedSwitch connect(
            InetSocketAddress controller, long datapathId, Version version, int portCount, Behavior behavior)
            throws IOException {
        var socket = new Socket(controller.getAddress(), controller.getPort());
        return start(socket, new SwitchReplies(datapathId, version, ports(portCount), Scope.HANDSHAKE), behavior);
    }

    /** Starts a responsive switch with four ports on a connection to the controller, for example one with TLS. */
    public static ScriptedSwitch start(Socket socket, long datapathId, Version version) throws IOException {
        var replies = new SwitchReplies(datapathId, version, ports(DEFAULT_PORTS), Scope.HANDSHAKE);
        return start(socket, replies, Behavior.RESPONSIVE);
    }

    /**
     * Opens an auxiliary connection of a switch, which behaves like a responsive switch.
     *
     * @param auxiliaryId 1 to 255
     * @param source the local address
     */
    public static ScriptedSwitch connectAuxiliary(
            InetSocketAddress controller, long datapathId, int auxiliaryId, Version version, InetAddress source)
            throws IOException {
        var socket = new Socket(controller.getAddress(), controller.getPort(), source, 0);
        var replies = new SwitchReplies(datapathId, auxiliaryId, version, List.of(), Scope.HANDSHAKE);
        return start(socket, replies, Behavior.RESPONSIVE);
    }

    /** Connects the same switch to another controller. Controllers of a switch compete for the role of master. */
    public ScriptedSwitch connectTo(InetSocketAddress controller) throws IOException {
        var other = new Socket(controller.getAddress(), controller.getPort());
        var connection = new ScriptedSwitch(other, replies.onOtherConnection(), behavior, roles, Integer.MAX_VALUE);
        connection.start();
        return connection;
    }

    private static ScriptedSwitch start(Socket socket, SwitchReplies replies, Behavior behavior) throws IOException {
        var connection = new ScriptedSwitch(socket, replies, behavior, Integer.MAX_VALUE);
        connection.start();
        return connection;
    }

    /**
     * Begins to read, and sends HELLO unless the switch is silent. A controller that closes the connection before HELLO
     * is sent ends it, as later: {@link #isClosed()}.
     */
    protected final void start() {
        Thread.ofVirtual().name("switch-%016x".formatted(datapathId())).start(this::read);
        if (behavior != Behavior.SILENT) {
            try {
                sendHello();
            } catch (IOException _) {
                // The thread that reads finds the end of the connection and its reason.
            }
        }
    }

    private static List<Port> ports(int count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(number -> Port.of(number, 0x020000000000L | number, "eth" + number))
                .toList();
    }

    public final long datapathId() {
        return replies.datapathId();
    }

    public final Version version() {
        return replies.version();
    }

    public final List<Port> ports() {
        return replies.ports();
    }

    /** Sends HELLO with the version of the switch. */
    public final void sendHello() throws IOException {
        send(Hello.offering(Set.of(version())));
    }

    /** Sends a message with transaction id 1. */
    public void send(Message message) throws IOException {
        send(message, 1);
    }

    public final void send(Message message, long xid) throws IOException {
        sendBytes(Messages.encode(message, version(), xid));
    }

    /** Sends bytes without checks. Blocks while the controller does not read. */
    public final void sendBytes(byte... bytes) throws IOException {
        synchronized (writeLock) {
            out.write(bytes);
        }
    }

    /**
     * Sends bytes in pieces of {@code size} with a pause after each. Other messages, such as the reply to an echo
     * request, are sent after them.
     */
    public final void sendInPieces(byte[] bytes, int size, Duration pause) throws IOException, InterruptedException {
        synchronized (writeLock) {
            for (int at = 0; at < bytes.length; at += size) {
                out.write(bytes, at, Math.min(size, bytes.length - at));
                Thread.sleep(pause);
            }
        }
    }

    /** Makes the controller a slave, as a configuration of the switch does. */
    public final void demote() throws IOException {
        roles.demote(this, version(), ROLE_CONFIGURED);
    }

    /** Adds a handler, which is called by the thread that reads. */
    public final void onMessage(Handler handler) {
        handlers.add(handler);
    }

    /** Answers messages of this type from now on with the error BAD_REQUEST / BAD_TYPE. */
    public final void refuse(MessageType type) {
        onMessage(message -> {
            boolean isRefused = message.type() == type.wire(version());
            if (isRefused) {
                send(replies.error(ErrorCode.BAD_TYPE, message.envelope().orElseThrow(), 0), message.xid());
            }
            return !isRefused;
        });
    }

    /** Leaves messages of this type unanswered from now on. */
    public final void ignore(MessageType type) {
        onMessage(message -> message.type() != type.wire(version()));
    }

    /**
     * Refuses packet-outs, flows and groups with an output to one of these ports from now on, instead of the ports of
     * the last call. They are not kept for {@link #await(Predicate)}.
     *
     * @param dataLength the number of bytes of the refused message in the error, at most
     */
    public final void refuseOutputs(Set<Long> toPorts, ErrorCode error, int dataLength) {
        outputRefusal = new OutputRefusal(toPorts, error, dataLength);
    }

    /** Sets the number of ports in each part of a multipart reply. */
    public final void setPortsInOnePart(int count) {
        replies.setPortsInOnePart(count);
    }

    /** Pauses or resumes reading from the connection. */
    public final void setReading(boolean on) {
        synchronized (gate) {
            reading = on;
            gate.notifyAll();
        }
    }

    /** Returns the number of messages of a type that the controller has sent. */
    public final long count(MessageType type) {
        return counts.get(type.wire(version()));
    }

    /** Waits for the next message of a class and drops the messages before it. */
    public final <M extends Message> M await(Class<M> kind) throws TimeoutException, InterruptedException {
        return kind.cast(await(next -> next.as(kind).isPresent()).message());
    }

    /** Waits for the next message that satisfies the condition and drops the messages before it. */
    public final ReceivedMessage await(Predicate<ReceivedMessage> condition)
            throws TimeoutException, InterruptedException {
        var dropped = new ArrayList<ReceivedMessage>();
        return await(next -> condition.test(next) || !dropped.add(next), TIMEOUT)
                .orElseThrow(() -> new TimeoutException("no such message within %s; received %s%s"
                        .formatted(TIMEOUT, dropped, isClosed() ? ", and the connection ended: " + end : "")));
    }

    /**
     * Waits for a message, and drops the messages before it. Returns empty after the timeout or if the connection ends.
     */
    public final Optional<ReceivedMessage> await(Predicate<ReceivedMessage> condition, Duration within)
            throws InterruptedException {
        return log.await(condition, within);
    }

    /** Waits until the controller has closed the connection. Returns false after the timeout. */
    public final boolean awaitClosed(Duration within) throws InterruptedException {
        return log.awaitEnd(within);
    }

    /** Returns whether the connection has ended. */
    public final boolean isClosed() {
        return log.hasEnded();
    }

    /** Returns how the connection ended, such as "closed by the controller"; empty while it is open. */
    public final String end() {
        return end;
    }

    private void read() {
        try (var in = new BufferedInputStream(socket.getInputStream(), INPUT_LENGTH)) {
            while (true) {
                synchronized (gate) {
                    while (!reading) {
                        gate.wait();
                    }
                }
                receive(Framer.next(in));
            }
        } catch (EOFException _) {
            end = "closed by the controller";
        } catch (MalformedMessageException e) {
            end = "the controller sent " + e.getMessage();
        } catch (IOException e) {
            end = closing ? "closed" : String.valueOf(e.getMessage());
        } catch (InterruptedException _) {
            end = "interrupted";
        } finally {
            log.end();
        }
    }

    private void receive(byte[] bytes) throws IOException {
        int type = Header.type(bytes, 0);
        counts.incrementAndGet(type);
        if (behavior == Behavior.DISCARDING && type == MessageType.FLOW_MOD.wire(version())) {
            return;
        }
        ReceivedMessage message = ReceivedMessage.of(bytes);
        OutputRefusal refusal = outputRefusal;
        if (refusal.isAbout(message)) {
            Envelope refused = message.envelope().orElseThrow();
            send(replies.error(refusal.code(), refused, refusal.dataLength()), message.xid());
            return;
        }
        try {
            handle(message);
        } finally {
            if (behavior != Behavior.DISCARDING) {
                log.add(message);
            }
        }
    }

    private void handle(ReceivedMessage message) throws IOException {
        boolean isReplied = behavior != Behavior.SILENT;
        for (Handler handler : handlers) {
            isReplied &= handler.receive(message);
        }
        if (isReplied && message.envelope().isPresent()) {
            reply(message.envelope().get());
        }
    }

    /** Sends the reply to a message, if it needs one. Called by the thread that reads. */
    protected void reply(Envelope request) throws IOException {
        Message message = request.message();
        if (message instanceof RoleRequest role && version().isAtLeast(Version.OF12)) {
            send(roles.handle(this, version(), role), request.xid());
        } else if ((message instanceof FlowMod || message instanceof PacketOut) && roles.isSlave(this)) {
            refuse(request, ErrorCode.IS_SLAVE);
        } else {
            for (Envelope reply : replies.to(request)) {
                sendReply(reply);
            }
        }
    }

    /** Sends a reply of a correct switch. Called by the thread that reads. */
    protected void sendReply(Envelope reply) throws IOException {
        sendBytes(reply.toBytes());
    }

    /** Answers a message with an error without data. */
    protected final void refuse(Envelope request, ErrorCode error) throws IOException {
        send(replies.error(error, request, 0), request.xid());
    }

    /** Closes the connection with a reset. */
    public final void reset() throws IOException {
        socket.setOption(StandardSocketOptions.SO_LINGER, 0);
        close();
    }

    /** Announces that nothing more will be sent, and keeps receiving. */
    public final void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Closes the connection. */
    @Override
    public void close() {
        closing = true;
        setReading(true);
        try {
            socket.close();
        } catch (IOException _) {
            // The connection is gone in any case.
        }
    }
}
