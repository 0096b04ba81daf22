package net.beaconcontroller.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.concurrent.Cancellable;
import net.beaconcontroller.api.concurrent.TimerQueue;
import net.beaconcontroller.core.pipeline.ListenerThread;
import net.beaconcontroller.core.pipeline.SerialExecutor;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowStats;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In virtual time, with a switch that has a set of flows. */
class PermanentFlowTest {
    private static final FlowStats THIS = flow(0, PermanentFlow.COOKIES.first(), Match.ANY);
    private static final FlowStats OTHER = flow(0, 7, Match.ANY);

    private final VirtualExecutor executor = new VirtualExecutor();
    private final List<FlowStats> flows = new ArrayList<>();
    private final List<FlowStats.Request> requests = new ArrayList<>();
    private boolean refusesRequests;
    private final PermanentFlow permanent = new PermanentFlow(
            executor, this::answer, this::add, PermanentFlow.of(Version.OF13, Action.Output.MAX_PACKET_IN));

    /** Timers in virtual time. */
    private static final class VirtualExecutor extends SerialExecutor {
        private final TimerQueue timers = new TimerQueue();
        private long now;

        @Override
        public boolean isCurrentThread() {
            return true;
        }

        @Override
        public ListenerThread thread() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable task) {
            return timers.add(now + delayNanos, task);
        }

        @Override
        public boolean scheduleNext() {
            throw new UnsupportedOperationException();
        }

        void elapse(Duration time) {
            long end = now + time.toNanos();
            while (timers.nanosToNext(end) <= 0) {
                now += Math.max(0, timers.nanosToNext(now));
                TimerQueue.Timer due = timers.poll(now);
                if (due != null) {
                    due.run();
                }
            }
            now = end;
        }
    }

    private static FlowStats flow(int priority, long cookie, Match match) {
        return new FlowStats(0, priority, 0, 0, 0, 0, cookie, match, Stats.of(0, 0, 0, 0), List.of());
    }

    private CompletableFuture<FlowStats.Reply> answer(FlowStats.Request request) {
        requests.add(request);
        return refusesRequests
                ? CompletableFuture.failedFuture(new RequestRefusedException(new ErrorMessage(1, 1, Bytes.EMPTY)))
                : CompletableFuture.completedFuture(new FlowStats.Reply(flows.stream()
                        .filter(flow -> (flow.cookie() & request.cookieMask()) == request.cookie())
                        .toList()));
    }

    private void add(FlowMod flow) {
        assertThat(flow).isEqualTo(permanent.flow());
        flows.add(THIS);
    }

    private void reportRemoval(long cookie) {
        permanent.removed(new FlowRemoved(cookie, 0, 2, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY));
    }

    private void remove() {
        flows.remove(THIS);
        reportRemoval(PermanentFlow.COOKIES.first());
    }

    @BeforeEach
    void install() {
        permanent.installed();
        flows.add(THIS);
    }

    @Test
    void theSwitchReportsTheRemoval() {
        assertThat(permanent.flow().flags()).isEqualTo(FlowMod.SEND_FLOW_REMOVED);
    }

    @Test
    void aRemovedFlowIsAddedAgainAtOnce() {
        remove();
        assertThat(flows).containsExactly(THIS);
    }

    @Test
    void aFlowWhoseRemovalWasNotReportedIsAddedAgainAfterAMinute() {
        flows.clear();
        flows.add(flow(1, 0, Match.ANY));
        flows.add(flow(0, 0, new Match(List.of(Field.IN_PORT.is(1)))));
        executor.elapse(Duration.ofSeconds(59));
        assertThat(flows).doesNotContain(THIS);
        executor.elapse(Duration.ofSeconds(1));
        assertThat(flows).containsOnlyOnce(THIS);
        flows.clear();
        executor.elapse(Duration.ofSeconds(60));
        assertThat(flows).containsExactly(THIS);
    }

    @Test
    void aFlowThatIsPresentCostsOneShortRequestAMinute() {
        executor.elapse(Duration.ofMinutes(10));
        assertThat(requests).hasSize(10).allMatch(request -> request.cookieMask() != 0);
        assertThat(flows).containsExactly(THIS);
    }

    @Test
    void theTableMissFlowOfAnotherOwnerRemains() {
        flows.set(0, OTHER);
        executor.elapse(Duration.ofMinutes(2));
        assertThat(flows).containsExactly(OTHER);
    }

    @Test
    void anApplicationThatDeletesTheFlowAndAddsItsOwnKeepsThat() {
        flows.set(0, OTHER);
        reportRemoval(PermanentFlow.COOKIES.first());
        assertThat(flows).containsExactly(OTHER);
    }

    @Test
    void othersThatRemoveTheFlowConstantlyCauseOneComparisonASecond() {
        for (int i = 0; i < 100; i++) {
            remove();
            executor.elapse(Duration.ofMillis(100));
        }
        // Two requests for each comparison, the first of which was at once.
        assertThat(requests).hasSize(2 * (1 + 10));
        executor.elapse(PermanentFlow.PAUSE);
        assertThat(flows).containsExactly(THIS);
    }

    @Test
    void theRemovalOfOtherFlowsIsIgnored() {
        reportRemoval(0);
        assertThat(requests).isEmpty();
    }

    @Test
    void aSwitchThatReportsNoFlowsGetsARemovedFlowAgain() {
        refusesRequests = true;
        executor.elapse(Duration.ofMinutes(2));
        assertThat(flows).containsExactly(THIS);
        remove();
        assertThat(flows).containsExactly(THIS);
    }

    @Test
    void theMarkOfOpenFlow10IsRequestedByItsMatchAndAddedAgain() {
        FlowMod mark = PermanentFlow.of(Version.OF10, 0);
        FlowStats present = flow(0, mark.cookie(), mark.match());
        var answered = new ArrayList<FlowStats.Request>();
        var added = new ArrayList<FlowMod>();
        var replies = new ArrayDeque<>(List.of(List.of(present), List.<FlowStats>of(), List.<FlowStats>of()));
        var flow = new PermanentFlow(
                executor,
                request -> {
                    answered.add(request);
                    return CompletableFuture.completedFuture(new FlowStats.Reply(replies.remove()));
                },
                added::add,
                mark);
        permanent.stop();
        flow.installed();
        executor.elapse(PermanentFlow.INTERVAL);
        assertThat(added).isEmpty();
        executor.elapse(PermanentFlow.INTERVAL);
        assertThat(added).containsExactly(mark);
        assertThat(answered)
                .allMatch(request -> request.match().equals(mark.match()))
                .allSatisfy(request -> Messages.encode(request, Version.OF10, 1));
    }

    @Test
    void nothingIsSentAfterTheSessionHasEnded() {
        permanent.stop();
        remove();
        executor.elapse(Duration.ofMinutes(2));
        assertThat(flows).isEmpty();
        assertThat(requests).isEmpty();
    }
}
