package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import net.beaconcontroller.api.CookieRange;
import net.beaconcontroller.api.FlowReconciler;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchListener;
import net.beaconcontroller.core.options.AllowedSwitch;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.DeleteFlows;
import net.beaconcontroller.core.options.ControllerOptions.UnknownSwitches;
import net.beaconcontroller.core.session.Handshake;
import net.beaconcontroller.core.session.PermanentFlow;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HandshakeTest {
    @EachVersion
    @Tag(EACH_DESIGN)
    void usesTheVersionOfTheSwitch(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            Instant before = Instant.now();
            ScriptedSwitch fake = fixture.connect(7, version);
            Switch sw = fixture.active(7);
            assertThat(sw.version()).isEqualTo(version);
            assertThat(sw.ports()).containsExactlyElementsOf(fake.ports()).hasSize(4);
            assertThat(sw.description().hardware()).isEqualTo("none");
            assertThat(sw.features().buffers()).isEqualTo(256);
            assertThat(sw.connectedSince()).isBetween(before, Instant.now());
            assertThat(fixture.controller.switchOf(7)).contains(sw);
        }
    }

    @Test
    void offersTheSupportedVersionsInABitmap() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.SILENT);
            ReceivedMessage received = fake.await(_ -> true);
            assertThat(received.version()).isEqualTo(Version.OF15.wire());
            assertThat(received.message()).isEqualTo(Hello.offering(ControllerOptions.SUPPORTED));
        }
    }

    @Test
    void fallsBackToOpenFlow10IfTheBitmapsHaveOnlyThatInCommon() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.SILENT);
            fake.send(bitmap("00000006"));
            assertThat(fake.await(received -> received.message() instanceof FeaturesRequest)
                            .version())
                    .isEqualTo(Version.OF10.wire());
        }
    }

    private static Hello bitmap(String bits) {
        return new Hello(List.of(new Hello.Element(1, Bytes.ofHex(bits))), Bytes.EMPTY);
    }

    /** Returns a HELLO with an arbitrary version in its header. */
    private static byte[] helloOfVersion(int version, Version... offered) {
        Hello hello = offered.length == 0 ? new Hello(List.of(), Bytes.EMPTY) : Hello.offering(List.of(offered));
        byte[] bytes = Messages.encode(hello, Version.OF13, 1);
        bytes[0] = (byte) version;
        return bytes;
    }

    static Stream<Arguments> hellosOfLaterVersions() {
        return Stream.of(
                arguments(helloOfVersion(7), Version.OF15),
                arguments(helloOfVersion(0x42, Version.OF10, Version.OF13), Version.OF13),
                arguments(helloOfVersion(6), Version.OF15));
    }

    @ParameterizedTest
    @MethodSource("hellosOfLaterVersions")
    void negotiatesTheHighestCommonVersionWithASwitchOfALaterVersion(byte[] hello, Version agreed) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.SILENT);
            fake.sendBytes(hello);
            assertThat(fake.await(received -> received.message() instanceof FeaturesRequest)
                            .version())
                    .isEqualTo(agreed.wire());
        }
    }

    @Test
    void closesTheConnectionWhenHelloIsOfVersionZero() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.SILENT);
            fake.sendBytes(helloOfVersion(0));
            // OFPET_HELLO_FAILED
            assertThat(fake.await(ErrorMessage.class).errorType()).isZero();
            await().until(fake::isClosed);
        }
    }

    @Test
    void closesTheConnectionWhenHelloOffersNoKnownVersion() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.SILENT);
            fake.send(bitmap("00000004"));
            ErrorMessage error = fake.await(ErrorMessage.class);
            // OFPET_HELLO_FAILED, OFPHFC_INCOMPATIBLE
            assertThat(error.errorType()).isZero();
            assertThat(error.code()).isZero();
            assertThat(new String(error.data().toArray(), StandardCharsets.US_ASCII))
                    .contains("1.0", "1.3");
            await().until(fake::isClosed);
        }
    }

    @EachVersion
    void aFeaturesReplyWithAnotherTransactionIdThanTheRequestIsNotTaken(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, version, Behavior.SILENT);
            fake.send(Hello.offering(List.of(version)));
            long asked = fake.await(received -> received.message() instanceof FeaturesRequest)
                    .xid();
            fake.send(features(2), asked + 1);
            fake.send(features(3), asked);
            long barrier = fake.await(received -> received.message() instanceof BarrierRequest)
                    .xid();
            fake.send(new BarrierReply(), barrier);
            fixture.active(3);
            assertThat(fixture.controller.switches()).hasSize(1);
        }
    }

    private static FeaturesReply features(long datapathId) {
        return new FeaturesReply(datapathId, 0, 1, 0, 0, 0, List.of());
    }

    @Test
    void aPeerThatOnlyTriesToConnectReceivesNothing() throws Exception {
        try (var fixture = new ControllerFixture();
                var peer = new Socket(
                        fixture.controller.address().getAddress(),
                        fixture.controller.address().getPort())) {
            peer.shutdownOutput();
            assertThat(peer.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void aSwitchThatWaitsForTheHelloReceivesItAfterATime() throws Exception {
        try (var fixture = new ControllerFixture()) {
            long begin = System.nanoTime();
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.SILENT);
            assertThat(fake.await(_ -> true).message()).isInstanceOf(Hello.class);
            assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(Handshake.HELLO_DELAY.toNanos());
        }
    }

    @EachVersion
    void closesTheConnectionIfTheFirstMessageIsNotHello(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, version, Behavior.SILENT);
            fake.send(ControllerFixture.packetIn(1));
            await().until(fake::isClosed);
        }
    }

    @Test
    void closesTheConnectionOfAPeerThatDoesNotSpeakOpenFlow() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.SILENT);
            fake.sendBytes("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            await().until(fake::isClosed);
        }
    }

    @Test
    void deletesAllFlowsIfConfiguredAndInstallsThePermanentFlow() throws Exception {
        ControllerOptions all =
                ControllerFixture.oneLoop().withSetup(ControllerOptions.Setup.DEFAULT.withDeleteFlows(DeleteFlows.ALL));
        try (var fixture = new ControllerFixture(all)) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            List<Message> setup = setupOf(fake);
            assertThat(setup).contains(new SetConfig(0, Action.Output.MAX_PACKET_IN));
            List<FlowMod> flowMods = flowMods(setup);
            assertThat(flowMods).hasSize(2);
            FlowMod delete = flowMods.getFirst();
            assertThat(delete.command()).isEqualTo(FlowMod.Command.DELETE);
            assertThat(delete.tableId()).isEqualTo(FlowMod.ALL_TABLES);
            assertThat(delete.outPort()).isEqualTo(PortNumber.ANY);
            assertThat(delete.cookieMask()).isZero();
            FlowMod miss = flowMods.getLast();
            assertThat(miss.command()).isEqualTo(FlowMod.Command.ADD);
            assertThat(miss.priority()).isZero();
            assertThat(miss.match().fields()).isEmpty();
            assertThat(miss.flags()).isEqualTo(FlowMod.SEND_FLOW_REMOVED);
            assertThat(miss.instructions())
                    .containsExactly(new Instruction.ApplyActions(List.of(new Action.Output(PortNumber.CONTROLLER))));
        }
    }

    @Test
    void asksForThisNumberOfBytesOfAPacketWithoutAFlow() throws Exception {
        ControllerOptions.Setup some = ControllerOptions.Setup.DEFAULT.withMiss(true, 200);
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withSetup(some))) {
            List<Message> setup = setupOf(fixture.connect(1, Version.OF13));

            assertThat(setup).contains(new SetConfig(0, 200));
            assertThat(flowMods(setup).getLast().instructions())
                    .containsExactly(
                            new Instruction.ApplyActions(List.of(new Action.Output(PortNumber.CONTROLLER, 200))));
        }
    }

    /** Returns the messages that a switch received before the barrier request that ends its setup. */
    private static List<Message> setupOf(ScriptedSwitch fake) throws Exception {
        var messages = new ArrayList<Message>();
        Message next = fake.await(_ -> true).message();
        while (!(next instanceof BarrierRequest)) {
            messages.add(next);
            next = fake.await(_ -> true).message();
        }
        return messages;
    }

    private static List<FlowMod> flowMods(List<Message> messages) {
        return messages.stream()
                .filter(FlowMod.class::isInstance)
                .map(FlowMod.class::cast)
                .toList();
    }

    @Test
    void keepsExistingFlowsAndAddsNoneIfConfigured() throws Exception {
        ControllerOptions keep = ControllerFixture.oneLoop()
                .withSetup(ControllerOptions.Setup.DEFAULT
                        .withDeleteFlows(DeleteFlows.NONE)
                        .withMiss(false, 128));
        try (var fixture = new ControllerFixture(keep)) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            List<Message> setup = setupOf(fake);
            assertThat(setup).contains(new SetConfig(0, 128));
            // Only flows to a port that cannot exist are deleted, and no table-miss flow is added.
            assertThat(flowMods(setup)).singleElement().satisfies(delete -> {
                assertThat(delete.command()).isEqualTo(FlowMod.Command.DELETE);
                assertThat(delete.outPort()).isEqualTo(PortNumber.IN_PORT - 1);
            });
        }
    }

    /** An application that keeps its flows. */
    private record Keeper(CookieRange reconciledFlows) implements FlowReconciler, SwitchListener {
        @Override
        public void switchEvent(SwitchEvent event) {}
    }

    private static final CookieRange KEPT = CookieRange.of("keeper");
    private static final CookieRange OTHER = CookieRange.of("other");

    @Test
    void deletesOnlyFlowsOfBeaconThatNoApplicationReconciles() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.register("keeper", new Keeper(KEPT));
            List<FlowMod> deletes = flowMods(setupOf(fixture.connect(1, Version.OF13))).stream()
                    .filter(message -> message.command() == FlowMod.Command.DELETE)
                    .toList();
            assertThat(deletes)
                    .anyMatch(delete -> covers(delete, OTHER.cookie(7)))
                    .noneMatch(delete -> covers(delete, KEPT.cookie(7)))
                    .noneMatch(delete -> covers(delete, PermanentFlow.COOKIES.first()))
                    .noneMatch(delete -> covers(delete, 0));
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aPermanentFlowThatIsRemovedIsAddedAgain() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            setupOf(fake);
            fake.send(new FlowRemoved(PermanentFlow.COOKIES.first(), 0, 2, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY));
            for (int i = 0; i < 2; i++) {
                ReceivedMessage request = fake.await(received -> received.message() instanceof FlowStats.Request);
                fake.send(new FlowStats.Reply(List.of()), request.xid());
            }
            assertThat(fake.await(FlowMod.class).cookie()).isEqualTo(PermanentFlow.COOKIES.first());
        }
    }

    private static boolean covers(FlowMod delete, long cookie) {
        return (cookie & delete.cookieMask()) == delete.cookie();
    }

    @Test
    void deletesTheFlowsOfBeaconOneByOneInOpenFlow10() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.register("keeper", new Keeper(KEPT));
            ScriptedSwitch fake = fixture.connect(1, Version.OF10);
            ReceivedMessage request = fake.await(received -> received.message().equals(new FlowStats.Request()));
            fake.send(
                    new FlowStats.Reply(List.of(
                            flow(1, 0),
                            flow(2, KEPT.cookie(7)),
                            flow(3, OTHER.cookie(7)),
                            flow(0, PermanentFlow.COOKIES.first()))),
                    request.xid());
            ReceivedMessage delete = fake.await(received ->
                    received.message() instanceof FlowMod flow && flow.command() == FlowMod.Command.DELETE_STRICT);
            assertThat(((FlowMod) delete.message()).priority()).isEqualTo(3);
            assertThat(fake.count(MessageType.FLOW_MOD)).isEqualTo(3);
        }
    }

    @EachVersion
    void knowsASwitchWithoutThePermanentFlow(Version version) throws Exception {
        for (DeleteFlows delete : DeleteFlows.values()) {
            ControllerOptions.Setup setup = ControllerOptions.Setup.DEFAULT.withDeleteFlows(delete);
            try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withSetup(setup))) {
                assertThat(connectWith(fixture, 1, version, flow(0, PermanentFlow.COOKIES.first()))
                                .hasLostFlows())
                        .isFalse();
                assertThat(connectWith(fixture, 2, version, flow(0, 7)).hasLostFlows())
                        .isTrue();
                assertThat(connectWith(fixture, 3, version).hasLostFlows()).isTrue();
                fixture.connect(4, version);
                assertThat(fixture.active(4).hasLostFlows())
                        .as("of a switch that reports no flows")
                        .isFalse();
            }
        }
    }

    /** Connects a switch that has these flows. */
    private static Switch connectWith(ControllerFixture fixture, long datapathId, Version version, FlowStats... flows)
            throws Exception {
        ScriptedSwitch fake = fixture.open(datapathId, version, Behavior.SILENT);
        fake.send(Hello.offering(List.of(version)));
        fake.send(
                features(datapathId),
                fake.await(received -> received.message() instanceof FeaturesRequest)
                        .xid());
        ReceivedMessage next = fake.await(
                received -> received.message() instanceof FlowStats.Request || received.message() instanceof FlowMod);
        assertThat(next.message()).as("before flows are deleted").isInstanceOf(FlowStats.Request.class);
        fake.send(new FlowStats.Reply(List.of(flows)), next.xid());
        fake.send(
                new BarrierReply(),
                fake.await(received -> received.message() instanceof BarrierRequest)
                        .xid());
        return fixture.active(datapathId);
    }

    @Test
    void aMarkIsThePermanentFlowBeforeOpenFlow13() throws Exception {
        try (var fixture = new ControllerFixture()) {
            assertThat(flowMods(setupOf(fixture.connect(1, Version.OF10))).getLast())
                    .satisfies(mark -> {
                        assertThat(mark.command()).isEqualTo(FlowMod.Command.ADD);
                        assertThat(mark.priority()).isZero();
                        assertThat(mark.match().fields()).isNotEmpty();
                        assertThat(mark.instructions()).isEmpty();
                        assertThat(mark.idleTimeout()).isZero();
                        assertThat(mark.hardTimeout()).isZero();
                    });
        }
    }

    private static FlowStats flow(int priority, long cookie) {
        return new FlowStats(0, priority, 0, 0, 0, 0, cookie, Match.ANY, Stats.of(0, 0, 0, 0), List.of());
    }

    private static ControllerOptions timeouts(Duration handshake, Duration initializer) {
        return ControllerFixture.oneLoop()
                .withTimeouts(ControllerOptions.Timeouts.DEFAULT.withHandshake(handshake, initializer));
    }

    @Test
    @Tag(EACH_DESIGN)
    void disconnectsASwitchThatDoesNotCompleteTheHandshakeInTime() throws Exception {
        try (var fixture = new ControllerFixture(timeouts(Duration.ofMillis(100), Duration.ofSeconds(10)))) {
            ScriptedSwitch fake = fixture.open(1, Version.OF10, Behavior.SILENT);
            await().until(fake::isClosed);
            // Ends the threads that could still call the recorder.
            fixture.controller.close();
            assertThat(fixture.recorder.calls).isEmpty();
        }
    }

    static Stream<Message> refusals() {
        return Stream.of(
                // BAD_REQUEST, BAD_TYPE: the switch does not support barriers.
                new ErrorMessage(1, 1, Bytes.EMPTY), new net.beaconcontroller.openflow.message.BarrierReply());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void activatesASwitchThatRepliesOnlyToTheBarrier(Message answer) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.open(1, Version.OF10, Behavior.SILENT);
            fake.send(new Hello(List.of(), Bytes.EMPTY));
            ReceivedMessage features = fake.await(received -> received.message() instanceof FeaturesRequest);
            fake.send(new FeaturesReply(1, 0, 1, 0, 0, 0, List.of()), features.xid());
            fake.send(
                    answer,
                    fake.await(received -> received.message() instanceof BarrierRequest)
                            .xid());
            assertThat(fixture.active(1).description().manufacturer()).isEmpty();
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void onlyAllowedSwitchesConnect() throws Exception {
        ControllerOptions some = ControllerFixture.oneLoop()
                .withSetup(ControllerOptions.Setup.DEFAULT.withAllowed(
                        List.of(AllowedSwitch.parse("1@127.0.0.0/8"), AllowedSwitch.parse("2@10.0.0.1")),
                        UnknownSwitches.REFUSE));
        try (var fixture = new ControllerFixture(some)) {
            for (int id = 2; id <= 3; id++) {
                ScriptedSwitch stranger = fixture.open(id, Version.OF13, Behavior.RESPONSIVE);
                assertThat(stranger.await(ErrorMessage.class).name(Version.OF13))
                        .isEqualTo("BAD_REQUEST/EPERM");
                await().until(stranger::isClosed);
            }
            fixture.connect(1, Version.OF13);
            assertThat(fixture.controller.switches()).hasSize(1);
        }
    }

    private static ControllerOptions shortTakeOver() {
        return ControllerFixture.withLoops(2)
                .withTimeouts(ControllerOptions.Timeouts.DEFAULT.withTakeOver(Duration.ofMillis(100)));
    }

    @Test
    void aSecondConnectionWithTheSameDatapathIdIsRefusedWhileTheFirstOneAnswers() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.withLoops(2))) {
            ScriptedSwitch first = fixture.connect(5, Version.OF10);
            for (int i = 0; i < 3; i++) {
                ScriptedSwitch second = fixture.open(5, Version.OF13, Behavior.RESPONSIVE);
                ErrorMessage error = second.await(ErrorMessage.class);
                assertThat(error.name(Version.OF13)).isEqualTo("BAD_REQUEST/EPERM");
                assertThat(new String(error.data().toArray(), StandardCharsets.US_ASCII))
                        .startsWith("datapath id 0000000000000005 is in use");
                await().until(second::isClosed);
            }
            first.send(ControllerFixture.packetIn(1));
            fixture.recorder.awaitFirst(PacketIn.class);
            assertThat(first.isClosed()).isFalse();
            assertThat(fixture.recorder.all(SwitchEvent.class)).hasSize(1);
        }
    }

    @Test
    void aSwitchThatRefusesEchoRequestsIsAlive() throws Exception {
        try (var fixture = new ControllerFixture(shortTakeOver())) {
            ScriptedSwitch first = fixture.connect(5, Version.OF10);
            first.refuse(MessageType.ECHO_REQUEST);
            ScriptedSwitch second = fixture.open(5, Version.OF13, Behavior.RESPONSIVE);
            await().until(second::isClosed);
            assertThat(first.isClosed()).isFalse();
        }
    }

    @Test
    void aThirdConnectionIsRefusedWhileTheSecondWaits() throws Exception {
        try (var fixture = new ControllerFixture(shortTakeOver())) {
            ScriptedSwitch first = fixture.connect(5, Version.OF10);
            first.ignore(MessageType.ECHO_REQUEST);
            ScriptedSwitch second = fixture.open(5, Version.OF13, Behavior.RESPONSIVE);
            ScriptedSwitch third = fixture.open(5, Version.OF13, Behavior.RESPONSIVE);
            await().until(() -> second.isClosed() != third.isClosed());
            await().until(() -> fixture.controller
                    .switchOf(5)
                    .filter(sw -> sw.version() == Version.OF13)
                    .isPresent());
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aSecondConnectionWithTheSameDatapathIdReplacesOneThatDoesNotAnswer() throws Exception {
        try (var fixture = new ControllerFixture(shortTakeOver())) {
            ScriptedSwitch older = fixture.connect(5, Version.OF10);
            older.ignore(MessageType.ECHO_REQUEST);
            Switch olderSwitch = fixture.active(5);
            ScriptedSwitch newer = fixture.connect(5, Version.OF13);
            await().until(older::isClosed);
            await().until(() -> fixture.controller
                    .switchOf(5)
                    .filter(sw -> sw.version() == Version.OF13)
                    .isPresent());
            fixture.recorder.awaitCount(SwitchEvent.Connected.class, 2);
            assertThat(newer.isClosed()).isFalse();
            assertThat(olderSwitch.isConnected()).isFalse();
            assertThat(fixture.controller.switches()).hasSize(1);
            assertThat(fixture.recorder.all(SwitchEvent.class))
                    .extracting(event -> event.getClass().getSimpleName())
                    .containsExactly("Connected", "Disconnected", "Connected");
        }
    }

    @Test
    void aConnectionThatHasNotCompletedTheHandshakeDoesNotReplaceAnother() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch good = fixture.connect(5, Version.OF10);
            ScriptedSwitch bad = fixture.open(5, Version.OF10, Behavior.SILENT);
            bad.send(new Hello(List.of(), Bytes.EMPTY));
            ReceivedMessage features = bad.await(received -> received.message() instanceof FeaturesRequest);
            bad.send(new FeaturesReply(5, 0, 1, 0, 0, 0, List.of()), features.xid());
            bad.await(BarrierRequest.class);
            good.send(ControllerFixture.packetIn(1));
            fixture.recorder.awaitFirst(PacketIn.class);
            assertThat(good.isClosed()).isFalse();
        }
    }

    /** An initializer that completes on demand. */
    private static final class PendingInitializer implements Initializer {
        final CompletableFuture<Switch> called = new CompletableFuture<>();
        final CompletableFuture<Void> done = new CompletableFuture<>();

        @Override
        public CompletionStage<?> initialize(Switch sw) {
            called.complete(sw);
            return done;
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void runsInitializersOneAfterTheOtherBeforeTheSwitchBecomesActive() throws Exception {
        try (var fixture = new ControllerFixture()) {
            var first = new PendingInitializer();
            var second = new PendingInitializer();
            fixture.controller.register("a", first);
            fixture.controller.register("b", second);
            ScriptedSwitch fake = fixture.open(1, Version.OF13, Behavior.RESPONSIVE);
            Switch sw = first.called.get();
            assertThat(sw.request(new BarrierRequest()).get()).isNotNull();
            fake.send(ControllerFixture.packetIn(1));
            assertThat(sw.request(new BarrierRequest()).get()).isNotNull();
            assertThat(second.called).isNotDone();
            assertThat(fixture.recorder.calls).isEmpty();
            first.done.complete(null);
            second.called.get();
            assertThat(fixture.recorder.calls).isEmpty();
            second.done.complete(null);
            fixture.recorder.awaitFirst(SwitchEvent.Connected.class);
        }
    }

    @Test
    void skipsInitializersThatFailOrThrowOrTakeTooLong() throws Exception {
        try (var fixture = new ControllerFixture(timeouts(Duration.ofSeconds(10), Duration.ofMillis(50)))) {
            List<String> called = new CopyOnWriteArrayList<>();
            Initializer fails = _ -> {
                called.add("fails");
                return CompletableFuture.failedFuture(new IllegalStateException("as tested"));
            };
            Initializer throwing = _ -> {
                called.add("throws");
                throw new IllegalStateException("as tested");
            };
            Initializer blocking = _ -> {
                called.add("blocks");
                return new CompletableFuture<>();
            };
            Initializer last = _ -> {
                called.add("succeeds");
                return CompletableFuture.completedFuture(null);
            };
            fixture.controller.register("a", fails);
            fixture.controller.register("b", throwing);
            fixture.controller.register("c", blocking);
            fixture.controller.register("d", last);
            fixture.connect(1, Version.OF10);
            assertThat(called).containsExactly("fails", "throws", "blocks", "succeeds");
        }
    }
}
