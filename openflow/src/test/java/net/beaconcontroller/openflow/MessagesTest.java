package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a version cannot say, and what OpenFlow 1.0 leaves unsaid. */
class MessagesTest {
    private static final Port PORT = Port.of(1, Samples.MAC_1, "eth1");

    @ParameterizedTest
    @MethodSource("notInVersion")
    void refusesWhatTheVersionCannotSay(Version version, Message message) {
        assertThatThrownBy(() -> Messages.encode(message, version, 1))
                .isInstanceOf(UnsupportedByVersionException.class)
                .hasMessageEndingWith("cannot be said in OpenFlow " + version);
    }

    @ParameterizedTest
    @MethodSource("notInVersion")
    void leavesTheOutputAsItWasWhenItRefuses(Version version, Message message) {
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
                not(Version.OF10, "a type", new Opaque(MessageType.GROUP_MOD, Bytes.EMPTY)),
                not(Version.OF13, "a type", new Opaque(MessageType.BUNDLE_CONTROL, Bytes.EMPTY)),
                not(Version.OF10, "port descriptions", new PortDescRequest()),
                not(Version.OF10, "ports of a description", new PortDescReply(List.of(PORT), false)),
                not(Version.OF13, "ports of the features", new FeaturesReply(1, 0, 1, 0, 0, 0, List.of(PORT))),
                not(Version.OF10, "a table", FlowMod.add().tableId(1).build()),
                not(Version.OF10, "a cookie mask", withCookieMaskAndGroup(flow, -1, FlowMod.ANY_GROUP)),
                not(Version.OF10, "a group", withCookieMaskAndGroup(flow, 0, 1)),
                not(
                        Version.OF10,
                        "a field",
                        FlowMod.add().match(Field.METADATA.is(1)).build()),
                not(
                        Version.OF10,
                        "an action behind others",
                        FlowMod.add()
                                .actions(new Action.Output(1), new Action.Group(1))
                                .build()),
                not(Version.OF10, "a port", new PortStatus(PortStatus.Reason.ADD, Port.of(0x10000, 0, ""))),
                not(Version.OF14, "a message of a version that is not modelled", flow));
    }

    private static Arguments not(Version version, String what, Message message) {
        return argumentSet(version + " " + what, version, message);
    }

    private static FlowMod withCookieMaskAndGroup(FlowMod flow, long cookieMask, long outGroup) {
        return new FlowMod(
                flow.command(),
                flow.tableId(),
                flow.cookie(),
                cookieMask,
                flow.idleTimeout(),
                flow.hardTimeout(),
                flow.priority(),
                flow.bufferId(),
                flow.outPort(),
                outGroup,
                flow.flags(),
                flow.match(),
                flow.instructions());
    }

    @Test
    void refusesAMessageThatIsLongerThanAHeaderCanSay() {
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
    void writesTheLongestMessageThatAHeaderCanSay() {
        var message = new EchoRequest(Bytes.of(new byte[0xffff - 8]));
        byte[] bytes = Messages.encode(message, Version.OF13, 1);
        assertThat(Header.length(bytes, 0)).isEqualTo(Header.MAX_MESSAGE_LENGTH);
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(message);
    }

    @Test
    void whatHasNoPlaceInAFlowRemovedOf10LeavesItsPaddingZero() {
        var removed = new FlowRemoved(1, 2, 0, 0xff, 3, 4, 5, 0xffff, 6, 7, Match.ANY);
        byte[] bytes = Messages.encode(removed, Version.OF10, 1);
        assertThat(bytes[59]).isZero();
        assertThat(Bytes.of(bytes, 70, 2)).isEqualTo(Bytes.ofHex("0000"));
        assertThat(Messages.decode(bytes, 0, bytes.length))
                .isEqualTo(new FlowRemoved(1, 2, 0, 0, 3, 4, 5, 0, 6, 7, Match.ANY));
    }

    @Test
    void whatHasNoPlaceInAFeaturesReplyOf10LeavesItsPaddingZero() {
        byte[] bytes = Messages.encode(new FeaturesReply(1, 2, 3, 9, 4, 5, List.of()), Version.OF10, 1);
        assertThat(Bytes.of(bytes, 21, 3)).isEqualTo(Bytes.ofHex("000000"));
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(new FeaturesReply(1, 2, 3, 0, 4, 5, List.of()));
    }

    @Test
    void aPacketInOf10SaysThePortAlone() {
        var in = new PacketIn(1, 2, 0, 9, 5, Match.of(Field.METADATA.is(1), Field.IN_PORT.is(3)), Bytes.EMPTY);
        byte[] bytes = Messages.encode(in, Version.OF10, 1);
        assertThat(Messages.decode(bytes, 0, bytes.length))
                .isEqualTo(new PacketIn(1, 2, 0, 0, -1, Match.of(Field.IN_PORT.is(3)), Bytes.EMPTY));
    }

    @Test
    void statisticsOf10WithTheNumberOfPortDescriptionsAreKeptAsTheyCame() {
        byte[] bytes = Hex.bytes("01 10 000c 00000001 000d 0000").toArray();
        assertThat(Messages.decode(bytes, 0, bytes.length))
                .isEqualTo(new Opaque(MessageType.MULTIPART_REQUEST, Bytes.ofHex("000d0000")));
    }

    @Test
    void readsTheVersionBitmapBehindAnotherElementAndItsPadding() {
        byte[] bytes = Hex.bytes("04 00 0018 00000001  0009 0005 ff 000000 0001 0008 00000010")
                .toArray();
        assertThat(((Hello) Messages.decode(bytes, 0, bytes.length)).versionBitmap())
                .contains(Bytes.ofHex("00000010"));
    }

    @Test
    void readsAnElementOfAHelloThatEndsWithoutPadding() {
        byte[] bytes = Hex.bytes("04 00 000c 00000001  0009 0004").toArray();
        assertThat(Messages.decode(bytes, 0, bytes.length))
                .isEqualTo(new Hello(List.of(new Hello.Element(9, Bytes.EMPTY)), Bytes.EMPTY));
    }

    @ParameterizedTest
    @MethodSource("requestsAndReplies")
    void aRequestNamesTheKindOfItsReply(Request<?> request, Message reply) {
        assertThat(reply).isInstanceOf(request.replyType());
        assertThat(reply.type().name()).isEqualTo(request.type().name().replace("REQUEST", "REPLY"));
    }

    static Stream<Arguments> requestsAndReplies() {
        return Stream.of(
                Arguments.of(new EchoRequest(Bytes.EMPTY), new EchoReply(Bytes.EMPTY)),
                Arguments.of(new FeaturesRequest(), new FeaturesReply(1, 2, 3, 4, 5, 6, List.of())),
                Arguments.of(new GetConfigRequest(), new GetConfigReply(0, 0)),
                Arguments.of(new BarrierRequest(), new BarrierReply()),
                Arguments.of(new DescRequest(), new DescReply("", "", "", "", "")),
                Arguments.of(new PortDescRequest(), new PortDescReply(List.of(), false)));
    }
}
