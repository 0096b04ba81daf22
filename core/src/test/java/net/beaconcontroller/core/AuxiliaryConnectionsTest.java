package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.core.io.AuxiliaryConnections;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AuxiliaryConnectionsTest {
    private static final long DATAPATH_ID = 1;
    private static final int MESSAGES = 10_000;
    private static final InetAddress SAME_ADDRESS = address(1);
    private static final InetAddress OTHER_ADDRESS = address(2);

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ControllerOptions options(int loops, ControllerOptions.Rebalance when) {
        return ControllerOptions.onFreePort()
                .withIo(ControllerOptions.Io.DEFAULT
                        .withLoops(loops)
                        .withRebalance(when)
                        .withTransport(ControllerFixture.TRANSPORT));
    }

    /** With two loops, the first auxiliary connection is accepted on the other loop than the main connection. */
    private static ControllerFixture twoLoops() throws IOException {
        return new ControllerFixture(options(2, ControllerOptions.Rebalance.NEVER));
    }

    private static ScriptedSwitch open(ControllerFixture fixture, int auxiliaryId) throws IOException {
        return open(fixture, auxiliaryId, Version.OF13, SAME_ADDRESS);
    }

    private static ScriptedSwitch open(ControllerFixture fixture, int auxiliaryId, Version version, InetAddress source)
            throws IOException {
        return ScriptedSwitch.connectAuxiliary(fixture.controller.address(), DATAPATH_ID, auxiliaryId, version, source);
    }

    /** Opens an auxiliary connection and waits until it belongs to the switch. */
    private static ScriptedSwitch join(ControllerFixture fixture, int auxiliaryId) throws Exception {
        return join(fixture, auxiliaryId, Version.OF13);
    }

    private static ScriptedSwitch join(ControllerFixture fixture, int auxiliaryId, Version version) throws Exception {
        ScriptedSwitch auxiliary = open(fixture, auxiliaryId, version, SAME_ADDRESS);
        // The keep-alive starts with an echo request.
        auxiliary.await(EchoRequest.class);
        return auxiliary;
    }

    /** Waits for the error with which the controller refuses a connection, and returns its text. */
    private static String refusal(ScriptedSwitch auxiliary) throws Exception {
        Bytes text = auxiliary.await(ErrorMessage.class).data();
        return new String(text.toArray(), StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "OF1[345]")
    @Tag(EACH_DESIGN)
    void packetInsReachTheListenersWithTheSwitchOfTheMainConnection(Version version) throws Exception {
        try (var fixture = twoLoops()) {
            fixture.connect(DATAPATH_ID, version);
            Switch sw = fixture.active(DATAPATH_ID);
            try (ScriptedSwitch auxiliary = join(fixture, 1, version)) {
                auxiliary.send(ControllerFixture.packetIn(7));
                fixture.recorder.awaitFirst(PacketIn.class);
                assertThat(fixture.recorder.calls)
                        .filteredOn(call -> call.argument() instanceof PacketIn)
                        .extracting(Recorder.Call::sw)
                        .containsExactly(sw);
            }
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void listenersAreCalledOnTheThreadOfTheMainConnection() throws Exception {
        try (var fixture = twoLoops()) {
            ScriptedSwitch main = fixture.connect(DATAPATH_ID, Version.OF13);
            try (ScriptedSwitch auxiliary = join(fixture, 1)) {
                main.send(ControllerFixture.packetIn(1));
                auxiliary.send(ControllerFixture.packetIn(2));
                fixture.recorder.awaitCount(PacketIn.class, 2);
                assertThat(fixture.recorder.calls.stream()
                                .filter(call -> call.argument() instanceof PacketIn)
                                .map(Recorder.Call::thread)
                                .distinct())
                        .hasSize(1);
            }
        }
    }

    @Test
    void aPortStatusChangesThePortsOfTheSwitch() throws Exception {
        try (var fixture = twoLoops()) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            Switch sw = fixture.active(DATAPATH_ID);
            try (ScriptedSwitch auxiliary = join(fixture, 1)) {
                auxiliary.send(new PortStatus(PortStatus.Reason.ADD, Port.of(9, 0x020000000009L, "eth9")));
                await().until(() -> sw.port(9).isPresent());
            }
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void repliesOfListenersAreSentOnTheMainConnection() throws Exception {
        try (var fixture = twoLoops()) {
            ScriptedSwitch main = fixture.connect(DATAPATH_ID, Version.OF13);
            fixture.controller.register("replies", (PacketInListener) AuxiliaryConnectionsTest::reply);
            try (ScriptedSwitch auxiliary = join(fixture, 1)) {
                auxiliary.send(ControllerFixture.packetIn(7));
                main.await(PacketOut.class);
                assertThat(auxiliary.count(MessageType.PACKET_OUT)).isZero();
            }
        }
    }

    private static Next reply(Switch sw, PacketInContext in) {
        sw.packetOut(in).output(1).send();
        return Next.STOP;
    }

    @Test
    @Tag(EACH_DESIGN)
    void messagesCountForTheSwitch() throws Exception {
        try (var fixture = twoLoops()) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            Switch sw = fixture.active(DATAPATH_ID);
            try (ScriptedSwitch auxiliary = join(fixture, 1)) {
                auxiliary.send(ControllerFixture.packetIn(7));
                await().until(() -> sw.counters().received(MessageType.PACKET_IN) == 1);
            }
        }
    }

    @Test
    void messagesThatWereCountedForTheSwitchAreCountedOnceInTheTotals() throws Exception {
        try (var fixture = twoLoops()) {
            ScriptedSwitch main = fixture.connect(DATAPATH_ID, Version.OF13);
            ScriptedSwitch auxiliary = join(fixture, 1);
            auxiliary.send(ControllerFixture.packetIn(7));
            fixture.recorder.awaitFirst(PacketIn.class);
            auxiliary.close();
            await().until(() -> fixture.controller.auxiliaryConnections(fixture.active(DATAPATH_ID)) == 0);
            main.close();
            await().until(() -> fixture.controller.switches().isEmpty());
            assertThat(fixture.controller.messageCounters().received(MessageType.PACKET_IN))
                    .isEqualTo(1);
        }
    }

    @Test
    void anEchoRequestIsAnsweredOnItsConnection() throws Exception {
        try (var fixture = twoLoops()) {
            ScriptedSwitch main = fixture.connect(DATAPATH_ID, Version.OF13);
            try (ScriptedSwitch auxiliary = join(fixture, 1)) {
                auxiliary.send(new EchoRequest(Bytes.of(new byte[] {1, 2, 3})), 77);
                assertThat(auxiliary.await(EchoReply.class).data()).isEqualTo(Bytes.of(new byte[] {1, 2, 3}));
                assertThat(main.count(MessageType.ECHO_REPLY)).isZero();
            }
        }
    }

    @Test
    void anAuxiliaryConnectionThatDoesNotAnswerEchoRequestsIsClosedAlone() throws Exception {
        ControllerOptions options = options(2, ControllerOptions.Rebalance.NEVER)
                .withTimeouts(
                        ControllerOptions.Timeouts.DEFAULT.withEcho(Duration.ofMillis(20), Duration.ofSeconds(1)));
        try (var fixture = new ControllerFixture(options)) {
            ScriptedSwitch main = fixture.connect(DATAPATH_ID, Version.OF13);
            try (ScriptedSwitch auxiliary = join(fixture, 1)) {
                auxiliary.ignore(MessageType.ECHO_REQUEST);
                await().until(auxiliary::isClosed);
                assertThat(main.isClosed()).isFalse();
            }
        }
    }

    @Test
    void auxiliaryConnectionsAreClosedWithTheMainConnection() throws Exception {
        try (var fixture = twoLoops()) {
            ScriptedSwitch main = fixture.connect(DATAPATH_ID, Version.OF13);
            try (ScriptedSwitch first = join(fixture, 1);
                    ScriptedSwitch second = join(fixture, 2)) {
                main.close();
                await().until(() -> first.isClosed() && second.isClosed());
            }
        }
    }

    @Test
    void theSwitchStaysConnectedWhenAnAuxiliaryConnectionIsClosed() throws Exception {
        try (var fixture = twoLoops()) {
            ScriptedSwitch main = fixture.connect(DATAPATH_ID, Version.OF13);
            join(fixture, 1).close();
            await().until(() -> fixture.controller.auxiliaryConnections(fixture.active(DATAPATH_ID)) == 0);
            main.send(ControllerFixture.packetIn(1));
            fixture.recorder.awaitFirst(PacketIn.class);
            assertThat(fixture.recorder.all(SwitchEvent.Disconnected.class)).isEmpty();
        }
    }

    @Test
    void theIdOfAClosedAuxiliaryConnectionIsFree() throws Exception {
        try (var fixture = twoLoops()) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            join(fixture, 1).close();
            await().until(() -> fixture.controller.auxiliaryConnections(fixture.active(DATAPATH_ID)) == 0);
            try (ScriptedSwitch again = join(fixture, 1)) {
                again.send(ControllerFixture.packetIn(1));
                fixture.recorder.awaitFirst(PacketIn.class);
            }
        }
    }

    @Test
    void refusesAnAuxiliaryConnectionWithoutAMainConnection() throws Exception {
        try (var fixture = twoLoops();
                ScriptedSwitch auxiliary = open(fixture, 1)) {
            assertThat(refusal(auxiliary)).contains("(auxiliary connection 1): no main connection from this address");
            await().until(auxiliary::isClosed);
        }
    }

    @Test
    void refusesAnAuxiliaryConnectionFromAnotherAddress() throws Exception {
        try (var fixture = twoLoops()) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            try (ScriptedSwitch auxiliary = open(fixture, 1, Version.OF13, OTHER_ADDRESS)) {
                assertThat(refusal(auxiliary)).contains("no main connection from this address");
            }
        }
    }

    @Test
    void refusesAnAuxiliaryConnectionWithAnotherVersion() throws Exception {
        try (var fixture = twoLoops()) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            try (ScriptedSwitch auxiliary = open(fixture, 1, Version.OF14, SAME_ADDRESS)) {
                assertThat(refusal(auxiliary)).contains("no main connection from this address with OpenFlow 1.4");
            }
        }
    }

    @Test
    void refusesASecondAuxiliaryConnectionWithTheSameId() throws Exception {
        try (var fixture = twoLoops()) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            try (ScriptedSwitch first = join(fixture, 1);
                    ScriptedSwitch second = open(fixture, 1)) {
                assertThat(refusal(second)).contains("an auxiliary connection with this id is open");
                assertThat(first.isClosed()).isFalse();
            }
        }
    }

    @Test
    void refusesAnAuxiliaryConnectionAboveTheMaximum() throws Exception {
        List<ScriptedSwitch> auxiliaries = new ArrayList<>();
        try (var fixture = twoLoops()) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            for (int id = 1; id <= AuxiliaryConnections.MAX; id++) {
                auxiliaries.add(join(fixture, id));
            }
            try (ScriptedSwitch oneMore = open(fixture, AuxiliaryConnections.MAX + 1)) {
                assertThat(refusal(oneMore)).contains("which is the maximum");
            }
        } finally {
            for (ScriptedSwitch auxiliary : auxiliaries) {
                auxiliary.close();
            }
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void refusesAuxiliaryConnectionsInTheDesignWithASharedQueue() throws Exception {
        assumeTrue(ControllerFixture.READ == ControllerOptions.Read.SHARED_QUEUE);
        try (var fixture = new ControllerFixture(ControllerFixture.withLoops(2))) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            try (ScriptedSwitch auxiliary = open(fixture, 1)) {
                assertThat(refusal(auxiliary)).contains("not supported with io.read=shared-queue");
            }
        }
    }

    /** Checks that the packet-ins of each connection, which the input port identifies, arrive in order. */
    private static final class InOrder implements PacketInListener {
        final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final int[] next;

        InOrder(int connections) {
            next = new int[connections];
        }

        @Override
        public Next packetIn(Switch sw, PacketInContext in) {
            // Plain access, as in an application that relies on the thread of the switch.
            int expected = next[(int) in.inPort() - 1]++;
            if (in.bufferId() != expected) {
                wrong.add("port %d: %d, expected %d".formatted(in.inPort(), in.bufferId(), expected));
            }
            return reply(sw, in);
        }
    }

    private static void sendPacketIns(ScriptedSwitch connection, long port) {
        try {
            for (int i = 0; i < MESSAGES; i++) {
                connection.send(
                        PacketIn.of(port, i, Frames.udp(ControllerFixture.HOST_B, ControllerFixture.HOST_A, 1000, 1)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void noPacketInIsLostDuplicatedOrReorderedWhileTheSwitchMoves() throws Exception {
        int count = 4;
        List<ScriptedSwitch> connections = new ArrayList<>();
        try (var fixture = new ControllerFixture(smallOutput(ControllerOptions.Rebalance.CONSTANTLY));
                var executor = Executors.newThreadPerTaskExecutor(Thread::new)) {
            var inOrder = new InOrder(count);
            fixture.controller.register("in-order", inOrder);
            ScriptedSwitch main = fixture.open(DATAPATH_ID, Version.OF13, Behavior.DISCARDING);
            fixture.active(DATAPATH_ID);
            connections.add(main);
            for (int id = 1; id < count; id++) {
                connections.add(join(fixture, id));
            }
            List<CompletableFuture<Void>> senders = new ArrayList<>();
            for (ScriptedSwitch connection : connections) {
                int port = senders.size() + 1;
                senders.add(CompletableFuture.runAsync(() -> sendPacketIns(connection, port), executor));
            }
            CompletableFuture.allOf(senders.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> main.count(MessageType.PACKET_OUT) == (long) count * MESSAGES);
            assertThat(inOrder.wrong).isEmpty();
            assertThat(fixture.controller.handovers()).as("moves").isPositive();
        } finally {
            for (ScriptedSwitch connection : connections) {
                connection.close();
            }
        }
    }

    @Test
    void auxiliaryConnectionsAreClosedWithTheMainConnectionWhileTheSwitchMoves() throws Exception {
        try (var fixture = new ControllerFixture(options(3, ControllerOptions.Rebalance.CONSTANTLY))) {
            for (int round = 0; round < 50; round++) {
                ScriptedSwitch main = fixture.connect(DATAPATH_ID, Version.OF13);
                try (ScriptedSwitch first = open(fixture, 1);
                        ScriptedSwitch second = join(fixture, 2)) {
                    main.close();
                    await().until(() -> first.isClosed() && second.isClosed());
                }
                await().until(() -> fixture.controller.switches().isEmpty());
            }
        }
    }

    /** Returns options with which reading pauses during most reads. */
    private static ControllerOptions smallOutput(ControllerOptions.Rebalance when) {
        ControllerOptions options = options(2, when);
        return options.withIo(options.io().withLimits(ControllerOptions.Limits.DEFAULT.withOutput(1 << 16, 1 << 20)));
    }

    /** Sends unbuffered packet-ins of one kilobyte on another thread. */
    private static CompletableFuture<Void> sendLarge(ScriptedSwitch connection, int count) {
        PacketIn packetIn = PacketIn.of(1, PacketIn.NO_BUFFER, Bytes.of(new byte[1000]));
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        for (int i = 0; i < count; i++) {
                            connection.send(packetIn);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                Thread.ofPlatform()::start);
    }

    @Test
    @Tag(EACH_DESIGN)
    void auxiliaryConnectionsAreNotReadWhileTheSwitchDoesNotReadTheMainConnection() throws Exception {
        // More than fits into all buffers in between.
        int count = 30_000;
        try (var fixture = new ControllerFixture(smallOutput(ControllerOptions.Rebalance.NEVER))) {
            fixture.controller.register("replies", (PacketInListener) AuxiliaryConnectionsTest::reply);
            ScriptedSwitch main = fixture.open(DATAPATH_ID, Version.OF13, Behavior.DISCARDING);
            Switch sw = fixture.active(DATAPATH_ID);
            try (ScriptedSwitch first = join(fixture, 1);
                    ScriptedSwitch second = join(fixture, 2)) {
                main.setReading(false);
                CompletableFuture<Void> sending =
                        CompletableFuture.allOf(sendLarge(first, count), sendLarge(second, count));
                awaitStandstill(sw);
                assertThat(sending).isNotDone();
                main.setReading(true);
                await().atMost(Duration.ofSeconds(30)).until(() -> main.count(MessageType.PACKET_OUT) == 2L * count);
            }
        }
    }

    @Test
    void packetInsAreHandledAgainWhenAnotherSwitchThatTheyCauseOutputToReads() throws Exception {
        int count = 10_000;
        try (var fixture = new ControllerFixture(smallOutput(ControllerOptions.Rebalance.NEVER))) {
            fixture.connect(DATAPATH_ID, Version.OF13);
            ScriptedSwitch other = fixture.open(2, Version.OF13, Behavior.DISCARDING);
            Switch congested = fixture.active(2);
            fixture.controller.register("relay", (PacketInListener) (_, in) -> {
                congested.send(PacketOut.of(in.copy().data(), 1));
                return Next.STOP;
            });
            try (ScriptedSwitch auxiliary = join(fixture, 1)) {
                other.setReading(false);
                CompletableFuture<Void> sending = sendLarge(auxiliary, count);
                Switch sw = fixture.active(DATAPATH_ID);
                awaitStandstill(sw);
                other.setReading(true);
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> sw.counters().received(MessageType.PACKET_IN) == count);
                sending.get();
            }
        }
    }

    /** Waits until packet-ins were received, and no more are. */
    private static void awaitStandstill(Switch sw) {
        long[] last = {0};
        await().during(Duration.ofMillis(200)).until(() -> {
            long now = sw.counters().received(MessageType.PACKET_IN);
            boolean stands = now > 0 && now == last[0];
            last[0] = now;
            return stands;
        });
    }
}
