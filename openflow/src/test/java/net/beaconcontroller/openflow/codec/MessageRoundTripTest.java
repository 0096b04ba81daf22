package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.Hex;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Opaque;
import net.beaconcontroller.openflow.message.Samples;
import net.beaconcontroller.openflow.message.Samples.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Encoding and decoding of sample messages, whose fields depend on the version. */
class MessageRoundTripTest {

    static Stream<Sample> samples() {
        return Samples.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void decodesAnEncodedMessageToAnEqualOne(Sample sample) {
        byte[] bytes = sample.bytes();
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(sample.message());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void theHeaderHasVersionTypeLengthAndTransactionId(Sample sample) {
        byte[] bytes = sample.bytes();
        assertThat(Header.version(bytes, 0)).isEqualTo(sample.version().wire());
        assertThat(Header.type(bytes, 0)).isEqualTo(sample.message().type().wire(sample.version()));
        assertThat(Header.length(bytes, 0)).isEqualTo(bytes.length);
        assertThat(Header.xid(bytes, 0)).isEqualTo(Samples.XID);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void decodesWithinALargerArray(Sample sample) {
        byte[] bytes = sample.bytes();
        byte[] larger = new byte[bytes.length + 20];
        Arrays.fill(larger, (byte) 0xff);
        System.arraycopy(bytes, 0, larger, 13, bytes.length);
        assertThat(Messages.decode(larger, 13, bytes.length)).isEqualTo(sample.message());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void appendsToTheContentOfTheWriter(Sample sample) {
        var out = new Writer(0);
        out.append(new byte[] {1, 2, 3});
        Messages.encode(sample.message(), sample.version(), Samples.XID, out);
        assertThat(Bytes.of(out.array(), 0, 3)).isEqualTo(Bytes.ofHex("010203"));
        assertThat(Bytes.of(out.array(), 3, out.length() - 3)).isEqualTo(Bytes.of(sample.bytes()));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void overwritesAllPreviousBytes(Sample sample) {
        Writer out = Samples.usedWriter();
        Messages.encode(sample.message(), sample.version(), Samples.XID, out);
        assertThat(Bytes.of(out.array(), 0, out.length())).isEqualTo(Bytes.of(sample.bytes()));
    }

    @Test
    void decodesMessagesOfOpenFlow11ThatOtherVersionsShare() {
        var message = new ErrorMessage(1, 1, Bytes.ofHex("05ff"));
        byte[] bytes = Messages.encode(message, Version.OF11, 7);
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(message);
    }

    @Test
    void otherMessagesOfOpenFlow11AreOpaque() {
        Bytes hello = Hex.bytes("02 0e 0010 00000001 0123456789abcdef");
        var message = new Opaque(MessageType.FLOW_MOD, Bytes.ofHex("0123456789abcdef"));
        assertThat(Messages.decode(hello.toArray(), 0, hello.length())).isEqualTo(message);
        assertThat(Bytes.of(Messages.encode(message, Version.OF11, 1))).isEqualTo(hello);
    }
}
