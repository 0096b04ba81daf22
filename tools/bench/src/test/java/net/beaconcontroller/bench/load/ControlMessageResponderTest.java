package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.RoleReply;
import net.beaconcontroller.openflow.message.RoleRequest;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.multipart.GroupFeatures;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The replies of a switch of the load generator to the requests of a controller. */
class ControlMessageResponderTest {
    private static final long XID = 77;

    private static Message reply(ControlMessageResponder responder, Version version, Message request) {
        byte[] reply = responder.replyTo(Envelope.of(version, XID, request).toBytes());
        Envelope envelope = Messages.read(reply, 0, reply.length);
        assertThat(envelope.version()).isEqualTo(version);
        assertThat(envelope.xid()).isEqualTo(XID);
        return envelope.message();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OF11")
    void aSwitchHasTwoPorts(Version version) {
        var responder = new ControlMessageResponder(version, 0x1234);
        var features = (FeaturesReply) reply(responder, version, new FeaturesRequest());
        assertThat(features.datapathId()).isEqualTo(0x1234);
        List<Port> ports = version.isAtLeast(Version.OF13)
                ? ((PortDescription.Reply) reply(responder, version, new PortDescription.Request())).ports()
                : features.ports();
        assertThat(ports).extracting(Port::number).containsExactly(1L, 2L);
        assertThat(ports).allMatch(Port::isUp);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OF11")
    void answersTheRequestsOfTheHandshake(Version version) {
        var responder = new ControlMessageResponder(version, 1);
        assertThat(reply(responder, version, new EchoRequest(Bytes.ofHex("0102"))))
                .isEqualTo(new EchoReply(Bytes.ofHex("0102")));
        assertThat(reply(responder, version, new BarrierRequest())).isEqualTo(new BarrierReply());
        assertThat(reply(responder, version, new SwitchDescription.Request())).isInstanceOf(SwitchDescription.class);
        assertThat(responder.replyTo(
                        Envelope.of(version, 1, new SetConfig(0, 0xffff)).toBytes()))
                .isEmpty();
        assertThat(reply(responder, version, new GetConfigRequest())).isEqualTo(new GetConfigReply(0, 0xffff));
    }

    @Test
    void adoptsTheRequestedRole() {
        var responder = new ControlMessageResponder(Version.OF13, 1);
        assertThat(reply(responder, Version.OF13, new RoleRequest(Role.MASTER, 0, 5)))
                .isEqualTo(new RoleReply(Role.MASTER, 0, 5));
        assertThat(reply(responder, Version.OF13, new RoleRequest(Role.NO_CHANGE, 0, 6)))
                .isEqualTo(new RoleReply(Role.MASTER, 0, 6));
    }

    @Test
    void repliesWithEmptyStatistics() {
        assertThat(reply(
                        new ControlMessageResponder(Version.OF13, 1),
                        Version.OF13,
                        new TableFeatures.Request(List.of())))
                .isEqualTo(new TableFeatures.Reply(List.of()));
    }

    @Test
    void rejectsAnUnknownRequestWithItsFirstBytes() {
        byte[] question =
                Envelope.of(Version.OF13, XID, new GroupFeatures.Request()).toBytes();
        assertThat(reply(new ControlMessageResponder(Version.OF13, 1), Version.OF13, new GroupFeatures.Request()))
                .isEqualTo(new ErrorMessage(1, 2, Bytes.of(question)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"04ff00080000004d", "0412000c0000004d00000000", "0418000c0000004d00000009"})
    void rejectsAMalformedRequest(String hex) {
        byte[] reply = new ControlMessageResponder(Version.OF13, 1)
                .replyTo(Bytes.ofHex(hex).toArray());
        Envelope envelope = Messages.read(reply, 0, reply.length);
        assertThat(envelope.xid()).isEqualTo(XID);
        assertThat(envelope.message()).isInstanceOf(ErrorMessage.class);
    }
}
