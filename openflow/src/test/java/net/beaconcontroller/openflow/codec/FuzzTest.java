package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.ErrorCode;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Outcome.Read;
import net.beaconcontroller.openflow.codec.Outcome.Refused;
import net.beaconcontroller.openflow.flyweight.Seen;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.PacketIn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Spoiled messages of all classes and versions, and noise. Whatever comes is read or refused as malformed; what is read is
 * written again as it was, and a refusal says what an ERROR to the peer can say.
 *
 * <p>A failure tells its seed and the bytes. To go on for as long as there is time, from a random seed on or a given one:
 *
 * <pre>
 * mvn -pl openflow test -Dtest=FuzzTest -Dfuzz.seconds=600
 * mvn -pl openflow test -Dtest=FuzzTest -Dfuzz.seconds=1 -Dfuzz.seed=20260401
 * </pre>
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzTest {
    private static final long SEED = 20260401;

    /** How many mutants there are of each message that is made up. */
    private static final int MUTANTS = 10;

    /** How many foreign bytes are on either side of the message. */
    private static final int MARGIN = 40;

    /** How many bytes a message may take for each that it has, and for a refusal and its causes. */
    private static final long ALLOCATED_PER_BYTE = 64;

    private static final long ALLOCATED_ALWAYS = 64 * 1024;

    /** How many types of errors each version has, from OpenFlow 1.0 on. */
    private static final int[] ERROR_TYPES = {6, 11, 12, 14, 18, 18};

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void readsOrRefusesByTheMessagesOwnBytesAlone() {
        fuzz(SEED, 3_000, FuzzTest::anyMessage, this::checkThatItDependsOnItsOwnBytesAlone);
    }

    @Test
    void writesWhatItReadAsItWas() {
        fuzz(SEED + 1_000_000, 3_000, FuzzTest::anyMessage, this::checkThatItIsWrittenAsItWas);
    }

    @Test
    void refusesWithAFieldAPlaceAndAnErrorThatExist() {
        fuzz(SEED + 2_000_000, 3_000, FuzzTest::anyMessage, this::checkTheRefusal);
    }

    @Test
    void printsWhatItRead() {
        fuzz(SEED + 3_000_000, 2_000, FuzzTest::anyMessage, this::checkThatItCanBePrinted);
    }

    @Test
    void takesMemoryInProportionToTheMessage() {
        fuzz(SEED + 4_000_000, 2_000, FuzzTest::anyMessage, this::checkTheMemory);
    }

    @Test
    void wrapsOrRefusesByTheMessagesOwnBytesAlone() {
        fuzz(SEED + 5_000_000, 1_500, FuzzTest::packetIn, mutant -> {
            byte[] message = asPacketIn(mutant);
            assertThat(wrapAmong(0xff, message)).isEqualTo(wrapAmong(0x00, message));
        });
    }

    @Test
    void whatTheViewReadsAndRefusesIsWhatTheRecordDoes() {
        fuzz(SEED + 6_000_000, 3_000, FuzzTest::packetIn, mutant -> {
            byte[] message = asPacketIn(mutant);
            Outcome wrapped = Outcome.ofWrapping(message, 0, message.length);
            switch (Outcome.ofDecoding(message, 0, message.length)) {
                case Read(PacketIn in) -> assertThat(wrapped).isEqualTo(new Read(Seen.of(in)));
                case Read(Object other) -> throw new AssertionError("no packet-in: " + other);
                case Refused _ -> assertThat(wrapped).isInstanceOf(Refused.class);
            }
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "fuzz.seconds", matches = "\\d+")
    @Timeout(value = 30, unit = TimeUnit.DAYS)
    void findsNothingForAsLongAsIsAsked() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("fuzz.seconds", 1));
        long first = Long.getLong("fuzz.seed", ThreadLocalRandom.current().nextLong());
        long seed = first;
        for (; System.nanoTime() < end; seed++) {
            fuzz(seed, 1, FuzzTest::anyMessage, mutant -> {
                checkThatItDependsOnItsOwnBytesAlone(mutant);
                checkThatItIsWrittenAsItWas(mutant);
                checkTheRefusal(mutant);
                checkThatItCanBePrinted(mutant);
                checkTheMemory(mutant);
            });
        }
        System.out.printf("%,d mutants, seeds %d to %d%n", MUTANTS * (seed - first), first, seed - 1);
    }

    private void checkThatItDependsOnItsOwnBytesAlone(byte[] message) {
        assertThat(readAmong(0xff, message)).isEqualTo(readAmong(0x00, message));
    }

    private void checkThatItIsWrittenAsItWas(byte[] message) {
        if (readOrRefusal(message) instanceof Envelope envelope) {
            assertThat(Bytes.of(envelope.toBytes())).isEqualTo(Bytes.of(message));
        }
    }

    private void checkTheRefusal(byte[] message) {
        if (readOrRefusal(message) instanceof MalformedMessageException e) {
            Version version = Version.ofWire(message[0]).orElse(Version.OF10);
            assertThat(e.field()).isNotEmpty();
            assertThat(e.offset()).isBetween(0, message.length);
            assertThat(e.errorType()).isBetween(0, ERROR_TYPES[version.ordinal()] - 1);
            assertThat(errorsOf(version)).contains(new TypeAndCode(e.errorType(), e.errorCode()));
        }
    }

    private void checkThatItCanBePrinted(byte[] message) {
        if (readOrRefusal(message) instanceof Envelope envelope) {
            assertThat(envelope.toString()).isNotEmpty();
            assertThat(envelope.message().toString()).isNotEmpty();
            assertThat(envelope.fields()).isNotNull();
        }
    }

    private void checkTheMemory(byte[] message) {
        long limit = ALLOCATED_PER_BYTE * message.length + ALLOCATED_ALWAYS;
        if (allocatedBy(message) > limit) {
            assertThat(allocatedBy(message)).as("not the first time").isLessThanOrEqualTo(limit);
        }
    }

    private long allocatedBy(byte[] message) {
        long before = threads.getCurrentThreadAllocatedBytes();
        Object _ = readOrRefusal(message);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** An error message's numbers. */
    private record TypeAndCode(int type, int code) {}

    private static Set<TypeAndCode> errorsOf(Version version) {
        return Arrays.stream(ErrorCode.values())
                .map(refusal -> new TypeAndCode(refusal.type(version), refusal.code(version)))
                .collect(Collectors.toSet());
    }

    private static Object readOrRefusal(byte[] message) {
        try {
            return Messages.read(message, 0, message.length);
        } catch (MalformedMessageException e) {
            return e;
        }
    }

    private static Object readAmong(int foreign, byte[] message) {
        try {
            return Messages.read(among(foreign, message), MARGIN, message.length);
        } catch (MalformedMessageException e) {
            return new Refused(e.errorType(), e.errorCode(), e.field() + " " + e.offset() + " " + e.getMessage());
        }
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

    private static byte[] anyMessage(RandomGenerator random) {
        return MessageGenerator.any(random).toBytes();
    }

    private static byte[] packetIn(RandomGenerator random) {
        return MessageGenerator.any(PacketIn.class, random).toBytes();
    }

    /** Makes the header what a switch's loop would hand on as a packet-in. */
    private static byte[] asPacketIn(byte[] mutant) {
        byte[] message = Mutation.mended(mutant);
        message[0] = message[0] < 3 || message[0] > 6 ? 1 : message[0];
        message[1] = (byte) MessageType.PACKET_IN.wire(Version.OF13);
        return message;
    }

    /** A check that throws what is wrong. */
    private interface Check {
        void on(byte[] message);
    }

    private static void fuzz(long seed, int messages, Function<RandomGenerator, byte[]> make, Check check) {
        for (long at = seed; at < seed + messages; at++) {
            var random = new SplittableRandom(at);
            byte[] message = make.apply(random);
            byte[] other = make.apply(random);
            for (int i = 0; i < MUTANTS; i++) {
                byte[] mutant = Mutation.any(message, other, random);
                try {
                    check.on(mutant);
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("seed %d: %s".formatted(at, Bytes.of(mutant)), e);
                }
            }
        }
    }
}
