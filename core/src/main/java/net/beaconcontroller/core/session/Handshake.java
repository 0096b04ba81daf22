package net.beaconcontroller.core.session;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.StaleGenerationException;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.core.io.AuxiliaryConnections;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.core.pipeline.CallStatistics;
import net.beaconcontroller.core.pipeline.CurrentCall;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.core.session.Session.State;
import net.beaconcontroller.io.tls.TlsTransport;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Role;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of a session, from the first HELLO until the switch is active.
 *
 * <pre>
 *   state         sent messages                                   condition for the next state
 *   HELLO         HELLO, at the first bytes from the switch       HELLO received
 *   FEATURES      FEATURES_REQUEST                                FEATURES_REPLY received
 *   SETUP         PORT_DESC, DESC requests, ROLE_REQUESTs,        BARRIER_REPLY, or an error instead, received
 *                 the configuration, BARRIER_REQUEST
 *   CLAIM                                                         no other connection has the datapath id
 *   STANDBY       when the role is no longer slave:               BARRIER_REPLY, or an error instead, received
 *                 the configuration, BARRIER_REQUEST
 *   INITIALIZING  messages of the initializers                    all initializers have completed
 * </pre>
 *
 * The configuration consists of SET_CONFIG, flow requests and flow-mods. SETUP includes it unless the role is
 * slave; only then there is a STANDBY. No role is requested if it is to be equal. A switch that the settings do not
 * allow is refused in FEATURES, or described in SETUP and then WATCHED.
 *
 * <p>A features reply with an auxiliary id ends the handshake: the connection becomes one of the {@link
 * AuxiliaryConnections} of its switch, or is refused.
 *
 * <p>The barrier request is the last message of the setup, so a request without a reply by then will not be answered.
 * Messages that do not belong to the current state are ignored. A switch that does not complete SETUP in time is
 * disconnected.
 */
public final class Handshake {
    /**
     * The time after which the HELLO is sent to a peer that sends nothing. No switch waits, because each side must send
     * its HELLO immediately (1.5.1, section 6.3.1). Peers that only try whether the controller listens receive no bytes
     * before: Mininet 2.3.0 interprets a byte 1 as the mark of a process id in the output of its shell, and waits for
     * the rest of the mark forever. With a HELLO sent at once, a tenth of all starts of {@code mn} hung.
     */
    public static final Duration HELLO_DELAY = Duration.ofMillis(500);

    private final Session session;
    private final SessionServices services;
    private final ControllerOptions options;
    private final HandshakeEvent event = new HandshakeEvent();
    private Cancellable timeout = Cancellable.NONE;
    private Cancellable hello = Cancellable.NONE;
    private boolean isHelloSent;
    private boolean isReported;

    Handshake(Session session, SessionServices services) {
        this.session = session;
        this.services = services;
        this.options = services.options();
    }

    void start() {
        event.begin();
        Version highest = Collections.max(options.versions());
        session.sender().setHelloVersion(highest);
        hello = session.executor().schedule(HELLO_DELAY.toNanos(), this::sendHello);
        expireAfter(options.timeouts().handshake());
    }

    /** Sends the HELLO unless it was sent. */
    void sendHello() {
        if (!isHelloSent) {
            isHelloSent = true;
            hello.cancel();
            session.sender().sendOwn(Hello.offering(options.versions()));
        }
    }

    private void expireAfter(Duration delay) {
        timeout = session.executor().schedule(delay.toNanos(), this::expire);
    }

    /**
     * Disconnects the switch unless it needs no more time, or the time is not its own: when many switches connect at
     * once, the controller needs long for the signatures of TLS, and the OpenFlow handshake begins later.
     */
    private void expire() {
        Duration limit = options.timeouts().handshake();
        Optional<TlsTransport> tls = session.transport();
        Duration used = tls.flatMap(TlsTransport::establishedFor).orElse(limit);
        if (session.state().compareTo(State.CLAIM) >= 0) {
            return;
        }
        if (tls.filter(TlsTransport::isDelayedHere).isPresent()) {
            expireAfter(limit);
        } else if (used.compareTo(limit) < 0) {
            expireAfter(limit.minus(used));
        } else {
            session.disconnect(
                    "handshake timeout: state %2$s after %1$d ms".formatted(limit.toMillis(), session.state()));
        }
    }

    /** Handles the HELLO of the switch, whose version may be unknown. */
    void receiveHello(int peerVersion, Hello hello) {
        Optional<Version> negotiated = hello.negotiate(options.versions(), peerVersion);
        if (negotiated.isEmpty()) {
            String supported = "supported versions: " + options.versions();
            session.sender().sendError(ErrorCode.HELLO_INCOMPATIBLE, supported);
            session.disconnect("no common version: HELLO has version=0x%02x; %s".formatted(peerVersion, supported));
            return;
        }
        session.setNegotiatedVersion(negotiated.get());
        session.enter(State.FEATURES);
        request(new FeaturesRequest(), this::setUp);
    }

    private void setUp(FeaturesReply features) {
        Optional<String> refusal =
                services.admission().refusal(features.datapathId(), session.remoteAddress(), session.peerCertificate());
        if (features.auxiliaryId() != 0) {
            refusal.ifPresentOrElse(session::refuse, () -> session.becomeAuxiliary(features));
            return;
        }
        session.setFeatures(features);
        if (refusal.isEmpty()) {
            setUpAllowed(services.wantedRoles().of(features.datapathId()));
        } else if (options.setup().unknown() == ControllerOptions.UnknownSwitches.WATCH) {
            watch(refusal.get());
        } else {
            session.refuseForGood(refusal.get());
        }
    }

    private void setUpAllowed(Role wanted) {
        boolean hasRoles = ControllerRole.isSupportedBy(session.version());
        if (wanted == Role.SLAVE && !hasRoles) {
            session.refuseForGood(
                    "OpenFlow %s has no roles, and this controller is to be a slave; use OpenFlow 1.2 or later"
                            .formatted(session.version()));
            return;
        }
        session.becomeMain();
        describe();
        if (wanted == Role.EQUAL || !hasRoles) {
            completeSetup();
        } else {
            takeRole(wanted);
        }
    }

    private void describe() {
        session.enter(State.SETUP);
        if (session.version().isAtLeast(Version.OF13)) {
            request(new PortDescription.Request(), reply -> session.setPorts(reply.ports()));
        }
        request(new SwitchDescription.Request(), session::setDescription);
    }

    private void watch(String reason) {
        describe();
        // It still counts as a handshake in the connection limits, so that such switches cannot displace others.
        barrier(() -> {
            stop();
            session.watch(reason);
            ended(HandshakeResult.COMPLETED, "watched");
        });
    }

    private void takeRole(Role wanted) {
        var _ = session.controllerRole().request(wanted, OptionalLong.empty()).whenComplete((_, failure) -> {
            if (failure == null) {
                completeSetup();
            } else if (session.state() == State.SETUP) {
                roleRefused(wanted, failure);
            }
        });
    }

    private void roleRefused(Role wanted, Throwable failure) {
        if (failure instanceof StaleGenerationException) {
            // Another controller has become master between the two requests.
            takeRole(Role.SLAVE);
        } else if (wanted == Role.SLAVE) {
            session.refuseForGood(
                    "it refuses the role slave, and this controller is to be a slave: " + failure.getMessage());
        } else {
            session.log(
                    Level.WARNING,
                    "switch %s: this controller is not the master: %s".formatted(session, failure.getMessage()));
            completeSetup();
        }
    }

    private void completeSetup() {
        if (session.role() != Role.SLAVE) {
            configure();
        }
        barrier(this::claim);
    }

    private void configure() {
        session.sender().sendOwn(new SetConfig(0, options.setup().missSendLength()));
        if (!options.setup().tableMiss()) {
            deleteFlows();
            return;
        }
        PermanentFlow permanent = session.permanentFlow();
        request(permanent.request(), reply -> session.setLostFlows(!PermanentFlow.isIn(reply)));
        deleteFlows();
        send(permanent.flow());
        permanent.installed();
    }

    /** Runs a task when the switch has processed all messages. */
    private void barrier(Runnable task) {
        var _ = session.sender()
                .requestOwn(
                        new BarrierRequest(),
                        options.timeouts().handshake(),
                        services.monitor().unknown())
                .whenComplete((_, failure) -> {
                    if (failure == null || failure instanceof RequestRefusedException) {
                        // A switch without barriers has received the other messages, too, when it replies with an
                        // error.
                        task.run();
                    } else if (failure instanceof TimeoutException) {
                        session.disconnect("setup timeout: " + failure.getMessage());
                    }
                });
    }

    private <R extends Message> void request(Request<R> request, Consumer<R> handler) {
        var _ = session.sender()
                .requestOwn(
                        request,
                        options.timeouts().handshake(),
                        services.monitor().unknown())
                .whenComplete((reply, failure) -> {
                    if (failure == null) {
                        handler.accept(reply);
                    } else if (failure instanceof RequestRefusedException refused) {
                        session.log(
                                Level.WARNING,
                                "switch %s refused a message of the setup: %s"
                                        .formatted(session, refused.error().description(session.version())));
                    }
                });
    }

    /**
     * Deletes flows that no port can have. Until the first flow-mod, Open vSwitch keeps dropping the packets that it
     * dropped before it connected.
     */
    private static final FlowMod DELETE_NONE =
            FlowMod.delete().outPort(PortNumber.IN_PORT - 1).build();

    private void deleteFlows() {
        List<CookieRange> reconciled = new ArrayList<>(session.executor().thread().pipelines.reconciledFlows);
        if (options.setup().tableMiss()) {
            reconciled.add(PermanentFlow.COOKIES);
        }
        switch (options.setup().deleteFlows()) {
            case ALL -> send(FlowMod.delete().build());
            case NONE -> send(DELETE_NONE);
            case OWN -> {
                if (session.version() == Version.OF10) {
                    send(DELETE_NONE);
                    request(new FlowStats.Request(), reply -> deleteOwn(reply.flows(), reconciled));
                } else {
                    CookieRange.allExcept(reconciled)
                            .forEach(range ->
                                    send(range.delete(session.version()).build()));
                }
            }
        }
    }

    /** Deletes flows one by one, because OpenFlow 1.0 cannot select them by their cookies. */
    private void deleteOwn(List<FlowStats> flows, List<CookieRange> reconciled) {
        for (FlowStats flow : flows) {
            if (CookieRange.BEACON.contains(flow.cookie())
                    && reconciled.stream().noneMatch(range -> range.contains(flow.cookie()))) {
                send(FlowMod.delete()
                        .command(FlowMod.Command.DELETE_STRICT)
                        .match(flow.match())
                        .priority(flow.priority())
                        .build());
            }
        }
    }

    private void send(FlowMod message) {
        session.sender().sendOwn(message);
    }

    /** Cancels the timers. */
    void stop() {
        timeout.cancel();
        hello.cancel();
    }

    /** Called when the connection is closed before the switch is active. */
    void failed(String reason) {
        ended(HandshakeResult.FAILED, reason);
    }

    /** Called when the connection has become an auxiliary connection of a switch. */
    void becameAuxiliary() {
        stop();
        services.connectionLimits().handshakeEnded(session);
        ended(HandshakeResult.AUXILIARY, "auxiliary connection");
    }

    private void ended(HandshakeResult result, String text) {
        if (!isReported) {
            isReported = true;
            services.handshakes().increment(result);
            event.end(session, text);
        }
    }

    private void claim() {
        stop();
        services.connectionLimits().handshakeEnded(session);
        session.enter(State.CLAIM);
        services.registry().claim(session);
    }

    /** Called when no other connection has the datapath id any more. */
    void datapathIdAssigned() {
        if (session.state() != State.CLAIM) {
            return;
        }
        if (session.role() == Role.SLAVE) {
            standBy();
            session.standBy();
        } else {
            initialize();
        }
    }

    /** Called when the session is standby, or is replaced by one that is. */
    void standBy() {
        ended(HandshakeResult.COMPLETED, "standby");
    }

    /** Called when the session continues another one on the same connection, whose handshake is reported. */
    void skip() {
        isReported = true;
    }

    /** Called when the role is no longer slave. */
    void leaveStandby() {
        configure();
        barrier(() -> {
            if (session.state() == State.STANDBY && session.role() != Role.SLAVE) {
                services.registry().leaveStandby(session);
                initialize();
            }
        });
    }

    private void initialize() {
        session.enter(State.INITIALIZING);
        initialize(session.executor().thread().pipelines, 0);
    }

    /** Runs the initializers from an index on, one after the other, and then activates the switch. */
    private void initialize(PipelineSnapshot pipeline, int index) {
        if (session.state() != State.INITIALIZING) {
            return;
        }
        if (index == pipeline.initializers.length) {
            session.activate();
            ended(HandshakeResult.COMPLETED, "active");
            return;
        }
        CallStatistics statistics = pipeline.initializerStatistics[index];
        if (!statistics.account().isActive()) {
            // It was quarantined or has stopped since the first initializer was called.
            initialize(pipeline, index + 1);
            return;
        }
        Initializer initializer = pipeline.initializers[index];
        Duration limit = options.timeouts().initializer();
        // It completes once: when the initializer completes or fails, or on timeout.
        var end = new CompletableFuture<@Nullable Object>();
        Cancellable timer = session.executor()
                .schedule(
                        limit.toNanos(),
                        () -> end.completeExceptionally(
                                new TimeoutException("no completion after %d ms".formatted(limit.toMillis()))));
        var _ = end.whenComplete((_, failure) -> {
            timer.cancel();
            if (failure != null) {
                statistics
                        .account()
                        .failed(
                                statistics,
                                session,
                                "initializer %s failed on switch %s; continuing with the next"
                                        .formatted(ApplicationAccount.className(initializer), session),
                                failure);
            }
            session.executeOwn(() -> initialize(pipeline, index + 1));
        });
        CurrentCall currentCall = session.executor().thread().currentCall;
        int surrounding = currentCall.target();
        currentCall.begin(statistics.id());
        try {
            initializer
                    .initialize(session)
                    .whenComplete((_, failure) -> session.executeOwn(() -> complete(end, failure)));
        } catch (RuntimeException | Error e) {
            end.completeExceptionally(e);
        } finally {
            currentCall.end(surrounding);
        }
    }

    private static void complete(CompletableFuture<?> future, @Nullable Throwable failure) {
        if (failure == null) {
            future.complete(null);
        } else {
            future.completeExceptionally(failure);
        }
    }
}
