package net.beaconcontroller.core.session;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * The flow that the controller has in a switch all the time. Before OpenFlow 1.3, it is a mark that matches no real
 * packet; later, it is the table-miss flow, which sends packets without a flow to the controller: a table without a
 * table-miss flow drops these packets (1.3.5, section 5.4). A switch that connects without the flow has no flows from
 * before, see {@link net.beaconcontroller.api.Switch#hasLostFlows}.
 *
 * <p>When the switch reports that the flow was removed, and after each interval, the flow is added again if the switch
 * has none in its place. One that an application, an operator or another controller has put there remains. For the
 * switch's executor.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>A switch that connects without the flow</b> is new, was restarted or replaced, or others have deleted its
 * flows, so that the controller may remember it wrongly. The flow is requested before any flow is deleted. A switch
 * that reports no flows counts as one that has it.
 * <li><b>The mark has priority 0, no actions, and Ethernet addresses of 0 with the reserved type ffff.</b> A host can
 * send such a frame: it is dropped and changes nothing, because the flow does not expire.
 * <li><b>The table-miss flow of another owner remains.</b> An operator who replaces the flow, for example by {@code
 * actions=NORMAL}, does so on purpose. The match of a request covers flows with longer matches, so a flow of priority 0
 * that matches all packets cannot be requested alone: the controller requests its own flow by cookie, and reads the
 * whole table only if that is absent. Rejected: adding the flow as soon as its removal is reported, which would replace
 * the flow of an application that deletes this one and then adds its own.
 * </ul>
 */
public final class PermanentFlow {
    /** The time between comparisons with the flows of the switch. */
    static final Duration INTERVAL = Duration.ofSeconds(60);

    /** The time between comparisons because of removals, so that others who remove the flow cause no more of them. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    /** The cookies of the flows of the controller itself. */
    public static final CookieRange COOKIES = CookieRange.of("core");

    private static final int TABLE = 0;

    /** No host has the address 0 (IEEE 802), and the EtherType is reserved (RFC 1701). Such a frame is dropped. */
    private static final Match NO_PACKET =
            Match.of(Field.ETH_SRC.is(0), Field.ETH_DST.is(0), Field.ETH_TYPE.is(0xffff));

    private final SerialExecutor executor;
    private final Function<FlowStats.Request, CompletableFuture<FlowStats.Reply>> requests;
    private final Consumer<FlowMod> restorer;
    private final FlowMod flow;
    private Cancellable timer = Cancellable.NONE;
    private boolean isInstalled;
    /** Whether the switch has reported the removal of the flow since the last comparison began. */
    private boolean isRemoved;

    private boolean isPause;

    /**
     * Creates a flow that is not installed.
     *
     * @param requests requests flows of the switch; the results complete on the executor
     * @param restorer sends the flow after the switch had lost it
     * @param flow see {@link #of}
     */
    PermanentFlow(
            SerialExecutor executor,
            Function<FlowStats.Request, CompletableFuture<FlowStats.Reply>> requests,
            Consumer<FlowMod> restorer,
            FlowMod flow) {
        this.executor = executor;
        this.requests = requests;
        this.restorer = restorer;
        this.flow = flow;
    }

    /**
     * Returns the flow for switches of a version.
     *
     * @param maxLength the number of bytes of a packet that a table-miss flow sends to the controller
     */
    static FlowMod of(Version version, int maxLength) {
        FlowMod.Builder flow = FlowMod.add().priority(0).cookie(COOKIES.first()).flags(FlowMod.SEND_FLOW_REMOVED);
        return version.isAtLeast(Version.OF13)
                ? flow.actions(new Action.Output(PortNumber.CONTROLLER, maxLength))
                        .build()
                : flow.match(NO_PACKET).build();
    }

    FlowMod flow() {
        return flow;
    }

    /** Returns whether a reply to {@link #request} has the flow. */
    static boolean isIn(FlowStats.Reply reply) {
        return reply.flows().stream().anyMatch(present -> COOKIES.contains(present.cookie()));
    }

    /** Returns a request for the flow. Only the mark has its match; OpenFlow 1.0 cannot select it by its cookie. */
    FlowStats.Request request() {
        return flow.match().equals(NO_PACKET) ? requestPlace() : request(COOKIES.first(), COOKIES.mask());
    }

    /**
     * Returns a request for the flow that is in its place. The table-miss flow of another owner cannot be requested
     * alone: its match covers all, its cookie is unknown.
     */
    private FlowStats.Request requestPlace() {
        return request(0, 0);
    }

    private FlowStats.Request request(long cookie, long mask) {
        return new FlowStats.Request(TABLE, PortNumber.ANY, GroupNumber.ANY, cookie, mask, flow.match());
    }

    /** Called when {@link #flow} is sent to the switch. */
    void installed() {
        isInstalled = true;
        schedule(INTERVAL, this::compare);
    }

    /** Called when the switch reports that a flow was removed. */
    void removed(FlowRemoved flow) {
        if (isInstalled && COOKIES.contains(flow.cookie())) {
            isRemoved = true;
            if (!isPause) {
                compare();
            }
        }
    }

    /** Leaves the flow alone from now on. */
    void stop() {
        isInstalled = false;
        timer.cancel();
    }

    private void schedule(Duration delay, Runnable task) {
        timer.cancel();
        timer = executor.schedule(delay.toNanos(), task);
    }

    private void compare() {
        boolean wasRemoved = isRemoved;
        isRemoved = false;
        isPause = wasRemoved;
        if (isPause) {
            schedule(PAUSE, this::pauseEnded);
        } else {
            schedule(INTERVAL, this::compare);
        }
        var _ = requests.apply(request())
                .thenCompose(reply -> reply.flows().isEmpty()
                        ? requests.apply(requestPlace())
                        : CompletableFuture.completedFuture(reply))
                .whenComplete((reply, failure) -> {
                    // A switch that does not report its flows may have reported the removal.
                    boolean isLost = failure == null ? reply.flows().stream().noneMatch(this::isInPlace) : wasRemoved;
                    if (isLost && isInstalled) {
                        restorer.accept(flow);
                    }
                });
    }

    private void pauseEnded() {
        isPause = false;
        if (isRemoved) {
            compare();
        } else {
            schedule(INTERVAL, this::compare);
        }
    }

    private boolean isInPlace(FlowStats present) {
        return present.priority() == flow.priority() && present.match().equals(flow.match());
    }
}
