package net.beaconcontroller.openflow;

import static net.beaconcontroller.openflow.MalformedMessageException.BAD_ACTION;
import static net.beaconcontroller.openflow.MalformedMessageException.BAD_ACTION_LEN;
import static net.beaconcontroller.openflow.MalformedMessageException.BAD_LEN;
import static net.beaconcontroller.openflow.MalformedMessageException.BAD_REQUEST;
import static net.beaconcontroller.openflow.MalformedMessageException.BAD_TYPE;
import static net.beaconcontroller.openflow.MalformedMessageException.BAD_VERSION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Samples.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, and with which type and code of an ERROR the peer is told, OpenFlow 1.3.5 section 7.5.4. */
class MalformedMessageTest {
    private static final int ACTIONS_10 = 72;
    private static final int MATCH_13 = 48;

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 0x80, 0xff})
    void refusesAnUnknownVersion(int version) {
        byte[] bytes = {(byte) version, 0, 0, 8, 0, 0, 0, 1};
        assertRefused(bytes, BAD_REQUEST, BAD_VERSION, "version=0x%02x".formatted(version));
    }

    @ParameterizedTest
    @CsvSource({"1, 22", "1, 255", "2, 24", "3, 26", "4, 30", "5, 35", "6, 36", "6, 255"})
    void refusesAnUnknownType(int version, int type) {
        byte[] bytes = {(byte) version, (byte) type, 0, 8, 0, 0, 0, 1};
        assertRefused(bytes, BAD_REQUEST, BAD_TYPE, "type=%d".formatted(type));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 7, 9, Integer.MAX_VALUE})
    void refusesALengthThatIsNotThere(int length) {
        byte[] bytes = Messages.encode(new BarrierRequest(), Version.OF13, 1);
        assertThatThrownBy(() -> Messages.decode(bytes, 0, length))
                .satisfies(e -> assertError(e, BAD_REQUEST, BAD_LEN))
                .hasMessageContaining("length=%d".formatted(length));
    }

    @Test
    void saysHowLongAMessageCanBe() {
        byte[] bytes = Messages.encode(new BarrierRequest(), Version.OF13, 1);
        assertThatThrownBy(() -> Messages.decode(Arrays.copyOf(bytes, 30), 10, 21))
                .hasMessage("a message of length=21, needs 8 to 20");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 7, 12})
    void refusesAnActionWhoseLengthIsNoMultipleOfEight(int length) {
        byte[] bytes = flow10();
        Wire.putShort(bytes, ACTIONS_10 + 2, length);
        assertRefused(bytes, BAD_ACTION, BAD_ACTION_LEN, "length=%d".formatted(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 9, 20})
    void refusesAnActionOf13WhoseLengthIsNoMultipleOfEight(int length) {
        byte[] bytes = flow13();
        Wire.putShort(bytes, MATCH_13 + 16 + 8 + 2, length);
        assertRefused(bytes, BAD_ACTION, BAD_ACTION_LEN, "length=%d".formatted(length));
    }

    @Test
    void refusesAnActionThatIsLongerThanTheMessage() {
        byte[] bytes = flow10();
        Wire.putShort(bytes, ACTIONS_10 + 2, 16);
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "action of length=16");
    }

    @Test
    void refusesAnActionThatIsTooShortForItsFields() {
        byte[] bytes = flow10();
        Wire.putShort(bytes, ACTIONS_10, 4); // OFPAT_SET_DL_SRC, of 16 bytes
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "dl_addr");
    }

    @Test
    void refusesActionsThatAreLongerThanThePacketOut() {
        byte[] bytes = Messages.encode(PacketOut.of(Bytes.EMPTY, 1), Version.OF13, 1);
        Wire.putShort(bytes, 16, 24);
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "actions_len=24");
    }

    @Test
    void refusesActionsThatEndBeforeTheirLength() {
        byte[] bytes = Messages.encode(PacketOut.of(Bytes.ofHex("00000008"), 1), Version.OF10, 1);
        Wire.putShort(bytes, 14, 10);
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "action length");
    }

    /** The message has a match of one field, 12 bytes, and with its padding 16; behind it come 24 bytes more. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 5, 11, 41, 0xffff})
    void refusesAMatchOfAWrongLength(int length) {
        byte[] bytes = flow13();
        Wire.putShort(bytes, MATCH_13 + 2, length);
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "FLOW_MOD of OpenFlow 1.3");
    }

    @Test
    void refusesAMatchWhosePaddingIsCut() {
        byte[] bytes = Messages.encode(FlowMod.add().build(), Version.OF13, 1);
        assertRefused(Arrays.copyOf(bytes, bytes.length - 1), BAD_REQUEST, BAD_LEN, "match padding");
    }

    @Test
    void refusesAMatchOfAnotherType() {
        byte[] bytes = flow13();
        Wire.putShort(bytes, MATCH_13, 0);
        assertRefused(bytes, BAD_REQUEST, BAD_TYPE, "match type=0");
    }

    @ParameterizedTest
    @CsvSource({
        "80000003, IN_PORT, 3", // shorter than an in_port
        "80000104, IN_PORT, 4", // half of it is a mask
        "80000a04, ETH_TYPE, 4", // longer than an eth_type
        "ffff5503, oxm_ffff_42, 3", // the mask is not as long as the value
    })
    void refusesAFieldOfAWrongLength(String header, String field, int length) {
        byte[] bytes = flow13();
        Bytes.ofHex(header).copyTo(bytes, MATCH_13 + 4);
        Wire.putShort(bytes, MATCH_13 + 2, 8 + length);
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "oxm %s with length=%d".formatted(field, length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 9, 0xffff})
    void refusesAHelloElementOfAWrongLength(int length) {
        byte[] bytes = Messages.encode(Hello.offering(List.of(Version.OF13)), Version.OF13, 1);
        Wire.putShort(bytes, 10, length);
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "element of length=%d".formatted(length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 25, 0xffff})
    void refusesAnInstructionOfAWrongLength(int length) {
        byte[] bytes = flow13();
        Wire.putShort(bytes, MATCH_13 + 16 + 2, length);
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "instruction of length=%d".formatted(length));
    }

    @Test
    void refusesAnInstructionWithoutRoomForItsPadding() {
        byte[] bytes = flow13();
        Wire.putShort(bytes, MATCH_13 + 16 + 2, 4);
        assertRefused(bytes, BAD_REQUEST, BAD_LEN, "pad needs 4 bytes");
    }

    @Test
    void refusesACommandThatFlowModsDoNotHave() {
        byte[] bytes10 = flow10();
        Wire.putShort(bytes10, 56, 5);
        assertRefused(bytes10, BAD_REQUEST, BAD_TYPE, "command=5");
        byte[] bytes13 = flow13();
        bytes13[25] = (byte) 0xff;
        assertRefused(bytes13, BAD_REQUEST, BAD_TYPE, "command=255");
    }

    @Test
    void refusesAReasonThatPortStatusDoesNotHave() {
        byte[] bytes = Messages.encode(new PortStatus(PortStatus.Reason.ADD, Port.of(1, 2, "p")), Version.OF13, 1);
        bytes[8] = 3;
        assertRefused(bytes, BAD_REQUEST, BAD_TYPE, "reason=3");
    }

    @ParameterizedTest
    @CsvSource({"OF10, 11", "OF13, 15"})
    void refusesAMultipartRequestThatIsCutShort(Version version, int length) {
        byte[] bytes = Messages.encode(new DescRequest(), version, 1);
        assertRefused(Arrays.copyOf(bytes, length), BAD_REQUEST, BAD_LEN, "flags");
    }

    @Test
    void refusesHalfAPort() {
        byte[] bytes = Messages.encode(new PortDescReply(List.of(Port.of(1, 2, "p")), false), Version.OF13, 1);
        assertRefused(
                Arrays.copyOf(bytes, bytes.length - 32), BAD_REQUEST, BAD_LEN, "port needs 64 bytes, 32 are left");
    }

    @Test
    void saysWhichMessageItRefused() {
        byte[] bytes = Arrays.copyOf(Messages.encode(new SetConfig(0, 0), Version.OF10, 1), 11);
        assertThatThrownBy(() -> Messages.decode(bytes, 0, 11))
                .hasMessage("SET_CONFIG of OpenFlow 1.0 with length=11: miss_send_len needs 2 bytes, 1 are left");
    }

    static Stream<Sample> samples() {
        return Samples.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aMessageThatIsCutIsReadOrRefused(Sample sample) {
        byte[] whole = sample.bytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (length >= Header.LENGTH) {
                Wire.putShort(cut, 2, length);
            }
            Outcome.ofDecoding(cut, 0, length);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theViewReadsOrRefusesAMessageThatIsCut(Sample sample) {
        byte[] whole = sample.bytes();
        for (int length = Header.LENGTH; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            Wire.putShort(cut, 2, length);
            Outcome.ofWrapping(cut, 0, length);
        }
    }

    /** A flow-mod with one action of 8 bytes at {@link #ACTIONS_10}. */
    private static byte[] flow10() {
        return Messages.encode(FlowMod.add().actions(new Action.Output(1)).build(), Version.OF10, 1);
    }

    /** A flow-mod with a match of 12 and 4 bytes, an instruction of 8 and an action of 16. */
    private static byte[] flow13() {
        FlowMod flow = FlowMod.add()
                .match(Field.IN_PORT.is(3))
                .actions(new Action.Output(1))
                .build();
        return Messages.encode(flow, Version.OF13, 1);
    }

    private static void assertRefused(byte[] bytes, int type, int code, String text) {
        assertThatThrownBy(() -> Messages.decode(bytes, 0, bytes.length))
                .satisfies(e -> assertError(e, type, code))
                .hasMessageContaining(text);
    }

    private static void assertError(Throwable thrown, int type, int code) {
        assertThat(thrown).isInstanceOfSatisfying(MalformedMessageException.class, e -> {
            assertThat(e.errorType()).as("type").isEqualTo(type);
            assertThat(e.errorCode()).as("code").isEqualTo(code);
        });
    }
}
