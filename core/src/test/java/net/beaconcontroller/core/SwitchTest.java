package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.RequestRefusedException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(EACH_DESIGN)
class SwitchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final ControllerOptions.Timeouts QUICK = ControllerOptions.Timeouts.DEFAULT
            .withRequest(Duration.ofMillis(50))
            .withEcho(Duration.ofMillis(50), Duration.ofSeconds(1));

    @EachVersion
    void messagesSentFromAnotherThreadArriveInOrder(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, version);
            Switch sw = fixture.active(1);
            for (int i = 0; i < 1000; i++) {
                sw.send(FlowMod.add().match(Field.IN_PORT.is(1)).cookie(i).build());
            }
            var cookies = new ArrayList<Long>();
            for (int i = 0; i < 1000; i++) {
                cookies.add(((FlowMod) fake.await(received -> received.message() instanceof FlowMod mod
                                        && !mod.match().fields().isEmpty())
                                .message())
                        .cookie());
            }
            assertThat(cookies).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void sendingAMessageThatTheVersionDoesNotSupportThrows() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.connect(1, Version.OF10);
            Switch sw = fixture.active(1);
            assertThatThrownBy(() ->
                            sw.send(FlowMod.add().match(Field.METADATA.is(1)).build()))
                    .isInstanceOf(UnsupportedByVersionException.class)
                    .hasMessageContaining("metadata")
                    .hasMessageContaining("1.0");
            assertThatThrownBy(() -> sw.request(new PortDescription.Request()))
                    .isInstanceOf(UnsupportedByVersionException.class);
        }
    }

    @Test
    void aRequestCompletesWithTheReply() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.connect(1, Version.OF13);
            assertThat(fixture.active(1).request(new GetConfigRequest()).get())
                    .isEqualTo(new GetConfigReply(0, Action.Output.MAX_PACKET_IN));
            assertThat(fixture.active(1)
                            .request(new EchoRequest(Bytes.ofHex("0102")))
                            .get())
                    .isEqualTo(new EchoReply(Bytes.ofHex("0102")));
        }
    }

    @Test
    void aMultipartReplyCompletesAsOneMessage() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fake.setPortsInOnePart(3);
            assertThat(fixture.active(1).request(new PortDescription.Request()).get())
                    .isEqualTo(new PortDescription.Reply(fake.ports()));
        }
    }

    @Test
    void aRequestFailsWithTheErrorOfTheSwitch() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fake.refuse(MessageType.GET_CONFIG_REQUEST);
            assertThatThrownBy(() ->
                            fixture.active(1).request(new GetConfigRequest()).get())
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            RequestRefusedException.class,
                            e -> assertThat(e.error().code()).isEqualTo(1));
        }
    }

    @EachVersion
    void confirmedMessagesCompleteWhenTheSwitchHasProcessedThem(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, version);
            Switch sw = fixture.active(1);
            long flowMods = fake.count(MessageType.FLOW_MOD);
            long barriers = fake.count(MessageType.BARRIER_REQUEST);
            sw.sendConfirmed(List.of(
                            FlowMod.delete().build(), FlowMod.add().drop().build()))
                    .get();
            assertThat(fake.count(MessageType.FLOW_MOD) - flowMods).isEqualTo(2);
            assertThat(fake.count(MessageType.BARRIER_REQUEST) - barriers).isEqualTo(1);
        }
    }

    @EachVersion
    void confirmedMessagesFailWithTheErrorOfTheSwitch(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, version);
            Switch sw = fixture.active(1);
            fake.refuse(MessageType.FLOW_MOD);
            List<FlowMod> flows = List.of(FlowMod.add().drop().build());
            assertThat(sw.sendConfirmed(flows))
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .withCauseInstanceOf(RequestRefusedException.class);
            // the barrier reply that followed the error belongs to no request
            assertThat(sw.request(new GetConfigRequest())).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void noneOfTheConfirmedMessagesIsSentIfTheVersionCannotExpressOne() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF10);
            Switch sw = fixture.active(1);
            long before = fake.count(MessageType.FLOW_MOD);
            assertThatThrownBy(() -> sw.sendConfirmed(List.of(
                            FlowMod.add().drop().build(),
                            FlowMod.add().match(Field.METADATA.is(1)).drop().build())))
                    .isInstanceOf(UnsupportedByVersionException.class);
            sw.sendConfirmed(List.of()).get();
            assertThat(fake.count(MessageType.FLOW_MOD)).isEqualTo(before);
        }
    }

    @Test
    void aRequestWithoutReplyTimesOut() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withTimeouts(QUICK))) {
            fixture.connect(1, Version.OF13).ignore(MessageType.GET_CONFIG_REQUEST);
            assertThatThrownBy(() ->
                            fixture.active(1).request(new GetConfigRequest()).get())
                    .hasCauseInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void aRequestWhoseReplyHasArrivedDoesNotTimeOutWhenAListenerHasBlockedTheLoop() throws Exception {
        Duration timeout = Duration.ofSeconds(1);
        var timeouts = ControllerOptions.Timeouts.DEFAULT.withRequest(timeout);
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withTimeouts(timeouts))) {
            var inside = new CompletableFuture<Void>();
            var release = new CompletableFuture<Void>();
            fixture.controller.register("blocking", (PacketInListener) (sw, in) -> {
                inside.complete(null);
                release.join();
                return Next.STOP;
            });
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            ScriptedSwitch other = fixture.connect(2, Version.OF13);
            fake.ignore(MessageType.GET_CONFIG_REQUEST);
            CompletableFuture<GetConfigReply> reply = fixture.active(1).request(new GetConfigRequest());
            long began = System.nanoTime();
            ReceivedMessage request = fake.await(received -> received.message() instanceof GetConfigRequest);
            other.send(ControllerFixture.packetIn(1));
            inside.join();
            fake.send(new GetConfigReply(0, 128), request.xid());
            await().until(() -> System.nanoTime() - began > 2 * timeout.toNanos());
            release.complete(null);
            assertThat(reply).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void aRequestFailsWhenTheConnectionCloses() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            fake.ignore(MessageType.GET_CONFIG_REQUEST);
            CompletableFuture<GetConfigReply> reply = sw.request(new GetConfigRequest());
            fake.close();
            assertThatThrownBy(reply::get).hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(() -> sw.request(new GetConfigRequest()).get()).hasCauseInstanceOf(IOException.class);
            assertThatCode(() -> sw.send(new EchoRequest(Bytes.EMPTY))).doesNotThrowAnyException();
        }
    }

    @EachVersion
    void aPacketOutContainsTheBufferIdOrElseTheWholePacket(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.controller.register("flood", (PacketInListener) (sw, in) -> {
                sw.packetOut(in).flood().send();
                return Next.PASS;
            });
            ScriptedSwitch fake = fixture.connect(1, version);
            var buffered = ControllerFixture.packetIn(77);
            fake.send(buffered);
            assertThat(fake.await(PacketOut.class))
                    .isEqualTo(new PacketOut(77, 1, List.of(new Action.Output(PortNumber.FLOOD)), Bytes.EMPTY));
            var whole = net.beaconcontroller.openflow.message.PacketIn.of(
                    2, net.beaconcontroller.openflow.message.PacketIn.NO_BUFFER, buffered.data());
            fake.send(whole);
            assertThat(fake.await(PacketOut.class))
                    .isEqualTo(new PacketOut(
                            net.beaconcontroller.openflow.message.PacketIn.NO_BUFFER,
                            2,
                            List.of(new Action.Output(PortNumber.FLOOD)),
                            buffered.data()));
        }
    }

    @Test
    void portStatusMessagesUpdateThePortsAndRaiseEvents() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF10);
            Port first = fake.ports().getFirst();
            Port fifth = Port.of(5, 5, "eth5");
            fake.send(new PortStatus(PortStatus.Reason.MODIFY, first.withLink(false)));
            // Raises no event, because nothing has changed.
            fake.send(new PortStatus(PortStatus.Reason.MODIFY, first.withLink(false)));
            fake.send(new PortStatus(PortStatus.Reason.MODIFY, first));
            fake.send(new PortStatus(PortStatus.Reason.ADD, fifth));
            fake.send(new PortStatus(PortStatus.Reason.MODIFY, Port.of(5, 6, "eth5")));
            fake.send(new PortStatus(PortStatus.Reason.DELETE, fifth));
            Switch sw = fixture.active(1);
            fixture.recorder.awaitCount(SwitchEvent.class, 6);
            assertThat(fixture.recorder.all(SwitchEvent.class))
                    .containsExactly(
                            new SwitchEvent.Connected(sw),
                            new SwitchEvent.PortDown(sw, first.withLink(false)),
                            new SwitchEvent.PortUp(sw, first),
                            new SwitchEvent.PortUp(sw, fifth),
                            new SwitchEvent.PortChanged(sw, Port.of(5, 6, "eth5")),
                            new SwitchEvent.PortDown(sw, fifth));
            assertThat(sw.ports()).hasSize(4);
            assertThat(sw.port(5)).isEmpty();
            assertThat(sw.port(1)).contains(first);
        }
    }

    @Test
    void repliesToEchoRequestsAndMeasuresTheRoundTripTime() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fake.send(new EchoRequest(Bytes.ofHex("abcd")), 99);
            ReceivedMessage reply = fake.await(received -> received.message() instanceof EchoReply);
            assertThat(reply.xid()).isEqualTo(99);
            assertThat(reply.message()).isEqualTo(new EchoReply(Bytes.ofHex("abcd")));
            await().until(() -> fixture.active(1).roundTripTime().isPresent());
            assertThat(fixture.active(1).roundTripTime().orElseThrow())
                    .isBetween(Duration.ofNanos(1), Duration.ofSeconds(10));
        }
    }

    @Test
    void aSilentSwitchIsDisconnected() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withTimeouts(QUICK))) {
            fixture.connect(1, Version.OF13).ignore(MessageType.ECHO_REQUEST);
            fixture.recorder.awaitFirst(SwitchEvent.Disconnected.class);
        }
    }

    @Test
    void aSwitchThatRepliesToEchoRequestsStaysConnected() throws Exception {
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withTimeouts(QUICK))) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            // That takes longer than the echo timeout.
            await().until(() -> fake.count(MessageType.ECHO_REQUEST) > 25);
            assertThat(fake.isClosed()).isFalse();
        }
    }

    @Test
    void aSwitchThatRepliesToEchoRequestsStaysConnectedWhenAListenerHasBlockedItsLoop() throws Exception {
        Duration timeout = Duration.ofSeconds(1);
        var timeouts = ControllerOptions.Timeouts.DEFAULT.withEcho(Duration.ofMillis(100), timeout);
        try (var fixture = new ControllerFixture(ControllerFixture.oneLoop().withTimeouts(timeouts))) {
            var inside = new CompletableFuture<Void>();
            var release = new CompletableFuture<Void>();
            fixture.controller.register("blocking", (PacketInListener) (sw, in) -> {
                inside.complete(null);
                release.join();
                sw.packetOut(in).output(1).send();
                return Next.STOP;
            });
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            ScriptedSwitch other = fixture.connect(2, Version.OF13);
            fake.send(ControllerFixture.packetIn(1));
            inside.join();
            long began = System.nanoTime();
            long sent = other.count(MessageType.ECHO_REQUEST);
            await().until(() -> System.nanoTime() - began > 2 * timeout.toNanos());
            release.complete(null);
            fake.await(PacketOut.class);
            await().until(() ->
                    fake.isClosed() || other.isClosed() || other.count(MessageType.ECHO_REQUEST) > sent + 2);
            assertThat(fake.isClosed()).isFalse();
            assertThat(other.isClosed()).isFalse();
        }
    }

    @Test
    void theLoopContinuesAfterATaskHasThrownAnError() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            Runnable fails = () -> {
                throw new OutOfMemoryError("as tested");
            };
            sw.execute(fails);
            sw.after(Duration.ofMillis(1), fails);
            assertThat(sw.request(new GetConfigRequest()).get()).isNotNull();
        }
    }

    @Test
    void timersRunOnTheSwitchesThreadUnlessTheyAreCancelled() throws Exception {
        try (var fixture = new ControllerFixture()) {
            fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            var ran = new CompletableFuture<Boolean>();
            var cancelled = new CompletableFuture<Boolean>();
            sw.execute(() -> {
                sw.after(Duration.ofMillis(20), () -> cancelled.complete(true)).close();
                sw.after(Duration.ofMillis(30), () -> {
                    // Throws on any other thread.
                    sw.addFlow();
                    ran.complete(true);
                });
            });
            assertThat(ran.get()).isTrue();
            assertThat(cancelled).isNotDone();
        }
    }

    @Test
    void messagesAreCountedByType() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF10);
            for (int i = 0; i < 10; i++) {
                fake.send(ControllerFixture.packetIn(i));
            }
            fixture.recorder.awaitCount(net.beaconcontroller.openflow.message.PacketIn.class, 10);
            Switch sw = fixture.active(1);
            assertThat(sw.counters().received(MessageType.PACKET_IN)).isEqualTo(10);
            assertThat(sw.counters().received(MessageType.FEATURES_REPLY)).isEqualTo(1);
            assertThat(sw.counters().received(MessageType.BARRIER_REPLY)).isEqualTo(1);
            assertThat(sw.counters().received(MessageType.METER_MOD)).isZero();
            assertThat(sw.counters().sent(MessageType.FLOW_MOD)).isEqualTo(2);
            assertThat(sw.counters().malformed()).isZero();
        }
    }

    @Test
    void aPerSwitchValueLastsAsLongAsTheConnection() throws Exception {
        try (var fixture = new ControllerFixture()) {
            PerSwitch<Object> values = PerSwitch.of(Object::new);
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fixture.connect(2, Version.OF13);
            Switch first = fixture.active(1);
            Switch second = fixture.active(2);
            Object ofFirst = values.of(first);
            assertThat(values.of(second)).isNotSameAs(ofFirst);
            assertThat(values.of(first)).isSameAs(ofFirst);
            fake.close();
            fixture.recorder.awaitFirst(SwitchEvent.Disconnected.class);
            // Returns after all threads have finished their current task, and so after the index has been released.
            fixture.controller.register("none", (PacketInListener) (_, _) -> Next.PASS);
            fixture.connect(1, Version.OF13);
            assertThat(fixture.active(1).index()).isEqualTo(first.index());
            assertThat(values.of(fixture.active(1))).isNotSameAs(ofFirst);
        }
    }

    @Test
    void aSwitchCanBeDisconnectedFromAnyThread() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch fake = fixture.connect(1, Version.OF13);
            fixture.active(1).disconnect("as tested");
            await().until(fake::isClosed);
            await().until(() -> fixture.controller.switches().isEmpty());
        }
    }

    @Test
    void closingTheControllerClosesAllConnections() throws Exception {
        var fixture = new ControllerFixture(ControllerFixture.withLoops(2));
        ScriptedSwitch first = fixture.connect(1, Version.OF13);
        ScriptedSwitch second = fixture.connect(2, Version.OF10);
        fixture.close();
        await().until(() -> first.isClosed() && second.isClosed());
        assertThat(fixture.recorder.all(SwitchEvent.Disconnected.class)).hasSize(2);
        // Registering does not wait for the threads that have ended.
        fixture.controller.register("too-late", (PacketInListener) (_, _) -> Next.PASS);
    }
}
