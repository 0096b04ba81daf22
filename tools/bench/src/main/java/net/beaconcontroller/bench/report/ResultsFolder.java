package net.beaconcontroller.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.bench.Result;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A folder with results.csv, results.json and report.html, which are brought up to date by each measurement; so what was
 * measured is there, whatever happens next. For one thread.
 */
public final class ResultsFolder {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'beacon-bench-'yyyyMMdd-HHmmss");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path path;
    private final List<Map<String, @Nullable Object>> json = new ArrayList<>(); // of each result, as it will not change
    private Results results;

    /**
     * Makes the folder, if it is not there.
     *
     * @throws FileAlreadyExistsException if there are results in it already
     */
    public ResultsFolder(Path path, String command, Machine machine) throws IOException {
        this.path = path;
        results = new Results(command, machine, false, List.of());
        Files.createDirectories(path);
        if (Files.exists(csv())) {
            throw new FileAlreadyExistsException(
                    "%s is there already, and stays as it is; give another folder with --out".formatted(csv()));
        }
    }

    /** How the folder is called that a person gave no name. */
    public static Path nameFor(Machine machine) {
        return Path.of(NAME.format(machine.date()));
    }

    /** Writes a result down. */
    public void add(Result result) throws IOException {
        var all = new ArrayList<>(results.measurements());
        all.add(result);
        results = new Results(results.command(), results.machine(), false, all);
        json.add(withHistogram(result));
        appendCsv(result);
        write();
    }

    /** Says that nothing more comes. */
    public void complete() throws IOException {
        results = new Results(results.command(), results.machine(), true, results.measurements());
        write();
    }

    /** What is in the folder. */
    public Results results() {
        return results;
    }

    /** The page for people. */
    public Path page() {
        return path.resolve("report.html");
    }

    private Path csv() {
        return path.resolve("results.csv");
    }

    private void write() throws IOException {
        replace(path.resolve("results.json"), json());
        replace(page(), new HtmlReport(results).html());
    }

    /** A reader sees the old or the new, and an interruption leaves one of them. */
    private void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What results.json has. */
    public String json() {
        var all = new LinkedHashMap<String, Object>();
        all.put("command", results.command());
        all.put("complete", results.complete());
        all.put("machine", ResultFields.of(results.machine()));
        all.put(
                "summary",
                results.axes().stream()
                        .flatMap(axis -> results.rows(axis).stream())
                        .map(ResultFields::of)
                        .toList());
        all.put("measurements", json);
        return JSON.writeValueAsString(all) + "\n";
    }

    private static Map<String, @Nullable Object> withHistogram(Result one) {
        Map<String, @Nullable Object> fields = ResultFields.of(one);
        ResultFields.histogram(one).ifPresent(histogram -> fields.put("latencyHistogram", histogram));
        return fields;
    }

    private void appendCsv(Result result) throws IOException {
        Map<String, @Nullable Object> fields = ResultFields.of(result);
        try (Writer out = Files.newBufferedWriter(csv(), UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            if (results.measurements().size() == 1) {
                out.write(String.join(",", fields.keySet()) + "\n");
            }
            out.write(fields.values().stream().map(ResultsFolder::csvCell).collect(Collectors.joining(",")) + "\n");
        }
    }

    /** As RFC 4180 has it. */
    private static String csvCell(@Nullable Object value) {
        String text = value == null ? "" : String.valueOf(value);
        return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
