package net.beaconcontroller.core.session;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.core.io.ConnectionHandle;
import net.beaconcontroller.core.io.InboundHandler;
import net.beaconcontroller.core.io.OutputBacklog;
import net.beaconcontroller.core.io.OutputBuffer;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.core.pipeline.ApplicationTasks;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import net.beaconcontroller.io.PeerNetwork;
import net.beaconcontroller.io.tls.TlsTransport;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import org.jspecify.annotations.Nullable;

/**
 * An OpenFlow session with a switch, which applications know as {@link Switch}. Its {@link MessageSender} encodes
 * messages into the output buffer of the connection; received bytes go to its {@link MessageReceiver}. {@link
 * Handshake} controls the session until it is active.
 *
 * <p>Fields that other threads read are volatile or final; the others belong to the session's executor.
 */
public final class Session extends SessionSwitch implements InboundHandler {
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

    private final SerialExecutor executor;
    private final OutputRefusals refusals;
    private final MessageSender sender;
    private final ProducerPause pause;
    private final ApplicationTasks tasks;
    private final SessionServices services;
    private final SwitchEvents events;
    private final Handshake handshake;
    private final KeepAlive keepAlive;
    private final PendingRequests requests;
    private final MessageReceiver receiver;
    private final PortTable ports;
    private final int index;
    private final ControllerRole role;

    private volatile State state = State.HELLO;
    /** Null until the version is negotiated. For the executor. */
    private @Nullable PermanentFlow permanentFlow;

    private long lastReceivedNanos;
    /** The name of the auxiliary connection in logs; null if this is none. */
    private volatile @Nullable String auxiliaryName;
    /** Whether the switch was refused, which is reported once for a switch. */
    private boolean isRefused;

    public Session(ConnectionHandle connection, OutputBuffer out, SerialExecutor executor, SessionServices services) {
        this(
                connection,
                out,
                executor,
                services,
                Role.EQUAL,
                new TransactionIds(),
                services.time().now());
    }

    private Session(
            ConnectionHandle connection,
            OutputBuffer out,
            SerialExecutor executor,
            SessionServices services,
            Role role,
            TransactionIds ids,
            Instant connectedSince) {
        super(connection, out, connectedSince);
        this.executor = executor;
        this.pause = new ProducerPause(executor, out, connection::resume, services.time());
        this.tasks = new ApplicationTasks(this, executor, services.monitor());
        this.services = services;
        this.events = new SwitchEvents(this, executor);
        this.ports = new PortTable(
                services.portTotal(),
                PeerNetwork.of(connection.remoteAddress()),
                reason -> executeOwn(() -> disconnect(reason)));
        this.index = services.registry().takeIndex();
        this.role = new ControllerRole(this, services.wantedRoles(), role);
        this.handshake = new Handshake(this, services);
        this.keepAlive = new KeepAlive(this, services.time(), services.options().timeouts());
        this.requests = new PendingRequests(
                this,
                services.unfinishedReplies(),
                services.options().io().limits().answerLimit());
        this.refusals = new OutputRefusals(
                ports, ids, services.time()::nanos, line -> log(Level.WARNING, "switch %s %s".formatted(this, line)));
        this.sender = new MessageSender(this, connection, out, services, requests, ids, refusals);
        this.receiver = new MessageReceiver(this, connection, out, handshake, keepAlive, requests, this.role, services);
        this.lastReceivedNanos = services.time().nanos();
    }

    @Override
    public void start() {
        services.messageTotals().opened(out.counters);
        handshake.start();
        services.connectionLimits().handshakeBegins(this);
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

    @Override
    public void leaveUnserved(ApplicationAccount application) {
        // First, so that tasks which follow the application's health are executed without its listeners.
        executeOwn(() -> events.leaveUnserved(application));
        application.stopServing(this);
        if (state == State.CLOSED) {
            application.closed(this);
        }
    }

    /** Returns the listeners of the messages of this switch. On the executor. */
    PipelineSnapshot pipeline(PipelineSnapshot all) {
        return events.served(all);
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

    /** Disconnects a switch that may not connect at present. On the executor. */
    void refuse(String reason) {
        sender.sendError(ErrorCode.EPERM, reason);
        log(Level.WARNING, "refused the switch at %s: %s".formatted(remoteAddress(), reason));
        disconnect(reason);
    }

    /** Disconnects a switch that the settings do not allow. On the executor. */
    void refuseForGood(String reason) {
        isRefused = true;
        services.admission().refusals().count();
        reportOnce("refused", reason);
        sender.sendError(ErrorCode.EPERM, reason);
        disconnect(reason);
    }

    /** Logs how the settings treat a switch, once per switch and host. */
    private void reportOnce(String treatment, String reason) {
        String report = "%s switch %s at %s: %s".formatted(treatment, this, Refusals.host(remoteAddress()), reason);
        if (services.admission().refusals().isNew(report)) {
            log(Level.WARNING, report);
        }
    }

    /**
     * Called when the switch has refused a message, to refrain from outputs that it refuses. On the executor.
     *
     * @return whether this was logged, now or before
     */
    boolean refused(long xid, ErrorMessage error) {
        boolean isLogged = refusals.receive(xid, error, version());
        sender.selectOutput();
        return isLogged;
    }

    @Override
    MessageSender sender() {
        return sender;
    }

    @Override
    ApplicationTasks tasks() {
        return tasks;
    }

    @Override
    ControllerRole controllerRole() {
        return role;
    }

    @Override
    PortTable portTable() {
        return ports;
    }

    @Override
    OutputRefusals refusals() {
        return refusals;
    }

    @Override
    KeepAlive keepAlive() {
        return keepAlive;
    }

    /** Returns the permanent flow of the negotiated version. On the executor. */
    PermanentFlow permanentFlow() {
        return Objects.requireNonNull(permanentFlow);
    }

    void setLostFlows(boolean lost) {
        hasLostFlows = lost;
    }

    /** Adds a flow of the controller that was lost, which a slave must not. */
    private void restore(FlowMod flow) {
        if (role() != Role.SLAVE) {
            log(
                    Level.WARNING,
                    "switch %s had lost the permanent flow of the controller, which is added again".formatted(this));
            sender.sendOwn(flow);
        }
    }

    /** Lets this switch wait if its message has caused output to a congested switch. On the executor. */
    void causedOutput(OutputBacklog other) {
        pause.causedOutput(other);
    }

    // Life cycle

    State state() {
        return state;
    }

    void enter(State next) {
        state = next;
    }

    /** Sets the negotiated version. */
    void setNegotiatedVersion(Version negotiated) {
        sender.setNegotiatedVersion(negotiated);
        receiver.setNegotiatedVersion(negotiated);
        out.counters.setVersion(negotiated);
        permanentFlow = new PermanentFlow(
                executor,
                sender::requestOwn,
                this::restore,
                PermanentFlow.of(negotiated, services.options().setup().missSendLength()));
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
        if (!version().isAtLeast(Version.OF13)) {
            ports.set(reply.ports());
        }
    }

    /** Makes this the session of the switch. */
    void becomeMain() {
        connection.becomeMain(datapathId(), version());
    }

    /** Makes this the session of an auxiliary connection, or disconnects it. */
    void becomeAuxiliary(FeaturesReply reply) {
        String name =
                "%s (auxiliary connection %d)".formatted(DatapathId.toString(reply.datapathId()), reply.auxiliaryId());
        connection
                .becomeAuxiliary(reply, version())
                .ifPresentOrElse(reason -> refuse(name + ": " + reason), () -> auxiliaryName = name);
    }

    @Override
    public void serve(InboundHandler main) {
        if (!(main instanceof Session session)) {
            throw new IllegalArgumentException("not a session: " + main);
        }
        receiver.serve(session.receiver);
        if (state == State.AUXILIARY) {
            return;
        }
        state = State.AUXILIARY;
        handshake.becameAuxiliary();
        services.messageTotals().closed(out.counters);
        out.counters = session.out.counters;
        keepAlive.start();
        executor.thread().connectionLog.log(Level.INFO, "switch %s connected from %s".formatted(this, remoteAddress()));
    }

    public int auxiliaryConnections() {
        return connection.auxiliaryConnections();
    }

    /** Handles the report that a flow was removed. */
    void flowRemoved(FlowRemoved flow) {
        if (permanentFlow != null) {
            permanentFlow.removed(flow);
        }
    }

    /** Updates the ports, and raises an event if they changed. */
    void portStatus(PortStatus status) {
        refusals.portChanged(status.port().number());
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
        services.registry().watch(this);
        reportOnce("watching", reason);
        keepAlive.start();
    }

    /** Shows a switch of which this controller is a slave to management. */
    void standBy() {
        state = State.STANDBY;
        services.registry().standBy(this);
        executor.thread()
                .connectionLog
                .log(
                        Level.INFO,
                        "switch %s standby, from %s: OpenFlow %s, this controller is a slave"
                                .formatted(this, connection.remoteAddress(), version()));
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
        sender.drain();
        if (state == State.CLOSED) {
            // A listener has disconnected the switch.
            return this;
        }
        boolean wasActive = state == State.ACTIVE;
        var next = new Session(connection, out, executor, services, Role.SLAVE, sender.ids(), connectedSince);
        next.setNegotiatedVersion(version());
        next.features = features;
        next.description = description;
        next.handshake.skip();
        next.receiver.continueAfter(receiver);
        handshake.standBy();
        end(new IOException("switch %s is not active: this controller is a slave".formatted(this)));
        // Now: until its end, this session counts the same ports.
        next.ports.set(ports.all());
        sender.discardOutput();
        connection.setHandler(next);
        services.registry().replace(this, next);
        next.standBy();
        if (wasActive) {
            raise(new SwitchEvent.Disconnected(this));
        }
        return next;
    }

    /** Ends the handshake, the timers and the requests of this session. */
    private void end(IOException cause) {
        state = State.CLOSED;
        services.monitor().closed(this);
        handshake.stop();
        if (permanentFlow != null) {
            permanentFlow.stop();
        }
        keepAlive.stop();
        receiver.closed();
        requests.failAll(cause);
        ports.close();
    }

    /** Makes the switch known to the applications. */
    void activate() {
        state = State.ACTIVE;
        services.registry().activate(this);
        keepAlive.start();
        executor.thread()
                .connectionLog
                .log(
                        Level.INFO,
                        "switch %s connected from %s: OpenFlow %s, %d ports, %s"
                                .formatted(
                                        this,
                                        connection.remoteAddress(),
                                        version(),
                                        ports.all().size(),
                                        product()));
        events.activated();
    }

    @Override
    public void introduce() {
        events.introduce();
    }

    @Override
    public long introducedTo() {
        return events.introducedTo();
    }

    private void raise(SwitchEvent event) {
        events.raise(event);
    }

    @Override
    public void closed(String reason) {
        State before = state;
        state = State.CLOSED;
        if (before != State.AUXILIARY) {
            services.messageTotals().closed(out.counters);
        }
        services.connectionLimits().handshakeEnded(this);
        services.connectionLimits().closed();
        try {
            end(new IOException("switch %s is disconnected: %s".formatted(this, reason)));
            if (before == State.ACTIVE) {
                services.registry().deactivate(this);
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
            services.registry().release(this);
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

    public SerialExecutor executor() {
        return executor;
    }

    public OutputBacklog backlog() {
        return connection.backlog();
    }

    @Override
    public void disconnect(String reason) {
        executor.runNowOrLater(() -> {
            if (state != State.CLOSED) {
                sender.drain();
                connection.close(reason);
            }
        });
    }

    // Access by applications

    /** Runs a task of the controller on the executor. The task is dropped if the connection closes first. */
    void executeOwn(Runnable task) {
        executor.execute(() -> {
            if (state != State.CLOSED) {
                task.run();
            }
        });
    }

    /** Returns the certificate of the switch; empty without TLS, and for a switch that has none. */
    public Optional<X509Certificate> peerCertificate() {
        return connection.tls().flatMap(TlsTransport::peerCertificate);
    }

    /** Returns the transport with TLS; empty if the connection has none. */
    Optional<TlsTransport> transport() {
        return connection.tls();
    }

    /** Returns the properties of TLS; empty if the connection has none. Safe for use by any thread. */
    public Optional<SwitchTls> tls() {
        return connection.tls().map(SwitchTls::of);
    }

    @Override
    public boolean isConnected() {
        return state != State.CLOSED;
    }

    /** Returns the datapath id, or the remote address if the datapath id is not known yet. */
    @Override
    public String toString() {
        String auxiliary = auxiliaryName;
        return auxiliary == null ? super.toString() : auxiliary;
    }

    @Override
    public int index() {
        return index;
    }
}
