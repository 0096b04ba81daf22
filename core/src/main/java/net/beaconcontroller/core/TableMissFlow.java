package net.beaconcontroller.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.common.concurrent.Cancellable;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowStats;

/**
 * The table-miss flow of one switch, which sends packets without a flow to the controller. In OpenFlow 1.3 and later, a
 * table without a table-miss flow drops these packets (1.3.5, section 5.4).
 *
 * <p>When the switch reports that the flow was removed, and after each interval, the flow is added again if the switch
 * has no table-miss flow. One that an application, an operator or another controller has put in its place remains. For
 * the switch's executor.
 */
final class TableMissFlow {
    /** The time between comparisons with the flows of the switch. */
    static final Duration INTERVAL = Duration.ofSeconds(60);

    /** The time between comparisons because of removals, so that others who remove the flow cause no more of them. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    /** The cookies of the flows of the controller itself. */
    static final CookieRange COOKIES = CookieRange.of("core");

    private static final int TABLE = 0;

    /** Requests this flow, unless another one is in its place. */
    private static final FlowStats.Request THIS_FLOW =
            new FlowStats.Request(TABLE, PortNumber.ANY, GroupNumber.ANY, COOKIES.first(), COOKIES.mask(), Match.ANY);

    /** The table-miss flow of another owner cannot be requested alone: its match covers all, its cookie is unknown. */
    private static final FlowStats.Request WHOLE_TABLE =
            new FlowStats.Request(TABLE, PortNumber.ANY, GroupNumber.ANY, 0, 0, Match.ANY);

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
     * @param maxLength the number of bytes of a packet to send to the controller
     */
    TableMissFlow(
            SerialExecutor executor,
            Function<FlowStats.Request, CompletableFuture<FlowStats.Reply>> requests,
            Consumer<FlowMod> restorer,
            int maxLength) {
        this.executor = executor;
        this.requests = requests;
        this.restorer = restorer;
        this.flow = FlowMod.add()
                .priority(0)
                .cookie(COOKIES.first())
                .flags(FlowMod.SEND_FLOW_REMOVED)
                .actions(new Action.Output(PortNumber.CONTROLLER, maxLength))
                .build();
    }

    FlowMod flow() {
        return flow;
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
        var _ = requests.apply(THIS_FLOW)
                .thenCompose(reply -> reply.flows().isEmpty()
                        ? requests.apply(WHOLE_TABLE)
                        : CompletableFuture.completedFuture(reply))
                .whenComplete((reply, failure) -> {
                    // A switch that does not report its flows may have reported the removal.
                    boolean isLost =
                            failure == null ? reply.flows().stream().noneMatch(TableMissFlow::isTableMiss) : wasRemoved;
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

    private static boolean isTableMiss(FlowStats flow) {
        return flow.priority() == 0 && flow.match().fields().isEmpty();
    }
}
