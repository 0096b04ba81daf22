package net.beaconcontroller.openflow.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.wire.FieldLocation;
import net.beaconcontroller.openflow.wire.FieldLocation.Kind;
import net.beaconcontroller.switchkit.random.MessageGenerator;
import net.beaconcontroller.switchkit.random.MessageGenerator.Form;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The places of the fields of a message. */
class LocationsTest {
    private static final int MESSAGES = 50;

    private static Stream<Form> forms() {
        return MessageGenerator.FORMS.stream();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void eachByteOfAMessageBelongsToOneField(Form form) {
        var random = new SplittableRandom(7);
        for (int i = 0; i < MESSAGES; i++) {
            Envelope message = form.generate(random);
            int at = 0;
            for (FieldLocation field : message.locations()) {
                assertThat(field.offset()).as("%s in %s", field, message).isEqualTo(at);
                at += field.size();
            }
            assertThat(at).as("%s", message).isEqualTo(message.toBytes().length);
        }
    }

    @Test
    void namesAndKindsAreThoseOfTheSpecification() {
        Envelope packet = Envelope.of(Version.OF13, 1, PacketIn.of(3, PacketIn.NO_BUFFER, Bytes.of(new byte[60])));

        assertThat(packet.locations())
                .contains(
                        new FieldLocation("length", Kind.LENGTH, 2, 2),
                        new FieldLocation("total_len", Kind.NUMBER, 12, 2),
                        new FieldLocation("match_length", Kind.LENGTH, 26, 2),
                        new FieldLocation("tlv_length", Kind.LENGTH, 31, 1),
                        new FieldLocation("data", Kind.DATA, 42, 60));
    }
}
