package net.beaconcontroller.core;

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
import net.beaconcontroller.emulator.fake.FakeSwitch;
import net.beaconcontroller.emulator.fake.FakeSwitch.Manner;
import net.beaconcontroller.openflow.BarrierRequest;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.EchoReply;
import net.beaconcontroller.openflow.EchoRequest;
import net.beaconcontroller.openflow.Envelope;
import net.beaconcontroller.openflow.ErrorMessage;
import net.beaconcontroller.openflow.FeaturesReply;
import net.beaconcontroller.openflow.FeaturesRequest;
import net.beaconcontroller.openflow.FlowRemoved;
import net.beaconcontroller.openflow.Hello;
import net.beaconcontroller.openflow.Match;
import net.beaconcontroller.openflow.Messages;
import net.beaconcontroller.openflow.PacketIn;
import net.beaconcontroller.openflow.PacketOut;
import net.beaconcontroller.openflow.Port;
import net.beaconcontroller.openflow.PortStatus;
import net.beaconcontroller.openflow.Stats;
import net.beaconcontroller.openflow.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A culprit says what it should not, and a witness on the same loop must not notice. */
class MalformedInputTest {
    private static final int BAD_REQUEST = 1;
    private static final int BAD_VERSION = 0;
    private static final int BAD_TYPE = 1;
    private static final int BAD_LEN = 6;

    /** A controller that answers every packet-in, a culprit and a witness. */
    private static final class Scene implements AutoCloseable {
        final ControllerFixture fixture = new ControllerFixture();
        final FakeSwitch culprit;
        final FakeSwitch witness;

        Scene(Version version) throws IOException {
            fixture.controller.register("flood", (PacketInListener) (sw, in) -> {
                sw.packetOut(in).flood().send();
                return Next.PASS;
            });
            culprit = fixture.connect(1, version);
            witness = fixture.connect(2, version);
        }

        Switch switchOf(long datapathId) {
            return fixture.controller.switchOf(datapathId).orElseThrow();
        }

        /** The witness gets its answer, long before a time-out could have let the loop go on. */
        void assertWitnessIsServed(int number) throws Exception {
            long began = System.nanoTime();
            witness.send(ControllerFixture.packetIn(number));
            witness.await(heard -> heard.message() instanceof PacketOut out && out.bufferId() == number);
            assertThat(System.nanoTime() - began).isLessThan(5_000_000_000L);
            assertThat(witness.isClosed()).isFalse();
        }

        /** The culprit is still served as well. */
        void assertCulpritIsServed(int number) throws Exception {
            culprit.send(ControllerFixture.packetIn(number));
            culprit.await(heard -> heard.message() instanceof PacketOut out && out.bufferId() == number);
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
    void aHeaderThatSaysLessThanItsOwnLengthEndsThatConnectionAlone(Version version, int length) throws Exception {
        try (var scene = new Scene(version)) {
            byte[] packetIn = Messages.encode(ControllerFixture.packetIn(1), version, 1);
            scene.culprit.sendRaw(patched(packetIn, 2, 0, length));
            ErrorMessage error = scene.culprit.await(ErrorMessage.class);
            assertThat(error.errorType()).isEqualTo(BAD_REQUEST);
            assertThat(error.code()).isEqualTo(BAD_LEN);
            assertThat(error.data().length()).isEqualTo(64);
            await().until(scene.culprit::isClosed);
            scene.assertWitnessIsServed(100);
            scene.fixture.connect(1, version); // it may come again
        }
    }

    @ParameterizedTest
    @EnumSource(names = "OF11", mode = EnumSource.Mode.EXCLUDE)
    void aMessageWhoseBodyIsCutShortIsAnsweredWithAnErrorAndTheConnectionGoesOn(Version version) throws Exception {
        try (var scene = new Scene(version)) {
            byte[] packetIn = Messages.encode(ControllerFixture.packetIn(1), version, 42);
            byte[] flowRemoved =
                    Messages.encode(new FlowRemoved(0, 0, 0, 0, 0, 0, Stats.of(0, 0, 0, 0), Match.ANY), version, 43);
            scene.culprit.sendRaw(cut(packetIn, 17));
            scene.culprit.sendRaw(cut(flowRemoved, 20));
            FakeSwitch.Heard first = scene.culprit.await(heard -> heard.message() instanceof ErrorMessage);
            assertThat(first.xid()).isEqualTo(42);
            assertThat(((ErrorMessage) first.message()).code()).isEqualTo(BAD_LEN);
            assertThat(((ErrorMessage) first.message()).data()).isEqualTo(Bytes.of(cut(packetIn, 17)));
            FakeSwitch.Heard second = scene.culprit.await(heard -> heard.message() instanceof ErrorMessage);
            assertThat(second.xid()).isEqualTo(43);
            scene.assertCulpritIsServed(101);
            scene.assertWitnessIsServed(102);
            assertThat(scene.switchOf(1).counters().malformed()).isEqualTo(2);
            assertThat(scene.switchOf(2).counters().malformed()).isZero();
        }
    }

    @Test
    void aMessageThatStopsInTheMiddleHoldsUpNobodyElse() throws Exception {
        try (var scene = new Scene(Version.OF13)) {
            byte[] packetIn = Messages.encode(ControllerFixture.packetIn(7), Version.OF13, 1);
            for (int i = 0; i < packetIn.length - 1; i++) {
                scene.culprit.sendRaw(packetIn[i]);
            }
            scene.assertWitnessIsServed(100);
            scene.culprit.sendRaw(packetIn[packetIn.length - 1]);
            scene.culprit.await(heard -> heard.message() instanceof PacketOut out && out.bufferId() == 7);
        }
    }

    static Stream<Arguments> wrongBytes() {
        return Stream.of(
                Arguments.of("unknown type", 1, new int[] {99}, BAD_TYPE),
                Arguments.of("type of a later version", 1, new int[] {30}, BAD_TYPE),
                Arguments.of("other version", 0, new int[] {1}, BAD_VERSION),
                Arguments.of("version that does not exist", 0, new int[] {0x42}, BAD_VERSION),
                Arguments.of("what only controllers say", 1, new int[] {14}, BAD_TYPE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongBytes")
    void aMessageThatMakesNoSenseIsAnsweredWithItsErrorAndTheConnectionGoesOn(
            String name, int at, int[] values, int code) throws Exception {
        try (var scene = new Scene(Version.OF13)) {
            byte[] barrier = Messages.encode(new BarrierRequest(), Version.OF13, 5);
            byte[] flowMod =
                    Messages.encode(net.beaconcontroller.openflow.FlowMod.add().build(), Version.OF13, 5);
            scene.culprit.sendRaw(values[0] == 14 ? flowMod : patched(barrier, at, values));
            ErrorMessage error = scene.culprit.await(ErrorMessage.class);
            assertThat(error.errorType()).isEqualTo(BAD_REQUEST);
            assertThat(error.code()).as(name).isEqualTo(code);
            scene.assertCulpritIsServed(101);
            scene.assertWitnessIsServed(102);
        }
    }

    @Test
    void aPacketInThatCameInNowhereIsRefused() throws Exception {
        try (var scene = new Scene(Version.OF13)) {
            var packetIn = ControllerFixture.packetIn(55);
            scene.culprit.send(
                    new PacketIn(packetIn.bufferId(), packetIn.totalLength(), 0, 0, 0, Match.ANY, packetIn.data()));
            assertThat(scene.culprit.await(ErrorMessage.class).code()).isEqualTo(11); // OFPBRC_BAD_PORT
            assertThat(scene.fixture.recorder.all(PacketIn.class)).isEmpty();
            scene.assertCulpritIsServed(101);
        }
    }

    @Test
    void portsWithoutEndAreRefusedAndHoldUpNobodyElse() throws Exception {
        try (var scene = new Scene(Version.OF13)) {
            FakeSwitch endless = scene.fixture.open(3, Version.OF13, Manner.SILENT);
            endless.send(Hello.offering(List.of(Version.OF13)));
            FakeSwitch.Heard features = endless.await(heard -> heard.message() instanceof FeaturesRequest);
            endless.send(new FeaturesReply(3, 0, 1, 0, 0, 0, List.of()), features.xid());
            FakeSwitch.Heard ports = endless.await(heard -> heard.message() instanceof Port.Request);
            var part = new Port.Reply(Collections.nCopies(1000, Port.of(1, 1, "p")));
            byte[] bytes =
                    Envelope.of(Version.OF13, ports.xid(), part).withMore().toBytes();
            for (int sent = 0; sent <= ControllerOptions.Limits.DEFAULT.answerLimit(); sent += bytes.length - 16) {
                endless.sendRaw(bytes);
            }
            assertThat(endless.await(ErrorMessage.class).code()).isEqualTo(BAD_LEN);
            scene.assertWitnessIsServed(1);
        }
    }

    @Test
    void aSwitchThatSaysItHasEverMorePortsHoldsUpNobodyElse() throws Exception {
        try (var scene = new Scene(Version.OF10)) {
            for (int number = 1; number < 0xff00; number++) {
                scene.culprit.send(new PortStatus(PortStatus.Reason.ADD, Port.of(number, number, "p")));
            }
            scene.assertWitnessIsServed(1);
            await().until(() -> scene.switchOf(1).port(0xfeff).isPresent());
            assertThat(scene.switchOf(1).ports()).hasSize(0xfeff);
        }
    }

    @Test
    void anErrorIsNeverAnsweredWithAnError() throws Exception {
        try (var scene = new Scene(Version.OF13)) {
            byte[] error = Messages.encode(new ErrorMessage(1, 1, Bytes.EMPTY), Version.OF13, 5);
            scene.culprit.sendRaw(cut(error, 10));
            scene.culprit.send(new EchoRequest(Bytes.EMPTY), 77);
            assertThat(scene.culprit
                            .await(heard -> heard.xid() == 77 || heard.message() instanceof ErrorMessage)
                            .message())
                    .isInstanceOf(EchoReply.class);
            assertThat(scene.switchOf(1).counters().malformed()).isEqualTo(1);
        }
    }

    @Test
    void randomBytesDisturbNobodyElse() throws Exception {
        try (var scene = new Scene(Version.OF13)) {
            long seed = System.nanoTime();
            var random = new Random(seed);
            for (int i = 0; i < 200; i++) {
                int number = 1000 + i;
                FakeSwitch culprit = scene.fixture.open(1, Version.OF13, i % 2 == 0 ? Manner.SILENT : Manner.POLITE);
                byte[] noise = new byte[1 + random.nextInt(3000)];
                random.nextBytes(noise);
                if (i % 3 == 0) {
                    noise[0] = 4; // often enough the right version
                }
                try {
                    culprit.sendRaw(noise);
                } catch (IOException _) {
                    // it was closed while it spoke
                }
                if (i % 20 == 0) {
                    assertThatCode(() -> scene.assertWitnessIsServed(number))
                            .as("seed %d, round %d", seed, number)
                            .doesNotThrowAnyException();
                }
                culprit.close();
            }
            scene.assertWitnessIsServed(1);
        }
    }

    @Test
    void aPeerThatSaysNothingDisturbsNobody() throws Exception {
        try (var scene = new Scene(Version.OF10)) {
            FakeSwitch silent = scene.fixture.open(3, Version.OF10, Manner.SILENT);
            scene.assertWitnessIsServed(1);
            assertThat(silent.isClosed()).isFalse(); // its time is not up yet
        }
    }
}
