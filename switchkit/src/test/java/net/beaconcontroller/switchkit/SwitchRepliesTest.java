package net.beaconcontroller.switchkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
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

/** The replies of a switch to the requests of a controller. */
class SwitchRepliesTest {
    private static final long XID = 77;
    private static final List<Port> PORTS = List.of(Port.of(1, 0x11, "eth1"), Port.of(2, 0x12, "eth2"));

    private static SwitchReplies replies(Version version) {
        return new SwitchReplies(0x1234, version, PORTS, SwitchReplies.Scope.STATISTICS);
    }

    private static Message reply(SwitchReplies replies, Version version, Message request) {
        List<Envelope> all = replies.to(Envelope.of(version, XID, request).toBytes());
        assertThat(all).hasSize(1);
        assertThat(all.getFirst().version()).isEqualTo(version);
        assertThat(all.getFirst().xid()).isEqualTo(XID);
        return all.getFirst().message();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OF11")
    void aSwitchHasItsPorts(Version version) {
        SwitchReplies replies = replies(version);
        var features = (FeaturesReply) reply(replies, version, new FeaturesRequest());
        assertThat(features.datapathId()).isEqualTo(0x1234);
        List<Port> ports = version.isAtLeast(Version.OF13)
                ? ((PortDescription.Reply) reply(replies, version, new PortDescription.Request())).ports()
                : features.ports();
        assertThat(ports).isEqualTo(PORTS);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OF11")
    void answersTheRequestsOfTheHandshake(Version version) {
        SwitchReplies replies = replies(version);
        assertThat(reply(replies, version, new EchoRequest(Bytes.ofHex("0102"))))
                .isEqualTo(new EchoReply(Bytes.ofHex("0102")));
        assertThat(reply(replies, version, new BarrierRequest())).isEqualTo(new BarrierReply());
        assertThat(reply(replies, version, new SwitchDescription.Request())).isInstanceOf(SwitchDescription.class);
        assertThat(replies.to(Envelope.of(version, 1, new SetConfig(0, 0xffff)).toBytes()))
                .isEmpty();
        assertThat(reply(replies, version, new GetConfigRequest())).isEqualTo(new GetConfigReply(0, 0xffff));
    }

    @Test
    void adoptsTheRequestedRole() {
        SwitchReplies replies = replies(Version.OF13);
        assertThat(reply(replies, Version.OF13, new RoleRequest(Role.MASTER, 0, 5)))
                .isEqualTo(new RoleReply(Role.MASTER, 0, 5));
        assertThat(reply(replies, Version.OF13, new RoleRequest(Role.NO_CHANGE, 0, 6)))
                .isEqualTo(new RoleReply(Role.MASTER, 0, 6));
    }

    @Test
    void splitsTheDescriptionOfPorts() {
        SwitchReplies replies = replies(Version.OF13);
        replies.setPortsInOnePart(1);

        List<Envelope> parts = replies.to(Envelope.of(Version.OF13, XID, new PortDescription.Request()));

        assertThat(parts).extracting(Envelope::more).containsExactly(true, false);
    }

    @Test
    void repliesWithEmptyStatistics() {
        assertThat(reply(replies(Version.OF13), Version.OF13, new TableFeatures.Request(List.of())))
                .isEqualTo(new TableFeatures.Reply(List.of()));
    }

    @Test
    void leavesStatisticsToTheTestIfItsScopeIsTheHandshake() {
        var replies = new SwitchReplies(1, Version.OF13, PORTS, SwitchReplies.Scope.HANDSHAKE);

        assertThat(replies.to(Envelope.of(Version.OF13, XID, new TableFeatures.Request(List.of()))))
                .isEmpty();
    }

    @Test
    void rejectsAnUnknownRequestWithItsFirstBytes() {
        byte[] question =
                Envelope.of(Version.OF13, XID, new GroupFeatures.Request()).toBytes();
        assertThat(reply(replies(Version.OF13), Version.OF13, new GroupFeatures.Request()))
                .isEqualTo(new ErrorMessage(1, 2, Bytes.of(question)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"04ff00080000004d", "0412000c0000004d00000000", "0418000c0000004d00000009"})
    void rejectsAMalformedRequest(String hex) {
        Envelope reply = replies(Version.OF13).to(Bytes.ofHex(hex).toArray()).getFirst();
        assertThat(reply.xid()).isEqualTo(XID);
        assertThat(reply.message()).isInstanceOf(ErrorMessage.class);
    }
}
