package net.beaconcontroller.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * A folder with results.csv, results.json and report.html. Each measurement updates all files, so that an interruption
 * loses nothing. Not thread-safe.
 */
public final class ResultsFolder {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("'beacon-bench-'yyyyMMdd-HHmmss");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path path;
    private final List<Map<String, @Nullable Object>> json = new ArrayList<>();
    private Results results;

    /**
     * Creates the folder if necessary.
     *
     * @throws FileAlreadyExistsException if it contains results
     */
    public ResultsFolder(Path path, String command, Machine machine) throws IOException {
        this.path = path;
        results = new Results(command, machine, false, List.of());
        Files.createDirectories(path);
        if (Files.exists(csv())) {
            throw new FileAlreadyExistsException(
                    "%s exists and is not overwritten; choose another folder with --out".formatted(csv()));
        }
    }

    /** Returns the default name of the folder. */
    public static Path nameFor(Machine machine) {
        return Path.of(NAME.format(machine.date()));
    }

    /** Adds a result. */
    public void add(Result result) throws IOException {
        var all = new ArrayList<>(results.measurements());
        all.add(result);
        results = new Results(results.command(), results.machine(), false, all);
        Map<String, @Nullable Object> fields = ResultFields.of(result);
        appendCsv(fields);
        ResultFields.histogram(result).ifPresent(histogram -> fields.put("latencyHistogram", histogram));
        json.add(fields);
        write();
    }

    /** Marks the results as complete. */
    public void complete() throws IOException {
        results = new Results(results.command(), results.machine(), true, results.measurements());
        write();
    }

    /** Returns the results. */
    public Results results() {
        return results;
    }

    /** Returns the path of the HTML report. */
    public Path page() {
        return path.resolve("report.html");
    }

    private Path csv() {
        return path.resolve("results.csv");
    }

    private void write() throws IOException {
        DataFile.replace(path.resolve("results.json"), json());
        DataFile.replace(page(), new HtmlReport(results).html());
    }

    /** Returns the content of results.json. */
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

    private void appendCsv(Map<String, @Nullable Object> fields) throws IOException {
        try (Writer out = Files.newBufferedWriter(csv(), UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            if (results.measurements().size() == 1) {
                out.write(String.join(",", fields.keySet()) + "\n");
            }
            out.write(fields.values().stream().map(DataFile::csvCell).collect(Collectors.joining(",")) + "\n");
        }
    }
}
