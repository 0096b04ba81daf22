package net.beaconcontroller.core;

import net.beaconcontroller.openflow.multipart.PortDescription;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.core.Session.State;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/**
 * Leads a session from its first HELLO until it is active.
 *
 * <pre>
 *   state         what was sent                                   what ends it
 *   HELLO         HELLO                                           the switch's HELLO
 *   FEATURES      FEATURES_REQUEST                                FEATURES_REPLY
 *   SETUP         PORT_DESC and DESC requests, SET_CONFIG,        BARRIER_REPLY, or an error to it
 *                 flow-mods, BARRIER_REQUEST
 *   CLAIM                                                         no other connection has the datapath id
 *   INITIALIZING  what initializers send                          the last initializer is done
 * </pre>
 *
 * The barrier is last, so what a switch leaves unanswered of the rest, it will not answer. A message of another state's kind
 * is passed over. A switch that is not through with SETUP in time is closed.
 */
final class Handshake {
    private final Session session;
    private final OpenFlowController controller;
    private final ControllerOptions options;
    private @Nullable Cancellable timeout;

    Handshake(Session session, OpenFlowController controller) {
        this.session = session;
        this.controller = controller;
        this.options = controller.options();
    }

    void start() {
        Version highest = Collections.max(options.versions());
        session.offer(highest);
        session.reply(Hello.offering(options.versions()), session.nextXid());
        timeout = session.executor().schedule(options.timeouts().handshake().toNanos(), () -> {
            if (session.state().compareTo(State.CLAIM) < 0) {
                session.disconnect("its handshake is not complete after %d ms: it is at %s"
                        .formatted(options.timeouts().handshake().toMillis(), session.state()));
            }
        });
    }

    /** The switch's HELLO, of a version that need not be known here. */
    void hello(int peerVersion, Hello hello) {
        Optional<Version> agreed = hello.negotiate(options.versions(), peerVersion);
        if (agreed.isEmpty()) {
            String why = "versions spoken here: " + options.versions();
            session.reply(
                    new ErrorMessage(
                            MalformedMessageException.HELLO_FAILED,
                            MalformedMessageException.INCOMPATIBLE,
                            Bytes.of(why.getBytes(StandardCharsets.US_ASCII))),
                    session.nextXid());
            session.disconnect("no version in common: its HELLO is of version 0x%02x, %s".formatted(peerVersion, why));
            return;
        }
        session.agreeOn(agreed.get());
        session.enter(State.FEATURES);
        session.reply(new FeaturesRequest(), session.nextXid());
    }

    /** A message that came before the session is active, and that answers no request. */
    void message(Message message) {
        if (session.state() == State.FEATURES && message instanceof FeaturesReply features) {
            setUp(features);
        } else if (message instanceof ErrorMessage error) {
            tellOfRefusal(error);
        }
    }

    private void tellOfRefusal(ErrorMessage error) {
        session.log(
                Level.WARNING,
                "switch %s refused a part of its set-up: %s".formatted(session, error.name(session.version())));
    }

    private void setUp(FeaturesReply features) {
        if (features.auxiliaryId() != 0) {
            session.disconnect("it is auxiliary connection %d of a switch; only main connections are served"
                    .formatted(features.auxiliaryId()));
            return;
        }
        session.setFeatures(features);
        session.enter(State.SETUP);
        if (session.version().isAtLeast(Version.OF13)) {
            ask(new PortDescription.Request(), reply -> session.setPorts(reply.ports()));
        }
        ask(new SwitchDescription.Request(), session::setDescription);
        session.reply(new SetConfig(0, options.setup().missSendLength()), session.nextXid());
        session.reply(firstFlowMod(), session.nextXid());
        if (options.setup().tableMiss() && session.version().isAtLeast(Version.OF13)) {
            session.reply(TABLE_MISS, session.nextXid());
        }
        var _ = session.request(new BarrierRequest(), options.timeouts().handshake())
                .whenComplete((_, failure) -> {
                    if (failure == null || failure instanceof RequestRefusedException) {
                        claim(); // a switch that has no barriers has read the rest too
                    }
                });
    }

    private <R extends Message> void ask(Request<R> request, Consumer<R> use) {
        var _ = session.request(request, options.timeouts().handshake()).whenComplete((reply, failure) -> {
            if (failure == null) {
                use.accept(reply);
            } else if (failure instanceof RequestRefusedException refused) {
                tellOfRefusal(refused.error());
            }
        });
    }

    /** OpenFlow 1.3 and later drop what matches nothing; earlier versions send it to the controller. */
    private static final FlowMod TABLE_MISS = FlowMod.add()
            .priority(0)
            .actions(new Action.Output(PortNumber.CONTROLLER))
            .build();

    /**
     * Deletes what flows there are; or, where they are to be kept, only those that send to a port which cannot exist. Some
     * flow-mod there must be: until the first, Open vSwitch goes on dropping what it dropped before it was connected.
     */
    private FlowMod firstFlowMod() {
        return options.setup().deleteFlows()
                ? FlowMod.delete().build()
                : FlowMod.delete().outPort(PortNumber.IN_PORT - 1).build();
    }

    /** Gives the time up that was set for the set-up. */
    void stop() {
        if (timeout != null) {
            timeout.cancel();
        }
    }

    private void claim() {
        stop();
        session.enter(State.CLAIM);
        controller.table().claim(session);
    }

    /** No other connection has the datapath id any more. */
    void claimed() {
        if (session.state() == State.CLAIM) {
            session.enter(State.INITIALIZING);
            initialize(session.executor().thread().pipelines.initializers, 0);
        }
    }

    /** Runs the initializers from the {@code index}th on, one after the other. */
    private void initialize(Initializer[] initializers, int index) {
        if (session.state() != State.INITIALIZING) {
            return;
        }
        if (index == initializers.length) {
            session.activate();
            return;
        }
        Initializer initializer = initializers[index];
        var step = new Step(initializer, () -> initialize(initializers, index + 1));
        CompletionStage<?> stage;
        try {
            stage = initializer.initialize(session);
        } catch (RuntimeException | Error e) {
            step.end(e);
            return;
        }
        stage.whenComplete((_, failure) -> session.execute(() -> step.end(failure)));
    }

    /** An initializer that has the switch: it ends once, by being done, by failing, or by taking too long. */
    private final class Step {
        private final Initializer initializer;
        private final Runnable next;
        private final Cancellable timer;
        private boolean ended;

        Step(Initializer initializer, Runnable next) {
            this.initializer = initializer;
            this.next = next;
            long nanos = options.timeouts().initializer().toNanos();
            this.timer = session.executor()
                    .schedule(
                            nanos,
                            () -> end(new TimeoutException(
                                    "took longer than %d ms".formatted(TimeUnit.NANOSECONDS.toMillis(nanos)))));
        }

        void end(@Nullable Throwable failure) {
            if (ended) {
                return;
            }
            ended = true;
            timer.cancel();
            if (failure != null) {
                session.log(
                        Level.ERROR,
                        "initializer %s failed on switch %s, which goes on without"
                                .formatted(initializer.getClass().getName(), session),
                        failure);
            }
            next.run();
        }
    }
}
