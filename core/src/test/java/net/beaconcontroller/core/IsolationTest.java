package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Pipeline;
import net.beaconcontroller.api.Stage;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.io.ConnectionOpener;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.core.pipeline.ApplicationMonitor;
import net.beaconcontroller.core.pipeline.PipelineDescription;
import net.beaconcontroller.core.pipeline.PipelineKind;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class IsolationTest {
    private static final int MOST_FAILURES = 20;
    private static final Duration SLOW_CALL = Duration.ofMillis(100);
    private static final Duration MOST_CALL_TIME = Duration.ofMillis(300);

    /** Only failures have a bound, because any call can take long on a busy machine. */
    private static ControllerOptions boundedFailures(int loops) {
        return ControllerFixture.withLoops(loops)
                .withIsolation(new ControllerOptions.Isolation(
                        Optional.empty(), Optional.of(MOST_FAILURES), Optional.empty(), Optional.empty()));
    }

    private static ControllerOptions boundedCalls() {
        return ControllerFixture.withLoops(1)
                .withIsolation(new ControllerOptions.Isolation(
                        Optional.of(SLOW_CALL), Optional.empty(), Optional.of(MOST_CALL_TIME), Optional.empty()));
    }

    private static ApplicationHealth health(ControllerFixture fixture, String application) {
        return fixture.controller.health().stream()
                .filter(health -> health.application().equals(application))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitQuarantine(ControllerFixture fixture, String application) {
        await().until(() -> health(fixture, application).quarantine().isPresent());
        // Returns when the change of the pipelines is complete, of which the quarantine is the first step.
        assertThat(fixture.controller.pipelines()).isNotEmpty();
    }

    private static PacketInListener throwing(AtomicInteger calls) {
        return (_, _) -> {
            calls.incrementAndGet();
            throw new IllegalStateException("as tested");
        };
    }

    private static void send(ScriptedSwitch fake, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            fake.send(ControllerFixture.packetIn(i));
        }
    }

    private static List<Long> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Long::valueOf).toList();
    }

    /** Records the packet-ins of each switch, by their buffer ids. */
    @Pipeline(Stage.FORWARD)
    private static final class Keeper implements PacketInListener {
        final Map<Long, List<Long>> numbers = new ConcurrentHashMap<>();

        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            of(sw.datapathId()).add(in.bufferId());
            return Next.STOP;
        }

        List<Long> of(long datapathId) {
            return numbers.computeIfAbsent(datapathId, _ -> Collections.synchronizedList(new ArrayList<>()));
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aListenerThatThrowsIsCountedToItsApplicationAndTheNextListenerHandlesThePacket() throws Exception {
        try (var fixture = new ControllerFixture()) {
            var keeper = new Keeper();
            fixture.controller.register("firewall", throwing(new AtomicInteger()));
            fixture.controller.register("keeper", keeper);
            send(fixture.connect(1, Version.OF13), 0, 3);
            await().until(() -> keeper.of(1).equals(numbers(3)));
            assertThat(health(fixture, "firewall").failures()).isEqualTo(3);
            assertThat(health(fixture, "keeper").failures()).isZero();
            assertThat(fixture.controller.listenerFailures()).isEqualTo(3);
        }
    }

    @Test
    void switchesConnectAndAreServedWhileAListenerBlocksALoop() throws Exception {
        assumeTrue(ControllerFixture.READ == ControllerOptions.Read.RUN_TO_COMPLETION);
        try (var fixture = new ControllerFixture(ControllerFixture.withLoops(2))) {
            var released = new CountDownLatch(1);
            var keeper = new Keeper();
            fixture.controller.register("blocking", (PacketInListener) (sw, _) -> {
                if (sw.datapathId() == 1) {
                    awaitUninterrupted(released);
                }
                return Next.PASS;
            });
            fixture.controller.register("keeper", keeper);
            send(fixture.connect(1, Version.OF13), 0, 1);
            await().until(() -> fixture.controller.loops().stream()
                    .anyMatch(loop -> loop.currentBusyNanos() > ConnectionOpener.BLOCKED_NANOS));
            for (int id = 2; id <= 5; id++) {
                send(fixture.connect(id, Version.OF13), 0, 3);
                List<Long> numbers = keeper.of(id);
                await().until(() -> numbers.equals(numbers(3)));
            }
            released.countDown();
        }
    }

    @Test
    void exceptionsOfInitializersAndTasksAreCountedToTheirApplication() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.register("preparing", (Initializer) _ -> {
                throw new IllegalStateException("as tested");
            });
            fixture.controller.register(
                    "async", (Initializer) _ -> CompletableFuture.failedFuture(new IllegalStateException("as tested")));
            fixture.controller.register("tasks", (SwitchListener) event -> {
                if (event instanceof SwitchEvent.Connected(Switch sw)) {
                    sw.execute(() -> {
                        throw new IllegalStateException("as tested");
                    });
                    sw.after(Duration.ofMillis(1), () -> {
                        throw new IllegalStateException("as tested");
                    });
                    fixture.controller.every(Duration.ofMillis(1), () -> {
                        throw new IllegalStateException("as tested");
                    });
                }
            });
            fixture.connect(1, Version.OF13);
            await().untilAsserted(() -> {
                assertThat(health(fixture, "preparing").failures()).isEqualTo(1);
                assertThat(health(fixture, "async").failures()).isEqualTo(1);
                assertThat(health(fixture, "tasks").failures()).isGreaterThan(4);
            });
        }
    }

    @Test
    void aTaskOfAnotherThreadIsCountedToTheApplicationOfItsClass() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.setApplicationOf(
                    type -> type.getName().contains("IsolationTest") ? Optional.of("tasks") : Optional.empty());
            fixture.connect(1, Version.OF13);
            fixture.active(1).execute(() -> {
                throw new IllegalStateException("as tested");
            });
            await().until(() -> fixture.controller.listenerFailures() == 1);
            assertThat(health(fixture, "tasks").failures()).isEqualTo(1);
        }
    }

    /** Throws for the switches with these datapath ids, and counts its calls for each switch. */
    private static PacketInListener throwingFor(Set<Long> datapathIds, Map<Long, AtomicInteger> calls) {
        return (sw, _) -> {
            calls.computeIfAbsent(sw.datapathId(), _ -> new AtomicInteger()).incrementAndGet();
            if (datapathIds.contains(sw.datapathId())) {
                throw new IllegalStateException("as tested");
            }
            return Next.PASS;
        };
    }

    private static int callsFor(long datapathId, Map<Long, AtomicInteger> calls) {
        return calls.getOrDefault(datapathId, new AtomicInteger()).get();
    }

    @Test
    @Tag(EACH_DESIGN)
    void aSwitchThatCausesMostFailuresOfAnApplicationIsNotServedByItAndTheOthersAre() throws Exception {
        try (var fixture = new ControllerFixture(boundedFailures(2))) {
            var keeper = new Keeper();
            Map<Long, AtomicInteger> calls = new ConcurrentHashMap<>();
            fixture.controller.register("routing", throwingFor(Set.of(1L), calls));
            fixture.controller.register("keeper", keeper);
            ScriptedSwitch hostile = fixture.connect(1, Version.OF13);
            ScriptedSwitch other = fixture.connect(2, Version.OF13);

            send(hostile, 0, MOST_FAILURES + 1);
            await().until(() -> health(fixture, "routing").unserved().equals(List.of(1L)));
            // The loop ends the service in a task, after which there is this one.
            var ended = new CountDownLatch(1);
            fixture.active(1).execute(ended::countDown);
            ended.await();
            int before = callsFor(1, calls);
            send(hostile, MOST_FAILURES + 1, 3 * MOST_FAILURES);
            send(other, 0, 10);

            await().until(() -> keeper.of(1).equals(numbers(3 * MOST_FAILURES)));
            await().until(() -> keeper.of(2).equals(numbers(10)));
            assertThat(callsFor(1, calls)).isEqualTo(before);
            assertThat(callsFor(2, calls)).isEqualTo(10);
            assertThat(health(fixture, "routing").quarantine()).isEmpty();

            hostile.close();
            await().until(() -> health(fixture, "routing").unserved().isEmpty());
            send(fixture.connect(1, Version.OF13), 0, 1);
            await().until(() -> callsFor(1, calls) == before + 1);
        }
    }

    @Test
    void anApplicationThatFailsForMostSwitchesIsQuarantined() throws Exception {
        try (var fixture = new ControllerFixture(boundedFailures(1))) {
            fixture.controller.register("routing", throwingFor(Set.of(1L, 2L), new ConcurrentHashMap<>()));
            List<ScriptedSwitch> switches = List.of(
                    fixture.connect(1, Version.OF13),
                    fixture.connect(2, Version.OF13),
                    fixture.connect(3, Version.OF13));
            for (int i = 0; i <= MOST_FAILURES; i++) {
                for (ScriptedSwitch sw : switches) {
                    send(sw, i, i + 1);
                }
            }
            awaitQuarantine(fixture, "routing");
        }
    }

    @Test
    void anApplicationThatThrowsTooOftenIsQuarantinedAndTheOthersAreNotDisturbed() throws Exception {
        try (var fixture = new ControllerFixture(boundedFailures(2))) {
            var keeper = new Keeper();
            var calls = new AtomicInteger();
            var runs = new AtomicInteger();
            fixture.controller.register("firewall", throwing(calls));
            fixture.controller.register("firewall", (SwitchListener)
                    _ -> fixture.controller.every(Duration.ofMillis(1), runs::incrementAndGet));
            fixture.controller.register("keeper", keeper);
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            send(fake, 0, MOST_FAILURES);
            await().until(() -> keeper.of(1).size() == MOST_FAILURES);
            assertThat(health(fixture, "firewall").quarantine()).isEmpty();
            send(fake, MOST_FAILURES, MOST_FAILURES + 1);
            awaitQuarantine(fixture, "firewall");
            assertThat(health(fixture, "firewall").quarantine()).hasValueSatisfying(reason -> assertThat(reason)
                    .contains("more than 20 exceptions in 10 s", "isolation.failures"));
            await().until(() -> fixture.controller.pipelines().getFirst().listeners().stream()
                    .noneMatch(listener -> listener.application().equals("firewall")));
            int callsBefore = calls.get();
            int runsBefore = runs.get();
            send(fake, MOST_FAILURES + 1, 100);
            await().until(() -> keeper.of(1).equals(numbers(100)));
            assertThat(calls.get() - callsBefore).isZero();
            assertThat(runs.get() - runsBefore).isLessThan(3);
            assertThat(health(fixture, "keeper").quarantine()).isEmpty();
        }
    }

    @Test
    void listenersOfTheControllerItselfAreNotQuarantined() throws Exception {
        try (var fixture = new ControllerFixture(boundedFailures(1))) {
            var calls = new AtomicInteger();
            fixture.controller.register(OpenFlowController.OWN_LISTENERS, throwing(calls));
            fixture.controller.register("firewall", throwing(new AtomicInteger()));
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            send(fake, 0, MOST_FAILURES + 1);
            awaitQuarantine(fixture, "firewall");
            assertThat(health(fixture, OpenFlowController.OWN_LISTENERS).quarantine())
                    .isEmpty();
            send(fake, 0, 1);
            await().until(() -> calls.get() == MOST_FAILURES + 2);
        }
    }

    private static void block(CountDownLatch released) {
        awaitUninterrupted(released);
    }

    @Test
    void aListenerThatBlocksIsLoggedWithItsStackAndCountedOnce() throws Exception {
        try (var log = new RecordedLog(ApplicationMonitor.class.getName());
                var fixture = new ControllerFixture(boundedCalls())) {
            var released = new CountDownLatch(1);
            fixture.controller.register("slow", (PacketInListener) (_, _) -> {
                block(released);
                return Next.PASS;
            });
            send(fixture.connect(1, Version.OF13), 0, 1);
            awaitQuarantine(fixture, "slow");
            released.countDown();
            assertThat(health(fixture, "slow").slowCalls()).isEqualTo(1);
            assertThat(log.records())
                    .filteredOn(logged -> logged.getMessage().contains("application slow"))
                    .singleElement()
                    .satisfies(logged -> {
                        assertThat(logged.getMessage())
                                .contains("listener net.beaconcontroller.core.IsolationTest", "isolation.slow-call");
                        assertThat(logged.getThrown().getStackTrace())
                                .extracting(StackTraceElement::getMethodName)
                                .contains("block");
                    });
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aBlockedCallIsDetectedAndQuarantinedWithTheNextMessageOfTheSameRead() throws Exception {
        try (var fixture = new ControllerFixture(boundedCalls())) {
            var keeper = new Keeper();
            var calls = new AtomicInteger();
            var mayEnd = new CountDownLatch(1);
            fixture.controller.register("blocking", (PacketInListener) (_, _) -> {
                calls.incrementAndGet();
                awaitUninterrupted(mayEnd);
                return Next.PASS;
            });
            fixture.controller.register("keeper", keeper);
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            send(fake, 0, 100);
            awaitQuarantine(fixture, "blocking");
            assertThat(health(fixture, "blocking").quarantine()).hasValueSatisfying(reason -> assertThat(reason)
                    .contains("a call has not returned for more than 300 ms", "isolation.call-time")
                    .contains("IsolationTest"));
            mayEnd.countDown();
            await().until(() -> keeper.of(1).equals(numbers(100)));
            assertThat(calls).hasValue(1);
            assertThat(health(fixture, "blocking").longestCall()).isGreaterThan(MOST_CALL_TIME);
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aBlockedPeriodicTaskDelaysNoOtherApplication() throws Exception {
        try (var fixture = new ControllerFixture()) {
            var mayEnd = new CountDownLatch(1);
            var runs = new CountDownLatch(3);
            fixture.controller.register("blocking", (SwitchListener)
                    _ -> fixture.controller.every(Duration.ofMillis(1), () -> awaitUninterrupted(mayEnd)));
            fixture.controller.register(
                    "other", (SwitchListener) _ -> fixture.controller.every(Duration.ofMillis(1), runs::countDown));
            fixture.connect(1, Version.OF13);
            assertThat(runs.await(10, TimeUnit.SECONDS)).isTrue();
            mayEnd.countDown();
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void packetInsAreHandledInOrderAndExactlyOnceThroughQuarantinesUnderLoad() throws Exception {
        int switches = 4;
        int packets = 20_000;
        try (var fixture = new ControllerFixture(boundedFailures(2))) {
            var keeper = new Keeper();
            var calls = new AtomicInteger();
            fixture.controller.register("keeper", keeper);
            fixture.controller.register("firewall", throwing(calls));
            var senders = new ArrayList<Thread>();
            for (int i = 1; i <= switches; i++) {
                ScriptedSwitch fake = fixture.connect(i, Version.OF13);
                senders.add(Thread.ofPlatform().start(() -> {
                    try {
                        send(fake, 0, packets);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            int quarantines = 0;
            while (senders.stream().anyMatch(Thread::isAlive)) {
                if (health(fixture, "firewall").quarantine().isPresent()) {
                    quarantines++;
                    fixture.controller.release("firewall");
                }
                Thread.onSpinWait();
            }
            for (long i = 1; i <= switches; i++) {
                long datapathId = i;
                await().until(() -> keeper.of(datapathId).size() >= packets);
                assertThat(keeper.of(datapathId)).isEqualTo(numbers(packets));
            }
            assertThat(quarantines).isPositive();
            assertThat(calls.get()).isLessThan(switches * packets);
        }
    }

    @Test
    void aReleasedApplicationReceivesItsSwitchesAndPacketInsAgain() throws Exception {
        try (var fixture = new ControllerFixture(boundedFailures(1))) {
            var connected = new AtomicInteger();
            var calls = new AtomicInteger();
            fixture.controller.register("firewall", throwing(calls));
            fixture.controller.register("firewall", (SwitchListener) _ -> connected.incrementAndGet());
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            send(fake, 0, MOST_FAILURES + 1);
            awaitQuarantine(fixture, "firewall");
            fixture.controller.release("firewall");
            assertThat(health(fixture, "firewall").quarantine()).isEmpty();
            await().until(() -> connected.get() == 2);
            int before = calls.get();
            send(fake, 0, 1);
            await().until(() -> calls.get() == before + 1);
        }
    }

    @Test
    void failuresBeforeTheEndOfAQuarantineDoNotCount() throws Exception {
        try (var fixture = new ControllerFixture(boundedFailures(1))) {
            fixture.controller.register("firewall", throwing(new AtomicInteger()));
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            for (int i = 0; i < 200; i++) {
                send(fake, 0, MOST_FAILURES + 1);
                awaitQuarantine(fixture, "firewall");
                fixture.controller.release("firewall");
                assertThat(health(fixture, "firewall").quarantine()).isEmpty();
            }
        }
    }

    @Test
    void anApplicationThatHasEndedStartsFromZero() throws Exception {
        try (var fixture = new ControllerFixture(boundedFailures(1))) {
            var calls = new AtomicInteger();
            fixture.controller.register("firewall", throwing(calls));
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            send(fake, 0, MOST_FAILURES + 1);
            awaitQuarantine(fixture, "firewall");
            fixture.controller.end("firewall", IsolationTest.class.getClassLoader());
            assertThat(fixture.controller.health())
                    .extracting(ApplicationHealth::application)
                    .containsExactly("recorder");
            fixture.controller.register("firewall", throwing(calls));
            int before = calls.get();
            send(fake, 0, 1);
            await().until(() -> calls.get() == before + 1);
            assertThat(health(fixture, "firewall").failures()).isEqualTo(1);
        }
    }

    /** A task of the application "ending". */
    private record EndingTask(AtomicInteger runs) implements Runnable {
        @Override
        public void run() {
            runs.incrementAndGet();
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void tasksTimersListenersAndPeriodicTasksOfAnApplicationEndWithIt() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.setApplicationOf(
                    type -> type == EndingTask.class ? Optional.of("ending") : Optional.empty());
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            var runs = new AtomicInteger();
            var task = new EndingTask(runs);
            var periodic = new AtomicInteger();
            fixture.controller.every(Duration.ofMillis(1), new EndingTask(periodic));
            await().until(() -> periodic.get() > 0);
            fixture.controller.register("ending", (PacketInListener) (_, _) -> {
                task.run();
                return Next.PASS;
            });
            var loopBlocked = new CountDownLatch(1);
            var mayContinue = new CountDownLatch(1);
            sw.execute(() -> {
                loopBlocked.countDown();
                awaitUninterrupted(mayContinue);
            });
            loopBlocked.await();
            sw.execute(task);
            sw.after(Duration.ofMillis(1), task);
            Thread ending = Thread.ofPlatform()
                    .start(() -> fixture.controller.end("ending", IsolationTest.class.getClassLoader()));
            await().until(() -> ending.getState() == Thread.State.TIMED_WAITING);
            mayContinue.countDown();
            ending.join();
            int atEnd = periodic.get();
            var later = new CountDownLatch(1);
            sw.after(Duration.ofMillis(20), later::countDown);
            later.await();
            send(fake, 0, 1);
            fixture.recorder.awaitCount(PacketIn.class, 1);
            assertThat(runs).hasValue(0);
            assertThat(periodic).hasValue(atEnd);
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .doesNotContain("beacon-timer-ending");
        }
    }

    @Test
    void aRequestThatAnApplicationWaitsForFailsWhenItEnds() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fake.ignore(MessageType.BARRIER_REQUEST);
            var reply = new CompletableFuture<CompletableFuture<BarrierReply>>();
            fixture.controller.register("ending", (PacketInListener) (sw, _) -> {
                reply.complete(sw.request(new BarrierRequest()));
                return Next.PASS;
            });
            send(fake, 0, 1);
            CompletableFuture<BarrierReply> pending = reply.get(10, TimeUnit.SECONDS);
            fixture.controller.end("ending", IsolationTest.class.getClassLoader());
            assertThatThrownBy(() -> pending.get(5, TimeUnit.SECONDS))
                    .isInstanceOf(CancellationException.class)
                    .hasRootCauseMessage("application ending has stopped");
        }
    }

    /** Takes time for each packet-in, and lets the sender keep the loop busy. */
    private record Busy(int micros, Semaphore handled) implements PacketInListener {
        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            ControllerFixture.work(micros);
            handled.release();
            return Next.PASS;
        }
    }

    /**
     * Sends packet-ins as fast as a listener handles them until a condition holds, which must be within half a minute.
     */
    private static void load(ScriptedSwitch fake, Semaphore handled, BooleanSupplier until) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        handled.release(50);
        while (!until.getAsBoolean()) {
            assertThat(System.nanoTime() - end)
                    .as("nanoseconds after the deadline")
                    .isNegative();
            // The listener may be quarantined between the check and this.
            if (handled.tryAcquire(10, TimeUnit.MILLISECONDS)) {
                send(fake, 0, 1);
            }
        }
    }

    private static boolean isBetween(ControllerFixture fixture, String application, double least, double most) {
        double share = health(fixture, application).loopShare();
        return least <= share && share <= most;
    }

    @Test
    void theShareOfLoopTimeIsThatOfTheCallsOfAnApplication() throws Exception {
        try (var fixture = new ControllerFixture()) {
            var handled = new Semaphore(0);
            fixture.controller.register("busy", new Busy(900, handled));
            fixture.controller.register("light", new Busy(100, new Semaphore(0)));
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            // The shares are estimates, whose error is larger when the monitor's thread has to wait for a processor.
            load(
                    fake,
                    handled,
                    () -> isBetween(fixture, "busy", 0.6, 1.0)
                            && isBetween(fixture, "light", 0.01, 0.3)
                            && isBetween(fixture, "recorder", 0.0, 0.2));
        }
    }

    @Test
    void anApplicationThatTakesTooMuchOfALoopForTenPeriodsIsQuarantined() throws Exception {
        ControllerOptions options = ControllerFixture.oneLoop()
                .withIsolation(new ControllerOptions.Isolation(
                                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(30))
                        .withPeriod(Duration.ofMillis(200)));
        try (var fixture = new ControllerFixture(options)) {
            var handled = new Semaphore(0);
            fixture.controller.register("busy", new Busy(1000, handled));
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            load(fake, handled, () -> health(fixture, "busy").quarantine().isPresent());
            assertThat(health(fixture, "busy").quarantine()).hasValueSatisfying(reason -> assertThat(reason)
                    .contains("more than 30 % of the time of a loop for 2 s", "isolation.loop-share"));
        }
    }

    @Pipeline(value = Stage.FORWARD, before = "keeper")
    private static final class First implements PacketInListener, SwitchListener {
        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            return Next.PASS;
        }

        @Override
        public void switchEvent(SwitchEvent event) {}
    }

    @Test
    void thePipelinesAreDescribedWithTheReasonForEachPlace() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withOrder("recorder"))) {
            fixture.controller.register("keeper", new Keeper());
            fixture.controller.register("zzz", new First());
            fixture.controller.register("lambda", (PacketInListener) (_, _) -> Next.PASS);
            List<PipelineDescription> pipelines = fixture.controller.pipelines();
            assertThat(pipelines).extracting(PipelineDescription::kind).containsExactly(PipelineKind.values());
            assertThat(pipelines.getFirst().listeners())
                    .extracting(
                            PipelineDescription.Entry::application,
                            entry -> entry.listener().replaceFirst(".*[.$]", ""),
                            PipelineDescription.Entry::reason)
                    .containsExactly(
                            tuple("recorder", "Recorder", "setting pipeline.order, place 1"),
                            tuple("lambda", "IsolationTest", "default stage OBSERVE; by name"),
                            tuple("zzz", "First", "stage FORWARD; before keeper"),
                            tuple("keeper", "Keeper", "stage FORWARD; after zzz, as declared there"));
            assertThat(pipelines.get(PipelineKind.SWITCH_EVENT.ordinal()).listeners())
                    .extracting(PipelineDescription.Entry::application)
                    .containsExactly("recorder", "zzz");
        }
    }
}
