package net.beaconcontroller.core;

import static net.beaconcontroller.core.ControllerFixture.EACH_DESIGN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.session.PendingRequests;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.switchkit.ReceivedMessage;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag(EACH_DESIGN)
class UnfinishedRepliesTest {
    private static final int LIMIT = 1 << 20;
    private static final int PORTS = 1000;
    private static final PortDescription.Reply PART =
            new PortDescription.Reply(Collections.nCopies(PORTS, Port.of(1, 1, "p")));

    private static ControllerOptions bounded() {
        ControllerOptions options = ControllerFixture.oneLoop();
        return options.withIo(options.io().withLimits(ControllerOptions.Limits.DEFAULT.withUnfinishedAnswers(LIMIT)));
    }

    private static Envelope part(ReceivedMessage request) {
        return Envelope.of(Version.OF13, request.xid(), PART);
    }

    private static ReceivedMessage request(ScriptedSwitch fake) throws Exception {
        return fake.await(received -> received.message() instanceof PortDescription.Request);
    }

    /** Connects a switch that leaves the request for its ports without an answer. */
    private static ScriptedSwitch inSetup(ControllerFixture fixture, long datapathId) throws Exception {
        ScriptedSwitch fake = fixture.open(datapathId, Version.OF13, Behavior.SILENT);
        fake.send(Hello.offering(List.of(Version.OF13)));
        ReceivedMessage features = fake.await(received -> received.message() instanceof FeaturesRequest);
        fake.send(new FeaturesReply(datapathId, 0, 1, 0, 0, 0, List.of()), features.xid());
        return fake;
    }

    @Test
    void aSwitchInSetupWithTheLongestUnfinishedReplyIsDisconnected() throws Exception {
        try (var fixture = new ControllerFixture(bounded())) {
            ScriptedSwitch innocent = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            request(innocent);
            innocent.ignore(MessageType.MULTIPART_REQUEST);
            CompletableFuture<PortDescription.Reply> ports = sw.request(new PortDescription.Request());
            ReceivedMessage request = request(innocent);
            innocent.sendBytes(part(request).withMore().toBytes());

            ScriptedSwitch endless = inSetup(fixture, 2);
            byte[] more = part(request(endless)).withMore().toBytes();
            await().until(() -> {
                try {
                    endless.sendBytes(more);
                } catch (IOException _) {
                    // The connection may be closed by now.
                }
                return endless.isClosed();
            });

            innocent.sendBytes(part(request).toBytes());
            assertThat(ports.get(10, TimeUnit.SECONDS).ports()).hasSize(2 * PORTS);
            assertThat(fixture.controller.refusedReplies()).isEqualTo(1);
        }
    }

    @Test
    void theRequestWithTheLongestUnfinishedReplyFails() throws Exception {
        try (var fixture = new ControllerFixture(bounded())) {
            ScriptedSwitch endless = fixture.connect(1, Version.OF13);
            Switch sw = fixture.active(1);
            request(endless);
            endless.ignore(MessageType.MULTIPART_REQUEST);
            CompletableFuture<PortDescription.Reply> ports = sw.request(new PortDescription.Request());
            byte[] more = part(request(endless)).withMore().toBytes();
            for (int sent = 0; sent <= LIMIT; sent += more.length) {
                endless.sendBytes(more);
            }
            assertThatThrownBy(() -> ports.get(10, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IOException.class)
                    .hasMessageContaining("io.unfinished-answers");
            assertThat(sw.isConnected()).isTrue();
        }
    }

    @Test
    void duringTheSetupAReplyHasRoomForAllPortsOnly() throws Exception {
        try (var fixture = new ControllerFixture()) {
            ScriptedSwitch endless = inSetup(fixture, 1);
            byte[] more = part(request(endless)).withMore().toBytes();
            for (int sent = 0; sent <= PendingRequests.SETUP_LIMIT; sent += more.length - 16) {
                endless.sendBytes(more);
            }
            assertThat(endless.await(ErrorMessage.class).code()).isEqualTo(6);
        }
    }
}
