package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInBatchListener;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.io.Balancer;
import net.beaconcontroller.core.io.Loop;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.session.MessageReceiver;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.Experimenter;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Moving a switch to another loop has no effect but the change of the thread. */
@Tag(EACH_DESIGN)
class RebalanceTest {
    private static final int SWITCHES = 6;
    private static final int MESSAGES = 10_000;
    private static final int GROUP = 100;

    /** The threads on which the listeners were called, by datapath id. */
    private final Map<Long, Set<Thread>> threads = new ConcurrentHashMap<>();

    private static ControllerOptions options(int loops, ControllerOptions.Rebalance when) {
        return ControllerOptions.onFreePort()
                .withIo(ControllerOptions.Io.DEFAULT
                        .withLoops(loops)
                        .withRebalance(when)
                        .withTransport(ControllerFixture.TRANSPORT));
    }

    private int observedMoves() {
        return threads.values().stream().mapToInt(set -> set.size() - 1).sum();
    }

    private void recordThread(Switch sw) {
        threads.computeIfAbsent(sw.datapathId(), _ -> ConcurrentHashMap.newKeySet())
                .add(Thread.currentThread());
    }

    @Test
    void aSwitchMovesFromABusyLoopToAnIdleOne() throws Exception {
        try (var fixture = new ControllerFixture(options(2, ControllerOptions.Rebalance.WHEN_BUSY))) {
            List<ScriptedSwitch> fakes = connect(fixture, 4);
            fixture.controller.register("slow", (PacketInListener) (sw, in) -> {
                recordThread(sw);
                ControllerFixture.work(200);
                return Next.STOP;
            });
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                for (int i = 0; i < 10; i++) {
                    // The first and the third switch are assigned to the same loop.
                    fakes.get(0).send(ControllerFixture.packetIn(i));
                    fakes.get(2).send(ControllerFixture.packetIn(i));
                }
                return observedMoves() > 0;
            });
        }
    }

    @Test
    void aLoopCountsAsBusyWhileAListenerRuns() throws Exception {
        try (var fixture = new ControllerFixture(options(1, ControllerOptions.Rebalance.NEVER))) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            var release = new CompletableFuture<Void>();
            var inside = new CompletableFuture<Void>();
            fixture.controller.register("long", (PacketInListener) (_, _) -> {
                inside.complete(null);
                release.join();
                return Next.STOP;
            });
            fake.send(ControllerFixture.packetIn(1));
            inside.get(10, TimeUnit.SECONDS);
            Loop loop = fixture.controller.loops().getFirst();
            long before = loop.busyNanos();
            await().until(() -> loop.busyNanos() - before > TimeUnit.MILLISECONDS.toNanos(20));
            release.complete(null);
        }
    }

    @Test
    void aSwitchStaysOnItsLoopIfRebalancingIsOff() throws Exception {
        try (var fixture = new ControllerFixture(options(2, ControllerOptions.Rebalance.NEVER))) {
            List<ScriptedSwitch> fakes = connect(fixture, 4);
            var handled = new AtomicInteger();
            fixture.controller.register("slow", (PacketInListener) (sw, in) -> {
                recordThread(sw);
                ControllerFixture.work(200);
                handled.incrementAndGet();
                return Next.STOP;
            });
            // Keeps the loop of the first and the third switch busy for more than four intervals of the balancer.
            for (int i = 0; i < 3_000; i++) {
                fakes.get(0).send(ControllerFixture.packetIn(i));
                fakes.get(2).send(ControllerFixture.packetIn(i));
            }
            await().until(() -> handled.get() == 6_000);
            assertThat(observedMoves()).isZero();
        }
    }

    /** Replies to each packet-in with a packet-out, and checks that the packet-ins arrive in order. */
    private final class InOrder implements PacketInListener {
        final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final PerSwitch<AtomicInteger> next = PerSwitch.of(AtomicInteger::new);

        @Override
        public Next packetIn(Switch sw, net.beaconcontroller.api.PacketInContext in) {
            recordThread(sw);
            int expected = next.of(sw).getPlain();
            // Plain access, as in an application that relies on the thread of the switch.
            next.of(sw).setPlain(expected + 1);
            if (in.bufferId() != expected) {
                wrong.add("switch %s: %d, expected %d".formatted(sw, in.bufferId(), expected));
            }
            sw.packetOut(in).output(1).send();
            return Next.STOP;
        }
    }

    @Test
    void noMessageIsLostDuplicatedOrReorderedWhileSwitchesMove() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY));
                var executor = Executors.newThreadPerTaskExecutor(Thread::new)) {
            var inOrder = new InOrder();
            fixture.controller.register("in-order", inOrder);
            List<CompletableFuture<Void>> exchanges = new ArrayList<>();
            for (ScriptedSwitch fake : connect(fixture, SWITCHES)) {
                exchanges.add(CompletableFuture.runAsync(() -> sendPacketIns(fake), executor));
                exchanges.add(CompletableFuture.runAsync(() -> requireRepliesInOrder(fake), executor));
            }
            CompletableFuture.allOf(exchanges.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            assertThat(inOrder.wrong).isEmpty();
            assertThat(observedMoves()).as("observed moves").isPositive();
        }
    }

    @Test
    void noMessageIsLostAfterAWrongLengthWhileTheSwitchMoves() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY))) {
            var inOrder = new InOrder();
            fixture.controller.register("in-order", inOrder);
            ScriptedSwitch fake = connect(fixture, 1).getFirst();
            var sent = new AtomicInteger();
            await().until(() -> {
                fake.send(ControllerFixture.packetIn(sent.getAndIncrement()));
                return observedMoves() > 0;
            });
            byte[] wrong = Messages.encode(ControllerFixture.packetIn(1), Version.OF13, 1);
            for (int i = 0; i < MessageReceiver.MAX_RESYNCHRONIZATIONS; i++) {
                wrong[3] = (byte) (i % 2 == 0 ? 4 : 255);
                fake.sendInPieces(wrong, 1, Duration.ZERO);
                fake.send(ControllerFixture.packetIn(sent.getAndIncrement()));
            }
            await().until(() -> fake.count(MessageType.PACKET_OUT) == sent.get());
            assertThat(fake.count(MessageType.ERROR)).isEqualTo(MessageReceiver.MAX_RESYNCHRONIZATIONS);
            assertThat(inOrder.wrong).isEmpty();
        }
    }

    /** The threads of the switches write the counters with plain access, and other threads read them. */
    @Test
    void countersNeverDecreaseAndAreExactWhileSwitchesMove() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY));
                var executor = Executors.newThreadPerTaskExecutor(Thread::new)) {
            fixture.controller.register("replies", (PacketInBatchListener) (sw, batch) -> {
                recordThread(sw);
                while (batch.hasNext()) {
                    sw.packetOut(batch.packetIn()).output(1).send();
                    batch.stop();
                }
            });
            List<Observed> counts = new ArrayList<>();
            List<CompletableFuture<Void>> exchanges = new ArrayList<>();
            for (ScriptedSwitch fake : connect(fixture, SWITCHES)) {
                MessageCounters counters = fixture.active(fake.datapathId()).counters();
                var received = new Observed(() -> counters.received(MessageType.PACKET_IN));
                var sent = new Observed(() -> counters.sent(MessageType.PACKET_OUT));
                counts.addAll(List.of(received, sent));
                exchanges.add(CompletableFuture.runAsync(() -> exchange(fake, received, sent), executor));
            }
            CompletableFuture.allOf(exchanges.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            // All messages are counted before the last reply is written.
            await().untilAsserted(() -> assertThat(counts).allMatch(count -> count.read() == MESSAGES));
            assertThat(counts).as("values read meanwhile").allMatch(count -> count.changes > 2);
            assertThat(observedMoves()).as("observed moves").isPositive();
        }
    }

    /** A counter, with the last value that was read. */
    private static final class Observed {
        private final LongSupplier counter;
        private long last;
        private int changes;

        Observed(LongSupplier counter) {
            this.counter = counter;
        }

        long read() {
            long now = counter.getAsLong();
            assertThat(now).isBetween(last, (long) MESSAGES);
            if (now > last) {
                changes++;
            }
            last = now;
            return now;
        }
    }

    private static void sendPacketIns(ScriptedSwitch fake) {
        try {
            for (int i = 0; i < MESSAGES; i++) {
                fake.send(ControllerFixture.packetIn(i));
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void requireRepliesInOrder(ScriptedSwitch fake) {
        try {
            for (int i = 0; i < MESSAGES; i++) {
                assertThat(fake.await(PacketOut.class).bufferId()).isEqualTo(i);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends the packet-ins in groups, and reads the counters while the replies to a group arrive. */
    private static void exchange(ScriptedSwitch fake, Observed... counts) {
        try {
            for (int i = 0; i < MESSAGES; i++) {
                fake.send(ControllerFixture.packetIn(i));
                if (i % GROUP == GROUP - 1) {
                    for (int reply = 0; reply < GROUP; reply++) {
                        fake.await(PacketOut.class);
                        Arrays.stream(counts).forEach(Observed::read);
                    }
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void messagesAndTasksOfAnotherThreadStayInOrderWhileTheSwitchMoves() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY))) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            Queue<Integer> ran = new ConcurrentLinkedQueue<>();
            for (int i = 0; i < MESSAGES; i++) {
                int number = i;
                sw.send(new Experimenter(0x00ffffff, number, Bytes.EMPTY));
                sw.execute(() -> {
                    recordThread(sw);
                    ran.add(number);
                });
                if (i % 100 == 0) {
                    assertThat(sw.request(new BarrierRequest()).get(10, TimeUnit.SECONDS))
                            .isInstanceOf(BarrierReply.class);
                }
            }
            for (int i = 0; i < MESSAGES; i++) {
                assertThat(fake.await(Experimenter.class).experimenterType()).isEqualTo(i);
            }
            await().until(() -> ran.size() == MESSAGES);
            assertThat(List.copyOf(ran)).isSorted();
            assertThat(observedMoves()).as("observed moves").isPositive();
        }
    }

    @Test
    void theLoopDoesNotOvertakeMessagesOfAnotherThreadWhileTheSwitchMoves() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY))) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            var sent = new AtomicInteger();
            fixture.controller.register("follower", (PacketInListener) (_, in) -> {
                recordThread(sw);
                int known = sent.get();
                sw.send(new Experimenter(1, known, Bytes.EMPTY));
                return Next.STOP;
            });
            for (int i = 1; i <= MESSAGES; i++) {
                fake.send(ControllerFixture.packetIn(i));
                sw.send(new Experimenter(0, i, Bytes.EMPTY));
                sent.set(i);
            }
            long received = 0;
            while (received < MESSAGES) {
                Experimenter next = fake.await(Experimenter.class);
                if (next.experimenter() == 0) {
                    received = next.experimenterType();
                } else {
                    assertThat(next.experimenterType()).isLessThanOrEqualTo(received);
                }
            }
            assertThat(observedMoves()).as("observed moves").isPositive();
        }
    }

    /** The selector of the loop still has the cancelled key then, and removes it in the next select. */
    @Test
    void aSwitchCanReturnToALoopWithinOneIteration() throws Exception {
        try (var fixture = new ControllerFixture(options(2, ControllerOptions.Rebalance.NEVER))) {
            fixture.connect(1, Version.OF13);
            // The first connection is assigned to the first loop.
            Loop home = fixture.controller.loops().getFirst();
            Loop other = fixture.controller.loops().getLast();
            var back = new CompletableFuture<Void>();
            home.execute(() -> {
                Balancer.moveAny(home, other, 0);
                other.execute(() -> {
                    Balancer.moveAny(other, home, 0);
                    back.complete(null);
                });
                back.join();
            });
            back.get(10, TimeUnit.SECONDS);
            assertThat(fixture.active(1).request(new BarrierRequest()).get(10, TimeUnit.SECONDS))
                    .isInstanceOf(BarrierReply.class);
        }
    }

    @Test
    void timersMoveWithTheirSwitch() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY))) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            var rounds = new AtomicInteger();
            sw.execute(() -> tick(sw, rounds));
            for (int i = 1; i <= 100; i++) {
                assertThat(awaitFlowWithCookie(fake)).isEqualTo(i);
            }
            assertThat(observedMoves()).as("observed moves").isPositive();
        }
    }

    private void tick(Switch sw, AtomicInteger rounds) {
        recordThread(sw);
        // Throws on any thread but the one of the switch.
        sw.addFlow().cookie(rounds.incrementAndGet()).send();
        sw.after(Duration.ofMillis(2), () -> tick(sw, rounds));
        sw.after(Duration.ofMillis(1), rounds::incrementAndGet).close();
    }

    /** Returns the cookie of the next flow-mod that an application has sent; those of the handshake are negative. */
    private static long awaitFlowWithCookie(ScriptedSwitch fake) throws Exception {
        return ((FlowMod) fake.await(received -> received.message() instanceof FlowMod flow && flow.cookie() > 0)
                        .message())
                .cookie();
    }

    @Test
    void anAddedListenerIsInformedOfEverySwitchOnce() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY))) {
            connect(fixture, SWITCHES);
            for (int round = 0; round < 200; round++) {
                Queue<Long> introduced = new ConcurrentLinkedQueue<>();
                Registration registration = fixture.controller.register("late", (SwitchListener) event -> {
                    if (event instanceof SwitchEvent.Connected(Switch sw)) {
                        introduced.add(sw.datapathId());
                    }
                });
                await().until(() -> introduced.size() >= SWITCHES);
                registration.close();
                assertThat(introduced).as("round %d", round).hasSize(SWITCHES).doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void aSwitchThatDisconnectsDuringAMoveIsReportedOnce() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY))) {
            for (int round = 0; round < 100; round++) {
                ScriptedSwitch fake = fixture.connect(round + 1, Version.OF13);
                if (round % 2 == 0) {
                    fake.close();
                } else {
                    fixture.active(round + 1).disconnect("as tested");
                }
            }
            await().until(() -> fixture.controller.switches().isEmpty());
            fixture.recorder.awaitCount(SwitchEvent.Disconnected.class, 100);
            assertThat(fixture.recorder.all(SwitchEvent.Connected.class)).hasSize(100);
            assertThat(fixture.recorder.all(SwitchEvent.Disconnected.class)).hasSize(100);
        }
    }

    private static List<ScriptedSwitch> connect(ControllerFixture fixture, int count) throws IOException {
        List<ScriptedSwitch> fakes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fakes.add(fixture.connect(i + 1, Version.OF13));
        }
        return fakes;
    }
}
