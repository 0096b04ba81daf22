package net.beaconcontroller.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import net.beaconcontroller.bench.FakeBenchmark;
import net.beaconcontroller.bench.Load;
import net.beaconcontroller.bench.Metrics;
import net.beaconcontroller.bench.PacketInForm;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches the answers of scripted controllers with packet-ins, and counts those that are lost or wrong. */
class AnswersTest {
    private final ShortMeasurement measurement = new ShortMeasurement();

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF15"})
    void countsLostPacketIns(Version version) throws Exception {
        Metrics metrics = measurement.measure(
                ShortMeasurement.load(version, 2, 50, 1),
                (number, packetIn) -> number % 100 == 7 ? List.of() : List.of(ScriptedController.flowMod(packetIn)));
        assertThat(metrics.lost()).isPositive().isEqualTo(metrics.packetIns() - metrics.answered());
        assertThat(metrics.flowMods()).isEqualTo(metrics.answered());
        assertThat(metrics.duplicated()).isZero();
        assertThat(metrics.unknown()).isZero();
    }

    @Test
    void continuesAfterTheLossOfAWindow() throws Exception {
        var load = new Load(
                Version.OF10,
                PacketInForm.PLAIN,
                1,
                100,
                1,
                1,
                Duration.ofMillis(2500),
                Duration.ZERO,
                OptionalDouble.empty());
        Metrics metrics = measurement.measure(
                load, (number, packetIn) -> number == 5 ? List.of() : List.of(ScriptedController.flowMod(packetIn)));
        assertThat(metrics.lost()).isEqualTo(1);
        assertThat(metrics.answered()).isGreaterThan(6);
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF15"})
    void countsDuplicatedAnswers(Version version) throws Exception {
        Metrics metrics = measurement.measure(ShortMeasurement.load(version, 1, 50, 1), (number, packetIn) -> {
            Envelope answer = ScriptedController.flowMod(packetIn);
            return number % 10 == 3 ? List.of(answer, answer) : List.of(answer);
        });
        assertThat(metrics.duplicated()).isPositive().isEqualTo(metrics.flowMods() - metrics.answered());
        assertThat(metrics.duplicated()).isEqualTo((metrics.packetIns() + 6) / 10);
        assertThat(metrics.lost()).isZero();
        assertThat(metrics.unknown()).isZero();
    }

    /** Repeats the first answer after many others. */
    @Test
    void detectsALateDuplicate() throws Exception {
        var first = new Envelope[1];
        Metrics metrics = measurement.measure(ShortMeasurement.load(Version.OF10, 1, 10, 1), (number, packetIn) -> {
            Envelope answer = ScriptedController.flowMod(packetIn);
            first[0] = number == 0 ? answer : first[0];
            return number == 100 || number == 1000 ? List.of(answer, first[0]) : List.of(answer);
        });
        assertThat(metrics.packetIns()).isGreaterThan(101);
        assertThat(metrics.duplicated()).isEqualTo(metrics.packetIns() > 1001 ? 2 : 1);
        assertThat(metrics.lost()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF15"})
    void countsAnswersToNoPacketIn(Version version) throws Exception {
        Metrics metrics = measurement.measure(ShortMeasurement.load(version, 1, 50, 1), (number, packetIn) -> {
            Envelope answer = ScriptedController.flowMod(packetIn);
            return switch ((int) (number % 10)) {
                case 3 -> List.of(answer, ScriptedController.flowMod(packetIn, packetIn.xid(), 1_000_000_000));
                default -> List.of(answer);
            };
        });
        assertThat(metrics.unknown()).isEqualTo((metrics.packetIns() + 6) / 10).isPositive();
        assertThat(metrics.lost()).isZero();
        assertThat(metrics.duplicated()).isZero();
        assertThat(measurement.notes).isEmpty();
    }

    @Test
    void aFlowModAndAPacketOutForOnePacketInAreOneAnswer() throws Exception {
        Metrics metrics = measurement.measure(
                ShortMeasurement.load(Version.OF10, 1, 50, 1),
                (_, packetIn) -> List.of(ScriptedController.flowMod(packetIn), packetOut(packetIn, packetIn.xid())));
        assertThat(metrics)
                .extracting(Metrics::answered, Metrics::flowMods, Metrics::packetOuts)
                .containsOnly(metrics.packetIns());
        FakeBenchmark.assertNoneLost(metrics);
    }

    /** The transaction ID is that of the next packet-in. */
    @Test
    void ignoresAFlowForTheOppositeDirection() throws Exception {
        Metrics metrics = measurement.measure(
                ShortMeasurement.load(Version.OF13, 1, 50, 1),
                (_, packetIn) -> List.of(
                        ScriptedController.flowMod(packetIn),
                        ScriptedController.flowMod(packetIn, packetIn.xid() + 1, PacketIn.NO_BUFFER)));
        assertThat(metrics.answered()).isEqualTo(metrics.packetIns());
        assertThat(metrics.flowMods()).isEqualTo(2 * metrics.packetIns());
        FakeBenchmark.assertNoneLost(metrics);
    }

    @Test
    void countsReorderedAnswers() throws Exception {
        var kept = new Envelope[1];
        Metrics metrics = measurement.measure(ShortMeasurement.load(Version.OF13, 1, 2, 1), (number, packetIn) -> {
            if (number % 2 == 0) {
                kept[0] = packetIn;
                return List.of();
            }
            return List.of(ScriptedController.flowMod(packetIn), ScriptedController.flowMod(kept[0]));
        });
        assertThat(metrics.answered()).isPositive();
        // The last packet-in may have no partner to be reordered with.
        assertThat(metrics.lost()).isBetween(0L, 1L);
        assertThat(metrics.reordered()).isEqualTo(metrics.answered() / 2);
        assertThat(metrics.duplicated()).isZero();
    }

    @Test
    void matchesFlowModsWithoutABufferByTransactionId() throws Exception {
        Metrics metrics = measurement.measure(
                ShortMeasurement.load(Version.OF13, 1, 50, 1),
                (number, packetIn) -> number == 9
                        ? List.of()
                        : List.of(ScriptedController.flowMod(packetIn, packetIn.xid(), PacketIn.NO_BUFFER)));
        assertThat(metrics.flowMods()).isEqualTo(metrics.answered());
        assertThat(metrics.lost()).isEqualTo(1);
        assertThat(metrics.unknown()).isZero();
        assertThat(measurement.notes).isEmpty();
    }

    @Test
    void matchesFlowModsWithoutIdsByOrderAndNotesIt() throws Exception {
        Metrics metrics = measurement.measure(
                ShortMeasurement.load(Version.OF10, 1, 50, 1),
                (number, packetIn) -> List.of(ScriptedController.flowMod(packetIn, number + 1, PacketIn.NO_BUFFER)));
        assertThat(metrics).extracting(Metrics::answered, Metrics::flowMods).containsOnly(metrics.packetIns());
        FakeBenchmark.assertNoneLost(metrics);
        assertThat(measurement.notes).singleElement().asString().contains("matched by order");
    }

    @ParameterizedTest
    @CsvSource({"OF10, PLAIN", "OF12, UNBUFFERED", "OF13, TAGGED", "OF15, UNBUFFERED"})
    void matchesPacketOutsWithoutABufferByTheirFrames(Version version, PacketInForm form) throws Exception {
        Metrics metrics = measurement.measure(ShortMeasurement.load(version, form, 1, 50, 1), (number, packetIn) -> {
            Envelope answer = packetOut(packetIn, 5);
            return switch ((int) (number % 10)) {
                case 3 -> List.of(answer, answer);
                case 4 -> List.of(answer, packetOut(packetIn, 5, PacketInBatch.frame(form, 0x800000000001L, 2)));
                default -> List.of(answer);
            };
        });
        long packetIns = metrics.packetIns();
        assertThat(metrics.duplicated()).isEqualTo((packetIns + 6) / 10).isPositive();
        assertThat(metrics.unknown()).isEqualTo((packetIns + 5) / 10);
        assertThat(metrics.answered()).isEqualTo(packetIns);
        assertThat(measurement.notes).isEmpty();
    }

    /** A flow does not forward the packet that the switch has not buffered. */
    @Test
    void anUnbufferedPacketInWithoutAPacketOutIsLost() throws Exception {
        Metrics metrics = measurement.measure(
                ShortMeasurement.load(Version.OF15, PacketInForm.UNBUFFERED, 1, 50, 1), (number, packetIn) -> {
                    Envelope flowMod = ScriptedController.flowMod(packetIn, number + 1, PacketIn.NO_BUFFER);
                    return number % 10 == 3 ? List.of(flowMod) : List.of(flowMod, packetOut(packetIn, number + 1));
                });
        assertThat(metrics.flowMods()).isEqualTo(metrics.packetIns());
        assertThat(metrics.lost()).isEqualTo((metrics.packetIns() + 6) / 10).isPositive();
        assertThat(metrics)
                .extracting(Metrics::duplicated, Metrics::reordered, Metrics::unknown)
                .containsOnly(0L);
        assertThat(measurement.notes).isEmpty();
    }

    private static Envelope packetOut(Envelope packetIn, long xid) {
        return packetOut(packetIn, xid, ((PacketIn) packetIn.message()).data());
    }

    private static Envelope packetOut(Envelope packetIn, long xid, Bytes frame) {
        return Envelope.of(
                packetIn.version(), xid, new PacketOut(PacketIn.NO_BUFFER, 1, List.of(new Action.Output(2)), frame));
    }

    @ParameterizedTest
    @ValueSource(strings = {"88cc", "88b5", "8942", "0806"})
    void ignoresDiscoveryFramesOfTheController(String type) throws Exception {
        ignores(Bytes.ofHex("0180c200000e" + "020000000001" + type + "00".repeat(46)));
    }

    @Test
    void ignoresFloodedFramesOfAnotherSwitch() throws Exception {
        ignores(PacketInBatch.frame(PacketInForm.PLAIN, 0x800000000002L, 3));
        ignores(PacketInBatch.frame(PacketInForm.TAGGED, 0xffffffffffffL, 0x800000000002L));
    }

    private void ignores(Bytes frame) throws Exception {
        Metrics metrics = measurement.measure(
                ShortMeasurement.load(Version.OF13, 1, 50, 1),
                (number, packetIn) -> List.of(packetOut(packetIn, 5, frame), ScriptedController.flowMod(packetIn)));
        assertThat(metrics.flowMods()).isEqualTo(metrics.packetIns());
        assertThat(metrics)
                .extracting(Metrics::packetOuts, Metrics::lost, Metrics::unknown)
                .containsOnly(0L);
    }
}
