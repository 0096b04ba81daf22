package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Generated;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.Samples;
import net.beaconcontroller.switchkit.random.MessageGenerator;
import org.junit.jupiter.api.Test;

/** Properties of all messages, in all versions, checked with generated messages. */
class GeneratedMessageTest {
    private static final int TRIES = 5_000;
    private static final byte[] FILLERS = {0, 1, 8, (byte) 0xff};

    private static void forEachMessage(Consumer<Envelope> check) {
        Generated.forEach(TRIES, random -> check.accept(MessageGenerator.any(random)));
    }

    private static void forEachMessageAndVersion(BiConsumer<Envelope, Version> check) {
        Generated.forEach(TRIES, random -> {
            Envelope envelope = MessageGenerator.any(random);
            check.accept(envelope, Version.values()[random.nextInt(Version.values().length)]);
        });
    }

    @Test
    void isDecodedToAnEqualMessage() {
        forEachMessage(envelope -> {
            byte[] bytes = envelope.toBytes();
            assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(envelope.message());
        });
    }

    @Test
    void isReadToAnEqualEnvelope() {
        forEachMessage(envelope -> {
            byte[] bytes = envelope.toBytes();
            assertThat(Messages.read(bytes, 0, bytes.length)).isEqualTo(envelope);
        });
    }

    @Test
    void isEncodedToTheSameBytesAfterDecoding() {
        forEachMessage(envelope -> {
            byte[] bytes = envelope.toBytes();
            assertThat(Messages.read(bytes, 0, bytes.length).toBytes()).containsExactly(bytes);
        });
    }

    @Test
    void isEncodedToTheSameBytesInAUsedWriter() {
        forEachMessage(envelope -> {
            Writer out = Samples.usedWriter();
            out.zeros(3);
            MessageLayout.of(envelope.message())
                    .write(envelope.message(), envelope.version(), envelope.xid(), envelope.flags(), out);
            assertThat(Bytes.of(out.array(), 3, out.length() - 3)).isEqualTo(Bytes.of(envelope.toBytes()));
        });
    }

    @Test
    void hasAHeaderWithVersionTypeLengthAndTransactionId() {
        forEachMessage(envelope -> {
            byte[] bytes = envelope.toBytes();
            assertThat(List.of(
                            (long) Header.version(bytes, 0),
                            (long) Header.type(bytes, 0),
                            (long) Header.length(bytes, 0),
                            Header.xid(bytes, 0)))
                    .containsExactly(
                            (long) envelope.version().wire(),
                            (long) envelope.message().type().wire(envelope.version()),
                            (long) bytes.length,
                            envelope.xid());
        });
    }

    @Test
    void isDecodedWithinALargerArray() {
        Generated.forEach(TRIES, random -> {
            Envelope envelope = MessageGenerator.any(random);
            int offset = random.nextInt(2 * 64 + 1);
            byte[] bytes = envelope.toBytes();
            for (byte filler : FILLERS) {
                byte[] larger = new byte[bytes.length + 2 * 64];
                Arrays.fill(larger, filler);
                System.arraycopy(bytes, 0, larger, offset, bytes.length);
                assertThat(Messages.read(larger, offset, bytes.length)).isEqualTo(envelope);
            }
        });
    }

    @Test
    void canBePrinted() {
        forEachMessage(envelope -> {
            assertThat(envelope.toString()).isNotEmpty();
            assertThat(envelope.message().toString()).isNotEmpty();
        });
    }

    @Test
    void hasOnlyFieldsOfPlainTypes() {
        forEachMessage(envelope -> {
            assertPlain(envelope.fields());
        });
    }

    private static void assertPlain(Object value) {
        switch (value) {
            case Map<?, ?> map ->
                map.forEach((name, field) -> {
                    assertThat(name).isInstanceOf(String.class);
                    assertPlain(field);
                });
            case List<?> list -> list.forEach(GeneratedMessageTest::assertPlain);
            default -> assertThat(value).isInstanceOfAny(String.class, Number.class, Boolean.class);
        }
    }

    @Test
    void isEncodedInAnyVersionOrRefusedWithADocumentedException() {
        forEachMessageAndVersion((envelope, version) -> {
            Throwable exception = catchThrowable(() -> Messages.encode(envelope.message(), version, 1));
            if (exception != null) {
                assertThat(exception)
                        .isInstanceOfAny(UnsupportedByVersionException.class, IllegalArgumentException.class);
            }
        });
    }

    @Test
    void isWellFormedInEveryVersionThatSupportsIt() {
        forEachMessageAndVersion((envelope, version) -> {
            var out = new Writer(64);
            if (tryEncode(envelope.message(), version, out)) {
                assertThatCode(() -> Messages.decode(out.array(), 0, out.length()))
                        .doesNotThrowAnyException();
            }
        });
    }

    @Test
    void leavesTheOutputUnchangedIfItIsRefused() {
        forEachMessageAndVersion((envelope, version) -> {
            var out = new Writer(16);
            out.append(FILLERS);
            if (!tryEncode(envelope.message(), version, out)) {
                assertThat(Bytes.of(out.array(), 0, out.length())).isEqualTo(Bytes.of(FILLERS));
            }
        });
    }

    private static boolean tryEncode(Message message, Version version, Writer out) {
        try {
            Messages.encode(message, version, 1, out);
            return true;
        } catch (UnsupportedByVersionException | IllegalArgumentException _) {
            return false;
        }
    }
}
