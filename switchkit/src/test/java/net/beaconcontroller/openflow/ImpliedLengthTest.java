package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.random.MessageGenerator;
import org.junit.jupiter.api.Test;

class ImpliedLengthTest {
    /** The types whose length is implied in all versions that have them. */
    private static final Set<MessageType> ALWAYS_IMPLIED = EnumSet.of(
            MessageType.FEATURES_REQUEST,
            MessageType.GET_CONFIG_REQUEST,
            MessageType.GET_CONFIG_REPLY,
            MessageType.SET_CONFIG,
            MessageType.PACKET_IN,
            MessageType.FLOW_REMOVED,
            MessageType.PORT_STATUS,
            MessageType.BARRIER_REQUEST,
            MessageType.BARRIER_REPLY,
            MessageType.ROLE_REQUEST,
            MessageType.ROLE_REPLY,
            MessageType.GET_ASYNC_REQUEST,
            MessageType.TABLE_STATUS,
            MessageType.REQUESTFORWARD,
            MessageType.CONTROLLER_STATUS);

    private static void forEachMessage(BiConsumer<Envelope, byte[]> check) {
        Generated.forEach(20_000, random -> {
            Envelope envelope = MessageGenerator.any(random);
            if (envelope.version() != Version.OF11) {
                check.accept(envelope, envelope.toBytes());
            }
        });
    }

    private static int implied(Envelope envelope, byte[] bytes, int to) {
        return ImpliedLength.of(envelope.version(), envelope.message().type(), bytes, 0, to);
    }

    private static boolean hasPossibleMatch(Envelope envelope, byte[] bytes, int to) {
        return ImpliedLength.hasPossibleMatch(
                envelope.version(), envelope.message().type(), bytes, 0, to);
    }

    /** Returns the length of the message if the switch has not truncated its packet. */
    private static int expected(Envelope envelope, byte[] bytes) {
        return envelope.message() instanceof PacketIn in
                ? bytes.length - in.data().length() + in.totalLength()
                : bytes.length;
    }

    @Test
    void isTheLengthOfTheMessageIfTheContentDeterminesIt() {
        forEachMessage((envelope, bytes) -> {
            int implied = implied(envelope, bytes, bytes.length);
            if (implied != ImpliedLength.NONE
                    || ALWAYS_IMPLIED.contains(envelope.message().type())) {
                assertThat(implied).as(envelope.toString()).isEqualTo(expected(envelope, bytes));
            }
        });
    }

    @Test
    void isTheSameOrUnknownWhileTheMessageIsIncomplete() {
        forEachMessage((envelope, bytes) -> {
            int whole = implied(envelope, bytes, bytes.length);
            for (int to = 8; to < bytes.length; to++) {
                assertThat(implied(envelope, bytes, to))
                        .as("%d bytes of %s", to, envelope)
                        .isIn(whole, ImpliedLength.INCOMPLETE);
            }
        });
    }

    @Test
    void theMatchOfACorrectMessageIsPossibleHoweverMuchOfItIsThere() {
        forEachMessage((envelope, bytes) -> {
            for (int to = 8; to <= bytes.length; to++) {
                assertThat(hasPossibleMatch(envelope, bytes, to))
                        .as("%d bytes of %s", to, envelope)
                        .isTrue();
            }
        });
    }

    @Test
    void aMatchOfAnotherTypeOrWithAFieldThatIsTooLongIsNotPossible() {
        byte[] flowRemoved = new byte[64];
        // The type of the match, its length, and the length of its only field.
        flowRemoved[49] = 1;
        flowRemoved[51] = 12;
        flowRemoved[55] = 4;
        assertThat(hasPossibleMatch(flowRemoved)).isTrue();

        for (int at : new int[] {49, 51, 55}) {
            byte[] wrong = flowRemoved.clone();
            wrong[at]++;
            assertThat(hasPossibleMatch(wrong)).as("byte %d", at).isFalse();
        }
    }

    private static boolean hasPossibleMatch(byte[] flowRemoved) {
        return ImpliedLength.hasPossibleMatch(
                Version.OF13, MessageType.FLOW_REMOVED, flowRemoved, 0, flowRemoved.length);
    }

    @EachVersion
    void isUnknownForMessagesWhoseEndOnlyTheHeaderDetermines(Version version) {
        byte[] bytes = new byte[100];
        for (MessageType type : EnumSet.of(
                MessageType.HELLO,
                MessageType.ERROR,
                MessageType.ECHO_REQUEST,
                MessageType.ECHO_REPLY,
                MessageType.EXPERIMENTER,
                MessageType.MULTIPART_REPLY)) {
            assertThat(ImpliedLength.of(version, type, bytes, 0, bytes.length)).isEqualTo(ImpliedLength.NONE);
        }
    }

    @Test
    void isGreaterThanAHeaderCanStateIfTheMessageWouldBeTooLong() {
        byte[] flowRemoved = new byte[100];
        // The length of the match.
        flowRemoved[26] = (byte) 0xff;
        flowRemoved[27] = (byte) 0xff;
        assertThat(ImpliedLength.of(Version.OF15, MessageType.FLOW_REMOVED, flowRemoved, 0, 100))
                .isGreaterThan(0xffff);
        byte[] packetIn = flowRemoved.clone();
        assertThat(ImpliedLength.of(Version.OF13, MessageType.PACKET_IN, packetIn, 0, 100))
                .isEqualTo(24 + 0x10000 + 2);
        assertThat(ImpliedLength.of(Version.OF13, MessageType.PACKET_IN, packetIn, 0, 20))
                .isEqualTo(ImpliedLength.INCOMPLETE);
    }
}
