package net.beaconcontroller.comparison;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.bench.MinMedianMax;
import net.beaconcontroller.bench.report.BarChart;
import net.beaconcontroller.bench.report.LineChart;
import net.beaconcontroller.bench.report.NumberFormats;
import net.beaconcontroller.bench.report.Plot;

/** Makes the tables, numbers and plots that pages ask for. An unknown word is an {@link IllegalArgumentException}. */
final class Blocks {
    private static final String NONE = "-";
    private static final String NOT_MEASURED = "not measured";

    private final Data data;
    private final Path folder;

    /** @param folder where plots are written */
    Blocks(Data data, Path folder) {
        this.data = data;
        this.folder = folder;
    }

    /** A value of rows, as a column of a table and as the axis of a plot. */
    private enum Value {
        RATE("answers/s", "answersPerSecond", 1e6, "Million answers a second"),
        RATIO("of the limit", "", 1, "Answers, of those of the limit"),
        CPU("CPU µs per answer", "cpuMicros", 1, "CPU time per answer, µs"),
        MEMORY("memory, MiB", "residentMiB", 1, "Resident memory, MiB"),
        MEDIAN("median, µs", "p50Micros", 1, "Median round trip, µs"),
        P99("99 %, µs", "p99Micros", 1, "Round trip, 99 %, µs"),
        START("start, ms", "startMillis", 1, "From the start to the first switch, ms"),
        IDLE("memory without load, MiB", "idleMiB", 1, "Memory without load, MiB"),
        THREADS("threads", "threads", 1, "Threads"),
        SIZE("files, MiB", "sizeMiB", 1, "Files, MiB");

        /** The heading of its column. */
        final String heading;

        /** The name of the field; empty for the ratio to the limit. */
        final String field;

        /** What values are divided by in plots. */
        final double unit;

        /** The label in plots. */
        final String axis;

        Value(String heading, String field, double unit, String axis) {
            this.heading = heading;
            this.field = field;
            this.unit = unit;
            this.axis = axis;
        }

        String format(double number) {
            return switch (this) {
                case RATE -> NumberFormats.rate(number);
                case THREADS -> NumberFormats.count(Math.round(number));
                default -> NumberFormats.digits(number);
            };
        }

        Optional<MinMedianMax> of(Cell cell, List<Cell> all) {
            return field.isEmpty() ? cell.toBaseline(all) : cell.value(field);
        }

        static Value named(String keyword) {
            return Arrays.stream(values())
                    .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(keyword))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("value %s: needs one of %s"
                            .formatted(
                                    keyword,
                                    Arrays.stream(values())
                                            .map(value -> value.name().toLowerCase(Locale.ROOT))
                                            .collect(joining(", ")))));
        }
    }

    /** Returns the text of a block. */
    String of(Pages.Words words) throws IOException {
        return switch (words.verb()) {
            case "table" -> table(words);
            case "value" -> value(words);
            case "bars" -> bars(words);
            case "lines" -> lines(words);
            case "verdicts" -> verdicts(words);
            case "controllers" -> controllers(words.take("columns", ""));
            case "missing" -> missing();
            case "runs" -> runs();
            case "paper" -> paper(words);
            case "days" -> days();
            default ->
                throw new IllegalArgumentException(
                        "%s: needs table, value, bars, lines, verdicts, controllers, missing, runs, paper or days"
                                .formatted(words.verb()));
        };
    }

    private static Part part(Pages.Words words) {
        return part(words.subject());
    }

    private static Part part(String keyword) {
        return Part.named(keyword)
                .orElseThrow(() ->
                        new IllegalArgumentException("part %s: needs one of %s".formatted(keyword, Part.keywords())));
    }

    /** Returns the cells that a block selects: those whose fields have the values of the options. */
    private List<Cell> cells(Pages.Words words) {
        String only = words.take("only", "");
        List<String> names = only.isEmpty() ? List.of() : List.of(only.split(","));
        return selectable(part(words), words.options()).stream()
                .filter(cell -> cell.matches(words.options()))
                .filter(cell -> names.isEmpty() || names.contains(cell.controller()))
                .toList();
    }

    /** Returns the cells of a part. Refuses options that are not its fields, which would select nothing. */
    private List<Cell> selectable(Part part, Map<String, String> options) {
        options.keySet().stream()
                .filter(name -> !part.key().contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(
                            "option %s: needs one of %s".formatted(name, String.join(", ", part.key())));
                });
        return Cell.of(data, part);
    }

    private static List<Value> values(Pages.Words words, String otherwise) {
        return Arrays.stream(words.take("values", otherwise).split(","))
                .map(Value::named)
                .toList();
    }

    private String table(Pages.Words words) {
        List<Value> values = values(words, "rate,ratio,cpu,memory");
        List<Cell> cells = cells(words);
        Part part = part(words);
        List<Cell> all = Cell.of(data, part);
        List<String> varying = part.key().stream()
                .filter(name -> !name.equals(Row.ROUND) && !words.options().containsKey(name))
                .toList();
        var rows = new ArrayList<List<String>>();
        for (Cell cell : cells) {
            Stream<String> keys = varying.stream().map(name -> cell.key().getOrDefault(name, NONE));
            Stream<String> measured = cell.first().isEmpty()
                    ? Stream.of("failed: " + String.join("; ", cell.failures()))
                    : values.stream().map(value -> spread(value.of(cell, all), value));
            Stream<String> last = hasAnswers(part) ? Stream.of(answers(cell)) : Stream.of();
            rows.add(Stream.of(keys, measured, last).flatMap(each -> each).toList());
        }
        List<String> heads = Stream.of(
                        varying.stream().map(Blocks::heading),
                        values.stream().map(value -> value.heading),
                        hasAnswers(part) ? Stream.of("answered with; lost") : Stream.<String>of())
                .flatMap(each -> each)
                .toList();
        return rows.isEmpty() ? NOT_MEASURED : markdown(heads, rows);
    }

    private static boolean hasAnswers(Part part) {
        return part != Part.RESOURCES && part != Part.ROBUSTNESS && part != Part.CBENCH;
    }

    private static String heading(String field) {
        return field.equals("openflow") ? "OpenFlow" : field;
    }

    /** Returns the kinds of answers of a controller, and the lost and superfluous ones. */
    private static String answers(Cell cell) {
        long packetIns = cell.sum("packetIns");
        if (packetIns == 0) {
            return NONE;
        }
        var parts = new ArrayList<String>();
        parts.add(Stream.of(each(cell, "flowMods", "flow-mod"), each(cell, "packetOuts", "packet-out"))
                .flatMap(Optional::stream)
                .collect(joining(" + ")));
        for (String fault : List.of("lost", "duplicated", "unknown")) {
            long count = cell.sum(fault);
            if (count > 0) {
                parts.add("%s %s of %s".formatted(NumberFormats.count(count), fault, NumberFormats.count(packetIns)));
            }
        }
        return String.join("; ", parts);
    }

    /** Returns how many messages of a kind there were for each packet-in. */
    private static Optional<String> each(Cell cell, String field, String name) {
        double number = (double) cell.sum(field) / cell.sum("packetIns");
        if (number < 0.01) {
            return Optional.empty();
        }
        return Optional.of(Math.abs(number - 1) < 0.01 ? name : NumberFormats.digits(number) + " " + name);
    }

    private static String spread(Optional<MinMedianMax> ranges, Value value) {
        return ranges.map(range -> range.min() == range.max()
                        ? value.format(range.median())
                        : "**%s** (%s to %s)"
                                .formatted(
                                        value.format(range.median()),
                                        value.format(range.min()),
                                        value.format(range.max())))
                .orElse(NONE);
    }

    static String markdown(List<String> heads, List<List<String>> rows) {
        var lines = new ArrayList<String>();
        lines.add(line(heads));
        lines.add(line(heads.stream().map(_ -> "---").toList()));
        rows.forEach(row -> lines.add(line(row)));
        return String.join("\n", lines) + "\n";
    }

    private static String line(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(joining(" | ", "| ", " |"));
    }

    /** A single number, for sentences. */
    private String value(Pages.Words words) {
        Value value = Value.named(words.take("of", "rate"));
        String to = words.take("to", "");
        var other = new LinkedHashMap<>(words.options());
        List<Cell> all = selectable(part(words), words.options());
        Cell cell = single(all, words.options());
        double median = median(value, cell, all);
        if (to.isEmpty()) {
            return value.format(median);
        }
        other.put(Row.CONTROLLER, to);
        return NumberFormats.digits(median / median(value, single(all, other), all));
    }

    private static Cell single(List<Cell> all, Map<String, String> options) {
        List<Cell> cells = all.stream().filter(cell -> cell.matches(options)).toList();
        if (cells.size() != 1) {
            throw new IllegalArgumentException("%d rows of the data; needs one".formatted(cells.size()));
        }
        return cells.getFirst();
    }

    private static double median(Value value, Cell cell, List<Cell> all) {
        return value.of(cell, all)
                .orElseThrow(() -> new IllegalArgumentException("was not measured"))
                .median();
    }

    private String bars(Pages.Words words) throws IOException {
        Value value = values(words, "rate").getFirst();
        String file = words.take("file", words.subject() + ".svg");
        String title = words.take("title", part(words).question());
        List<Cell> cells = cells(words);
        List<Cell> all = Cell.of(data, part(words));
        List<BarChart.Bar> bars = cells.stream()
                .filter(cell -> value.of(cell, all).isPresent())
                .map(cell -> {
                    MinMedianMax range = value.of(cell, all).orElseThrow();
                    String ratio = cell.isBaseline() || value != Value.RATE
                            ? ""
                            : cell.toBaseline(all)
                                    .map(of -> " (%s of the limit)".formatted(NumberFormats.digits(of.median())))
                                    .orElse("");
                    String label = value.format(range.median()) + ratio;
                    return new BarChart.Bar(
                            cell.controller(), range, label, cell.controller() + ": " + label, cell.isBaseline());
                })
                .toList();
        return bars.isEmpty() ? NOT_MEASURED : image(file, title, new BarChart(title, value.axis, value.unit, bars));
    }

    private String lines(Pages.Words words) throws IOException {
        Value value = values(words, "rate").getFirst();
        String file = words.take("file", words.subject() + ".svg");
        String title = words.take("title", part(words).question());
        String across = words.take("across", words.subject());
        List<Cell> cells = cells(words);
        List<Cell> all = Cell.of(data, part(words));
        var series = new LinkedHashMap<String, LineChart.Series>();
        cells.forEach(cell -> value.of(cell, all).ifPresent(range -> series.computeIfAbsent(
                        cell.controller(), name -> new LineChart.Series(name, cell.isBaseline(), new ArrayList<>()))
                .dots()
                .add(new LineChart.Dot(
                        Double.parseDouble(cell.key().getOrDefault(across, "0")),
                        range,
                        cell.controller() + ": " + value.format(range.median())))));
        if (series.isEmpty()) {
            return NOT_MEASURED;
        }
        return image(
                file,
                title,
                new LineChart(
                        title,
                        across.equals("hosts") ? "Hosts of each switch" : "Switches",
                        true,
                        value.axis,
                        value.unit,
                        List.copyOf(series.values())));
    }

    private String image(String file, String title, Plot plot) throws IOException {
        Files.writeString(folder.resolve(file), plot.file());
        return "![%s](%s)".formatted(title, file);
    }

    /** A table of cases and controllers, with colours or verdicts. */
    private String verdicts(Pages.Words words) {
        String group = words.take("group", "study");
        String field = words.take("field", "verdict");
        List<Row> rows = data.rows(Part.ROBUSTNESS).stream()
                .filter(row -> row.text("case").startsWith(group + "/"))
                .filter(row -> row.text("openflow").equals(words.options().getOrDefault("openflow", "1.0")))
                .toList();
        List<String> controllers = rows.stream().map(Row::controller).distinct().toList();
        List<String> cases =
                rows.stream().map(row -> row.text("case")).distinct().toList();
        return markdown(
                Stream.concat(Stream.of("case"), controllers.stream()).toList(),
                cases.stream()
                        .map(name -> Stream.concat(
                                        Stream.of("`" + name + "`"),
                                        controllers.stream().map(controller -> rows.stream()
                                                .filter(row -> row.controller().equals(controller)
                                                        && row.text("case").equals(name))
                                                .findFirst()
                                                .map(row -> row.text(field))
                                                .orElse(NONE)))
                                .toList())
                        .toList());
    }

    private String controllers(String columns) throws IOException {
        List<Map<String, Object>> all = data.controllers().stream()
                .filter(controller -> !controller.containsKey("missing"))
                .toList();
        List<String> names = Stream.concat(Stream.of("name"), Arrays.stream(columns.split(",")))
                .filter(name -> !name.isEmpty())
                .toList();
        return markdown(
                names.stream()
                        .map(name -> name.equals("name") ? Row.CONTROLLER : name)
                        .toList(),
                all.stream()
                        .map(controller -> names.stream()
                                .map(name -> text(controller, name))
                                .toList())
                        .toList());
    }

    private static String text(Map<String, Object> object, String name) {
        Object value = object.get(name);
        return value == null
                ? NONE
                : value instanceof List<?> list
                        ? list.stream().map(String::valueOf).collect(joining(", "))
                        : String.valueOf(value);
    }

    private String missing() throws IOException {
        return markdown(
                List.of(Row.CONTROLLER, "why it is missing"),
                data.controllers().stream()
                        .filter(controller -> controller.containsKey("missing"))
                        .map(controller -> List.of(text(controller, "name"), text(controller, "missing")))
                        .toList());
    }

    /** When, by which command and on which machine the parts were measured. */
    private String runs() {
        var lines = new LinkedHashSet<List<String>>();
        for (Part part : Part.values()) {
            for (Map<String, Object> run : data.runs(part)) {
                lines.add(List.of(
                        part.keyword(), text(run, "date"), "`" + text(run, "command") + "`", text(run, "machine")));
            }
        }
        return markdown(List.of("part", "begin", "command", "machine"), List.copyOf(lines));
    }

    /** A figure of a paper, beside the same of today. */
    private String paper(Pages.Words words) throws IOException {
        Map<String, Object> figure = data.papers().stream()
                .filter(candidate -> text(candidate, "id").equals(words.subject()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no figure of the papers has this id"));
        Value value = Value.named(words.take("of", "rate"));
        List<Cell> all = words.options().containsKey("part")
                ? selectable(part(words.take("part", "")), words.options())
                : List.of();
        var rows = new ArrayList<List<String>>();
        for (Object each : (List<?>) figure.getOrDefault("values", List.of())) {
            var theirs = (Map<?, ?>) each;
            String today = String.valueOf(theirs.get("today"));
            var options = new LinkedHashMap<>(words.options());
            options.put(Row.CONTROLLER, today);
            rows.add(List.of(
                    String.valueOf(theirs.get("name")),
                    String.valueOf(theirs.get("value")),
                    theirs.get("today") == null ? NONE : today,
                    all.stream()
                            .filter(cell -> cell.matches(options))
                            .findFirst()
                            .map(cell -> spread(value.of(cell, all), value))
                            .orElse(NONE)));
        }
        return markdown(List.of(text(figure, "figure"), text(figure, "unit"), "today", value.heading + " today"), rows);
    }

    /** The cells whose median of later days is outside of the first day's least and most. */
    private String days() {
        var rows = new ArrayList<List<String>>();
        int compared = 0;
        for (Part part : List.of(Part.THROUGHPUT, Part.LATENCY, Part.SWITCHES, Part.HOSTS)) {
            Value value = part == Part.LATENCY ? Value.MEDIAN : Value.RATE;
            for (Cell cell : Cell.of(data, part)) {
                Optional<MinMedianMax> first = cell.value(value.field);
                Optional<MinMedianMax> later = cell.laterValue(value.field);
                if (first.isEmpty() || later.isEmpty()) {
                    continue;
                }
                compared++;
                double median = later.get().median();
                if (median < first.get().min() || median > first.get().max()) {
                    rows.add(List.of(
                            part.keyword(),
                            cell.key().values().stream().collect(joining(", ")),
                            spread(first, value),
                            spread(later, value)));
                }
            }
        }
        String table = rows.isEmpty() ? "" : "\n" + markdown(List.of("part", "row", "first day", "later"), rows);
        return "Rows measured on a second day: %d; outside of the first day's interval: %d.\n%s"
                .formatted(compared, rows.size(), table);
    }
}
