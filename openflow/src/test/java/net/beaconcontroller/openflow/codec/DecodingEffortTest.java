package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.Instruction;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Oxs;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.BundleAdd;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.GroupMod;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.multipart.AggregateStats;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.openflow.multipart.PortDescription;
import net.beaconcontroller.openflow.multipart.TableFeatures;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.structure.UnknownProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Time and memory of decoding are proportional to the length of the message. The messages consist of the smallest parts
 * of each type, which need the most objects per byte.
 */
@Tag("measuring")
class DecodingEffortTest {
    private static final int SMALL = 8 * 1024 - 8;
    private static final int LARGE = 64 * 1024 - 8;

    private static final int MAX_ALLOCATED_PER_BYTE = 64;

    /**
     * The permitted ratio of the times per byte of the large and the small message. Quadratic time has a ratio of 8;
     * the rest is a margin for other load on the machine.
     */
    private static final double SLACK = 3;

    /** The least CPU time of a sample, so that a clock that advances in ticks of milliseconds gives no sample of 0. */
    private static final long SAMPLE_NANOS = 10_000_000;

    /** The number of times that the ratio is measured. The compiler and other load disturb single ones. */
    private static final int ATTEMPTS = 10;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A function from a length to a message of about this length, whose parts are all equal. */
    record Load(String name, IntFunction<byte[]> ofLength) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Load> loads() {
        return Stream.of(
                load("1.0 actions that set a field", Version.OF10, 8, n -> packetOut(n, setPort())),
                load("1.0 actions of an unknown type", Version.OF10, 8, n -> packetOut(n, unknown())),
                noisy(
                        20,
                        8,
                        load("1.0 actions with noise in their padding", Version.OF10, 8, n -> packetOut(n, pop()))),
                noisy(
                        28,
                        8,
                        load("1.3 actions with noise in their padding", Version.OF13, 8, n -> packetOut(n, pop()))),
                load("1.3 actions that set an empty field", Version.OF13, 8, n -> packetOut(n, setEmpty())),
                load("1.3 empty fields of a match", Version.OF13, 4, n -> flow(field("", null), n)),
                load("1.3 fields of a match", Version.OF13, 5, n -> flow(field("01", null), n)),
                load("1.3 masked fields of a match", Version.OF13, 6, n -> flow(field("01", "ff"), n)),
                load("1.3 empty instructions", Version.OF13, 8, DecodingEffortTest::instructions),
                load("1.3 elements of a hello", Version.OF13, 8, DecodingEffortTest::hello),
                load("1.5 statistics", Version.OF15, 5, DecodingEffortTest::statistics),
                load("1.3 ids of a table", Version.OF13, 4, DecodingEffortTest::ids),
                load("1.4 properties of a port", Version.OF14, 8, DecodingEffortTest::properties),
                load("1.3 buckets", Version.OF13, 16, DecodingEffortTest::buckets),
                noisy(
                        44,
                        88,
                        load("1.0 flows with noise in their matches", Version.OF10, 88, DecodingEffortTest::flows)),
                load("1.5 message in a bundle", Version.OF15, 5, DecodingEffortTest::bundled));
    }

    private static Load load(String name, Version version, int partLength, IntFunction<Message> ofParts) {
        int overhead = Messages.encode(ofParts.apply(0), version, 1).length + 8;
        return new Load(name, length -> Messages.encode(ofParts.apply((length - overhead) / partLength), version, 1));
    }

    /** Returns the load with a non-zero byte in the padding of each part. */
    private static Load noisy(int first, int partLength, Load load) {
        return new Load(load.name, length -> {
            byte[] bytes = load.ofLength.apply(length);
            for (int at = first; at < bytes.length; at += partLength) {
                bytes[at] = 0x40;
            }
            return bytes;
        });
    }

    private static Message packetOut(int parts, Action action) {
        return new PacketOut(PacketIn.NO_BUFFER, 1, Collections.nCopies(parts, action), Bytes.EMPTY);
    }

    /** Returns an action with the last of the fields that a set-field action of OpenFlow 1.0 can have. */
    private static Action setPort() {
        return new Action.SetField(Field.UDP_DST.is(80));
    }

    private static Action unknown() {
        return new Action.Unknown(99, Bytes.ofHex("00000000"));
    }

    private static Action pop() {
        return new Action.PopVlan();
    }

    private static Action setEmpty() {
        return new Action.SetField(field("", null));
    }

    private static Oxm field(String value, @Nullable String mask) {
        return new Oxm(1, 1, Bytes.ofHex(value), mask == null ? null : Bytes.ofHex(mask));
    }

    private static Message flow(Oxm field, int parts) {
        return FlowMod.add().match(new Match(Collections.nCopies(parts, field))).build();
    }

    private static Message instructions(int parts) {
        return FlowMod.add()
                .instructions(Collections.nCopies(parts, new Instruction.ApplyActions(List.of()))
                        .toArray(Instruction[]::new))
                .build();
    }

    private static Message hello(int parts) {
        return new Hello(Collections.nCopies(parts, new Hello.Element(9, Bytes.EMPTY)), Bytes.EMPTY);
    }

    private static Message statistics(int parts) {
        return new AggregateStats(new Stats(Collections.nCopies(parts, new Oxs(1, 1, 0, Bytes.ofHex("01")))));
    }

    private static Message ids(int parts) {
        var ids = Collections.nCopies(parts, new TableFeatures.Id(1, Bytes.EMPTY));
        return new TableFeatures.Request(List.of(new TableFeatures(
                1, TableFeatures.Command.REPLACE, 0, "", 0, 0, 0, 0, List.of(new TableFeatures.Instructions(0, ids)))));
    }

    private static Message properties(int parts) {
        var properties = Collections.nCopies(parts, new UnknownProperty(99, Bytes.ofHex("01")));
        return new PortDescription.Reply(List.of(new Port(1, 1, "", 0, 0, List.copyOf(properties))));
    }

    private static Message buckets(int parts) {
        return new GroupMod(
                GroupMod.Command.ADD, 0, 1, Bucket.NO_ID, Collections.nCopies(parts, Bucket.of()), List.of());
    }

    private static Message flows(int parts) {
        var flow = new FlowStats(0, 0, 0, 0, 0, 0, 0, Match.ANY, Stats.of(0, 0, 0, 0), List.of());
        return new FlowStats.Reply(Collections.nCopies(parts, flow));
    }

    private static Message bundled(int parts) {
        return new BundleAdd(1, 0, Envelope.of(Version.OF15, 1, flow(field("01", null), parts)), List.of());
    }

    @ParameterizedTest
    @MethodSource("loads")
    void allocatesASmallMultipleOfTheLengthOfTheMessage(Load load) {
        byte[] bytes = load.ofLength.apply(LARGE);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            decode(bytes);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThan((long) MAX_ALLOCATED_PER_BYTE * bytes.length);
    }

    @ParameterizedTest
    @MethodSource("loads")
    void takesTimeInProportionToTheLengthOfTheMessage(Load load) {
        byte[] small = load.ofLength.apply(SMALL);
        byte[] large = load.ofLength.apply(LARGE);
        double least = Double.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && least >= SLACK; i++) {
            least = Math.min(least, nanosPerByte(large) / nanosPerByte(small));
        }
        assertThat(least).isLessThan(SLACK);
    }

    /** Decodes the message for a while. Returns the mean CPU time of a byte. */
    private double nanosPerByte(byte[] bytes) {
        long start = threads.getCurrentThreadCpuTime();
        long decoded = 0;
        long nanos;
        do {
            decode(bytes);
            decoded += bytes.length;
            nanos = threads.getCurrentThreadCpuTime() - start;
        } while (nanos < SAMPLE_NANOS);
        return (double) nanos / decoded;
    }

    private static void decode(byte[] bytes) {
        assertThat(Messages.decode(bytes, 0, bytes.length)).isNotNull();
    }
}
