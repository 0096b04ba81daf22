package net.beaconcontroller.emulator.fake;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.structure.Port;

/**
 * A switch without a data plane, on a real connection to a controller. A reader thread receives the controller's
 * messages, answers them according to the {@link Behavior}, and queues them for {@link #await}. Thread-safe.
 */
public final class FakeSwitch implements AutoCloseable {

    /** The behaviour of a switch. */
    public enum Behavior {
        /** Sends HELLO and answers all requests of the handshake. */
        RESPONSIVE,
        /** Behaves like {@link #RESPONSIVE} but does not queue messages: for load. {@link #count} still counts them. */
        DISCARDING,
        /** Sends nothing unless a method of this class is called. */
        SILENT
    }

    /** A message from the controller. */
    public record Received(Version version, long xid, Message message) {}

    /** OFPCRR_CONFIG, OpenFlow 1.5.1 section 7.4.4. */
    private static final int ROLE_CONFIGURED = 1;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final long datapathId;
    private final Version version;
    private final List<Port> ports;
    private final Behavior behavior;
    private final Socket socket;
    private final OutputStream out;
    private final Thread reader;
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final AtomicLongArray counts = new AtomicLongArray(256);
    private final Object gate = new Object();
    private boolean reading = true;
    private volatile boolean ended;
    private final Set<MessageType> ignored = ConcurrentHashMap.newKeySet();
    private final Set<MessageType> refused = ConcurrentHashMap.newKeySet();
    private volatile OutputRefusal outputRefusal = OutputRefusal.NONE;
    private volatile int portsInOnePart = 1000;
    private final SwitchReplies replies;
    private final FakeRoles roles;

    private FakeSwitch(
            Socket socket,
            long datapathId,
            int auxiliaryId,
            Version version,
            int portCount,
            Behavior behavior,
            FakeRoles roles)
            throws IOException {
        this.roles = roles;
        this.datapathId = datapathId;
        this.version = version;
        this.behavior = behavior;
        this.ports = ports(portCount);
        this.replies = new SwitchReplies(datapathId, auxiliaryId, version, ports);
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.out = socket.getOutputStream();
        this.reader = new Thread(this::read, "fake-switch-" + datapathId);
        reader.setDaemon(true);
    }

    /** Connects a responsive switch with four ports that are up. */
    public static FakeSwitch connect(InetSocketAddress controller, long datapathId, Version version)
            throws IOException {
        return connect(controller, datapathId, version, 4, Behavior.RESPONSIVE);
    }

    public static FakeSwitch connect(
            InetSocketAddress controller, long datapathId, Version version, int portCount, Behavior behavior)
            throws IOException {
        var socket = new Socket(controller.getAddress(), controller.getPort());
        return new FakeSwitch(socket, datapathId, 0, version, portCount, behavior, new FakeRoles()).start();
    }

    /** Starts a responsive switch with four ports on a connection to the controller, for example one with TLS. */
    public static FakeSwitch start(Socket socket, long datapathId, Version version) throws IOException {
        return new FakeSwitch(socket, datapathId, 0, version, 4, Behavior.RESPONSIVE, new FakeRoles()).start();
    }

    /**
     * Opens an auxiliary connection of a switch, which behaves like a responsive switch.
     *
     * @param auxiliaryId 1 to 255
     * @param source the local address
     */
    public static FakeSwitch connectAuxiliary(
            InetSocketAddress controller, long datapathId, int auxiliaryId, Version version, InetAddress source)
            throws IOException {
        var socket = new Socket(controller.getAddress(), controller.getPort(), source, 0);
        return new FakeSwitch(socket, datapathId, auxiliaryId, version, 0, Behavior.RESPONSIVE, new FakeRoles())
                .start();
    }

    /** Connects the same switch to another controller. Controllers of a switch compete for the role of master. */
    public FakeSwitch connectTo(InetSocketAddress controller) throws IOException {
        return new FakeSwitch(
                        new Socket(controller.getAddress(), controller.getPort()),
                        datapathId,
                        0,
                        version,
                        ports.size(),
                        behavior,
                        roles)
                .start();
    }

    private FakeSwitch start() throws IOException {
        if (behavior != Behavior.SILENT) {
            send(Hello.offering(Set.of(version)));
        }
        reader.start();
        return this;
    }

    /** Makes the controller a slave, as a configuration of the switch does. */
    public void demote() throws IOException {
        roles.demote(this, version, ROLE_CONFIGURED);
    }

    private static List<Port> ports(int count) {
        var ports = new ArrayList<Port>();
        for (int number = 1; number <= count; number++) {
            ports.add(Port.of(number, 0x020000000000L | number, "eth" + number));
        }
        return Collections.unmodifiableList(ports);
    }

    public List<Port> ports() {
        return ports;
    }

    public long datapathId() {
        return datapathId;
    }

    /** Sends a message with transaction id 1. */
    public void send(Message message) throws IOException {
        send(message, 1);
    }

    public void send(Message message, long xid) throws IOException {
        sendRaw(Messages.encode(message, version, xid));
    }

    /** Sends bytes without checks. Blocks while the controller does not read. */
    public void sendRaw(byte... bytes) throws IOException {
        synchronized (out) {
            out.write(bytes);
        }
    }

    /** Sends bytes one by one, and no other message, such as the reply to an echo request, between them. */
    public void sendOneByOne(byte... bytes) throws IOException {
        synchronized (out) {
            for (byte one : bytes) {
                out.write(one);
            }
        }
    }

    /** Pauses or resumes reading from the connection. */
    public void setReading(boolean on) {
        synchronized (gate) {
            reading = on;
            gate.notifyAll();
        }
    }

    /** Returns the number of messages of a type that the controller has sent. */
    public long count(MessageType type) {
        return counts.get(type.wire(version));
    }

    /** Waits for the next message of a class and drops the messages before it. */
    public <M extends Message> M await(Class<M> kind) throws TimeoutException, InterruptedException {
        return kind.cast(await(next -> kind.isInstance(next.message())).message());
    }

    /** Waits for the next message that satisfies the condition and drops the messages before it. */
    public Received await(Predicate<Received> condition) throws TimeoutException, InterruptedException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        var dropped = new ArrayList<Message>();
        while (true) {
            Received next = received.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new TimeoutException("no such message within %s; received %s%s"
                        .formatted(TIMEOUT, dropped, ended ? ", and closed the connection" : ""));
            }
            if (condition.test(next)) {
                return next;
            }
            dropped.add(next.message());
        }
    }

    /** Answers messages of this type from now on with the error BAD_REQUEST / BAD_TYPE. */
    public void refuse(MessageType type) {
        refused.add(type);
    }

    /** Leaves messages of this type unanswered from now on. */
    public void ignore(MessageType type) {
        ignored.add(type);
    }

    /**
     * Refuses packet-outs, flows and groups with an output to one of these ports from now on, instead of the ports of
     * the last call. They are not queued.
     *
     * @param dataLength the number of bytes of the refused message in the error, at most
     */
    public void refuseOutputs(Set<Long> toPorts, ErrorCode error, int dataLength) {
        outputRefusal = new OutputRefusal(toPorts, error, dataLength);
    }

    /** Sets the number of ports in each part of a multipart reply. */
    public void setPortsInOnePart(int count) {
        portsInOnePart = count;
    }

    /** Whether the controller has closed the connection. */
    public boolean isClosed() {
        return ended;
    }

    private void read() {
        try (var in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16))) {
            byte[] message = new byte[Header.MAX_MESSAGE_LENGTH];
            while (true) {
                synchronized (gate) {
                    while (!reading) {
                        gate.wait();
                    }
                }
                in.readFully(message, 0, Header.LENGTH);
                int length = Header.length(message, 0);
                in.readFully(message, Header.LENGTH, length - Header.LENGTH);
                receive(message, length);
            }
        } catch (IOException | InterruptedException _) {
            ended = true;
        }
    }

    private void receive(byte[] bytes, int length) throws IOException {
        int type = Header.type(bytes, 0);
        counts.incrementAndGet(type);
        if (behavior == Behavior.DISCARDING && type == MessageType.FLOW_MOD.wire(version)) {
            return;
        }
        Message message = Messages.decode(Arrays.copyOf(bytes, length), 0, length);
        long xid = Header.xid(bytes, 0);
        if (outputRefusal.isAbout(message)) {
            send(outputRefusal.error(Bytes.of(bytes, 0, length), version), xid);
            return;
        }
        if (behavior != Behavior.DISCARDING) {
            received.add(new Received(Version.ofWire(Header.version(bytes, 0)).orElseThrow(), xid, message));
        }
        if (behavior != Behavior.SILENT) {
            answer(xid, message);
        }
    }

    private void answer(long xid, Message message) throws IOException {
        if (ignored.contains(message.type())) {
            return;
        }
        if (refused.contains(message.type())) {
            send(
                    new ErrorMessage(
                            MalformedMessageException.BAD_REQUEST, MalformedMessageException.BAD_TYPE, Bytes.EMPTY),
                    xid);
            return;
        }
        if (message instanceof RoleRequest request && version.isAtLeast(Version.OF12)) {
            send(roles.handle(this, version, request), xid);
            return;
        }
        if ((message instanceof FlowMod || message instanceof PacketOut) && roles.isSlave(this)) {
            send(
                    new ErrorMessage(ErrorCode.IS_SLAVE.type(version), ErrorCode.IS_SLAVE.code(version), Bytes.EMPTY),
                    xid);
            return;
        }
        for (Envelope reply : replies.to(message, xid, portsInOnePart)) {
            sendRaw(reply.toBytes());
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
