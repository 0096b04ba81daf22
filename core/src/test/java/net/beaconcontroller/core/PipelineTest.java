package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.MessageListener;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.core.pipeline.ListenerOrder;
import net.beaconcontroller.core.pipeline.PipelineRegistry;
import net.beaconcontroller.core.pipeline.ReceivedPacketIn;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(EACH_DESIGN)
class PipelineTest {
    private final List<String> calls = new CopyOnWriteArrayList<>();

    private PacketInListener named(String name, Next next) {
        return (_, _) -> {
            calls.add(name);
            return next;
        };
    }

    private void packetIn(ControllerFixture fixture, ScriptedSwitch fake) throws Exception {
        int before = fixture.recorder.all(PacketIn.class).size();
        fake.send(ControllerFixture.packetIn(1));
        fixture.recorder.awaitCount(PacketIn.class, before + 1);
    }

    @Test
    void listenersReceiveAPacketInInTheOrderOfTheirNames() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.register("c", named("c", Next.PASS));
            fixture.controller.register("a", named("a", Next.PASS));
            fixture.controller.register("b", named("b", Next.PASS));
            packetIn(fixture, fixture.connect(1, Version.OF13));
            assertThat(calls).containsExactly("a", "b", "c");
        }
    }

    @Test
    void configuredApplicationsRunFirst() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withOrder("c", "b"))) {
            fixture.controller.register("a", named("a", Next.PASS));
            fixture.controller.register("b", named("b", Next.PASS));
            fixture.controller.register("c", named("c", Next.PASS));
            packetIn(fixture, fixture.connect(1, Version.OF13));
            assertThat(calls).containsExactly("c", "b", "a");
        }
    }

    /** A listener that records its calls. */
    private interface Recording extends PacketInListener, MessageListener {
        String name();

        Next next();

        List<String> calls();

        @Override
        default Next packetIn(Switch sw, PacketInContext in) {
            calls().add(name());
            return next();
        }

        @Override
        default Next message(Switch sw, long xid, Message message) {
            calls().add(name());
            return next();
        }
    }

    @Pipeline(Stage.FILTER)
    private record Filter(String name, Next next, List<String> calls) implements Recording {}

    @Pipeline(Stage.FORWARD)
    private record Forwarder(String name, Next next, List<String> calls) implements Recording {}

    private void forwardsAfterFilters(Next ofFilter, String... expected) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fixture.controller.register("a", new Forwarder("forward-a", Next.STOP, calls));
            fixture.controller.register("b", new Forwarder("forward-b", Next.STOP, calls));
            fixture.controller.register("c", new Filter("filter-c", ofFilter, calls));
            fixture.controller.register("z", named("observe-z", Next.PASS));
            packetIn(fixture, fake);
            packetIn(fixture, fake);
            await().until(() -> calls.size() >= 2 * expected.length);
            assertThat(calls.subList(0, expected.length)).containsExactly(expected);
            assertThat(calls).hasSize(2 * expected.length);
        }
    }

    @Test
    void observersRunBeforeFiltersAndFiltersBeforeForwarders() throws Exception {
        forwardsAfterFilters(Next.PASS, "observe-z", "filter-c", "forward-a");
    }

    @Test
    void forwardersDoNotReceiveAPacketInThatAFilterStops() throws Exception {
        forwardsAfterFilters(Next.STOP, "observe-z", "filter-c");
    }

    @Test
    void observersReceiveAPacketInThatAnotherObserverStopsButLaterStagesDoNot() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fixture.controller.register("a", named("a", Next.STOP));
            fixture.controller.register("b", new Forwarder("b", Next.PASS, calls));
            fixture.controller.register("z", named("z", Next.PASS));
            packetIn(fixture, fake);
            packetIn(fixture, fake);
            await().until(() -> calls.size() >= 4);
            assertThat(calls).containsExactly("a", "z", "a", "z");
        }
    }

    @Test
    void stagesApplyToMessages() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fixture.controller.register("a", new Forwarder("forward", Next.PASS, calls));
            fixture.controller.register("b", new Filter("filter", Next.STOP, calls));
            fake.send(new FlowRemoved(0, 0, 0, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY));
            fake.send(new FlowRemoved(0, 0, 0, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY));
            await().until(() -> calls.size() >= 2);
            assertThat(calls).containsExactly("filter", "filter");
        }
    }

    @Test
    void aConfiguredApplicationCanStopAPacketInForAllOthers() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withOrder("b"))) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            var before = new AtomicInteger();
            fixture.controller.register("a", named("a", Next.PASS));
            fixture.controller.register("b", new Forwarder("b", Next.STOP, calls));
            fixture.controller.register("c", (SwitchListener) _ -> before.incrementAndGet());
            fake.send(ControllerFixture.packetIn(1));
            fake.send(ControllerFixture.packetIn(2));
            await().until(() -> calls.size() >= 2);
            assertThat(calls).containsExactly("b", "b");
        }
    }

    @Test
    void aPortStatusMessageReachesApplicationsAsAnEventOnly() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fake.send(new PortStatus(PortStatus.Reason.DELETE, fake.ports().getFirst()));
            fixture.recorder.awaitFirst(SwitchEvent.PortDown.class);
            fake.send(new FlowRemoved(0, 0, 0, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY));
            fixture.recorder.awaitFirst(FlowRemoved.class);
            assertThat(fixture.recorder.all(PortStatus.class)).isEmpty();
        }
    }

    @Test
    void aPeriodicTaskRunsUntilItIsCancelledDespiteExceptions() throws Exception {
        try (var fixture = new ControllerFixture()) {
            var runs = new AtomicInteger();
            Registration timer = fixture.controller.every(Duration.ofMillis(1), () -> {
                if (runs.incrementAndGet() == 1) {
                    throw new IllegalStateException("as tested");
                }
            });
            await().until(() -> runs.get() >= 3);
            timer.close();
            int atClose = runs.get();
            var later = new CountDownLatch(3);
            fixture.controller.every(Duration.ofMillis(1), later::countDown);
            assertThat(later.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(runs).hasValue(atClose);
        }
    }

    /** A call of an application that lasts until the test allows its end. */
    private static final class SlowCall {
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch mayEnd = new CountDownLatch(1);
        private final AtomicBoolean ended = new AtomicBoolean();

        void run() {
            started.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            ended.set(true);
        }

        void assertCloseWaitsForItsEnd(Registration registration) throws InterruptedException {
            started.await();
            var closing = new Thread(registration::close);
            closing.start();
            await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
            mayEnd.countDown();
            closing.join();
            assertThat(ended).isTrue();
        }
    }

    @Test
    void cancellingAPeriodicTaskWaitsForItsEnd() throws Exception {
        try (var fixture = new ControllerFixture()) {
            var slow = new SlowCall();
            Registration timer = fixture.controller.every(Duration.ofMillis(1), slow::run);
            slow.assertCloseWaitsForItsEnd(timer);
        }
    }

    @Test
    void aPeriodOfZeroIsRejected() throws Exception {
        try (var fixture = new ControllerFixture()) {
            assertThatThrownBy(() -> fixture.controller.every(Duration.ZERO, () -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PT0S");
        }
    }

    @Test
    void exceptionsOfListenersAreCountedAndDoNotAffectOthers() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            PacketInListener throwing = (_, _) -> {
                throw new IllegalStateException("as tested");
            };
            PacketInListener failing = (_, _) -> {
                throw new NoClassDefFoundError("as tested");
            };
            fixture.controller.register("a", throwing);
            fixture.controller.register("b", failing);
            packetIn(fixture, fake);
            packetIn(fixture, fake);
            assertThat(fixture.controller.listenerFailures()).isEqualTo(4);
        }
    }

    @Test
    void anAddedListenerReceivesConnectedOfTheActiveSwitches() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.withLoops(2))) {
            fixture.connect(1, Version.OF10);
            fixture.connect(2, Version.OF13);
            var late = new Recorder();
            fixture.controller.register("late", late);
            assertThat(late.all(SwitchEvent.Connected.class))
                    .extracting(event -> event.sw().datapathId())
                    .containsExactlyInAnyOrder(1L, 2L);
        }
    }

    @Test
    void removingAListenerWaitsForTheEndOfItsCalls() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            var slow = new SlowCall();
            Registration registration = fixture.controller.register("slow", (PacketInListener) (_, _) -> {
                slow.run();
                return Next.PASS;
            });
            fake.send(ControllerFixture.packetIn(1));
            slow.assertCloseWaitsForItsEnd(registration);
        }
    }

    @Test
    void aListenerCanRemoveItselfDuringACall() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            var registration = new Registration[1];
            registration[0] = fixture.controller.register("once", (PacketInListener) (_, _) -> {
                calls.add("once");
                registration[0].close();
                return Next.PASS;
            });
            packetIn(fixture, fake);
            packetIn(fixture, fake);
            assertThat(calls).containsExactly("once");
        }
    }

    @Test
    void messagesAndEventsOfASwitchAreReceivedInOrder() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.withLoops(2))) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            packetIn(fixture, fake);
            fake.send(new FlowRemoved(0, 0, 0, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY));
            fixture.recorder.awaitFirst(FlowRemoved.class);
            assertThat(fixture.recorder.calls)
                    .extracting(call -> call.argument().getClass().getSimpleName())
                    .containsExactly("Connected", "PacketIn", "FlowRemoved");
        }
    }

    @Test
    void listenersTasksAndTimersOfASwitchNeverRunConcurrently() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.withLoops(3))) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            var inside = new AtomicBoolean();
            var overlapped = new AtomicBoolean();
            var handled = new AtomicInteger();
            Runnable work = () -> {
                overlapped.compareAndSet(false, inside.getAndSet(true));
                Thread.onSpinWait();
                inside.set(false);
                handled.incrementAndGet();
            };
            fixture.controller.register("exclusive", (PacketInListener) (_, _) -> {
                work.run();
                return Next.PASS;
            });
            for (int i = 0; i < 1_000; i++) {
                fake.send(ControllerFixture.packetIn(i));
                sw.execute(work);
                sw.after(Duration.ofNanos(1), work);
            }
            await().until(() -> handled.get() == 3_000);
            assertThat(overlapped).isFalse();
        }
    }

    @Test
    void aPacketInHasTheTimeOfItsReception() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            var received = new LinkedBlockingQueue<Long>();
            fixture.controller.register("clock", (PacketInListener) (_, in) -> {
                received.add(in.receivedNanos());
                return Next.PASS;
            });
            for (int i = 0; i < 20; i++) {
                long before = System.nanoTime();
                fake.send(ControllerFixture.packetIn(i));
                assertThat(received.poll(10, TimeUnit.SECONDS)).isBetween(before, System.nanoTime());
            }
        }
    }

    @Pipeline(after = "b", before = "a")
    private static class AfterB implements SwitchListener {
        @Override
        public void switchEvent(SwitchEvent event) {}
    }

    @Pipeline(after = {"c", "not-there"})
    private static class AfterC implements SwitchListener {
        @Override
        public void switchEvent(SwitchEvent event) {}
    }

    @Pipeline(before = "x")
    private static class BeforeX implements SwitchListener {
        @Override
        public void switchEvent(SwitchEvent event) {}
    }

    @Pipeline(before = "y")
    private static class BeforeY implements SwitchListener {
        @Override
        public void switchEvent(SwitchEvent event) {}
    }

    private static PipelineRegistry.Member member(String application, Listener listener, long joined) {
        var account = new ApplicationAccount(application, 1, 1, new LongAdder(), Threads.system());
        return new PipelineRegistry.Member(account.tasks(), listener, joined);
    }

    private static List<String> order(List<String> configured, Object... namesAndListeners) {
        var members = new ArrayList<PipelineRegistry.Member>();
        for (int i = 0; i < namesAndListeners.length; i += 2) {
            members.add(member((String) namesAndListeners[i], (Listener) namesAndListeners[i + 1], i));
        }
        List<String> forward = new ListenerOrder(configured)
                .sort(members).stream()
                        .map(PipelineRegistry.Member::application)
                        .toList();
        List<String> backward = new ListenerOrder(configured)
                .sort(members.reversed()).stream()
                        .map(PipelineRegistry.Member::application)
                        .toList();
        assertThat(backward).as("independent of the order of registration").isEqualTo(forward);
        return forward;
    }

    @Test
    void applicationsRunAfterAndBeforeThoseTheyName() {
        SwitchListener plain = _ -> {};
        assertThat(order(List.of(), "a", plain, "b", new AfterC(), "c", plain, "m", new AfterB()))
                .containsExactly("c", "b", "m", "a");
    }

    @Test
    void theConfigurationOverrulesWhatApplicationsSay() {
        SwitchListener plain = _ -> {};
        assertThat(order(List.of("m", "a"), "a", plain, "b", plain, "m", new AfterB()))
                .containsExactly("m", "a", "b");
    }

    @Test
    void theOrderIsDescribedWithItsConstraints() {
        SwitchListener plain = _ -> {};
        var members = List.of(
                member("a", plain, 1),
                member("b", plain, 2),
                member("m", new AfterB(), 3),
                member("f", new Forwarder("f", Next.PASS, calls), 4),
                member("z", new AfterC(), 5));
        assertThat(new ListenerOrder(List.of("z")).describe(members))
                .isEqualTo("pipeline.order: z; OBSERVE: b, m (after b; before a), a; FORWARD: f");
        assertThat(new ListenerOrder(List.of()).describe(List.of())).isEqualTo("no listeners");
    }

    @Test
    void aNameOfAnotherStageIsIgnored() {
        SwitchListener plain = _ -> {};
        assertThat(order(List.of(), "b", new Forwarder("b", Next.PASS, calls), "m", new AfterB(), "z", plain))
                .containsExactly("m", "z", "b");
    }

    @Test
    void applicationsThatContradictEachOtherStillHaveAnOrder() {
        assertThat(order(List.of(), "y", new BeforeX(), "x", new BeforeY())).containsExactly("x", "y");
    }

    @Test
    void eachPacketInPassesOneListenerWhileListenersAreReplacedUnderLoad() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            var handled = new CopyOnWriteArrayList<Long>();
            Supplier<Listener> counter = () -> (PacketInListener) (_, in) -> {
                handled.add(in.bufferId());
                return Next.STOP;
            };
            Registration current = fixture.controller.register("counter", counter.get());
            int number = 0;
            for (int i = 0; i < 200; i++) {
                for (int sent = 0; sent < 10; sent++) {
                    fake.send(ControllerFixture.packetIn(++number));
                }
                current = fixture.controller
                        .replace("counter", List.of(current), List.of(counter.get()))
                        .getFirst();
            }
            long last = number;
            await().until(() -> !handled.isEmpty() && handled.getLast() == last);
            assertThat(handled)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, last).boxed().toList());
            current.close();
            packetIn(fixture, fake);
            assertThat(handled).hasSize(number);
        }
    }

    @Test
    void theInPlaceEncodersAreRefusedOnOtherThreads() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            assertThatThrownBy(sw::addFlow)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("execute");
            assertThatThrownBy(() -> sw.packetOut(new ReceivedPacketIn())).isInstanceOf(IllegalStateException.class);
        }
    }
}
