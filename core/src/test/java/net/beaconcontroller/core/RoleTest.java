package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static net.beaconcontroller.openflow.MalformedMessageException.BAD_REQUEST;
import static net.beaconcontroller.openflow.MalformedMessageException.BAD_TYPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.api.Initializer;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.StaleGenerationException;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.api.SwitchEvent.RoleReason;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.session.HandshakeResult;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.RoleStatus;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoleTest {
    private static final long ID = 7;

    private static ControllerFixture controller(Role role) throws IOException {
        return controller(role, ControllerFixture.oneLoop());
    }

    /** Starts a controller whose connections move between loops all the time. */
    private static ControllerFixture moving(Role role) throws IOException {
        ControllerOptions options = ControllerFixture.withLoops(2);
        return controller(role, options.withIo(options.io().withRebalance(ControllerOptions.Rebalance.CONSTANTLY)));
    }

    private static ControllerFixture controller(Role role, ControllerOptions options) throws IOException {
        return new ControllerFixture(options.withTimeouts(
                        ControllerOptions.Timeouts.DEFAULT.withEcho(Duration.ofMillis(50), Duration.ofSeconds(15)))
                .withSetup(ControllerOptions.Setup.DEFAULT.withRole(role)));
    }

    private static Switch standby(ControllerFixture fixture) {
        await().until(() -> fixture.controller.standbySwitches().size() == 1);
        return fixture.controller.standbySwitches().iterator().next();
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(10, TimeUnit.SECONDS);
    }

    private static void assertNothingWasChanged(ScriptedSwitch fake) {
        assertThat(fake.count(MessageType.FLOW_MOD)).isZero();
        assertThat(fake.count(MessageType.SET_CONFIG)).isZero();
        assertThat(fake.count(MessageType.PACKET_OUT)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OF10", "OF11"})
    void aStandbySwitchIsInvisibleAndUnchanged(Version version) throws Exception {
        try (var fixture = controller(Role.SLAVE)) {
            var initialized = new AtomicInteger();
            fixture.controller.register("initializer", (Initializer) _ -> {
                initialized.incrementAndGet();
                return CompletableFuture.completedStage(null);
            });
            ScriptedSwitch fake = fixture.open(ID, version, Behavior.RESPONSIVE);
            Switch sw = standby(fixture);
            fake.send(ControllerFixture.packetIn(1));
            fake.await(EchoRequest.class);
            await().until(() -> sw.roundTripTime().isPresent());

            assertThat(sw.role()).isEqualTo(Role.SLAVE);
            assertThat(sw.datapathId()).isEqualTo(ID);
            assertThat(sw.ports()).hasSize(4);
            assertThat(sw.description().hardware()).isEqualTo("none");
            assertThat(fixture.controller.switches()).isEmpty();
            assertThat(fixture.controller.switchOf(ID)).isEmpty();
            assertThat(fixture.recorder.calls).isEmpty();
            assertThat(initialized).hasValue(0);
            assertNothingWasChanged(fake);
            assertThat(fixture.controller.handshakes()).containsEntry(HandshakeResult.COMPLETED, 1L);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OF10", "OF11"})
    void aStandbySwitchIsSetUpWhenTheControllerBecomesMaster(Version version) throws Exception {
        try (var fixture = controller(Role.SLAVE)) {
            ScriptedSwitch fake = fixture.open(ID, version, Behavior.RESPONSIVE);
            RoleReply reply = get(standby(fixture).requestRole(Role.MASTER));
            assertThat(reply.role()).isEqualTo(Role.MASTER);
            Switch active = fixture.active(ID);
            assertThat(active.role()).isEqualTo(Role.MASTER);
            assertThat(fixture.controller.standbySwitches()).isEmpty();
            assertThat(fake.count(MessageType.SET_CONFIG)).isOne();
            assertThat(fake.count(MessageType.FLOW_MOD)).isPositive();
            fake.send(ControllerFixture.packetIn(1));
            fixture.recorder.awaitFirst(PacketIn.class);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OF10", "OF11"})
    @Tag(EACH_DESIGN)
    void aSecondControllerTakesOverAndTheFirstTakesBack(Version version) throws Exception {
        try (var first = moving(Role.MASTER);
                var second = moving(Role.SLAVE)) {
            ScriptedSwitch fake = first.connect(ID, version);
            try (ScriptedSwitch other = fake.connectTo(second.controller.address())) {
                for (int round = 1; round <= 3; round++) {
                    get(standby(second).requestRole(Role.MASTER));
                    loseRole(first, version);
                    first.recorder.awaitCount(SwitchEvent.Disconnected.class, round);
                    second.recorder.awaitCount(SwitchEvent.Connected.class, round);
                    assertThat(first.controller.switches()).isEmpty();

                    get(standby(first).requestRole(Role.MASTER));
                    loseRole(second, version);
                    second.recorder.awaitCount(SwitchEvent.Disconnected.class, round);
                    first.recorder.awaitCount(SwitchEvent.Connected.class, round + 1);
                }
                assertThat(fake.isClosed() || other.isClosed()).isFalse();
                assertThat(first.controller.handshakes()).containsEntry(HandshakeResult.COMPLETED, 1L);
                assertThat(first.recorder.all(SwitchEvent.Connected.class).stream()
                                .map(SwitchEvent::sw))
                        .doesNotHaveDuplicates();
            }
        }
    }

    /** Before OpenFlow 1.4, a controller learns that it is a slave from the error of its next message. */
    private static void loseRole(ControllerFixture fixture, Version version) {
        if (!version.isAtLeast(Version.OF14)) {
            fixture.controller.switchOf(ID).orElseThrow().send(FlowMod.add().build());
        }
    }

    @Test
    void aRoleStatusDemotes() throws Exception {
        try (var fixture = controller(Role.MASTER)) {
            ScriptedSwitch fake = fixture.connect(ID, Version.OF15);
            Switch before = fixture.active(ID);
            fake.ignore(MessageType.BARRIER_REQUEST);
            CompletableFuture<Void> pending = before.sendConfirmed(List.of());
            fake.demote();
            SwitchEvent.RoleChanged change = fixture.recorder.awaitFirst(SwitchEvent.RoleChanged.class);
            assertThat(change.role()).isEqualTo(Role.SLAVE);
            assertThat(change.reason()).isEqualTo(RoleReason.CONFIGURATION);
            fixture.recorder.awaitFirst(SwitchEvent.Disconnected.class);
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> get(pending))
                    .withMessageContaining("switch 0000000000000007 is not active: this controller is a slave");
            assertThat(before.isConnected()).isFalse();
            assertThat(standby(fixture).isConnected()).isTrue();
            assertThat(fake.isClosed()).isFalse();
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void theRestOfAnOversizedPacketInIsSkippedAfterTheLossOfTheRole() throws Exception {
        try (var fixture = controller(Role.MASTER)) {
            ScriptedSwitch fake = fixture.connect(ID, Version.OF15);
            fixture.active(ID);
            // A reply would come between the parts of the packet-in. After this answer, none is being sent.
            fake.ignore(MessageType.ECHO_REQUEST);
            fake.ignore(MessageType.BARRIER_REQUEST);
            fake.send(new EchoRequest(Bytes.EMPTY), 76);
            fake.await(received -> received.message() instanceof EchoReply && received.xid() == 76);
            byte[] lost = Messages.encode(new RoleStatus(Role.SLAVE, 1, 9, List.of()), Version.OF15, 0);
            byte[] start = Messages.encode(
                    new PacketIn(PacketIn.NO_BUFFER, 0xffff, 0, 0, -1, Match.ofInPort(1), Bytes.EMPTY),
                    Version.OF15,
                    0);
            byte[] all = Arrays.copyOf(lost, lost.length + start.length + 0xffff);
            System.arraycopy(start, 0, all, lost.length, start.length);
            ByteAccess.putShort(all, lost.length + 2, start.length + 0xffff);

            fake.sendBytes(Arrays.copyOf(all, 1000));
            standby(fixture);
            fake.sendBytes(Arrays.copyOfRange(all, 1000, all.length));
            fake.send(new EchoRequest(Bytes.EMPTY), 77);

            fake.await(received -> received.message() instanceof EchoReply && received.xid() == 77);
            assertThat(fake.isClosed()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"OF12", "OF13", "OF14", "OF15"})
    void aRoleReplyThatWasNotRequestedDoesNotDemote(Version version) throws Exception {
        try (var fixture = controller(Role.MASTER)) {
            ScriptedSwitch fake = fixture.connect(ID, version);
            Switch sw = fixture.active(ID);
            fake.send(new RoleReply(Role.SLAVE, 0, 9), 0x7777);
            fake.send(new EchoRequest(Bytes.EMPTY), 77);
            fake.await(received -> received.message() instanceof EchoReply && received.xid() == 77);
            assertThat(sw.isConnected()).isTrue();
            assertThat(sw.role()).isEqualTo(Role.MASTER);
            assertThat(fixture.recorder.all(SwitchEvent.RoleChanged.class)).isEmpty();
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void applicationsSendNothingToAStandbySwitch() throws Exception {
        try (var fixture = controller(Role.MASTER)) {
            ScriptedSwitch fake = fixture.connect(ID, Version.OF15);
            Switch before = fixture.active(ID);
            var ran = new AtomicInteger();
            var loop = new CountDownLatch(1);
            before.after(Duration.ofMillis(200), ran::incrementAndGet);
            fake.demote();
            Switch after = standby(fixture);
            long flowMods = fake.count(MessageType.FLOW_MOD);

            before.send(FlowMod.add().build());
            before.execute(ran::incrementAndGet);
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> get(before.request(new BarrierRequest())));
            after.execute(() -> {
                before.addFlow().output(1).send();
                before.send(FlowMod.add().build());
                loop.countDown();
            });
            loop.await();
            before.disconnect("by an application");
            get(after.request(new BarrierRequest()));
            Thread.sleep(250);
            assertThat(ran).hasValue(0);
            assertThat(fake.count(MessageType.FLOW_MOD)).isEqualTo(flowMods);
            assertThat(fake.isClosed()).isFalse();
        }
    }

    @Test
    void stateThatApplicationsHaveForASwitchEndsWithTheRole() throws Exception {
        try (var fixture = controller(Role.MASTER)) {
            ScriptedSwitch fake = fixture.connect(ID, Version.OF15);
            PerSwitch<Object> states = PerSwitch.of(Object::new);
            Object before = states.of(fixture.active(ID));
            fake.demote();
            get(standby(fixture).requestRole(Role.MASTER));
            assertThat(states.of(fixture.active(ID))).isNotSameAs(before);
            assertThat(states.snapshot()).hasSize(1);
        }
    }

    @Test
    void aRoleLostDuringAnInitializerEndsTheInitialization() throws Exception {
        try (var fixture = controller(Role.MASTER)) {
            CompletionStage<?> never = new CompletableFuture<>();
            var begun = new CountDownLatch(1);
            Registration registration = fixture.controller.register("initializer", (Initializer) _ -> {
                begun.countDown();
                return never;
            });
            ScriptedSwitch fake = fixture.open(ID, Version.OF15, Behavior.RESPONSIVE);
            begun.await();
            fake.demote();
            Switch sw = standby(fixture);
            assertThat(fixture.recorder.all(SwitchEvent.class)).isEmpty();
            registration.close();
            get(sw.requestRole(Role.MASTER));
            fixture.active(ID);
        }
    }

    @Test
    void anActiveSwitchBecomesStandbyOnRequest() throws Exception {
        try (var fixture = controller(Role.EQUAL)) {
            ScriptedSwitch fake = fixture.connect(ID, Version.OF13);
            assertThat(fake.count(MessageType.ROLE_REQUEST)).isZero();
            get(fixture.active(ID).requestRole(Role.MASTER));
            assertThat(fixture.recorder
                            .awaitFirst(SwitchEvent.RoleChanged.class)
                            .role())
                    .isEqualTo(Role.MASTER);
            get(fixture.active(ID).requestRole(Role.SLAVE));
            get(standby(fixture).requestRole(Role.EQUAL));
            fixture.recorder.awaitCount(SwitchEvent.Connected.class, 2);
            assertThat(fixture.active(ID).role()).isEqualTo(Role.EQUAL);
            assertThat(fixture.recorder.all(SwitchEvent.RoleChanged.class))
                    .extracting(SwitchEvent.RoleChanged::role)
                    .containsExactly(Role.MASTER, Role.SLAVE);
        }
    }

    @Test
    void aStaleGenerationIdIsRefused() throws Exception {
        try (var fixture = controller(Role.MASTER)) {
            fixture.connect(ID, Version.OF13);
            Switch sw = fixture.active(ID);
            get(sw.requestRole(Role.MASTER, 5));
            assertThatThrownBy(() -> get(sw.requestRole(Role.MASTER, 3)))
                    .cause()
                    .isInstanceOf(StaleGenerationException.class)
                    .hasMessage("switch 0000000000000007 refused the role master: generation id 3 is stale;"
                            + " the current one is 5");
            // -1 is less than 5, as a signed distance
            assertThatThrownBy(() -> get(sw.requestRole(Role.SLAVE, -1)))
                    .cause()
                    .isInstanceOf(StaleGenerationException.class);
            assertThat(get(sw.requestRole(Role.MASTER)).generationId()).isEqualTo(6);
        }
    }

    @Test
    void generationIdsWrapAround() throws Exception {
        try (var fixture = controller(Role.EQUAL)) {
            fixture.connect(ID, Version.OF13);
            Switch sw = fixture.active(ID);
            get(sw.requestRole(Role.MASTER, -1));
            assertThat(get(sw.requestRole(Role.MASTER)).generationId()).isZero();
        }
    }

    @Test
    void theRoleThatAControllerHadLastIsRequestedFromASwitchThatReturns() throws Exception {
        try (var first = controller(Role.MASTER);
                var second = controller(Role.SLAVE)) {
            ScriptedSwitch fake = first.connect(ID, Version.OF15);
            ScriptedSwitch other = fake.connectTo(second.controller.address());
            get(standby(second).requestRole(Role.MASTER));
            first.recorder.awaitFirst(SwitchEvent.Disconnected.class);
            fake.close();
            other.close();
            second.recorder.awaitFirst(SwitchEvent.Disconnected.class);
            await().until(() -> first.controller.standbySwitches().isEmpty());

            first.open(ID, Version.OF15, Behavior.RESPONSIVE);
            assertThat(standby(first).role()).isEqualTo(Role.SLAVE);
            try (var _ = ScriptedSwitch.connect(second.controller.address(), ID, Version.OF15)) {
                assertThat(second.active(ID).role()).isEqualTo(Role.MASTER);
            }
        }
    }

    @Test
    void twoMastersDoNotCompete() throws Exception {
        try (var first = controller(Role.MASTER);
                var second = controller(Role.MASTER)) {
            ScriptedSwitch fake = first.connect(ID, Version.OF15);
            try (ScriptedSwitch other = fake.connectTo(second.controller.address())) {
                second.active(ID);
                standby(first);
                long requests = fake.count(MessageType.ROLE_REQUEST) + other.count(MessageType.ROLE_REQUEST);
                Thread.sleep(300);
                assertThat(fake.count(MessageType.ROLE_REQUEST) + other.count(MessageType.ROLE_REQUEST))
                        .isEqualTo(requests);
                assertThat(second.active(ID).role()).isEqualTo(Role.MASTER);
            }
        }
    }

    @Test
    void aSwitchWithoutRolesCannotBeStandby() throws Exception {
        try (var fixture = controller(Role.SLAVE)) {
            ScriptedSwitch fake = fixture.open(ID, Version.OF10, Behavior.RESPONSIVE);
            await().until(fake::isClosed);
            assertNothingWasChanged(fake);
            assertThat(fixture.controller.refusedSwitches()).isOne();
        }
    }

    @Test
    void aSwitchThatRefusesRoleRequestsCannotBeStandby() throws Exception {
        try (var fixture = controller(Role.SLAVE)) {
            ScriptedSwitch fake = connectByHand(fixture);
            ReceivedMessage role = awaitRoleRequest(fake, Role.NO_CHANGE);
            fake.send(new ErrorMessage(BAD_REQUEST, BAD_TYPE, Bytes.EMPTY), role.xid());
            await().until(fake::isClosed);
            assertThat(fixture.controller.refusedSwitches()).isOne();
        }
    }

    @Test
    void requestsTheRoleSlaveAgainIfAnotherControllerBecameMasterMeanwhile() throws Exception {
        try (var fixture = controller(Role.SLAVE)) {
            ScriptedSwitch fake = connectByHand(fixture);
            fake.send(
                    new RoleReply(Role.EQUAL, 0, -1),
                    awaitRoleRequest(fake, Role.NO_CHANGE).xid());
            ErrorCode stale = ErrorCode.ROLE_STALE;
            fake.send(
                    new ErrorMessage(stale.type(Version.OF13), stale.code(Version.OF13), Bytes.EMPTY),
                    awaitRoleRequest(fake, Role.SLAVE).xid());
            for (int i = 0; i < 2; i++) {
                fake.send(
                        new RoleReply(Role.EQUAL, 0, 0),
                        awaitRoleRequest(fake, Role.NO_CHANGE).xid());
            }
            ReceivedMessage second = awaitRoleRequest(fake, Role.SLAVE);
            assertThat(second.message()).isEqualTo(new RoleRequest(Role.SLAVE, 0, 0));
            fake.send(new RoleReply(Role.SLAVE, 0, 0), second.xid());
            fake.send(
                    new BarrierReply(),
                    fake.await(received -> received.message() instanceof BarrierRequest)
                            .xid());
            standby(fixture);
        }
    }

    private static ScriptedSwitch connectByHand(ControllerFixture fixture) throws Exception {
        ScriptedSwitch fake = fixture.open(ID, Version.OF13, Behavior.SILENT);
        fake.send(Hello.offering(Set.of(Version.OF13)));
        ReceivedMessage features = fake.await(received -> received.message() instanceof FeaturesRequest);
        fake.send(new FeaturesReply(ID, 0, 1, 0, 0, 0, List.of()), features.xid());
        return fake;
    }

    private static ReceivedMessage awaitRoleRequest(ScriptedSwitch fake, Role role) throws Exception {
        return fake.await(received -> received.message() instanceof RoleRequest request && request.role() == role);
    }

    @Test
    void openFlow10HasNoRoles() throws Exception {
        try (var fixture = controller(Role.MASTER)) {
            fixture.connect(ID, Version.OF10);
            Switch sw = fixture.active(ID);
            assertThat(sw.role()).isEqualTo(Role.EQUAL);
            assertThatExceptionOfType(UnsupportedByVersionException.class)
                    .isThrownBy(() -> sw.requestRole(Role.MASTER))
                    .withMessage("OpenFlow 1.0 does not support roles, so this controller is always equal");
        }
    }

    @Test
    void aDatapathIdInStandbyCannotBeTaken() throws Exception {
        try (var fixture = controller(Role.SLAVE)) {
            fixture.open(ID, Version.OF13, Behavior.RESPONSIVE);
            Switch sw = standby(fixture);
            ScriptedSwitch second = fixture.open(ID, Version.OF13, Behavior.RESPONSIVE);
            await().until(second::isClosed);
            assertThat(fixture.controller.standbySwitches()).containsExactly(sw);
        }
    }
}
