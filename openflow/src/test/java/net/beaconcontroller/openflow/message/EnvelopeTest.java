package net.beaconcontroller.openflow.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import net.beaconcontroller.net.ByteAccess;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.Hex;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.match.Match10;
import net.beaconcontroller.openflow.multipart.MeterFeatures;
import org.junit.jupiter.api.Test;

/** Envelopes that preserve padding, and envelopes of bundled messages. */
class EnvelopeTest {

    @Test
    void preservesThePaddingOfABundleAroundAMessage() {
        assertIsEncodedToSameBytes("""
                06 22 0020 00000001 00000001 beef 0000 ; bundle add message of 1.5, non-zero padding
                06 02 0010 00000001 0123456789abcdef   ; echo request
                """);
    }

    @Test
    void preservesThePaddingOfABundledMessage() {
        assertIsEncodedToSameBytes("""
                06 22 0028 00000001 00000001 0000 0000        ; bundle add message of 1.5
                06 18 0018 00000001 00000001 ffff beef 0000000000000002 ; role request, non-zero padding
                """);
    }

    @Test
    void doesNotAddMissingPaddingToAHello() {
        assertIsEncodedToSameBytes("06 00 000f 00000001 0009 0007 aabbcc");
    }

    @Test
    void doesNotAddMissingPaddingToABundledHello() {
        assertIsEncodedToSameBytes("""
                06 22 001f 00000001 00000001 0000 0000 ; bundle add message of 1.5
                06 00 000f 00000001 0009 0007 aabbcc   ; hello
                """);
    }

    private static void assertIsEncodedToSameBytes(String hex) {
        byte[] bytes = Hex.bytes(hex).toArray();
        assertThat(Messages.read(bytes, 0, bytes.length).toBytes()).containsExactly(bytes);
    }

    @Test
    void anOpaqueMultipartMessageHasItsBodyAsField() {
        // A description request of OpenFlow 1.1.
        byte[] bytes = Hex.bytes("02 12 000c 00000001 00000000").toArray();
        assertThat(Messages.read(bytes, 0, bytes.length).fields()).containsEntry("body", "00000000");
    }

    @Test
    void reportsAnErrorOfABundledMessageInTheVersionOfTheBundle() {
        byte[] bundled = Messages.encode(FlowMod.add().build(), Version.OF10, 1);
        // The command.
        ByteAccess.putShort(bundled, 8 + Match10.LENGTH + 8, 9);
        var bundle = new Writer(128);
        bundle.bytes(Hex.bytes("06 22 0000 00000001 00000001 0000 0000"));
        bundle.append(bundled);
        bundle.setU16(2, bundle.length());
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> Messages.read(bundle.array(), 0, bundle.length()))
                .satisfies(e -> assertThat(e.errorType()).isEqualTo(ErrorCode.BAD_FLOW_MOD_COMMAND.type(Version.OF15)))
                .satisfies(e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.BAD_FLOW_MOD_COMMAND.code(Version.OF15)));
    }

    @Test
    void meterFeaturesOf15WithoutTheFieldsOf15AreEncodedToTheSameBytes() {
        var features = new MeterFeatures(1, 2, 3, 4, 5, 0);
        byte[] bytes = Messages.encode(features, Version.OF13, 1);
        bytes[0] = (byte) Version.OF15.wire();
        Envelope envelope = Messages.read(bytes, 0, bytes.length);
        assertThat(envelope.message()).isEqualTo(features);
        assertThat(envelope.toBytes()).isEqualTo(bytes);
        assertThat(Messages.encode(features, Version.OF15, 1)).hasSize(bytes.length + 8);
    }
}
