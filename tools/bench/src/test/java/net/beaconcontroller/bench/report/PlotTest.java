package net.beaconcontroller.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.beaconcontroller.bench.Axis;
import net.beaconcontroller.bench.ControllerUnderTest;
import net.beaconcontroller.bench.FakeBenchmark;
import net.beaconcontroller.bench.MinMedianMax;
import net.beaconcontroller.bench.Point;
import net.beaconcontroller.bench.PointSummary;
import net.beaconcontroller.bench.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scales and coordinates of charts, and number formats. */
class PlotTest {
    private static final MinMedianMax ONE = new MinMedianMax(1, 1, 1);

    @Test
    void aLinearScaleBeginsAtZeroAndEndsAtARoundNumber() {
        Scale scale = Scale.fromZero(18.7, 0, 100);
        assertThat(scale.to()).isEqualTo(20);
        assertThat(scale.at(0)).isZero();
        assertThat(scale.at(10)).isCloseTo(50, within(1e-9));
        assertThat(scale.ticks()).containsExactly(0.0, 5.0, 10.0, 15.0, 20.0);
        assertThat(Scale.fromZero(0.3, 0, 1).to()).isEqualTo(0.3, within(1e-9));
        assertThat(Scale.fromZero(0, 0, 1).ticks()).isNotEmpty().hasSizeLessThan(10);
    }

    @Test
    void aLogarithmicScaleGivesEachFactorTheSameSpace() {
        Scale scale = Scale.powersOfTen(25, 800, 0, 200);
        assertThat(scale.ticks()).containsExactly(10.0, 100.0, 1000.0);
        assertThat(scale.at(100)).isCloseTo(100, within(1e-9));
        assertThat(Scale.powersOfTen(100, 100, 0, 200).at(100)).isFinite();
        assertThat(Scale.around(16, 16, true, 0, 200).at(16)).isCloseTo(100, within(1e-9));
    }

    @Test
    void barLengthIsTheMedian() {
        String svg = new BarChart(
                        "t",
                        "a",
                        1,
                        List.of(
                                new BarChart.Bar("half", new MinMedianMax(4, 5, 6), "", "", false),
                                new BarChart.Bar("full", new MinMedianMax(10, 10, 10), "", "", false)))
                .svg();
        List<Double> widths = numbers(svg, "class=\"fill\".*? width=\"([0-9.]+)\"");
        assertThat(widths).hasSize(2);
        assertThat(widths.get(1)).isCloseTo(2 * widths.get(0), within(0.2));
        assertThat(svg).as("an error bar only for the value with a spread").containsOnlyOnce("class=\"error\"");
    }

    @Test
    void spreadsOverlappingLabels() {
        var series = new ArrayList<LineChart.Series>();
        for (int i = 0; i < 6; i++) {
            series.add(new LineChart.Series(
                    "s" + i, false, List.of(new LineChart.Dot(1, ONE, ""), new LineChart.Dot(2, ONE, ""))));
        }
        String svg = new LineChart("t", "x", false, "y", 1, series).svg();
        List<Double> heights = numbers(svg, "class=\"series\" x=\"[0-9.]+\" y=\"([0-9.]+)\"");
        assertThat(heights).hasSize(6);
        for (int i = 1; i < heights.size(); i++) {
            assertThat(heights.get(i) - heights.get(i - 1)).isGreaterThanOrEqualTo(12);
        }
    }

    @Test
    void drawsABaselineWithoutXAcrossThePlot() {
        var baseline = new LineChart.Series("null", true, List.of(new LineChart.Dot(Double.NaN, ONE, "tip")));
        assertThat(new LineChart("t", "x", false, "y", 1, List.of(baseline)).svg())
                .contains("class=\"baseline\"", "<title>tip</title>")
                .doesNotContain("NaN");
    }

    @Test
    void formatsThreeSignificantDigits() {
        assertThat(NumberFormats.digits(24.71)).isEqualTo("24.7");
        assertThat(NumberFormats.digits(0.8333)).isEqualTo("0.83");
        assertThat(NumberFormats.digits(0.0512)).isEqualTo("0.051");
        assertThat(NumberFormats.digits(12345.6)).isEqualTo("12,346");
        assertThat(NumberFormats.rate(1_350_000)).isEqualTo("1.35 M");
        assertThat(NumberFormats.rate(118_000)).isEqualTo("118 k");
        assertThat(NumberFormats.rate(1941)).isEqualTo("1,941");
        assertThat(NumberFormats.plain(10_000)).isEqualTo("10000");
        assertThat(NumberFormats.plain(0.5)).isEqualTo("0.5");
        assertThat(NumberFormats.spread(Optional.of(new MinMedianMax(1, 2, 3)), NumberFormats::digits))
                .isEqualTo("2.00 (1.00..3.00)");
        assertThat(NumberFormats.spread(Optional.of(ONE), NumberFormats::digits))
                .isEqualTo("1.00");
        assertThat(NumberFormats.spread(Optional.empty(), NumberFormats::digits))
                .isEqualTo("-");
    }

    @Test
    void alignsTableColumns() {
        var table = new Table(List.of("NAME", "N"), List.of(List.of("a", "1,000"), List.of("longer", "1")), "note");
        assertThat(table.lines()).containsExactly("NAME        N", "a       1,000", "longer      1", "note");
        assertThat(Table.of(Axis.LATENCY, List.of()).heads()).contains("TRANSPORT", "MEDIAN µs", "99% µs", "TO NULL");
        assertThat(Table.of(Axis.HOSTS, List.of()).heads()).contains("HOSTS").doesNotContain("MEDIAN µs");
    }

    private static List<Double> numbers(String svg, String pattern) {
        return Pattern.compile(pattern)
                .matcher(svg)
                .results()
                .map((MatchResult match) -> Double.valueOf(match.group(1)))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"default, false", "Queue, true", "Queue Immediate, true", "Immediate, false"})
    void aTableSaysWhichSharedQueueWasMeasured(String design, boolean isQueue) {
        var controller = new ControllerUnderTest("Beacon", design, 0, () -> {
            throw new IOException("not started");
        });
        var point = new Point(Axis.DESIGNS, controller, FakeBenchmark.load(16, 700));
        var result = new Result(point, 1, Optional.empty(), Optional.empty(), "not started");

        String note = Table.of(Axis.DESIGNS, PointSummary.of(List.of(result))).note();

        assertThat(note.contains("io.read=shared-queue, a queue of switches")).isEqualTo(isQueue);
    }
}
