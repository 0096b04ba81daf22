package net.beaconcontroller.bench.responder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import net.beaconcontroller.bench.EnvelopeReader;
import net.beaconcontroller.bench.FakeBenchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.bench.Target;
import net.beaconcontroller.bench.load.LoadGenerator;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The null controller. */
class ResponderTest {
    private static final Bytes FRAME = Bytes.ofHex("800000000001" + "000001020304" + "0800" + "00".repeat(50));

    private static Responder start(int threads) throws IOException {
        return Responder.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), threads);
    }

    @ParameterizedTest
    @CsvSource({
        "OF10, PLAIN, 1, 1, 1",
        "OF10, UNBUFFERED, 8, 5000, 3",
        "OF12, PLAIN, 1, 50, 1",
        "OF13, TAGGED, 4, 500, 2",
        "OF15, UNBUFFERED, 2, 50, 1"
    })
    void answersEachPacketInWithOneFlowMod(Version version, PacketInForm form, int switches, int window, int threads)
            throws Exception {
        var load = new Load(
                version, form, switches, 100, window, 1, Duration.ofMillis(300), Duration.ZERO, OptionalDouble.empty());
        try (var responder = start(threads)) {
            Metrics metrics = new LoadGenerator()
                    .measure(new Target(responder.address(), OptionalLong.empty()), load, (_, _, _) -> {});
            assertThat(metrics.packetIns()).isPositive();
            assertThat(metrics).extracting(Metrics::answered, Metrics::flowMods).containsOnly(metrics.packetIns());
            FakeBenchmark.assertNoneLost(metrics);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OF11")
    void theFlowModIsForTheFlowOfThePacketIn(Version version) throws Exception {
        try (var responder = start(1);
                var peer = new Peer(responder, version)) {
            peer.handshake();
            peer.send(7, PacketIn.of(3, 99, FRAME));
            Envelope answer = peer.receive();
            assertThat(answer.xid()).isEqualTo(7);
            assertThat(answer.message())
                    .isEqualTo(FlowMod.add()
                            .match(Field.IN_PORT.is(3), Field.ETH_DST.is(0x800000000001L), Field.ETH_SRC.is(0x1020304L))
                            .idleTimeoutSeconds(5)
                            .priority(0x8000)
                            .bufferId(99)
                            .actions(new Action.Output(2))
                            .build());
        }
    }

    @Test
    void answersAnEchoInOrder() throws Exception {
        try (var responder = start(1);
                var peer = new Peer(responder, Version.OF13)) {
            peer.handshake();
            peer.send(1, PacketIn.of(1, 5, FRAME));
            peer.send(2, new EchoRequest(Bytes.ofHex("cafe")));
            assertThat(peer.receive().message()).isInstanceOf(FlowMod.class);
            assertThat(peer.receive()).isEqualTo(Envelope.of(Version.OF13, 2, new EchoReply(Bytes.ofHex("cafe"))));
        }
    }

    /** Sends a header with an invalid length, and a packet-in whose match is longer than the message. */
    @Test
    void aProtocolErrorClosesOnlyItsConnection() throws Exception {
        List<String> errors = List.of("0400000400000000", "040a002e" + "00".repeat(22) + "ffff" + "00".repeat(18));
        try (var responder = start(1);
                var good = new Peer(responder, Version.OF10)) {
            good.handshake();
            for (String message : errors) {
                try (var bad = new Peer(responder, Version.OF13)) {
                    bad.handshake();
                    bad.sendRaw(Bytes.ofHex(message).toArray());
                    // A header with length 0.
                    bad.sendRaw(new byte[8]);
                    assertThatThrownBy(bad::receive).isInstanceOf(IOException.class);
                }
                good.send(1, PacketIn.of(1, 5, FRAME));
                assertThat(good.receive().message()).isInstanceOf(FlowMod.class);
            }
        }
    }

    @Test
    void reportsTheAddressInUse() throws Exception {
        try (var responder = start(1)) {
            assertThatThrownBy(() -> Responder.start(responder.address(), 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("cannot listen on ")
                    .hasMessageContaining(":" + responder.address().getPort());
        }
    }

    /** A switch whose messages the test sends. */
    private static final class Peer implements AutoCloseable {
        private final Version version;
        private final Socket socket;
        private final DataInputStream in;

        Peer(Responder responder, Version version) throws IOException {
            this.version = version;
            socket = new Socket(
                    responder.address().getAddress(), responder.address().getPort());
            in = new DataInputStream(socket.getInputStream());
        }

        void handshake() throws IOException {
            send(1, Hello.offering(Set.of(version)));
            assertThat(receive().message()).isInstanceOf(Hello.class);
            assertThat(receive()).satisfies(envelope -> {
                assertThat(envelope.version()).isEqualTo(version);
                assertThat(envelope.message()).isEqualTo(new FeaturesRequest());
            });
        }

        void send(long xid, Message message) throws IOException {
            sendRaw(Envelope.of(version, xid, message).toBytes());
        }

        void sendRaw(byte... bytes) throws IOException {
            socket.getOutputStream().write(bytes);
        }

        Envelope receive() throws IOException {
            return EnvelopeReader.read(in);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
