package net.beaconcontroller.bench.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import net.beaconcontroller.bench.MinMedianMax;

/**
 * The figures of measurements in pairs: the medians of both sides, and the ratios of the second to the first.
 *
 * @param <S> a sample, the result of one measurement
 */
final class RatioTable<S> {
    private final List<Row> rows;

    /**
     * A value of the samples.
     *
     * @param text the name in tables
     * @param property the name in JSON
     * @param form the format of the value
     */
    record Figure<S>(String text, String property, String form, ToDoubleFunction<S> value) {}

    /** Two samples, of measurements one after the other. */
    record Pair<S>(S first, S second) {}

    private record Row(
            String text, String property, String form, MinMedianMax first, MinMedianMax second, MinMedianMax ratio) {
        void print(PrintWriter out) {
            out.printf(
                    Locale.ROOT,
                    "  %-22s %14s %14s  %.3f (%.3f to %.3f)%n",
                    text,
                    String.format(Locale.ROOT, form, first.median()),
                    String.format(Locale.ROOT, form, second.median()),
                    ratio.median(),
                    ratio.min(),
                    ratio.max());
        }
    }

    RatioTable(List<Figure<S>> figures, List<Pair<S>> pairs) {
        rows = figures.stream().map(figure -> row(figure, pairs)).toList();
    }

    private static <S> Row row(Figure<S> figure, List<Pair<S>> pairs) {
        ToDoubleFunction<S> value = figure.value;
        return new Row(
                figure.text,
                figure.property,
                figure.form,
                summary(pairs, pair -> value.applyAsDouble(pair.first)),
                summary(pairs, pair -> value.applyAsDouble(pair.second)),
                summary(pairs, pair -> value.applyAsDouble(pair.second) / value.applyAsDouble(pair.first)));
    }

    private static <S> MinMedianMax summary(List<Pair<S>> pairs, ToDoubleFunction<Pair<S>> value) {
        return MinMedianMax.of(pairs.stream().map(value::applyAsDouble).toList())
                .orElseThrow();
    }

    /** Prints the table, with these headings of the two sides. */
    void print(PrintWriter out, String first, String second) {
        out.printf("  %-22s %14s %14s%n", "", first, second);
        rows.forEach(row -> row.print(out));
    }

    /** Adds the properties of a JSON object. The names of the second side end with {@code suffix}. */
    void addTo(Map<String, Object> object, String suffix) {
        for (Row row : rows) {
            object.put(row.property, row.first.median());
            object.put(row.property + suffix, row.second.median());
            object.put(row.property + "Ratio", List.of(row.ratio.min(), row.ratio.median(), row.ratio.max()));
        }
    }
}
