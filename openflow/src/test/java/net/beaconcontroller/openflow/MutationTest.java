package net.beaconcontroller.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.beaconcontroller.openflow.Outcome.Read;
import net.beaconcontroller.openflow.Outcome.Refused;
import net.beaconcontroller.openflow.Samples.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Messages with some bits turned and some lengths overwritten. Whatever comes of it is read or refused, ends, and depends on
 * the message's own bytes alone.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MutationTest {
    private static final long SEED = 20260401;

    /** How many foreign bytes are on either side of the message. */
    private static final int MARGIN = 40;

    /** What 16 bits, which may be a length, are overwritten with. */
    private static final int[] LENGTHS = {0, 1, 0xffff};

    @Test
    void decodingReadsOrRefusesByTheMessagesOwnBytesAlone() {
        mutate(200_000, Samples.all().toList(), 0, message -> assertThat(decodeAmong(0xff, message))
                .isEqualTo(decodeAmong(0x00, message)));
    }

    @Test
    void wrappingReadsOrRefusesByTheMessagesOwnBytesAlone() {
        mutate(50_000, Samples.packetIns().toList(), 2, message -> assertThat(wrapAmong(0xff, message))
                .isEqualTo(wrapAmong(0x00, message)));
    }

    @Test
    void whatTheViewReadsAndRefusesIsWhatTheRecordDoes() {
        mutate(50_000, Samples.packetIns().toList(), 4, message -> {
            Outcome wrapped = Outcome.ofWrapping(message, 0, message.length);
            switch (Outcome.ofDecoding(message, 0, message.length)) {
                case Read(PacketIn in) -> assertThat(wrapped).isEqualTo(new Read(Seen.of(in)));
                case Read(Object other) -> throw new AssertionError("no packet-in: " + other);
                case Refused _ -> assertThat(wrapped).isInstanceOf(Refused.class);
            }
        });
    }

    @Test
    void whatWasReadIsWrittenAgainAsItWas() {
        mutate(50_000, Samples.all().toList(), 4, bytes -> {
            if (Outcome.ofDecoding(bytes, 0, bytes.length) instanceof Read) {
                Envelope envelope = Envelope.read(bytes, 0, bytes.length);
                assertThat(Bytes.of(envelope.toBytes())).isEqualTo(Bytes.of(bytes));
            }
        });
    }

    private static Outcome decodeAmong(int foreign, byte[] message) {
        return Outcome.ofDecoding(among(foreign, message), MARGIN, message.length);
    }

    private static Outcome wrapAmong(int foreign, byte[] message) {
        return Outcome.ofWrapping(among(foreign, message), MARGIN, message.length);
    }

    private static byte[] among(int foreign, byte[] message) {
        byte[] array = new byte[message.length + 2 * MARGIN];
        Arrays.fill(array, (byte) foreign);
        System.arraycopy(message, 0, array, MARGIN, message.length);
        return array;
    }

    /**
     * Runs a check on mutations of the samples.
     *
     * @param from the first byte of a message that is changed
     */
    private static void mutate(int rounds, List<Sample> samples, int from, Consumer<byte[]> check) {
        List<byte[]> messages = samples.stream().map(Sample::bytes).toList();
        for (int i = 0; i < rounds; i++) {
            var random = new SplittableRandom(SEED + i);
            byte[] message = messages.get(i % messages.size()).clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                change(message, from, random);
            }
            try {
                check.accept(message);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed %d: %s".formatted(SEED + i, Bytes.of(message)), e);
            }
        }
    }

    private static void change(byte[] message, int from, SplittableRandom random) {
        int at = from + random.nextInt(message.length - from);
        if (random.nextBoolean() || at + 2 > message.length) {
            message[at] ^= (byte) (1 << random.nextInt(8));
        } else {
            Wire.putShort(message, at, LENGTHS[random.nextInt(LENGTHS.length)]);
        }
    }
}
