package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Hex;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.BundleControl;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.FeaturesReply;
import net.beaconcontroller.openflow.message.FeaturesRequest;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.GetConfigReply;
import net.beaconcontroller.openflow.message.GetConfigRequest;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.openflow.message.Samples;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.structure.Port;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Encoding of messages that a version does not support, and the limits of the header's length. */
class MessagesTest {
    private static final Port PORT = Port.of(1, Samples.MAC_1, "eth1");

    @ParameterizedTest
    @MethodSource("notInVersion")
    void refusesMessagesThatTheVersionDoesNotSupport(Version version, Message message) {
        assertThatThrownBy(() -> Messages.encode(message, version, 1))
                .isInstanceOf(UnsupportedByVersionException.class)
                .hasMessageStartingWith("OpenFlow " + version + " does not support ");
    }

    @ParameterizedTest
    @MethodSource("notInVersion")
    void leavesTheOutputUnchangedWhenItRefusesAMessage(Version version, Message message) {
        var out = new Writer(16);
        Messages.encode(new BarrierRequest(), version, 7, out);
        assertThatThrownBy(() -> Messages.encode(message, version, 1, out))
                .isInstanceOf(UnsupportedByVersionException.class);
        assertThat(Bytes.of(out.array(), 0, out.length()))
                .isEqualTo(Bytes.of(Messages.encode(new BarrierRequest(), version, 7)));
    }

    static Stream<Arguments> notInVersion() {
        FlowMod flow = FlowMod.add().build();
        return Stream.of(
                not(Version.OF10, "a type", GroupMod.of(GroupMod.Command.ADD, GroupMod.TYPE_ALL, 1)),
                not(Version.OF13, "a type", new BundleControl(1, BundleControl.Type.OPEN_REQUEST, 0, List.of())),
                not(Version.OF10, "port descriptions", new PortDescription.Request()),
                not(Version.OF10, "ports of a description", new PortDescription.Reply(List.of(PORT))),
                not(Version.OF13, "ports of the features", new FeaturesReply(1, 0, 1, 0, 0, 0, List.of(PORT))),
                not(Version.OF10, "a table", FlowMod.add().tableId(1).build()),
                not(Version.OF10, "a cookie mask", FlowMod.add().cookieMask(-1).build()),
                not(Version.OF10, "a group", FlowMod.add().outGroup(1).build()),
                not(
                        Version.OF10,
                        "a field",
                        FlowMod.add().match(Field.METADATA.is(1)).build()),
                not(
                        Version.OF10,
                        "a group after other actions",
                        FlowMod.add()
                                .actions(new Action.Output(1), new Action.ToGroup(1))
                                .build()),
                not(Version.OF10, "a port", new PortStatus(PortStatus.Reason.ADD, Port.of(0x10000, 0, ""))),
                not(
                        Version.OF10,
                        "a flag",
                        FlowMod.add().flags(FlowMod.RESET_COUNTS).build()),
                not(Version.OF13, "an importance", FlowMod.add().importance(1).build()),
                not(
                        Version.OF10,
                        "the table of a removed flow",
                        new FlowRemoved(1, 2, 0, 9, 5, 0, Stats.of(1, 2, 3, 4), Match.ANY)),
                not(
                        Version.OF10,
                        "the hard timeout of a removed flow",
                        new FlowRemoved(1, 2, 0, 0, 5, 1, Stats.of(1, 2, 3, 4), Match.ANY)),
                not(
                        Version.OF14,
                        "another statistic",
                        new FlowRemoved(1, 2, 0, 0, 5, 1, new Stats(List.of(Oxs.of(Oxs.IDLE_TIME, 1))), Match.ANY)),
                not(Version.OF10, "an auxiliary connection", new FeaturesReply(1, 2, 3, 9, 4, 5, List.of())),
                not(
                        Version.OF10,
                        "other match fields of a packet-in",
                        new PacketIn(1, 2, 0, 0, -1, Match.of(Field.METADATA.is(1)), Bytes.EMPTY)),
                not(
                        Version.OF14,
                        "other match fields of a packet-out",
                        new PacketOut(1, Match.of(Field.METADATA.is(1)), List.of(), Bytes.EMPTY)),
                not(
                        Version.OF14,
                        "a meter as an action",
                        FlowMod.add().actions(new Action.ToMeter(1)).build()),
                not(Version.OF12, "meters", new MeterStats.Request(1)),
                not(Version.OF11, "a flow-mod, which is opaque", flow));
    }

    private static Arguments not(Version version, String name, Message message) {
        return argumentSet(version + " " + name, version, message);
    }

    @Test
    void refusesAMessageLongerThan65535Bytes() {
        var out = new Writer(16);
        out.append(new byte[] {1, 2, 3});
        var message = new EchoRequest(Bytes.of(new byte[0xffff - 7]));
        assertThatThrownBy(() -> Messages.encode(message, Version.OF13, 1, out))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("65536")
                .hasMessageContaining("65535");
        assertThat(Bytes.of(out.array(), 0, out.length())).isEqualTo(Bytes.ofHex("010203"));
    }

    @Test
    void encodesAMessageOf65535Bytes() {
        var message = new EchoRequest(Bytes.of(new byte[0xffff - 8]));
        byte[] bytes = Messages.encode(message, Version.OF13, 1);
        assertThat(Header.length(bytes, 0)).isEqualTo(Header.MAX_MESSAGE_LENGTH);
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(message);
    }

    @Test
    void decodesAVersionBitmapAfterAnotherElementAndItsPadding() {
        byte[] bytes = Hex.bytes("04 00 0018 00000001  0009 0005 ff 000000 0001 0008 00000010")
                .toArray();
        assertThat(((Hello) Messages.decode(bytes, 0, bytes.length)).versionBitmap())
                .contains(Bytes.ofHex("00000010"));
    }

    @Test
    void decodesAHelloElementWithoutPadding() {
        byte[] bytes = Hex.bytes("04 00 000c 00000001  0009 0004").toArray();
        assertThat(Messages.decode(bytes, 0, bytes.length))
                .isEqualTo(new Hello(List.of(new Hello.Element(9, Bytes.EMPTY)), Bytes.EMPTY));
    }

    @ParameterizedTest
    @MethodSource("requestsAndReplies")
    void aRequestReturnsTheTypeOfItsReply(Request<?> request, Message reply) {
        assertThat(reply).isInstanceOf(request.replyType());
        assertThat(reply.type().name()).isEqualTo(request.type().name().replace("REQUEST", "REPLY"));
    }

    static Stream<Arguments> requestsAndReplies() {
        return Stream.of(
                Arguments.of(new EchoRequest(Bytes.EMPTY), new EchoReply(Bytes.EMPTY)),
                Arguments.of(new FeaturesRequest(), new FeaturesReply(1, 2, 3, 4, 5, 6, List.of())),
                Arguments.of(new GetConfigRequest(), new GetConfigReply(0, 0)),
                Arguments.of(new BarrierRequest(), new BarrierReply()),
                Arguments.of(new SwitchDescription.Request(), new SwitchDescription("", "", "", "", "")),
                Arguments.of(new PortDescription.Request(), new PortDescription.Reply(List.of())));
    }
}
