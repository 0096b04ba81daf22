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
import net.beaconcontroller.openflow.flyweight.PacketInFields;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.random.MessageGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Decoding of mutated messages of all classes and versions. Every mutant is either decoded, and then encoded to the
 * same bytes, or refused with a {@link MalformedMessageException} whose type and code an ERROR message can carry.
 *
 * <p>The message of a failure contains the seed and the bytes. To run for a given time, from a random or given seed:
 *
 * <pre>
 * mvn -pl switchkit test -Dtest=FuzzTest -Dfuzz.seconds=600
 * mvn -pl switchkit test -Dtest=FuzzTest -Dfuzz.seconds=1 -Dfuzz.seed=20260401
 * </pre>
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuzzTest {
    private static final long SEED = 20260401;

    /** The number of mutants of each generated message. */
    private static final int MUTANTS = 5;

    /** The number of bytes in the array before and after the message. */
    private static final int MARGIN = 40;

    /** The limit of allocated bytes per byte of a message. */
    private static final long ALLOCATED_PER_BYTE = 64;

    /** The limit of allocated bytes that do not depend on the message's length, such as those of an exception. */
    private static final long ALLOCATED_ALWAYS = 64 * 1024;

    /** The number of error types in each version, from OpenFlow 1.0 on. */
    private static final int[] ERROR_TYPES = {6, 11, 12, 14, 18, 18};

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void decodingDependsOnlyOnTheBytesOfTheMessage() {
        fuzz(SEED, 3_000, FuzzTest::anyMessage, this::checkDependsOnlyOnBytesOfMessage);
    }

    @Test
    void encodesDecodedMessagesToTheSameBytes() {
        fuzz(SEED + 1_000_000, 3_000, FuzzTest::anyMessage, this::checkIsEncodedToSameBytes);
    }

    @Test
    void reportsAValidFieldOffsetAndErrorForMalformedMessages() {
        fuzz(SEED + 2_000_000, 3_000, FuzzTest::anyMessage, this::checkException);
    }

    @Test
    void printsDecodedMessages() {
        fuzz(SEED + 3_000_000, 2_000, FuzzTest::anyMessage, this::checkIsPrinted);
    }

    @Test
    void allocatesMemoryInProportionToTheLengthOfTheMessage() {
        fuzz(SEED + 4_000_000, 2_000, FuzzTest::anyMessage, this::checkAllocation);
    }

    @Test
    void theViewDependsOnlyOnTheBytesOfTheMessage() {
        fuzz(SEED + 5_000_000, 1_500, FuzzTest::packetIn, mutant -> {
            byte[] message = asPacketIn(mutant);
            assertThat(wrapAmong(0xff, message)).isEqualTo(wrapAmong(0x00, message));
        });
    }

    @Test
    void theViewAcceptsAndReadsTheSameMessagesAsTheRecord() {
        fuzz(SEED + 6_000_000, 3_000, FuzzTest::packetIn, mutant -> {
            byte[] message = asPacketIn(mutant);
            Outcome wrapped = Outcome.ofWrapping(message, 0, message.length);
            switch (Outcome.ofDecoding(message, 0, message.length)) {
                case Read(PacketIn in) -> assertThat(wrapped).isEqualTo(new Read(PacketInFields.of(in)));
                case Read(Object other) -> throw new AssertionError("no packet-in: " + other);
                case Refused _ -> assertThat(wrapped).isInstanceOf(Refused.class);
            }
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "fuzz.seconds", matches = "\\d+")
    @Timeout(value = 30, unit = TimeUnit.DAYS)
    void fuzzesForAGivenTime() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.getLong("fuzz.seconds", 1));
        long first = Long.getLong("fuzz.seed", ThreadLocalRandom.current().nextLong());
        long seed = first;
        for (; System.nanoTime() < end; seed++) {
            fuzz(seed, 1, FuzzTest::anyMessage, mutant -> {
                checkDependsOnlyOnBytesOfMessage(mutant);
                checkIsEncodedToSameBytes(mutant);
                checkException(mutant);
                checkIsPrinted(mutant);
                checkAllocation(mutant);
            });
        }
        System.out.printf("%,d mutants, seeds %d to %d%n", MUTANTS * (seed - first), first, seed - 1);
    }

    private void checkDependsOnlyOnBytesOfMessage(byte[] message) {
        assertThat(decodeAmong(0xff, message)).isEqualTo(decodeAmong(0x00, message));
    }

    private void checkIsEncodedToSameBytes(byte[] message) {
        if (decodedOrException(message) instanceof Envelope envelope) {
            assertThat(Bytes.of(envelope.toBytes())).isEqualTo(Bytes.of(message));
        }
    }

    private void checkException(byte[] message) {
        if (decodedOrException(message) instanceof MalformedMessageException e) {
            Version version = Version.ofWire(message[0]).orElse(Version.OF10);
            assertThat(e.field()).isNotEmpty();
            assertThat(e.offset()).isBetween(0, message.length);
            assertThat(e.errorType()).isBetween(0, ERROR_TYPES[version.ordinal()] - 1);
            assertThat(errorsOf(version)).contains(new TypeAndCode(e.errorType(), e.errorCode()));
        }
    }

    private void checkIsPrinted(byte[] message) {
        if (decodedOrException(message) instanceof Envelope envelope) {
            assertThat(envelope.toString()).isNotEmpty();
            assertThat(envelope.message().toString()).isNotEmpty();
            assertThat(envelope.fields()).isNotNull();
        }
    }

    private void checkAllocation(byte[] message) {
        long limit = ALLOCATED_PER_BYTE * message.length + ALLOCATED_ALWAYS;
        if (allocatedBy(message) > limit) {
            assertThat(allocatedBy(message)).as("second decoding").isLessThanOrEqualTo(limit);
        }
    }

    private long allocatedBy(byte[] message) {
        long before = threads.getCurrentThreadAllocatedBytes();
        Object _ = decodedOrException(message);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** The type and code of an error message. */
    private record TypeAndCode(int type, int code) {}

    private static Set<TypeAndCode> errorsOf(Version version) {
        return Arrays.stream(ErrorCode.values())
                .map(error -> new TypeAndCode(error.type(version), error.code(version)))
                .collect(Collectors.toSet());
    }

    private static Object decodedOrException(byte[] message) {
        try {
            return Messages.read(message, 0, message.length);
        } catch (MalformedMessageException e) {
            return e;
        }
    }

    private static Object decodeAmong(int filler, byte[] message) {
        try {
            return Messages.read(among(filler, message), MARGIN, message.length);
        } catch (MalformedMessageException e) {
            return new Refused(e.errorType(), e.errorCode(), e.field() + " " + e.offset() + " " + e.getMessage());
        }
    }

    private static Outcome wrapAmong(int filler, byte[] message) {
        return Outcome.ofWrapping(among(filler, message), MARGIN, message.length);
    }

    private static byte[] among(int filler, byte[] message) {
        byte[] array = new byte[message.length + 2 * MARGIN];
        Arrays.fill(array, (byte) filler);
        System.arraycopy(message, 0, array, MARGIN, message.length);
        return array;
    }

    private static byte[] anyMessage(RandomGenerator random) {
        return MessageGenerator.any(random).toBytes();
    }

    private static byte[] packetIn(RandomGenerator random) {
        return MessageGenerator.any(PacketIn.class, random).toBytes();
    }

    /** Sets length, version and type of the header so that a session would dispatch the message as a packet-in. */
    private static byte[] asPacketIn(byte[] mutant) {
        byte[] message = Mutation.withValidLength(mutant);
        message[0] = message[0] < 3 || message[0] > 6 ? 1 : message[0];
        message[1] = (byte) MessageType.PACKET_IN.wire(Version.OF13);
        return message;
    }

    /** A check that throws an exception or an AssertionError on failure. */
    private interface Check {
        void check(byte[] message);
    }

    private static void fuzz(long seed, int messages, Function<RandomGenerator, byte[]> generator, Check check) {
        for (long at = seed; at < seed + messages; at++) {
            var random = new SplittableRandom(at);
            byte[] message = generator.apply(random);
            byte[] other = generator.apply(random);
            for (int i = 0; i < MUTANTS; i++) {
                byte[] mutant = Mutation.any(message, other, random);
                try {
                    check.check(mutant);
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("seed %d: %s".formatted(at, Bytes.of(mutant)), e);
                }
            }
        }
    }
}
