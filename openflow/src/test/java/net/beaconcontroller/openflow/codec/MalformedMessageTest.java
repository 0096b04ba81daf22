package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.message.Samples;
import net.beaconcontroller.openflow.message.Samples.Sample;
import net.beaconcontroller.openflow.message.SetConfig;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Port;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed messages, and the type and code of the ERROR message that reports them, OpenFlow 1.5.1 section 7.5.4. */
class MalformedMessageTest {
    private static final int ACTIONS_10 = 72;
    private static final int MATCH_13 = 48;
    private static final int INSTRUCTION_13 = MATCH_13 + 16;
    private static final int ACTION_13 = INSTRUCTION_13 + 8;

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 0x80, 0xff})
    void refusesAnUnknownVersion(int version) {
        byte[] bytes = {(byte) version, 0, 0, 8, 0, 0, 0, 1};
        assertRefused(bytes, ErrorCode.BAD_VERSION, "version", 0, "%d, known are 1 to 6".formatted(version));
    }

    @ParameterizedTest
    @CsvSource({"1, 22", "1, 255", "2, 24", "3, 26", "4, 30", "5, 35", "6, 22", "6, 36", "6, 255"})
    void refusesAnUnknownType(int version, int type) {
        byte[] bytes = {(byte) version, (byte) type, 0, 8, 0, 0, 0, 1};
        assertRefused(bytes, ErrorCode.BAD_TYPE, "type", 1, "%d, which is unknown in OpenFlow 1.".formatted(type));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 7, 9, Integer.MAX_VALUE})
    void refusesALengthThatDiffersFromTheHeader(int length) {
        byte[] bytes = Messages.encode(new BarrierRequest(), Version.OF13, 1);
        assertThatThrownBy(() -> Messages.decode(bytes, 0, length))
                .satisfies(e -> assertError(e, ErrorCode.BAD_LEN, Version.OF13, "length", 2))
                .hasMessageContaining("%d bytes".formatted(length));
    }

    @Test
    void refusesAHeaderWithAnotherLength() {
        byte[] bytes = Messages.encode(new EchoRequest(), Version.OF13, 1);
        ByteAccess.putShort(bytes, 2, 9);
        assertRefused(bytes, ErrorCode.BAD_LEN, "length", 2, "9, but the message has 8 bytes");
    }

    @ParameterizedTest
    @CsvSource({"OF10, 5", "OF13, 5", "OF13, 20", "OF15, 26", "OF13, 7", "OF13, 9", "OF10, 9"})
    void refusesTrailingBytes(Version version, int type) {
        byte[] bytes = new byte[24];
        bytes[0] = (byte) version.wire();
        bytes[1] = (byte) type;
        bytes[3] = 24;
        int end = type == 9 ? 12 : 8;
        if (type == 26) {
            // Not a valid list of properties.
            bytes[8] = 1;
        }
        assertRefused(bytes, ErrorCode.BAD_LEN, "body", end, "bytes too many");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 7, 12, 16})
    void refusesAnActionOfOpenFlow10WithAnInvalidLength(int length) {
        byte[] bytes = flow10();
        ByteAccess.putShort(bytes, ACTIONS_10 + 2, length);
        assertRefused(
                bytes,
                ErrorCode.BAD_ACTION_LEN,
                "actions[0].length",
                ACTIONS_10 + 2,
                "%d, needs a multiple of 8 from 4 to 8".formatted(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 9, 20, 24, 0xfff8})
    void refusesAnActionOfOpenFlow13WithAnInvalidLength(int length) {
        byte[] bytes = flow13();
        ByteAccess.putShort(bytes, ACTION_13 + 2, length);
        assertRefused(
                bytes,
                ErrorCode.BAD_ACTION_LEN,
                "instructions[0].actions[0].length",
                ACTION_13 + 2,
                "%d, needs a multiple of 8 from 4 to 16".formatted(length));
    }

    @Test
    void refusesAnActionThatIsTooShortForItsFields() {
        byte[] bytes = flow10();
        // OFPAT_SET_DL_SRC, of 16 bytes.
        ByteAccess.putShort(bytes, ACTIONS_10, 4);
        assertRefused(
                bytes, ErrorCode.BAD_ACTION_LEN, "actions[0].dl_addr", ACTIONS_10 + 4, "needs 6 bytes, 4 are left");
    }

    @Test
    void refusesAnActionThatIsTooLongForItsFields() {
        byte[] bytes = flow13();
        // OFPAT_GROUP, of 8 bytes.
        ByteAccess.putShort(bytes, ACTION_13, 22);
        assertRefused(
                bytes,
                ErrorCode.BAD_ACTION_LEN,
                "instructions[0].actions[0].length",
                ACTION_13 + 8,
                "8 bytes too many after the last field");
    }

    @Test
    void refusesActionsLongerThanThePacketOut() {
        byte[] bytes = Messages.encode(PacketOut.of(Bytes.EMPTY, 1), Version.OF13, 1);
        ByteAccess.putShort(bytes, 16, 32);
        assertRefused(bytes, ErrorCode.BAD_LEN, "actions_len", 16, "32, needs 0 to 22");
    }

    @Test
    void refusesActionsThatEndBeforeTheirLength() {
        byte[] bytes = Messages.encode(PacketOut.of(Bytes.ofHex("00000008"), 1), Version.OF10, 1);
        ByteAccess.putShort(bytes, 14, 10);
        assertRefused(bytes, ErrorCode.BAD_ACTION_LEN, "actions[1].length", 26, "needs 2 bytes, 0 are left");
    }

    /** The message has a match of 12 bytes with one field, padded to 16, and then 24 bytes of instructions. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 41, 0xffff})
    void refusesAMatchWithAnInvalidLength(int length) {
        byte[] bytes = flow13();
        ByteAccess.putShort(bytes, MATCH_13 + 2, length);
        assertRefused(
                bytes, ErrorCode.BAD_MATCH_LEN, "match.length", MATCH_13 + 2, "%d, needs 4 to 40".formatted(length));
    }

    @ParameterizedTest
    @CsvSource({"5, 'match.fields[0].oxm', 4", "11, 'match.fields[0].value', 8", "13, 'match.fields[1].oxm', 12"})
    void refusesAMatchThatEndsWithinAField(int length, String field, int offset) {
        byte[] bytes = flow13();
        ByteAccess.putShort(bytes, MATCH_13 + 2, length);
        assertRefused(bytes, ErrorCode.BAD_MATCH_LEN, field, MATCH_13 + offset, "needs 4 bytes");
    }

    @Test
    void refusesAMatchWithTruncatedPadding() {
        byte[] bytes = Messages.encode(FlowMod.add().build(), Version.OF13, 1);
        assertRefused(cut(bytes, bytes.length - 1), ErrorCode.BAD_LEN, "match.pad", 52, "needs 4 bytes, 3 are left");
    }

    @Test
    void refusesAMatchOfAnotherType() {
        byte[] bytes = flow13();
        ByteAccess.putShort(bytes, MATCH_13, 0);
        assertRefused(bytes, ErrorCode.BAD_MATCH_TYPE, "match.type", MATCH_13, "0, needs 1");
    }

    @ParameterizedTest
    @CsvSource({
        "80000003, '3 for in_port, needs 4'",
        // Half of a masked field is the mask.
        "80000104, '4 for in_port, needs 8'",
        "80000a04, '4 for dl_type, needs 2'",
        "ffff5507, '7, needs an even one for a value and its mask'",
        "ffff5403, '3, needs at least 4 for the experimenter'",
    })
    void refusesAMatchFieldWithAnInvalidLength(String header, String reason) {
        byte[] bytes = flow13();
        Bytes.ofHex(header).copyTo(bytes, MATCH_13 + 4);
        assertRefused(bytes, ErrorCode.BAD_MATCH_LEN, "match.fields[0].length", MATCH_13 + 7, reason);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 9, 0xffff})
    void refusesAHelloElementWithAnInvalidLength(int length) {
        byte[] bytes = Messages.encode(Hello.offering(List.of(Version.OF13)), Version.OF13, 1);
        ByteAccess.putShort(bytes, 10, length);
        assertRefused(bytes, ErrorCode.BAD_LEN, "elements[0].length", 10, "%d, needs 4 to 8".formatted(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 25, 0xffff})
    void refusesAnInstructionWithAnInvalidLength(int length) {
        byte[] bytes = flow13();
        ByteAccess.putShort(bytes, INSTRUCTION_13 + 2, length);
        assertRefused(
                bytes,
                ErrorCode.BAD_INSTRUCTION_LEN,
                "instructions[0].length",
                INSTRUCTION_13 + 2,
                "%d, needs a multiple of 8 from 4 to 24".formatted(length));
    }

    @Test
    void refusesAnUnknownFlowModCommand() {
        byte[] bytes10 = flow10();
        ByteAccess.putShort(bytes10, 56, 5);
        assertRefused(bytes10, ErrorCode.BAD_FLOW_MOD_COMMAND, "command", 56, "5, known are 0 ADD, 1 MODIFY");
        assertThat(ErrorCode.BAD_FLOW_MOD_COMMAND.type(Version.OF10)).isEqualTo(3);
        byte[] bytes13 = flow13();
        bytes13[25] = (byte) 0xff;
        assertRefused(bytes13, ErrorCode.BAD_FLOW_MOD_COMMAND, "command", 25, "255, known are 0 ADD, 1 MODIFY");
        assertThat(ErrorCode.BAD_FLOW_MOD_COMMAND.type(Version.OF13)).isEqualTo(5);
    }

    @Test
    void refusesAnUnknownPortStatusReason() {
        byte[] bytes = Messages.encode(new PortStatus(PortStatus.Reason.ADD, Port.of(1, 2, "p")), Version.OF13, 1);
        bytes[8] = 3;
        assertRefused(bytes, ErrorCode.BAD_TYPE, "reason", 8, "3, known are 0 ADD, 1 DELETE, 2 MODIFY");
    }

    @ParameterizedTest
    @CsvSource({"OF10, 1", "OF12, 9", "OF13, 14", "OF14, 17", "OF15, 20"})
    void refusesAnUnknownMultipartType(Version version, int type) {
        byte[] bytes = Messages.encode(new TableStats.Request(), version, 1);
        ByteAccess.putShort(bytes, 8, type == 1 ? 6 : type);
        assertRefused(bytes, ErrorCode.BAD_MULTIPART, "type", 8, "which is unknown in OpenFlow %s".formatted(version));
    }

    @ParameterizedTest
    @CsvSource({"OF10, 11, flags, 10", "OF13, 15, pad, 12"})
    void refusesATruncatedMultipartRequest(Version version, int length, String field, int offset) {
        byte[] bytes = Messages.encode(new SwitchDescription.Request(), version, 1);
        assertRefused(cut(bytes, length), ErrorCode.BAD_LEN, field, offset, "needs");
    }

    @Test
    void refusesATruncatedPort() {
        byte[] bytes = Messages.encode(new PortDescription.Reply(List.of(Port.of(1, 2, "p"))), Version.OF13, 1);
        assertRefused(
                cut(bytes, bytes.length - 32), ErrorCode.BAD_LEN, "ports[0].config", 48, "needs 4 bytes, 0 are left");
    }

    @ParameterizedTest
    @CsvSource({"OF14, 0", "OF14, 39", "OF14, 73", "OF15, 65535"})
    void refusesAPortWithAnInvalidLength(Version version, int length) {
        byte[] bytes = Messages.encode(new PortDescription.Reply(List.of(Port.of(1, 2, "p"))), version, 1);
        ByteAccess.putShort(bytes, 20, length);
        assertThatThrownBy(() -> Messages.decode(bytes, 0, bytes.length))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("ports[0]");
    }

    @Test
    void refusesAPropertyLongerThanItsPort() {
        byte[] bytes = Messages.encode(new PortDescription.Reply(List.of(Port.of(1, 2, "p"))), Version.OF14, 1);
        ByteAccess.putShort(bytes, 58, 33);
        assertRefused(bytes, ErrorCode.BAD_PROPERTY_LEN, "ports[0].properties[0].length", 58, "33, needs 4 to 32");
    }

    @ParameterizedTest
    @CsvSource({"OF13, 0", "OF13, 15", "OF13, 33", "OF15, 0", "OF15, 7", "OF15, 25"})
    void refusesABucketWithAnInvalidLength(Version version, int length) {
        GroupMod group = GroupMod.of(GroupMod.Command.ADD, GroupMod.TYPE_ALL, 1, Bucket.of(new Action.Output(1)));
        byte[] bytes = Messages.encode(group, version, 1);
        int bucketAt = version == Version.OF15 ? 24 : 16;
        ByteAccess.putShort(bytes, bucketAt, length);
        assertThatThrownBy(() -> Messages.decode(bytes, 0, bytes.length))
                .isInstanceOfSatisfying(MalformedMessageException.class, e -> {
                    assertThat(e.errorType()).isEqualTo(ErrorCode.BAD_BUCKET.type(version));
                    assertThat(e.errorCode()).isEqualTo(ErrorCode.BAD_BUCKET.code(version));
                    assertThat(e.field()).startsWith("buckets[0].");
                });
    }

    @Test
    void refusesASetFieldActionWithAnInvalidLength() {
        FlowMod flow =
                FlowMod.add().actions(new Action.SetField(Field.ETH_DST.is(1))).build();
        byte[] bytes = Messages.encode(flow, Version.OF13, 1);
        bytes[71] = 5;
        assertRefused(
                bytes, ErrorCode.BAD_SET_LEN, "instructions[0].actions[0].field.length", 71, "5 for dl_dst, needs 6");
    }

    @Test
    void refusesABundledMessageThatContainsAMessage() {
        Envelope echo = Envelope.of(Version.OF14, 1, new EchoRequest());
        Envelope once = Envelope.of(Version.OF14, 1, new BundleAdd(1, 0, echo, List.of()));
        byte[] twice = Messages.encode(new BundleAdd(1, 0, once, List.of()), Version.OF14, 1);
        assertRefused(twice, ErrorCode.BAD_BUNDLED_MESSAGE, "message.message", 32, "within");
    }

    @Test
    void namesTheRefusedMessage() {
        byte[] bytes = cut(Messages.encode(new SetConfig(0, 0), Version.OF10, 1), 11);
        assertThatThrownBy(() -> Messages.decode(bytes, 0, 11))
                .hasMessage("SET_CONFIG of OpenFlow 1.0: miss_send_len at byte 10: needs 2 bytes, 1 are left");
    }

    static Stream<Sample> samples() {
        return Samples.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aTruncatedMessageIsRefusedOrEncodedToTheSameBytes(Sample sample) {
        byte[] whole = sample.bytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (length >= Header.LENGTH) {
                ByteAccess.putShort(cut, 2, length);
            }
            if (Outcome.ofDecoding(cut, 0, length) instanceof Outcome.Read) {
                assertThat(length).isGreaterThanOrEqualTo(Header.LENGTH);
                assertThat(Messages.read(cut, 0, length).toBytes()).containsExactly(cut);
            }
        }
    }

    static Stream<Sample> packetIns() {
        return Samples.packetIns();
    }

    @ParameterizedTest
    @MethodSource("packetIns")
    void theViewRefusesTheTruncatedMessagesThatDecodingRefuses(Sample sample) {
        byte[] whole = sample.bytes();
        for (int length = Header.LENGTH; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            ByteAccess.putShort(cut, 2, length);
            Outcome decoded = Outcome.ofDecoding(cut, 0, length);
            Outcome wrapped = Outcome.ofWrapping(cut, 0, length);
            assertThat(wrapped instanceof Outcome.Refused)
                    .as("%d bytes", length)
                    .isEqualTo(decoded instanceof Outcome.Refused);
        }
    }

    /** Returns a flow-mod with one action of 8 bytes at {@link #ACTIONS_10}. */
    private static byte[] flow10() {
        return Messages.encode(FlowMod.add().actions(new Action.Output(1)).build(), Version.OF10, 1);
    }

    /** Returns a flow-mod with a match of 12 bytes, padded to 16, an instruction header of 8 and an action of 16. */
    private static byte[] flow13() {
        FlowMod flow = FlowMod.add()
                .match(Field.IN_PORT.is(3))
                .actions(new Action.Output(1))
                .build();
        return Messages.encode(flow, Version.OF13, 1);
    }

    /** Returns the first bytes of a message, with this length in the header. */
    private static byte[] cut(byte[] message, int length) {
        byte[] cut = Arrays.copyOf(message, length);
        ByteAccess.putShort(cut, 2, length);
        return cut;
    }

    private static void assertRefused(byte[] bytes, ErrorCode error, String field, int offset, String text) {
        Version version = Version.ofWire(bytes[0]).orElse(Version.OF10);
        assertThatThrownBy(() -> Messages.decode(bytes, 0, bytes.length))
                .satisfies(e -> assertError(e, error, version, field, offset))
                .hasMessageContaining(text);
    }

    private static void assertError(Throwable thrown, ErrorCode error, Version version, String field, int offset) {
        assertThat(thrown).isInstanceOfSatisfying(MalformedMessageException.class, e -> {
            assertThat(e.errorType()).as("type").isEqualTo(error.type(version));
            assertThat(e.errorCode()).as("code").isEqualTo(error.code(version));
            assertThat(e.field()).as("field").isEqualTo(field);
            assertThat(e.offset()).as("offset").isEqualTo(offset);
        });
    }
}
