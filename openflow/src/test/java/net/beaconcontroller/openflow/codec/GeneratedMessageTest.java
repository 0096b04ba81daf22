package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.MessageLayout;
import net.beaconcontroller.openflow.message.Samples;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * What holds for every message, whatever it says: of all classes, in all versions. A failure tells its seed, which {@code
 * @Property(seed = "...")} tries again.
 */
@PropertyDefaults(
        tries = 5_000,
        generation = GenerationMode.RANDOMIZED,
        edgeCases = EdgeCasesMode.NONE,
        shrinking = ShrinkingMode.OFF)
class GeneratedMessageTest {
    private static final byte[] FOREIGN = {0, 1, 8, (byte) 0xff};

    @Provide
    Arbitrary<Envelope> messages() {
        return Arbitraries.randomValue(MessageGenerator::any);
    }

    @Provide
    Arbitrary<Version> versions() {
        return Arbitraries.of(Version.class);
    }

    @Property
    void isDecodedToWhatWasEncoded(@ForAll("messages") Envelope envelope) {
        byte[] bytes = envelope.toBytes();
        assertThat(Messages.decode(bytes, 0, bytes.length)).isEqualTo(envelope.message());
    }

    @Property
    void isReadWithWhatIsAroundIt(@ForAll("messages") Envelope envelope) {
        byte[] bytes = envelope.toBytes();
        assertThat(Messages.read(bytes, 0, bytes.length)).isEqualTo(envelope);
    }

    @Property
    void isTheSameBytesAgainOnceItWasRead(@ForAll("messages") Envelope envelope) {
        byte[] bytes = envelope.toBytes();
        assertThat(Messages.read(bytes, 0, bytes.length).toBytes()).containsExactly(bytes);
    }

    @Property
    void isTheSameBytesEachTimeAndInAnyMemory(@ForAll("messages") Envelope envelope) {
        Writer out = Samples.usedWriter();
        out.zeros(3);
        MessageLayout.of(envelope.message())
                .write(envelope.message(), envelope.version(), envelope.xid(), envelope.flags(), out);
        assertThat(Bytes.of(out.array(), 3, out.length() - 3)).isEqualTo(Bytes.of(envelope.toBytes()));
    }

    @Property
    void hasAHeaderThatSaysVersionTypeLengthAndTransaction(@ForAll("messages") Envelope envelope) {
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
    }

    @Property
    void isReadAnywhereInALargerArrayAsIfItWereAlone(
            @ForAll("messages") Envelope envelope, @ForAll("places") int place) {
        byte[] bytes = envelope.toBytes();
        for (byte foreign : FOREIGN) {
            byte[] larger = new byte[bytes.length + 2 * 64];
            Arrays.fill(larger, foreign);
            System.arraycopy(bytes, 0, larger, place, bytes.length);
            assertThat(Messages.read(larger, place, bytes.length)).isEqualTo(envelope);
        }
    }

    @Provide
    Arbitrary<Integer> places() {
        return Arbitraries.integers().between(0, 2 * 64);
    }

    @Property
    void canBePrinted(@ForAll("messages") Envelope envelope) {
        assertThat(envelope.toString()).isNotEmpty();
        assertThat(envelope.message().toString()).isNotEmpty();
    }

    @Property
    void hasFieldsThatAreNumbersStringsListsAndMapsAlone(@ForAll("messages") Envelope envelope) {
        assertPlain(envelope.fields());
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

    @Property
    void isWrittenInAnotherVersionOrRefusedAsDocumented(
            @ForAll("messages") Envelope envelope, @ForAll("versions") Version version) {
        Throwable refusal = catchThrowable(() -> Messages.encode(envelope.message(), version, 1));
        if (refusal != null) {
            assertThat(refusal).isInstanceOfAny(UnsupportedByVersionException.class, IllegalArgumentException.class);
        }
    }

    @Property
    void isWellFormedInAnyVersionThatCanSayIt(
            @ForAll("messages") Envelope envelope, @ForAll("versions") Version version) {
        var out = new Writer(64);
        if (isWritten(envelope.message(), version, out)) {
            assertThatCode(() -> Messages.decode(out.array(), 0, out.length())).doesNotThrowAnyException();
        }
    }

    @Property
    void leavesTheOutputAsItWasWhereItIsRefused(
            @ForAll("messages") Envelope envelope, @ForAll("versions") Version version) {
        var out = new Writer(16);
        out.append(FOREIGN);
        if (!isWritten(envelope.message(), version, out)) {
            assertThat(Bytes.of(out.array(), 0, out.length())).isEqualTo(Bytes.of(FOREIGN));
        }
    }

    private static boolean isWritten(Message message, Version version, Writer out) {
        try {
            Messages.encode(message, version, 1, out);
            return true;
        } catch (UnsupportedByVersionException | IllegalArgumentException _) {
            return false;
        }
    }
}
