package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A switch that sends malformed messages must not affect a second switch on the same loop, the witness. */
class MalformedInputTest {
    private static final int BAD_REQUEST = 1;
    private static final int BAD_VERSION = 0;
    private static final int BAD_TYPE = 1;
    private static final int BAD_LEN = 6;

    /** A controller that replies to every packet-in, the attacker, and the witness. */
    private static final class Setup implements AutoCloseable {
        final ControllerFixture fixture = new ControllerFixture();
        final ScriptedSwitch attacker;
        final ScriptedSwitch witness;

        Setup(Version version) throws IOException {
            fixture.controller.register("flood", (PacketInListener) (sw, in) -> {
                sw.packetOut(in).flood().send();
                return Next.PASS;
            });
            attacker = fixture.connect(1, version);
            witness = fixture.connect(2, version);
        }

        Switch switchOf(long datapathId) {
            return fixture.controller.switchOf(datapathId).orElseThrow();
        }

        /** Asserts that the witness receives a reply, long before a timeout could have unblocked the loop. */
        void assertWitnessIsServed(int number) throws Exception {
            long began = System.nanoTime();
            witness.send(ControllerFixture.packetIn(number));
            witness.await(received -> received.message() instanceof PacketOut out && out.bufferId() == number);
            assertThat(System.nanoTime() - began).isLessThan(5_000_000_000L);
            assertThat(witness.isClosed()).isFalse();
        }

        /** Asserts that the attacker receives a reply as well. */
        void assertAttackerIsServed(int number) throws Exception {
            attacker.send(ControllerFixture.packetIn(number));
            attacker.await(received -> received.message() instanceof PacketOut out && out.bufferId() == number);
        }

        @Override
        public void close() throws IOException {
            fixture.close();
        }
    }

    private static byte[] patched(byte[] message, int at, int... values) {
        byte[] copy = message.clone();
        for (int i = 0; i < values.length; i++) {
            copy[at + i] = (byte) values[i];
        }
        return copy;
    }

    private static byte[] cut(byte[] message, int length) {
        return patched(java.util.Arrays.copyOf(message, length), 2, length >> 8, length);
    }

    static Stream<Arguments> shortHeaders() {
        return Stream.of(Version.OF10, Version.OF13)
                .flatMap(version -> IntStream.range(0, 8).mapToObj(length -> Arguments.of(version, length)));
    }

    @ParameterizedTest
    @MethodSource("shortHeaders")
    void aLengthBelowThatOfTheHeaderClosesOnlyThatConnectionIfTheContentImpliesNone(Version version, int length)
            throws Exception {
        try (var setup = new Setup(version)) {
            byte[] echo = Messages.encode(new EchoRequest(Bytes.of(new byte[100])), version, 1);
            setup.attacker.sendBytes(patched(echo, 2, 0, length));
            ErrorMessage error = setup.attacker.await(ErrorMessage.class);
            assertThat(error.errorType()).isEqualTo(BAD_REQUEST);
            assertThat(error.code()).isEqualTo(BAD_LEN);
            assertThat(error.data().length()).isEqualTo(64);
            await().until(setup.attacker::isClosed);
            setup.assertWitnessIsServed(100);
            // The switch may reconnect.
            setup.fixture.connect(1, version);
        }
    }

    @EachVersion
    @Tag(EACH_DESIGN)
    void aTruncatedMessageIsAnsweredWithAnErrorAndTheConnectionStaysOpen(Version version) throws Exception {
        try (var setup = new Setup(version)) {
            byte[] packetIn = Messages.encode(ControllerFixture.packetIn(1), version, 42);
            byte[] flowRemoved =
                    Messages.encode(new FlowRemoved(0, 0, 0, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY), version, 43);
            setup.attacker.sendBytes(cut(packetIn, 17));
            setup.attacker.sendBytes(cut(flowRemoved, 20));
            ReceivedMessage first = setup.attacker.await(received -> received.message() instanceof ErrorMessage);
            assertThat(first.xid()).isEqualTo(42);
            assertThat(((ErrorMessage) first.message()).code()).isEqualTo(BAD_LEN);
            assertThat(((ErrorMessage) first.message()).data()).isEqualTo(Bytes.of(cut(packetIn, 17)));
            ReceivedMessage second = setup.attacker.await(received -> received.message() instanceof ErrorMessage);
            assertThat(second.xid()).isEqualTo(43);
            setup.assertAttackerIsServed(101);
            setup.assertWitnessIsServed(102);
            assertThat(setup.switchOf(1).counters().malformed()).isEqualTo(2);
            assertThat(setup.switchOf(2).counters().malformed()).isZero();
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void anIncompleteMessageDoesNotDelayOtherSwitches() throws Exception {
        try (var setup = new Setup(Version.OF13)) {
            byte[] packetIn = Messages.encode(ControllerFixture.packetIn(7), Version.OF13, 1);
            for (int i = 0; i < packetIn.length - 1; i++) {
                setup.attacker.sendBytes(packetIn[i]);
            }
            setup.assertWitnessIsServed(100);
            setup.attacker.sendBytes(packetIn[packetIn.length - 1]);
            setup.attacker.await(received -> received.message() instanceof PacketOut out && out.bufferId() == 7);
        }
    }

    static Stream<Arguments> invalidHeaders() {
        return Stream.of(
                Arguments.of("unknown type", 1, new int[] {99}, BAD_TYPE),
                Arguments.of("type of a later version", 1, new int[] {30}, BAD_TYPE),
                Arguments.of("message that only controllers send", 1, new int[] {14}, BAD_TYPE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invalidHeaders")
    void anInvalidMessageIsAnsweredWithItsErrorAndTheConnectionStaysOpen(String name, int at, int[] values, int code)
            throws Exception {
        try (var setup = new Setup(Version.OF13)) {
            byte[] barrier = Messages.encode(new BarrierRequest(), Version.OF13, 5);
            byte[] flowMod = Messages.encode(
                    net.beaconcontroller.openflow.message.FlowMod.add().build(), Version.OF13, 5);
            setup.attacker.sendBytes(values[0] == 14 ? flowMod : patched(barrier, at, values));
            ErrorMessage error = setup.attacker.await(ErrorMessage.class);
            assertThat(error.errorType()).isEqualTo(BAD_REQUEST);
            assertThat(error.code()).as(name).isEqualTo(code);
            setup.assertAttackerIsServed(101);
            setup.assertWitnessIsServed(102);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0x42})
    void aMessageOfAnotherVersionIsAnsweredWithItsErrorAndEndsTheConnection(int version) throws Exception {
        try (var setup = new Setup(Version.OF13)) {
            byte[] barrier = Messages.encode(new BarrierRequest(), Version.OF13, 5);
            setup.attacker.sendBytes(patched(barrier, 0, version));
            assertThat(setup.attacker.await(ErrorMessage.class).code()).isEqualTo(BAD_VERSION);
            await().until(setup.attacker::isClosed);
            setup.assertWitnessIsServed(100);
        }
    }

    @Test
    void aPacketInWithoutIngressPortIsRejected() throws Exception {
        try (var setup = new Setup(Version.OF13)) {
            var packetIn = ControllerFixture.packetIn(55);
            setup.attacker.send(
                    new PacketIn(packetIn.bufferId(), packetIn.totalLength(), 0, 0, 0, Match.ANY, packetIn.data()));
            // OFPBRC_BAD_PORT
            assertThat(setup.attacker.await(ErrorMessage.class).code()).isEqualTo(11);
            assertThat(setup.fixture.recorder.all(PacketIn.class)).isEmpty();
            setup.assertAttackerIsServed(101);
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void anEndlessMultipartReplyIsRejectedAndDoesNotDelayOtherSwitches() throws Exception {
        try (var setup = new Setup(Version.OF13)) {
            ScriptedSwitch endless = setup.fixture.open(3, Version.OF13, Behavior.SILENT);
            endless.send(Hello.offering(List.of(Version.OF13)));
            ReceivedMessage features = endless.await(received -> received.message() instanceof FeaturesRequest);
            endless.send(new FeaturesReply(3, 0, 1, 0, 0, 0, List.of()), features.xid());
            ReceivedMessage ports = endless.await(next -> next.message() instanceof PortDescription.Request);
            var part = new PortDescription.Reply(Collections.nCopies(1000, Port.of(1, 1, "p")));
            byte[] bytes =
                    Envelope.of(Version.OF13, ports.xid(), part).withMore().toBytes();
            for (int sent = 0; sent <= ControllerOptions.Limits.DEFAULT.answerLimit(); sent += bytes.length - 16) {
                endless.sendBytes(bytes);
            }
            assertThat(endless.await(ErrorMessage.class).code()).isEqualTo(BAD_LEN);
            setup.assertWitnessIsServed(1);
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void manyPortStatusMessagesDoNotDelayOtherSwitches() throws Exception {
        try (var setup = new Setup(Version.OF10)) {
            for (int number = 1; number < 0xff00; number++) {
                setup.attacker.send(new PortStatus(PortStatus.Reason.ADD, Port.of(number, number, "p")));
            }
            setup.assertWitnessIsServed(1);
            await().until(() -> setup.switchOf(1).port(0xfeff).isPresent());
            assertThat(setup.switchOf(1).ports()).hasSize(0xfeff);
        }
    }

    @Test
    void anErrorIsNeverAnsweredWithAnError() throws Exception {
        try (var setup = new Setup(Version.OF13)) {
            byte[] error = Messages.encode(new ErrorMessage(1, 1, Bytes.EMPTY), Version.OF13, 5);
            setup.attacker.sendBytes(cut(error, 10));
            setup.attacker.send(new EchoRequest(Bytes.EMPTY), 77);
            assertThat(setup.attacker
                            .await(received -> received.xid() == 77 || received.message() instanceof ErrorMessage)
                            .message())
                    .isInstanceOf(EchoReply.class);
            assertThat(setup.switchOf(1).counters().malformed()).isEqualTo(1);
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void randomBytesDoNotAffectOtherSwitches() throws Exception {
        try (var setup = new Setup(Version.OF13)) {
            long seed = System.nanoTime();
            var random = new Random(seed);
            for (int i = 0; i < 200; i++) {
                int number = 1000 + i;
                ScriptedSwitch attacker =
                        setup.fixture.open(1, Version.OF13, i % 2 == 0 ? Behavior.SILENT : Behavior.RESPONSIVE);
                byte[] noise = new byte[1 + random.nextInt(3000)];
                random.nextBytes(noise);
                if (i % 3 == 0) {
                    // The negotiated version.
                    noise[0] = 4;
                }
                try {
                    attacker.sendBytes(noise);
                } catch (IOException _) {
                    // The controller has closed the connection.
                }
                if (i % 20 == 0) {
                    assertThatCode(() -> setup.assertWitnessIsServed(number))
                            .as("seed %d, round %d", seed, number)
                            .doesNotThrowAnyException();
                }
                attacker.close();
            }
            setup.assertWitnessIsServed(1);
        }
    }

    @Test
    @Tag(EACH_DESIGN)
    void aSilentPeerDoesNotAffectOtherSwitches() throws Exception {
        try (var setup = new Setup(Version.OF10)) {
            ScriptedSwitch silent = setup.fixture.open(3, Version.OF10, Behavior.SILENT);
            setup.assertWitnessIsServed(1);
            // The handshake timeout has not expired.
            assertThat(silent.isClosed()).isFalse();
        }
    }
}
