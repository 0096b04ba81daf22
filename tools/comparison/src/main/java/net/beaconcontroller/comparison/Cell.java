package net.beaconcontroller.comparison;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import net.beaconcontroller.bench.Baseline;
import net.beaconcontroller.bench.MinMedianMax;

/**
 * All rounds of one controller under one load. The rounds of its first day make its figures; those of later days show
 * whether the figures are reproducible.
 *
 * @param key the fields that identify the cell, by name
 * @param byDay the rows that did not fail, by their day, the first day first
 * @param failures the reasons of failures
 */
record Cell(Map<String, String> key, SortedMap<LocalDate, List<Row>> byDay, List<String> failures) {
    private static final String RATE = "answersPerSecond";

    /** Returns the cells of a part, in the order of their first rows. */
    static List<Cell> of(Data data, Part part) {
        List<String> names =
                part.key().stream().filter(name -> !name.equals(Row.ROUND)).toList();
        List<LocalDate> days = data.runs(part).stream()
                .map(run ->
                        OffsetDateTime.parse(String.valueOf(run.get("date"))).toLocalDate())
                .toList();
        var rows = new LinkedHashMap<Map<String, String>, List<Row>>();
        data.rows(part).forEach(row -> rows.computeIfAbsent(row.select(names), _ -> new ArrayList<>())
                .add(row));
        return rows.entrySet().stream()
                .map(entry -> new Cell(
                        entry.getKey(),
                        entry.getValue().stream()
                                .filter(row -> !row.isFailed())
                                .collect(groupingBy(
                                        row -> days.get(
                                                (int) row.number(Row.RUN).orElse(0)),
                                        TreeMap::new,
                                        toList())),
                        entry.getValue().stream()
                                .filter(Row::isFailed)
                                .map(row -> row.text(Row.FAILURE))
                                .distinct()
                                .toList()))
                .toList();
    }

    /** Returns the rows of the first day. */
    List<Row> first() {
        return byDay.isEmpty() ? List.of() : byDay.firstEntry().getValue();
    }

    private List<Row> later() {
        return byDay.values().stream().skip(1).flatMap(List::stream).toList();
    }

    String controller() {
        return key.getOrDefault(Row.CONTROLLER, "");
    }

    boolean isBaseline() {
        return Baseline.named(controller()).isPresent();
    }

    /** Returns whether the fields of the key have these values. */
    boolean matches(Map<String, String> values) {
        return values.entrySet().stream().allMatch(entry -> entry.getValue().equals(key.get(entry.getKey())));
    }

    /** Returns a value over the rounds of the first day. */
    Optional<MinMedianMax> value(String name) {
        return spread(first(), row -> row.number(name));
    }

    /** Returns a value over the rounds of later days. */
    Optional<MinMedianMax> laterValue(String name) {
        return spread(later(), row -> row.number(name));
    }

    /**
     * Returns the ratios of the rates of the first day to those of the baseline in the same rounds of the same day;
     * empty if the baseline was not measured then.
     */
    Optional<MinMedianMax> toBaseline(List<Cell> cells) {
        if (byDay.isEmpty()) {
            return Optional.empty();
        }
        var rates = new HashMap<String, Double>();
        cells.stream()
                .filter(cell -> cell.isBaseline() && cell.load().equals(load()))
                .flatMap(cell -> cell.byDay.getOrDefault(byDay.firstKey(), List.of()).stream())
                .forEach(row -> row.number(RATE).ifPresent(rate -> rates.put(row.text(Row.ROUND), rate)));
        return spread(first(), row -> {
            Double limit = rates.get(row.text(Row.ROUND));
            OptionalDouble rate = row.number(RATE);
            return limit == null || rate.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(rate.getAsDouble() / limit);
        });
    }

    /** Returns the key without the controller. */
    Map<String, String> load() {
        var load = new LinkedHashMap<>(key);
        load.remove(Row.CONTROLLER);
        return load;
    }

    /** Returns the sum of a value over the rounds of the first day. */
    long sum(String name) {
        return first().stream()
                .mapToLong(row -> (long) row.number(name).orElse(0))
                .sum();
    }

    private static Optional<MinMedianMax> spread(List<Row> rows, Function<Row, OptionalDouble> value) {
        return MinMedianMax.of(rows.stream()
                .map(value)
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList());
    }
}
