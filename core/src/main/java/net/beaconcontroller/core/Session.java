package net.beaconcontroller.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.flyweight.FlowModEncoder;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.flyweight.PacketOutEncoder;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/**
 * The switch at the other end of a connection, as applications know it: what it is sent is put into the connection's output,
 * and what it sends goes through its {@link MessageReceiver}. Its life is {@link State}; until it is active, {@link Handshake} leads.
 *
 * <p>Fields that other threads read are volatile or final; all else belongs to the loop's thread.
 */
final class Session implements Switch, InboundHandler {
    /** From the connection to its end. */
    enum State {
        /** Waits for the switch's HELLO. */
        HELLO,
        /** Waits for the features reply, and so for the datapath id. */
        FEATURES,
        /** Sets the switch up, until it answers the barrier behind that. */
        SETUP,
        /** Waits until an older connection of the same datapath id is gone. */
        CLAIM,
        /** Initializers have the switch. */
        INITIALIZING,
        /** Applications have it. */
        ACTIVE,
        CLOSED
    }

    private final Transport transport;
    private final OutputBuffer out;
    private final SerialExecutor executor;
    private final OpenFlowController controller;
    private final Handshake handshake;
    private final KeepAlive keepAlive;
    private final PendingRequests requests;
    private final MessageReceiver receiver;
    private final PortTable ports = new PortTable();
    private final int index;
    private final AtomicInteger nextForeignXid = new AtomicInteger(Integer.MIN_VALUE);
    private final Instant connectedSince = Instant.now();

    private volatile State state = State.HELLO;
    private volatile @Nullable FeaturesReply features;
    private volatile SwitchDescription description = new SwitchDescription("", "", "", "", "");
    private volatile Version version = Version.OF10;
    private int nextXid = 1;
    private long lastReceivedNanos;
    private long knownTo;
    private @Nullable FlowModEncoder flowMod;
    private @Nullable PacketOutEncoder packetOut;

    Session(Transport transport, OutputBuffer out, SerialExecutor executor, OpenFlowController controller) {
        this.transport = transport;
        this.out = out;
        this.executor = executor;
        this.controller = controller;
        this.index = controller.table().takeIndex();
        this.handshake = new Handshake(this, controller);
        this.keepAlive = new KeepAlive(this, controller.options().timeouts());
        this.requests =
                new PendingRequests(this, controller.options().io().limits().answerLimit());
        this.receiver = new MessageReceiver(this, transport, out, handshake, keepAlive, requests);
        this.lastReceivedNanos = System.nanoTime();
    }

    @Override
    public void start() {
        handshake.start();
    }

    /** Takes in the complete messages that are in these bytes; returns where it stopped. See {@link MessageReceiver}. */
    @Override
    public int receive(byte[] bytes, int from, int to) {
        return receiver.receive(bytes, from, to);
    }

    /** The switch has sent something. */
    void received() {
        lastReceivedNanos = executor.thread().nowNanos();
    }

    /** A listener threw this. */
    void listenerFailed(Object listener, Throwable cause) {
        controller.countFailure();
        log(
                Level.ERROR,
                "listener %s failed on a message of switch %s"
                        .formatted(listener.getClass().getName(), this),
                cause);
    }

    /** Logs an event that the switch or an application can cause at any rate. On the executor. */
    void log(Level level, String message) {
        executor.thread().log.log(level, message);
    }

    /** Logs a failure that the switch or an application can cause at any rate. On the executor. */
    void log(Level level, String message, Throwable cause) {
        executor.thread().log.log(level, message, cause);
    }

    // Messages out

    /** On the loop. */
    void reply(Message message, long xid) {
        Messages.encode(message, version, xid, out);
        transport.flushLater();
    }

    @Override
    public void send(Message message) {
        if (executor.isCurrentThread()) {
            if (state != State.CLOSED) {
                reply(message, nextXid());
            }
        } else {
            long xid = nextForeignXid();
            byte[] bytes = Messages.encode(message, version, xid);
            execute(() -> append(bytes));
        }
    }

    private void append(byte[] bytes) {
        out.appendMessage(bytes);
        transport.flushLater();
    }

    @Override
    public <R extends Message> CompletableFuture<R> request(Request<R> request) {
        return request(request, controller.options().timeouts().request());
    }

    <R extends Message> CompletableFuture<R> request(Request<R> request, Duration timeout) {
        long xid = nextForeignXid();
        byte[] bytes = Messages.encode(request, version, xid);
        var future = new CompletableFuture<R>();
        Runnable send = () -> {
            if (state == State.CLOSED) {
                future.completeExceptionally(new IOException("switch %s is disconnected".formatted(this)));
            } else {
                requests.add(xid, request, timeout, future);
                append(bytes);
            }
        };
        if (executor.isCurrentThread()) {
            send.run();
        } else if (!executor.execute(send)) {
            future.completeExceptionally(new IOException("switch %s is disconnected".formatted(this)));
        }
        return future;
    }

    @Override
    public PacketOutEncoder packetOut(PacketInContext in) {
        requireLoop();
        transport.flushLater();
        return encoder(packetOut).begin(in, nextXid());
    }

    @Override
    public void drop(PacketInContext in) {
        requireLoop();
        if (in.isBuffered()) {
            transport.flushLater();
            encoder(packetOut).begin(in, nextXid()).drop();
        }
    }

    @Override
    public FlowModEncoder addFlow() {
        requireLoop();
        transport.flushLater();
        return encoder(flowMod).begin(FlowMod.Command.ADD, nextXid());
    }

    private static <T> T encoder(@Nullable T encoder) {
        if (encoder == null) {
            throw new IllegalStateException("the switch has not said yet which version it speaks");
        }
        return encoder;
    }

    private void requireLoop() {
        if (!executor.isCurrentThread()) {
            throw new IllegalStateException(
                    "this is for the switch's loop; from another thread use send(message), or execute(task)");
        }
    }

    /** Of messages that are sent from the loop: 1 to 2^31 - 1. */
    long nextXid() {
        int xid = nextXid;
        nextXid = xid == Integer.MAX_VALUE ? 1 : xid + 1;
        return xid;
    }

    /** Of requests, and of messages from other threads: 2^31 and up, so that no two messages share one for long. */
    private long nextForeignXid() {
        return Integer.toUnsignedLong(nextForeignXid.getAndIncrement() | Integer.MIN_VALUE);
    }

    // Life

    State state() {
        return state;
    }

    void enter(State next) {
        state = next;
    }

    /** What the HELLO is written in: not more than an offer yet. */
    void offer(Version highest) {
        version = highest;
    }

    /** The version that both speak is known. */
    void agreeOn(Version agreed) {
        version = agreed;
        receiver.agreeOn(agreed);
        out.counters.setVersion(agreed);
        flowMod = new FlowModEncoder(agreed, out);
        packetOut = new PacketOutEncoder(agreed, out);
    }

    /** The datapath id is this session's alone. */
    void claimed() {
        handshake.claimed();
    }

    /** Whether the datapath id is known. */
    boolean isIdentified() {
        return features != null;
    }

    void setFeatures(FeaturesReply reply) {
        features = reply;
        ports.set(reply.ports());
    }

    void portStatus(PortStatus status) {
        SwitchEvent event = ports.update(this, status);
        if (event != null) {
            announce(event);
        }
    }

    void setPorts(Collection<Port> all) {
        ports.set(all);
    }

    void setDescription(SwitchDescription reply) {
        description = reply;
    }

    /** The switch is ready: from here on applications hear of it. */
    void activate() {
        state = State.ACTIVE;
        controller.table().activate(this);
        keepAlive.start();
        executor.thread()
                .connectionLog
                .log(
                        Level.INFO,
                        "switch %s connected from %s: OpenFlow %s, %d ports, %s"
                                .formatted(
                                        this,
                                        transport.remoteAddress(),
                                        version,
                                        ports.all().size(),
                                        product(description)));
        knownTo = executor.thread().pipelines.number;
        announce(new SwitchEvent.Connected(this));
    }

    /** Returns the manufacturer, hardware and software, except those that are empty or "none". */
    private static String product(SwitchDescription description) {
        return Stream.of(description.manufacturer(), description.hardware(), description.software())
                .filter(text -> !text.isBlank() && !text.equalsIgnoreCase("none"))
                .map(Session::printable)
                .collect(Collectors.joining(" "));
    }

    /** What a peer calls itself must not write lines of its own into the log, or colour them. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Tells listeners that came late, or later than to the loop that had it, of this switch. */
    void catchUp() {
        PipelineSnapshot now = executor.thread().pipelines;
        long known = knownTo;
        knownTo = now.number;
        for (int i = 0; i < now.switches.length && state == State.ACTIVE; i++) {
            if (now.joined[i] > known) {
                tell(now.switches[i], new SwitchEvent.Connected(this));
            }
        }
    }

    /** The number of the snapshot of {@link PipelineRegistry} whose listeners know this switch. */
    long knownTo() {
        return knownTo;
    }

    private void announce(SwitchEvent event) {
        if (state == State.ACTIVE || event instanceof SwitchEvent.Disconnected) {
            for (SwitchListener listener : executor.thread().pipelines.switches) {
                tell(listener, event);
            }
        }
    }

    private void tell(SwitchListener listener, SwitchEvent event) {
        try {
            listener.switchEvent(event);
        } catch (RuntimeException | Error e) {
            listenerFailed(listener, e);
        }
    }

    /** The connection is closed. */
    @Override
    public void closed(String reason) {
        boolean wasActive = state == State.ACTIVE;
        state = State.CLOSED;
        handshake.stop();
        keepAlive.stop();
        try {
            requests.failAll(new IOException("switch %s is disconnected: %s".formatted(this, reason)));
            if (wasActive) {
                controller.table().deactivate(this);
                executor.thread().connectionLog.log(Level.INFO, "switch %s disconnected: %s".formatted(this, reason));
                announce(new SwitchEvent.Disconnected(this));
            } else {
                log(Level.INFO, "%s left before it was ready: %s".formatted(this, reason));
            }
        } finally {
            controller.table().release(this);
        }
    }

    /** Its connection's output tells how much it takes. */
    @Override
    public boolean isFull() {
        return false;
    }

    @Override
    public void drained() {
        lastReceivedNanos = executor.thread().nowNanos();
    }

    /** When the peer last gave a sign of life. */
    long lastReceivedNanos() {
        return lastReceivedNanos;
    }

    SerialExecutor executor() {
        return executor;
    }

    @Override
    public void disconnect(String reason) {
        onExecutor(() -> transport.close(reason));
    }

    // What applications ask

    @Override
    public void execute(Runnable task) {
        executor.execute(() -> {
            if (state != State.CLOSED) {
                task.run();
            }
        });
    }

    @Override
    public Registration after(Duration delay, Runnable task) {
        Supplier<Cancellable> start = () -> executor.schedule(delay.toNanos(), () -> {
            if (state != State.CLOSED) {
                task.run();
            }
        });
        var timer = new CompletableFuture<Cancellable>();
        onExecutor(() -> timer.complete(start.get()));
        return () -> {
            var _ = timer.thenAccept(started -> onExecutor(started::cancel));
        };
    }

    private void onExecutor(Runnable task) {
        if (executor.isCurrentThread()) {
            task.run();
        } else {
            executor.execute(task);
        }
    }

    @Override
    public long datapathId() {
        return features().datapathId();
    }

    @Override
    public Version version() {
        return version;
    }

    @Override
    public FeaturesReply features() {
        FeaturesReply known = features;
        if (known == null) {
            throw new IllegalStateException("the switch has not said yet who it is");
        }
        return known;
    }

    @Override
    public SwitchDescription description() {
        return description;
    }

    @Override
    public Collection<Port> ports() {
        return ports.all();
    }

    @Override
    public Optional<Port> port(long number) {
        return ports.get(number);
    }

    @Override
    public Instant connectedSince() {
        return connectedSince;
    }

    @Override
    public SocketAddress remoteAddress() {
        return transport.remoteAddress();
    }

    @Override
    public boolean isConnected() {
        return state != State.CLOSED;
    }

    @Override
    public Optional<Duration> roundTripTime() {
        return keepAlive.roundTripTime();
    }

    @Override
    public MessageCounters counters() {
        return out.counters;
    }

    @Override
    public int index() {
        return index;
    }

    /** The datapath id, or the address where that is not known yet. */
    @Override
    public String toString() {
        FeaturesReply known = features;
        return known == null ? transport.remoteAddress().toString() : DatapathId.toString(known.datapathId());
    }
}
