package net.beaconcontroller.emulator.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.switchkit.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionTest {
    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF12", "OF13", "OF14", "OF15"})
    void reportsItsFeaturesInEachVersion(Version version) throws Exception {
        try (var harness = EmulatedHarness.connected(version)) {
            FeaturesReply features = harness.controller.request(new FeaturesRequest());

            assertThat(features.datapathId()).isEqualTo(EmulatedHarness.DATAPATH_ID);
            assertThat(harness.query(EmulatedSwitch::version)).contains(version);
        }
    }

    @Test
    void negotiatesTheHighestCommonVersion() throws Exception {
        try (var harness = EmulatedHarness.off(Version.OF13, List.of(Version.OF10, Version.OF13, Version.OF15))) {
            harness.start();
            Hello hello = harness.controller.accept();
            harness.controller.request(new EchoRequest());

            assertThat(hello.versionBitmap()).contains(Bytes.ofLong(0b101_0010, 4));
            assertThat(harness.query(EmulatedSwitch::version)).contains(Version.OF13);
        }
    }

    @Test
    void refusesAControllerWithoutACommonVersionAndReconnects() throws Exception {
        try (var harness = EmulatedHarness.off(Version.OF10, List.of(Version.OF13))) {
            harness.start();
            harness.controller.acceptInSilence();
            harness.controller.sendRaw(Messages.encode(Hello.offering(Set.of(Version.OF10)), Version.OF10, 1));

            assertThat(harness.controller.await(ErrorMessage.class).name(Version.OF13))
                    .isEqualTo("HELLO_FAILED/INCOMPATIBLE");
            harness.controller.acceptInSilence();
        }
    }

    @Test
    void answersAnEchoWithItsData() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            EchoReply reply = harness.controller.request(new EchoRequest(Bytes.ofHex("0102")));

            assertThat(reply.data()).isEqualTo(Bytes.ofHex("0102"));
        }
    }

    @Test
    void reconnectsAndKeepsItsFlowsWhenTheConnectionIsLost() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=output:2"));
            harness.controller.hangUp();
            harness.controller.accept();
            harness.controller.request(new EchoRequest());

            assertThat(harness.matches()).containsExactly(Match.parse("in_port=1"));
        }
    }

    @Test
    void connectsWhenTheControllerStartsToListen() throws Exception {
        try (var harness = EmulatedHarness.off(Version.OF13, List.of(Version.OF13))) {
            var port = harness.controller.address().getPort();
            harness.controller.close();
            harness.start();
            try (var later = StubController.listen(Version.OF13, port)) {
                later.accept();
                await().until(() -> harness.query(EmulatedSwitch::isConnected));
            }
        }
    }

    @Test
    void isNotConnectedWhilePoweredOff() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            harness.controller.request(new EchoRequest());
            harness.run(harness.sw::stop);

            assertThat(harness.query(EmulatedSwitch::isConnected)).isFalse();
        }
    }

    @Test
    void losesItsFlowsAtPowerOff() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            harness.controller.sendAndWait(FlowMod.parse("in_port=1,actions=output:2"));
            harness.run(harness.sw::stop);
            harness.start();
            harness.receive(1, Frames.udp(2, 1, 10, 20));

            assertThat(harness.matches()).isEmpty();
            assertThat(harness.takePorts()).isEmpty();
        }
    }

    @Test
    void answersAMalformedMessageWithAnErrorAndContinues() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            byte[] mod = Messages.encode(FlowMod.add().build(), Version.OF13, 7);
            // The length of the match.
            mod[57 - 8] = 99;

            assertThat(harness.controller.refusalOf(mod)).startsWith("BAD_MATCH/");
            harness.controller.request(new EchoRequest());
        }
    }

    @Test
    void refusesAnUnknownTypeOfMessage() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            byte[] message = Messages.encode(new EchoRequest(), Version.OF13, 7);
            message[1] = 99;

            assertThat(harness.controller.refusalOf(message)).isEqualTo("BAD_REQUEST/BAD_TYPE");
        }
    }

    @Test
    void refusesAMessageOfAnotherVersion() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF13)) {
            byte[] message = Messages.encode(new EchoRequest(), Version.OF10, 7);

            assertThat(harness.controller.refusalOf(message)).isEqualTo("BAD_REQUEST/BAD_VERSION");
        }
    }

    @Test
    void readsManyMessagesAtOnceAndMessagesInPieces() throws Exception {
        try (var harness = EmulatedHarness.connected(Version.OF10)) {
            byte[] mod = Messages.encode(FlowMod.parse("in_port=3,actions=output:2"), Version.OF10, 7);
            byte[] piece = Arrays.copyOf(mod, 20);
            harness.controller.sendRaw(piece);
            await().until(() -> harness.query(EmulatedSwitch::isConnected));
            harness.controller.sendRaw(Arrays.copyOfRange(mod, 20, mod.length));
            harness.controller.request(new EchoRequest());

            assertThat(harness.matches()).containsExactly(Match.parse("in_port=3"));
        }
    }

    @Test
    void dropsPacketInsOfAControllerThatDoesNotRead() throws Exception {
        try (var harness = EmulatedHarness.off(Version.OF10, List.of(Version.OF10))) {
            harness.start();
            harness.controller.acceptWithoutReading();
            await().until(() -> harness.query(EmulatedSwitch::isConnected));
            Bytes frame = Frames.udp(2, 1, 10, 20);
            await().until(() -> {
                harness.run(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        harness.sw.receive(1, frame.toArray());
                    }
                });
                return harness.query(EmulatedSwitch::counters).packetInsDropped() > 0;
            });

            assertThat(harness.query(EmulatedSwitch::isConnected)).isTrue();
        }
    }

    @Test
    void closesTheConnectionOfAControllerThatNeverReads() throws Exception {
        try (var harness = EmulatedHarness.off(Version.OF13, List.of(Version.OF13))) {
            harness.start();
            harness.controller.acceptWithoutReading();
            await().until(() -> harness.query(EmulatedSwitch::isConnected));
            harness.addPort(9);
            EmulatedPort port = harness.port(9);
            await().until(() -> {
                harness.run(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        port.carrier(i % 2 == 0);
                    }
                });
                return !harness.query(EmulatedSwitch::isConnected);
            });
            harness.controller.accept();
        }
    }

    @Test
    void keepsFlowsThatAnotherVersionCannotExpress() throws Exception {
        try (var harness = EmulatedHarness.off(Version.OF13, List.of(Version.OF10, Version.OF13))) {
            harness.start();
            harness.controller.accept();
            harness.controller.sendAndWait(FlowMod.parse("table=0,actions=goto_table:3"));
            harness.controller.sendAndWait(FlowMod.parse("table=0,in_port=1,actions=output:2"));
            harness.controller.hangUp();
            harness.controller.speak(Version.OF10);
            harness.controller.accept();

            harness.controller.send(new FlowStats.Request());
            assertThat(harness.controller.allUntilBarrier(FlowStats.Reply.class))
                    .flatExtracting(FlowStats.Reply::flows)
                    .extracting(FlowStats::match)
                    .containsExactly(Match.parse("in_port=1"));
            assertThat(harness.matches()).hasSize(2);
        }
    }

    @Test
    void pausesReadingWhileTheControllerDoesNotReadReplies() throws Exception {
        try (var harness = EmulatedHarness.off(Version.OF13, List.of(Version.OF13))) {
            harness.start();
            harness.controller.acceptWithoutReading();
            byte[] echo = Messages.encode(new EchoRequest(Bytes.of(new byte[60_000])), Version.OF13, 1);
            // Few enough messages for the socket buffers.
            for (int i = 0; i < 5; i++) {
                harness.controller.sendRaw(echo);
            }
            harness.controller.readFromNowOn();

            for (int i = 0; i < 5; i++) {
                assertThat(harness.controller.await(EchoReply.class).data().length())
                        .isEqualTo(60_000);
            }
        }
    }
}
