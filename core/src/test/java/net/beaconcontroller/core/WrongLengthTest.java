package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.session.MessageReceiver;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages whose header has a wrong length must not hide those that follow. See also {@link FramingTest}. */
@Execution(ExecutionMode.CONCURRENT)
class WrongLengthTest {
    private static final int BAD_VERSION = 0;
    private static final int BAD_TYPE = 1;
    private static final int BAD_LEN = 6;

    private static final int FLOW_REMOVED_MATCH = 48;
    private static final int GOOD = 10;

    private static byte[] packetIn(Version version, int number) {
        return Messages.encode(ControllerFixture.packetIn(number), version, number);
    }

    private static byte[] goodPacketIns(Version version) {
        var all = new ByteArrayOutputStream();
        IntStream.range(0, GOOD).forEach(i -> all.writeBytes(packetIn(version, 1000 + i)));
        return all.toByteArray();
    }

    private static byte[] patched(byte[] message, int at, int... values) {
        byte[] copy = message.clone();
        for (int i = 0; i < values.length; i++) {
            copy[at + i] = (byte) values[i];
        }
        return copy;
    }

    private static byte[] withLength(byte[] message, int length) {
        return patched(message, 2, length >> 8, length);
    }

    private static byte[] concatenation(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Asserts that all good packet-ins and no others were dispatched, in order, and that the switch is connected. */
    private static void assertAllGoodAreServed(ControllerFixture fixture, ScriptedSwitch sw, long datapathId)
            throws Exception {
        fixture.recorder.awaitCount(PacketIn.class, GOOD);
        sw.send(new EchoRequest(Bytes.EMPTY), 77);
        sw.await(received -> received.message() instanceof EchoReply && received.xid() == 77);
        assertThat(fixture.recorder.calls.stream()
                        .filter(call ->
                                call.argument() instanceof PacketIn && call.sw().datapathId() == datapathId)
                        .map(call -> ((PacketIn) call.argument()).bufferId())
                        .filter(number -> number != 1))
                .isEqualTo(IntStream.range(0, GOOD).mapToObj(i -> 1000L + i).toList());
        assertThat(sw.count(MessageType.ERROR)).isEqualTo(1);
        assertThat(sw.isClosed()).isFalse();
        fixture.recorder.calls.removeIf(call -> call.argument() instanceof PacketIn);
    }

    @EachVersion
    @Tag(EACH_DESIGN)
    void aPacketInWithAWrongLengthIsRefusedAndThoseThatFollowAreServed(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            byte[] bad = packetIn(version, 1);
            long datapathId = 1;
            for (int length : new int[] {0, 4, 8, 42, bad.length - 1, bad.length + 1, 9109, 65535}) {
                for (boolean oneByOne : new boolean[] {false, true}) {
                    ScriptedSwitch sw = fixture.connect(datapathId, version);
                    byte[] input = concatenation(withLength(bad, length), goodPacketIns(version));
                    if (oneByOne) {
                        sw.sendInPieces(input, 1, Duration.ZERO);
                    } else {
                        sw.sendBytes(input);
                    }
                    ErrorMessage error = sw.await(ErrorMessage.class);
                    assertThat(error.code()).as("length=%d", length).isEqualTo(BAD_LEN);
                    assertAllGoodAreServed(fixture, sw, datapathId);
                    datapathId++;
                }
            }
        }
    }

    @EachVersion
    void aPacketInWithAWrongLengthAloneIsRefusedAtOnce(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            byte[] bad = packetIn(version, 1);
            ScriptedSwitch sw = fixture.connect(1, version);
            for (int length : new int[] {0, 4, 8, bad.length - 1, bad.length + 1, 9109, 65535}) {
                sw.sendBytes(withLength(bad, length));
                assertThat(sw.await(ErrorMessage.class).code()).isEqualTo(BAD_LEN);
            }
            assertThat(fixture.recorder.all(PacketIn.class)).isEmpty();
            sw.sendBytes(packetIn(version, 2));
            fixture.recorder.awaitFirst(PacketIn.class);
            assertThat(fixture.active(1).counters().resynchronizations()).isEqualTo(7);
        }
    }

    @EachVersion
    @Tag(EACH_DESIGN)
    void anotherMessageWithAWrongLengthIsRefusedAndThePacketInsThatFollowAreServed(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            byte[] barrier = Messages.encode(new BarrierReply(), version, 1);
            long datapathId = 1;
            for (int length : new int[] {0, 4, 7, 9, 17, 9109, 65535}) {
                ScriptedSwitch sw = fixture.connect(datapathId, version);
                sw.sendBytes(concatenation(withLength(barrier, length), goodPacketIns(version)));
                assertThat(sw.await(ErrorMessage.class).code()).isEqualTo(BAD_LEN);
                assertAllGoodAreServed(fixture, sw, datapathId);
                datapathId++;
            }
        }
    }

    @EachVersion
    void payloadThatResemblesAHelloIsNotTakenForTheNextMessage(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            byte[] barrier = Messages.encode(new BarrierReply(), version, 1);
            byte[] resembling = {(byte) version.wire(), 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0};
            byte[] bad = withLength(concatenation(barrier, resembling), barrier.length + resembling.length);
            ScriptedSwitch sw = fixture.connect(1, version);

            sw.sendBytes(concatenation(bad, goodPacketIns(version)));

            assertThat(sw.await(ErrorMessage.class).code()).isEqualTo(BAD_LEN);
            assertAllGoodAreServed(fixture, sw, 1);
        }
    }

    /** The Ethernet address in the first packet-in is where the length of the match would be: that of 8 packet-ins. */
    @Test
    void aMessageThatIsCutBeforeItsMatchDoesNotHideThoseThatFollow() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch sw = fixture.connect(1, Version.OF12);
            byte[] cut = {3, 11, 0, 72, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1};
            byte[] good = packetIn(Version.OF12, 1000);
            int implied = cut.length + 8 * good.length - FLOW_REMOVED_MATCH;
            int addressInGood = FLOW_REMOVED_MATCH + 2 - cut.length;
            var input = new ByteArrayOutputStream();
            input.writeBytes(cut);
            input.writeBytes(patched(good, addressInGood, implied >> 8, implied));
            for (int i = 1; i < GOOD; i++) {
                input.writeBytes(good);
            }

            sw.sendBytes(input.toByteArray());

            assertThat(sw.await(ErrorMessage.class).code()).isEqualTo(BAD_LEN);
            await().until(sw::isClosed);
            assertThat(fixture.recorder.all(PacketIn.class)).isEmpty();
        }
    }

    @EachVersion
    @Tag(EACH_DESIGN)
    void aHundredWrongLengthsInAMinuteAreRefusedAndTheNextClosesTheConnection(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch sw = fixture.connect(1, version);
            ScriptedSwitch witness = fixture.connect(2, version);
            Switch seen = fixture.active(1);
            var input = new ByteArrayOutputStream();
            for (int i = 0; i < MessageReceiver.MAX_RESYNCHRONIZATIONS; i++) {
                input.writeBytes(withLength(packetIn(version, 1), i % 2 == 0 ? 9109 : 4));
                input.writeBytes(packetIn(version, 1000 + i));
            }
            sw.sendBytes(input.toByteArray());
            List<PacketIn> served = fixture.recorder.awaitCount(PacketIn.class, MessageReceiver.MAX_RESYNCHRONIZATIONS);
            assertThat(served.stream().map(PacketIn::bufferId)).isSorted().doesNotContain(1L);
            assertThat(seen.isConnected()).isTrue();
            sw.sendBytes(concatenation(withLength(packetIn(version, 1), 9109), packetIn(version, 1)));
            await().until(sw::isClosed);
            assertThat(sw.count(MessageType.ERROR)).isEqualTo(MessageReceiver.MAX_RESYNCHRONIZATIONS + 1);
            assertThat(witness.isClosed()).isFalse();
        }
    }

    static Stream<Arguments> otherVersions() {
        return Stream.of(Version.values())
                .filter(version -> version != Version.OF11)
                .flatMap(version -> IntStream.of(0, 1, 2, 4, 6, 7, 0x42, 0xff)
                        .filter(wire -> wire != version.wire())
                        .mapToObj(wire -> Arguments.of(version, wire)));
    }

    @ParameterizedTest
    @MethodSource("otherVersions")
    void aMessageOfAnotherVersionIsRefusedAndEndsTheConnection(Version version, int wire) throws Exception {
        try (var fixture = new ControllerFixture()) {
            byte[] bad = patched(packetIn(version, 1), 0, wire);
            long datapathId = 1;
            for (int length : new int[] {bad.length, 0, 8, bad.length - 1, bad.length + 1, 9109}) {
                ScriptedSwitch sw = fixture.connect(datapathId, version);
                sw.sendBytes(concatenation(withLength(bad, length), goodPacketIns(version)));
                assertThat(sw.await(ErrorMessage.class).code())
                        .as("length=%d", length)
                        .isEqualTo(BAD_VERSION);
                await().until(sw::isClosed);
                datapathId++;
            }
            assertThat(fixture.recorder.all(PacketIn.class)).isEmpty();
        }
    }

    @EachVersion
    void aMessageOfAnUnknownTypeIsRefusedIfItsLengthIsTrue(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            byte[] bad = patched(packetIn(version, 1), 1, 99);
            ScriptedSwitch sw = fixture.connect(1, version);
            sw.sendBytes(concatenation(bad, goodPacketIns(version)));
            assertThat(sw.await(ErrorMessage.class).code()).isEqualTo(BAD_TYPE);
            assertAllGoodAreServed(fixture, sw, 1);
            sw.sendBytes(concatenation(bad, bad, bad));
            for (int i = 0; i < 3; i++) {
                assertThat(sw.await(ErrorMessage.class).code()).isEqualTo(BAD_TYPE);
            }
        }
    }

    @EachVersion
    void messagesWhoseContentDoesNotFitTheirTypeAreRefused(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            byte[] portStatus =
                    Messages.encode(new PortStatus(PortStatus.Reason.MODIFY, Port.of(1, 1, "p")), version, 1);
            for (MessageType type :
                    List.of(MessageType.PACKET_IN, MessageType.FLOW_REMOVED, MessageType.BARRIER_REPLY)) {
                ScriptedSwitch sw = fixture.connect(type.ordinal(), version);
                var input = new ByteArrayOutputStream();
                for (int i = 0; i < 2 * MessageReceiver.MAX_RESYNCHRONIZATIONS; i++) {
                    input.writeBytes(patched(portStatus, 1, type.wire(version)));
                }
                input.writeBytes(packetIn(version, 1000));
                sw.sendBytes(input.toByteArray());
                fixture.recorder.awaitFirst(PacketIn.class);
                fixture.recorder.calls.removeIf(call -> call.argument() instanceof PacketIn);
                await().until(() -> sw.count(MessageType.ERROR) == 2 * MessageReceiver.MAX_RESYNCHRONIZATIONS);
                assertThat(sw.isClosed()).isFalse();
            }
        }
    }

    @EachVersion
    void aRefusedMessageOfUnknownLengthClosesTheConnectionIfNoMessageFollowsIt(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch witness = fixture.connect(1, version);
            byte[] flowMod = Messages.encode(FlowMod.add().build(), version, 1);
            long datapathId = 2;
            for (byte[] bad : List.of(patched(packetIn(version, 1), 1, 99), flowMod)) {
                for (int length : new int[] {0, bad.length - 1, bad.length + 1}) {
                    ScriptedSwitch sw = fixture.connect(datapathId, version);
                    sw.sendBytes(concatenation(withLength(bad, length), goodPacketIns(version)));
                    assertThat(sw.await(ErrorMessage.class).code()).isEqualTo(BAD_TYPE);
                    await().until(sw::isClosed);
                    datapathId++;
                }
            }
            assertThat(witness.isClosed()).isFalse();
            assertThat(fixture.recorder.all(PacketIn.class)).isEmpty();
        }
    }

    @EachVersion
    void aTruncatedPacketIsServed(Version version) throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch sw = fixture.connect(1, version);
            PacketIn whole = ControllerFixture.packetIn(1);
            var truncated = new PacketIn(
                    whole.bufferId(), 1500, whole.reason(), 0, whole.cookie(), whole.match(), whole.data());
            sw.send(truncated);
            fixture.recorder.awaitCount(PacketIn.class, 1);
            sw.sendBytes(concatenation(Messages.encode(truncated, version, 1), packetIn(version, 2)));
            fixture.recorder.awaitCount(PacketIn.class, 3);
            assertThat(fixture.active(1).counters().malformed()).isZero();
        }
    }

    private static ControllerOptions quick() {
        return ControllerFixture.oneLoop()
                .withTimeouts(ControllerOptions.Timeouts.DEFAULT
                        .withEcho(Duration.ofMillis(50), Duration.ofSeconds(30))
                        .withMessage(Duration.ofMillis(100)));
    }

    @EachVersion
    @Tag(EACH_DESIGN)
    void aMessageThatIsNotCompletedWhileTheSwitchSendsClosesTheConnection(Version version) throws Exception {
        try (var fixture = new ControllerFixture(quick())) {
            ScriptedSwitch witness = fixture.connect(1, version);
            ScriptedSwitch sw = fixture.connect(2, version);
            // The replies to the keep-alive become part of the message.
            sw.sendBytes(withLength(Messages.encode(new EchoRequest(Bytes.EMPTY), version, 5), 9109));
            ReceivedMessage error = sw.await(received -> received.message() instanceof ErrorMessage);
            assertThat(error.xid()).isEqualTo(5);
            assertThat(((ErrorMessage) error.message()).code()).isEqualTo(BAD_LEN);
            await().until(sw::isClosed);
            assertThat(witness.isClosed()).isFalse();
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aRefusedMessageWhoseEndIsNotFoundClosesTheConnection() throws Exception {
        try (var fixture = new ControllerFixture(quick())) {
            ScriptedSwitch sw = fixture.connect(1, Version.OF13);
            // Neither at the end of its content nor, later, at that of its header does another message begin.
            // In one write: on a busy machine, replies to the keep-alive could come between two.
            byte[] message = withLength(packetIn(Version.OF13, 1), 65535);
            sw.sendBytes(Arrays.copyOf(message, message.length + 100));
            assertThat(sw.await(ErrorMessage.class).code()).isEqualTo(BAD_LEN);
            await().until(sw::isClosed);
            assertThat(sw.count(MessageType.ERROR)).isEqualTo(1);
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aSilentSwitchMayCompleteItsMessageLater() throws Exception {
        try (var fixture = new ControllerFixture(quick())) {
            ScriptedSwitch sw = fixture.connect(1, Version.OF13);
            ScriptedSwitch witness = fixture.connect(2, Version.OF13);
            sw.ignore(MessageType.ECHO_REQUEST);
            // The replies to earlier echo requests have been sent when the next one arrives.
            long received = sw.count(MessageType.ECHO_REQUEST);
            await().until(() -> sw.count(MessageType.ECHO_REQUEST) > received);
            byte[] packetIn = packetIn(Version.OF13, 1);
            sw.sendBytes(Arrays.copyOf(packetIn, 50));
            // Ten times 50 ms.
            long until = witness.count(MessageType.ECHO_REQUEST) + 10;
            await().until(() -> witness.count(MessageType.ECHO_REQUEST) > until);
            sw.sendBytes(Arrays.copyOfRange(packetIn, 50, packetIn.length));
            fixture.recorder.awaitFirst(PacketIn.class);
            assertThat(fixture.recorder.all(SwitchEvent.Disconnected.class)).isEmpty();
        }
    }
}
