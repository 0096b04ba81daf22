package net.beaconcontroller.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.PacketInBatch;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.common.tls.TlsTransport;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.flyweight.FlowModEncoder;
import net.beaconcontroller.openflow.flyweight.HostPairFlow;
import net.beaconcontroller.openflow.flyweight.HostPairFlowEncoder;
import net.beaconcontroller.openflow.flyweight.PacketOutEncoder;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.packet.Ethernet;
import org.jspecify.annotations.Nullable;

/**
 * An OpenFlow session with a switch, which applications know as {@link Switch}. It encodes sent messages into the
 * output buffer of the connection; received bytes go to its {@link MessageReceiver}. {@link Handshake} controls the
 * session until it is active.
 *
 * <p>Fields that other threads read are volatile or final; the others belong to the session's executor.
 */
final class Session implements Switch, InboundHandler {
    /** The states of a session, in order. A session is either watched or continues; it can skip STANDBY. */
    enum State {
        /** Waiting for the HELLO of the switch. */
        HELLO,
        /** Waiting for the features reply, which contains the datapath id. */
        FEATURES,
        /** Waiting for the barrier reply at the end of the setup. */
        SETUP,
        /** Waiting whether an older connection with the same datapath id answers. */
        CLAIM,
        /** Connected for display only, because the settings do not allow the switch. */
        WATCHED,
        /** The controller is a slave. Applications do not see the switch. */
        STANDBY,
        /** Running the initializers of the applications. */
        INITIALIZING,
        /** Applications receive the messages and events of the switch. */
        ACTIVE,
        /** Serves an auxiliary connection: the session of the main connection is that of the switch. */
        AUXILIARY,
        CLOSED
    }

    /** The interval of checks whether another switch that this one waits for is still congested. */
    private static final long AWAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ConnectionHandle connection;
    private final OutputBuffer out;
    private final SerialExecutor executor;
    private final OutputBacklog backlog;
    private final SendQueue sendQueue;
    private final OpenFlowController controller;
    private final Handshake handshake;
    private final KeepAlive keepAlive;
    private final PendingRequests requests;
    private final MessageReceiver receiver;
    private final PortTable ports = new PortTable();
    private final int index;
    private final ControllerRole role;
    private final AtomicInteger nextSharedXid;
    private final Instant connectedSince;

    private volatile State state = State.HELLO;
    private volatile @Nullable FeaturesReply features;
    private volatile SwitchDescription description = new SwitchDescription("", "", "", "", "");
    private volatile Version version = Version.OF10;
    private int nextXid = 1;
    private long lastReceivedNanos;
    private long introducedTo;
    /** The name of the auxiliary connection in logs; null if this is none. */
    private volatile @Nullable String auxiliaryName;
    /** Whether the switch was refused, which is reported once for a switch. */
    private boolean isRefused;
    /** The output of another switch that this one waits for, if any. */
    private @Nullable OutputBacklog awaited;

    private long awaitedSince;
    private @Nullable FlowModEncoder flowMod;
    private @Nullable HostPairFlowEncoder hostPairFlow;
    private @Nullable PacketOutEncoder packetOut;

    Session(ConnectionHandle connection, OutputBuffer out, SerialExecutor executor, OpenFlowController controller) {
        this(connection, out, executor, controller, Role.EQUAL, new AtomicInteger(Integer.MIN_VALUE), Instant.now());
    }

    private Session(
            ConnectionHandle connection,
            OutputBuffer out,
            SerialExecutor executor,
            OpenFlowController controller,
            Role role,
            AtomicInteger nextSharedXid,
            Instant connectedSince) {
        this.connection = connection;
        this.out = out;
        this.executor = executor;
        this.backlog = connection.backlog();
        this.sendQueue = new SendQueue(executor, connection);
        this.controller = controller;
        this.index = controller.registry().takeIndex();
        this.role = new ControllerRole(this, controller.wantedRoles(), role);
        this.nextSharedXid = nextSharedXid;
        this.connectedSince = connectedSince;
        this.handshake = new Handshake(this, controller);
        this.keepAlive = new KeepAlive(this, controller.options().timeouts());
        this.requests = new PendingRequests(
                this,
                controller.unfinishedReplies(),
                controller.options().io().limits().answerLimit());
        this.receiver = new MessageReceiver(
                this,
                connection,
                out,
                handshake,
                keepAlive,
                requests,
                this.role,
                controller.options().timeouts());
        this.lastReceivedNanos = System.nanoTime();
    }

    @Override
    public void start() {
        controller.messageTotals().opened(out.counters);
        handshake.start();
        controller.connectionLimits().handshakeBegins(this);
    }

    /** See {@link MessageReceiver#receive}. */
    @Override
    public int receive(byte[] bytes, int from, int to) {
        return receiver.receive(bytes, from, to);
    }

    /** Records that bytes were received now. */
    void received() {
        lastReceivedNanos = executor.thread().nowNanos();
    }

    /** Counts and logs an exception that a listener has thrown. */
    void listenerFailed(CallStatistics statistics, Object listener, Throwable cause) {
        statistics
                .account()
                .failed(
                        statistics,
                        "listener %s failed on a message of switch %s"
                                .formatted(ApplicationAccount.className(listener), this),
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

    // Sending

    /** Sends a message with the given transaction id. On the executor. */
    void reply(Message message, long xid) {
        Messages.encode(message, version, xid, out);
        connection.flushLater();
    }

    /** Sends an error that refers to no message, with a text for people. On the executor. */
    void replyError(ErrorCode error, String text) {
        Bytes data = Bytes.of(text.getBytes(StandardCharsets.US_ASCII));
        reply(new ErrorMessage(error.type(version), error.code(version), data), nextXid());
    }

    /** Disconnects a switch that may not connect at present. On the executor. */
    void refuse(String reason) {
        replyError(ErrorCode.EPERM, reason);
        log(Level.WARNING, "refused the switch at %s: %s".formatted(remoteAddress(), reason));
        disconnect(reason);
    }

    /** Disconnects a switch that the settings do not allow. On the executor. */
    void refuseForGood(String reason) {
        isRefused = true;
        controller.refusals().count();
        reportOnce("refused", reason);
        replyError(ErrorCode.EPERM, reason);
        disconnect(reason);
    }

    /** Logs once for a switch and its host what the settings do with it. */
    private void reportOnce(String treatment, String reason) {
        String report = "%s switch %s at %s: %s".formatted(treatment, this, Refusals.host(remoteAddress()), reason);
        if (controller.refusals().isNew(report)) {
            log(Level.WARNING, report);
        }
    }

    @Override
    public void send(Message message) {
        if (executor.isCurrentThread()) {
            if (state != State.CLOSED) {
                sendQueue.drain();
                if (admits()) {
                    reply(message, nextXid());
                }
            }
        } else {
            byte[] bytes = Messages.encode(message, version, nextSharedXid());
            enqueue(bytes.length, () -> append(bytes));
        }
    }

    /**
     * Returns whether the output has space for another message, which is dropped otherwise. Replies to the switch's own
     * messages are not dropped: it is disconnected if it does not read them. On the executor.
     */
    private boolean admits() {
        CurrentCall currentCall = executor.thread().currentCall;
        return currentCall.receiving() == this || resultOf(connection.admits(), currentCall);
    }

    /** Queues messages of another thread, or returns false if there is no space. */
    private boolean enqueue(int length, Runnable send) {
        boolean isQueued = resultOf(backlog.tryQueue(length), CurrentCall.ofThread());
        if (isQueued) {
            sendQueue.add(length, send);
        }
        return isQueued;
    }

    /** Counts a message that was not admitted. Lets the switch wait whose message the thread is handling. */
    private boolean resultOf(boolean isAdmitted, CurrentCall caller) {
        if (!isAdmitted) {
            out.counters.countDropped();
            controller.log().log(
                    Level.WARNING,
                    "dropped a message to switch %s, which does not read: %,d bytes of output wait; io.write-limit"
                            .formatted(this, backlog.level()));
        }
        Session source = caller.receiving();
        if (source != null) {
            source.await(backlog);
        }
        return isAdmitted;
    }

    /**
     * Stops handling messages of this switch while another one, to which a message of this switch has caused output, is
     * congested. On the executor.
     */
    private void await(OutputBacklog other) {
        long since = other.congestedSince();
        if (awaited == null && since != OutputBacklog.NEVER) {
            awaited = other;
            awaitedSince = since;
            out.setBlocked(true);
            executor.schedule(AWAIT_NANOS, this::checkAwaited);
        }
    }

    private void checkAwaited() {
        if (awaited != null && awaited.isToBeAwaited(awaitedSince)) {
            executor.schedule(AWAIT_NANOS, this::checkAwaited);
        } else {
            awaited = null;
            out.setBlocked(false);
            connection.resume();
        }
    }

    private void append(byte[] bytes) {
        if (state != State.CLOSED) {
            out.appendMessage(bytes);
            connection.flushLater();
        }
    }

    @Override
    public <R extends Message> CompletableFuture<R> request(Request<R> request) {
        return request(
                List.of(),
                request,
                controller.options().timeouts().request(),
                controller.monitor().current(),
                true);
    }

    /** Sends a request of the controller itself, also if the output buffer is full. */
    <R extends Message> CompletableFuture<R> request(
            Request<R> request, Duration timeout, ApplicationAccount application) {
        return request(List.of(), request, timeout, application, false);
    }

    /** Sends a request of the controller itself with the timeout of requests. */
    <R extends Message> CompletableFuture<R> requestOwn(Request<R> request) {
        return request(
                request,
                controller.options().timeouts().request(),
                controller.monitor().unknown());
    }

    @Override
    public CompletableFuture<RoleReply> requestRole(Role next) {
        return rememberRole(next, role.request(next, OptionalLong.empty()));
    }

    @Override
    public CompletableFuture<RoleReply> requestRole(Role next, long generationId) {
        return rememberRole(next, role.request(next, OptionalLong.of(generationId)));
    }

    private CompletableFuture<RoleReply> rememberRole(Role next, CompletableFuture<RoleReply> result) {
        var _ = result.thenRun(() -> controller.wantedRoles().remember(datapathId(), next));
        return result;
    }

    @Override
    public CompletableFuture<Void> sendConfirmed(List<? extends Message> messages) {
        return request(
                        messages,
                        new BarrierRequest(),
                        controller.options().timeouts().request(),
                        controller.monitor().current(),
                        true)
                .thenRun(() -> {});
    }

    /**
     * Sends messages and then a request, which fails if the switch refuses one of them.
     *
     * @param isLimited whether the request fails if the output has no space
     */
    private <R extends Message> CompletableFuture<R> request(
            List<? extends Message> before,
            Request<R> request,
            Duration timeout,
            ApplicationAccount application,
            boolean isLimited) {
        var xids = new ArrayList<Long>(before.size() + 1);
        var bytes = new ArrayList<byte[]>(before.size() + 1);
        for (Message message : before) {
            xids.add(nextSharedXid());
            bytes.add(Messages.encode(message, version, xids.getLast()));
        }
        xids.add(nextSharedXid());
        bytes.add(Messages.encode(request, version, xids.getLast()));
        var future = new CompletableFuture<R>();
        Runnable send = () -> {
            if (state == State.CLOSED) {
                future.completeExceptionally(new IOException("switch %s is disconnected".formatted(this)));
            } else {
                requests.add(xids, request, timeout, future, application);
                bytes.forEach(this::append);
            }
        };
        if (executor.isCurrentThread()) {
            sendQueue.drain();
            if (!isLimited || admits()) {
                send.run();
                return future;
            }
        } else {
            int length = bytes.stream().mapToInt(message -> message.length).sum();
            if (!isLimited) {
                backlog.queue(length);
                sendQueue.add(length, send);
                return future;
            } else if (enqueue(length, send)) {
                return future;
            }
        }
        future.completeExceptionally(new IOException("switch %s does not read: its output is full".formatted(this)));
        return future;
    }

    @Override
    public PacketOutEncoder packetOut(PacketInContext in) {
        prepareToSend();
        connection.flushLater();
        return encoder(packetOut).begin(in, nextXid());
    }

    @Override
    public void drop(PacketInContext in) {
        prepareToSend();
        if (in.isBuffered()) {
            connection.flushLater();
            encoder(packetOut).begin(in, nextXid()).drop();
        }
    }

    @Override
    public FlowModEncoder addFlow() {
        prepareToSend();
        connection.flushLater();
        return encoder(flowMod).begin(FlowMod.Command.ADD, nextXid());
    }

    @Override
    public void addFlow(HostPairFlow flow, PacketInContext in, long port) {
        prepareToSend();
        connection.flushLater();
        Ethernet frame = in.frame();
        long xid = nextXid();
        encoder(hostPairFlow)
                .send(
                        flow,
                        in.tableId(),
                        in.inPort(),
                        frame.vlan(),
                        frame.source(),
                        frame.destination(),
                        in.bufferId(),
                        port,
                        xid);
        if (!in.isBuffered()) {
            encoder(packetOut).begin(in, xid).output(port).send();
        }
    }

    @Override
    public void addFlow(HostPairFlow flow, PacketInBatch batch, long port) {
        prepareToSend();
        connection.flushLater();
        int i = batch.position();
        long bufferId = batch.bufferId(i);
        long xid = nextXid();
        encoder(hostPairFlow)
                .send(
                        flow,
                        batch.tableId(i),
                        batch.inPort(i),
                        batch.vlan(i),
                        batch.source(i),
                        batch.destination(i),
                        bufferId,
                        port,
                        xid);
        if (bufferId == PacketIn.NO_BUFFER) {
            encoder(packetOut).begin(batch.packetIn(), xid).output(port).send();
        }
    }

    private static <T> T encoder(@Nullable T encoder) {
        if (encoder == null) {
            throw new IllegalStateException("no OpenFlow version has been negotiated yet");
        }
        return encoder;
    }

    /** Checks that this is the thread of the switch, and sends what other threads have sent before. */
    private void prepareToSend() {
        if (!executor.isCurrentThread()) {
            throw new IllegalStateException(
                    "not on the thread of the switch; use send(message) or execute(task) on other threads");
        }
        sendQueue.drain();
    }

    /** Returns the next transaction id of messages that the executor sends: from 1 to 2^31 - 1. */
    long nextXid() {
        int xid = nextXid;
        nextXid = xid == Integer.MAX_VALUE ? 1 : xid + 1;
        return xid;
    }

    /** Returns the next transaction id of requests and of messages that other threads send: from 2^31 on. */
    private long nextSharedXid() {
        return Integer.toUnsignedLong(nextSharedXid.getAndIncrement() | Integer.MIN_VALUE);
    }

    // Life cycle

    State state() {
        return state;
    }

    void enter(State next) {
        state = next;
    }

    /** Sets the version of the HELLO to send, before negotiation. */
    void setHelloVersion(Version highest) {
        version = highest;
    }

    /** Sets the negotiated version. */
    void setNegotiatedVersion(Version negotiated) {
        version = negotiated;
        receiver.setNegotiatedVersion(negotiated);
        out.counters.setVersion(negotiated);
        flowMod = new FlowModEncoder(negotiated, out);
        hostPairFlow = new HostPairFlowEncoder(negotiated, out);
        packetOut = new PacketOutEncoder(negotiated, out);
    }

    /** Called when the datapath id is assigned to this session. */
    void datapathIdAssigned() {
        handshake.datapathIdAssigned();
    }

    boolean isDatapathIdKnown() {
        return features != null;
    }

    void setFeatures(FeaturesReply reply) {
        features = reply;
        ports.set(reply.ports());
    }

    /** Makes this the session of the switch. */
    void becomeMain() {
        connection.becomeMain();
    }

    /** Makes this the session of an auxiliary connection, or disconnects it. */
    void becomeAuxiliary(FeaturesReply reply) {
        String name =
                "%s (auxiliary connection %d)".formatted(DatapathId.toString(reply.datapathId()), reply.auxiliaryId());
        connection
                .becomeAuxiliary(reply)
                .ifPresentOrElse(reason -> refuse(name + ": " + reason), () -> auxiliaryName = name);
    }

    /** Handles the messages of this auxiliary connection from now on for the main session, on its executor. */
    void serve(Session main) {
        receiver.serve(main.receiver);
        if (state == State.AUXILIARY) {
            return;
        }
        state = State.AUXILIARY;
        handshake.becameAuxiliary();
        controller.messageTotals().closed(out.counters);
        out.counters = main.out.counters;
        keepAlive.start();
        executor.thread().connectionLog.log(Level.INFO, "switch %s connected from %s".formatted(this, remoteAddress()));
    }

    int auxiliaryConnections() {
        return connection.auxiliaryConnections();
    }

    /** Updates the ports, and raises an event if they changed. */
    void portStatus(PortStatus status) {
        SwitchEvent event = ports.update(this, status);
        if (event != null) {
            raise(event);
        }
    }

    void setPorts(Collection<Port> all) {
        ports.set(all);
    }

    void setDescription(SwitchDescription reply) {
        description = reply;
    }

    /** Shows a switch that the settings do not allow to management. */
    void watch(String reason) {
        state = State.WATCHED;
        controller.registry().watch(this);
        reportOnce("watching", reason);
        keepAlive.start();
    }

    /** Shows a switch of which this controller is a slave to management. */
    void standBy() {
        state = State.STANDBY;
        controller.registry().standBy(this);
        executor.thread()
                .connectionLog
                .log(
                        Level.INFO,
                        "switch %s standby, from %s: OpenFlow %s, this controller is a slave"
                                .formatted(this, connection.remoteAddress(), version));
        keepAlive.start();
    }

    /**
     * Called when the role of this controller has changed.
     *
     * @return completes with the session that replaces this one; null if none does
     */
    @Nullable
    CompletableFuture<Session> roleChanged(SwitchEvent.RoleChanged change) {
        boolean isVisible = state == State.INITIALIZING || state == State.ACTIVE;
        if (change.role() != Role.SLAVE) {
            if (state == State.STANDBY) {
                handshake.leaveStandby();
            } else {
                raise(change);
            }
        } else if (isVisible) {
            var successor = new CompletableFuture<Session>();
            // Not now, because the receiver of this session is handling a message.
            executor.execute(
                    () -> successor.complete(state != State.CLOSED && role() == Role.SLAVE ? replace(change) : this));
            return successor;
        }
        return null;
    }

    /**
     * Replaces this session by one in standby on the same connection. For the applications, the switch is disconnected;
     * if it becomes active again, it is another object, so that no task, timer or state that an application has for
     * this one takes effect then.
     */
    private Session replace(SwitchEvent.RoleChanged change) {
        raise(change);
        sendQueue.drain();
        if (state == State.CLOSED) {
            // A listener has disconnected the switch.
            return this;
        }
        boolean wasActive = state == State.ACTIVE;
        var next = new Session(connection, out, executor, controller, Role.SLAVE, nextSharedXid, connectedSince);
        next.setNegotiatedVersion(version);
        next.features = features;
        next.description = description;
        next.ports.set(ports.all());
        next.nextXid = nextXid;
        next.handshake.skip();
        handshake.standBy();
        end(new IOException("switch %s is not active: this controller is a slave".formatted(this)));
        flowMod = new FlowModEncoder(version, new Discarded());
        hostPairFlow = new HostPairFlowEncoder(version, new Discarded());
        packetOut = new PacketOutEncoder(version, new Discarded());
        connection.setSession(next);
        controller.registry().replace(this, next);
        next.standBy();
        if (wasActive) {
            raise(new SwitchEvent.Disconnected(this));
        }
        return next;
    }

    /** The output of a session that was replaced. */
    private static final class Discarded extends Writer {
        Discarded() {
            super(0);
        }

        @Override
        protected void committed(int type) {
            discard(length());
        }
    }

    /** Ends the handshake, the timers and the requests of this session. */
    private void end(IOException cause) {
        state = State.CLOSED;
        handshake.stop();
        keepAlive.stop();
        receiver.closed();
        requests.failAll(cause);
    }

    /** Makes the switch known to the applications. */
    void activate() {
        state = State.ACTIVE;
        controller.registry().activate(this);
        keepAlive.start();
        executor.thread()
                .connectionLog
                .log(
                        Level.INFO,
                        "switch %s connected from %s: OpenFlow %s, %d ports, %s"
                                .formatted(
                                        this,
                                        connection.remoteAddress(),
                                        version,
                                        ports.all().size(),
                                        product(description)));
        introducedTo = executor.thread().pipelines.number;
        raise(new SwitchEvent.Connected(this));
    }

    /** Returns the manufacturer, hardware and software, except those that are empty or "none". */
    private static String product(SwitchDescription description) {
        return Stream.of(description.manufacturer(), description.hardware(), description.software())
                .filter(text -> !text.isBlank() && !text.equalsIgnoreCase("none"))
                .map(Session::printable)
                .collect(Collectors.joining(" "));
    }

    /** Replaces control characters, with which a switch could forge log lines or colour them. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** Sends {@code Connected} to the listeners that were added since the last call or {@link #activate}. */
    void introduce() {
        PipelineSnapshot now = executor.thread().pipelines;
        long known = introducedTo;
        introducedTo = now.number;
        for (int i = 0; i < now.switches.length && state == State.ACTIVE; i++) {
            if (now.joined[i] > known) {
                call(now, i, new SwitchEvent.Connected(this));
            }
        }
    }

    /** Returns the number of the latest {@link PipelineSnapshot} whose listeners all know this switch. */
    long introducedTo() {
        return introducedTo;
    }

    private void raise(SwitchEvent event) {
        if (state == State.ACTIVE || event instanceof SwitchEvent.Disconnected) {
            PipelineSnapshot pipeline = executor.thread().pipelines;
            for (int i = 0; i < pipeline.switches.length; i++) {
                call(pipeline, i, event);
            }
        }
    }

    private void call(PipelineSnapshot pipeline, int index, SwitchEvent event) {
        CallStatistics statistics = pipeline.switchStatistics[index];
        CurrentCall currentCall = executor.thread().currentCall;
        int surrounding = currentCall.target();
        currentCall.begin(statistics.id());
        try {
            pipeline.switches[index].switchEvent(event);
        } catch (RuntimeException | Error e) {
            listenerFailed(statistics, pipeline.switches[index], e);
        } finally {
            currentCall.end(surrounding);
        }
    }

    @Override
    public void closed(String reason) {
        State before = state;
        state = State.CLOSED;
        if (before != State.AUXILIARY) {
            controller.messageTotals().closed(out.counters);
        }
        controller.connectionLimits().handshakeEnded(this);
        controller.connectionLimits().closed();
        try {
            end(new IOException("switch %s is disconnected: %s".formatted(this, reason)));
            if (before == State.ACTIVE) {
                controller.registry().deactivate(this);
                executor.thread().connectionLog.log(Level.INFO, "switch %s disconnected: %s".formatted(this, reason));
                raise(new SwitchEvent.Disconnected(this));
            } else if (before == State.AUXILIARY) {
                executor.thread().connectionLog.log(Level.INFO, "switch %s disconnected: %s".formatted(this, reason));
            } else {
                handshake.failed(reason);
                if (!isRefused) {
                    log(Level.INFO, "switch %s disconnected in state %s: %s".formatted(this, before, reason));
                }
            }
        } finally {
            controller.registry().release(this);
        }
    }

    @Override
    public boolean isFull() {
        return receiver.isOutputFull();
    }

    @Override
    public void drained() {
        lastReceivedNanos = executor.thread().nowNanos();
    }

    /** Returns the time of the last received bytes or, while reading is paused, of the last accepted output. */
    long lastReceivedNanos() {
        return lastReceivedNanos;
    }

    SerialExecutor executor() {
        return executor;
    }

    OutputBacklog backlog() {
        return backlog;
    }

    @Override
    public void disconnect(String reason) {
        onExecutor(() -> {
            if (state != State.CLOSED) {
                sendQueue.drain();
                connection.close(reason);
            }
        });
    }

    // Access by applications

    @Override
    public void execute(Runnable task) {
        ApplicationAccount application = controller.monitor().accountOf(task);
        executor.execute(() -> run(application, task));
    }

    /** Runs a task of the controller on the executor. The task is dropped if the connection closes first. */
    void executeOwn(Runnable task) {
        executor.execute(() -> {
            if (state != State.CLOSED) {
                task.run();
            }
        });
    }

    /** Runs a task of an application on the executor, unless the application has stopped or is quarantined. */
    private void run(ApplicationAccount application, Runnable task) {
        if (state == State.CLOSED || !application.isActive()) {
            return;
        }
        CurrentCall currentCall = executor.thread().currentCall;
        int surrounding = currentCall.target();
        currentCall.begin(application.tasks().id());
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            application.failed(
                    application.tasks(),
                    "task of %s failed on switch %s".formatted(ApplicationAccount.className(task), this),
                    e);
        } finally {
            currentCall.end(surrounding);
        }
    }

    @Override
    public Registration after(Duration delay, Runnable task) {
        var timer = new ApplicationTimer(controller.monitor().accountOf(task), task);
        timer.start(delay);
        return timer;
    }

    /** A task of an application that runs once after a delay. */
    private final class ApplicationTimer implements Registration {
        private final ApplicationAccount application;
        private final Runnable task;
        private final CompletableFuture<Cancellable> started = new CompletableFuture<>();

        ApplicationTimer(ApplicationAccount application, Runnable task) {
            this.application = application;
            this.task = task;
        }

        void start(Duration delay) {
            application.remember(this);
            onExecutor(() -> started.complete(executor.schedule(delay.toNanos(), this::expire)));
        }

        private void expire() {
            application.forget(this);
            run(application, task);
        }

        @Override
        public void close() {
            application.forget(this);
            var _ = started.thenAccept(timer -> onExecutor(timer::cancel));
        }
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
            throw new IllegalStateException("the features reply of the switch has not been received yet");
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
        return connection.remoteAddress();
    }

    /** Returns the certificate of the switch; empty without TLS, and for a switch that has none. */
    Optional<X509Certificate> peerCertificate() {
        return connection.tls().flatMap(TlsTransport::peerCertificate);
    }

    /** Returns the transport with TLS; empty if the connection has none. */
    Optional<TlsTransport> transport() {
        return connection.tls();
    }

    /** Returns the properties of TLS; empty if the connection has none. Safe for use by any thread. */
    Optional<SwitchTls> tls() {
        return connection
                .tls()
                .map(transport -> new SwitchTls(
                        String.valueOf(transport.protocol()),
                        transport
                                .peerCertificate()
                                .map(CertificateNames::of)
                                .orElse(CertificateNames.NONE)
                                .toString()));
    }

    @Override
    public boolean isConnected() {
        return state != State.CLOSED;
    }

    @Override
    public Role role() {
        return role.role();
    }

    ControllerRole controllerRole() {
        return role;
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

    /** Returns the datapath id, or the remote address if the datapath id is not known yet. */
    @Override
    public String toString() {
        String auxiliary = auxiliaryName;
        if (auxiliary != null) {
            return auxiliary;
        }
        FeaturesReply known = features;
        return known == null ? connection.remoteAddress().toString() : DatapathId.toString(known.datapathId());
    }
}
