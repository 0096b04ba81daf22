package net.beaconcontroller.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import net.beaconcontroller.bench.report.DataFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The data of the comparison, in a folder. Each part has a JSON file, with a row a line and the runs in which the rows
 * were measured, and the same rows as CSV. {@code controllers.json} describes the controllers, and {@code papers.json}
 * has figures of the papers. Each added row is written at once. Not thread-safe.
 */
final class Data {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final TypeReference<LinkedHashMap<String, Object>> OBJECT = new TypeReference<>() {};

    private final Path folder;
    private final Map<Part, Table> tables = new EnumMap<>(Part.class);

    /** The runs and the rows of a part. */
    private record Table(List<Map<String, Object>> runs, List<Row> rows) {}

    private Data(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads the files of a folder; missing ones are empty.
     *
     * @throws IOException if a file cannot be read, or is not of this kind; the message names it
     */
    static Data read(Path folder) throws IOException {
        var data = new Data(folder);
        for (Part part : Part.values()) {
            data.tables.put(part, table(data.file(part, "json")));
        }
        return data;
    }

    private static Table table(Path file) throws IOException {
        SequencedMap<String, Object> all = object(file);
        return new Table(
                objects(all.get("runs")),
                objects(all.get("rows")).stream()
                        .map(LinkedHashMap::new)
                        .map(Row::new)
                        .collect(Collectors.toCollection(ArrayList::new)));
    }

    private static SequencedMap<String, Object> object(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new LinkedHashMap<>();
        }
        try {
            return JSON.readValue(Files.readString(file), OBJECT);
        } catch (JacksonException e) {
            throw new IOException("%s: %s".formatted(file, e.getOriginalMessage()), e);
        }
    }

    private static List<Map<String, Object>> objects(@Nullable Object list) {
        return list == null
                ? new ArrayList<>()
                : JSON.convertValue(list, new TypeReference<ArrayList<Map<String, Object>>>() {});
    }

    private Path file(Part part, String extension) {
        return folder.resolve(part.keyword() + "." + extension);
    }

    /** Returns the rows of a part. */
    List<Row> rows(Part part) {
        return List.copyOf(
                tables.getOrDefault(part, new Table(List.of(), List.of())).rows());
    }

    /** Returns the runs of a part: each with date, command and machine. */
    List<Map<String, Object>> runs(Part part) {
        return List.copyOf(
                tables.getOrDefault(part, new Table(List.of(), List.of())).runs());
    }

    /** Returns whether a measurement was made and has not failed. */
    boolean has(Part part, SequencedMap<String, Object> fields) {
        Map<String, String> key = new Row(fields).select(part.key());
        return rows(part).stream()
                .anyMatch(row -> !row.isFailed() && row.select(part.key()).equals(key));
    }

    /**
     * Adds a row, in place of a failed one with the same key, and writes the files of its part.
     *
     * @param run the date, the command and the machine
     */
    void add(Part part, Map<String, Object> run, Row row) throws IOException {
        Table table = tables.computeIfAbsent(part, _ -> new Table(new ArrayList<>(), new ArrayList<>()));
        if (!table.runs().contains(run)) {
            table.runs().add(run);
        }
        Map<String, String> key = row.select(part.key());
        table.rows().removeIf(old -> old.isFailed() && old.select(part.key()).equals(key));
        var fields = new LinkedHashMap<>(row.fields());
        fields.put(Row.RUN, table.runs().indexOf(run));
        table.rows().add(new Row(fields));
        write(part, table);
    }

    private void write(Part part, Table table) throws IOException {
        Files.createDirectories(folder);
        DataFile.replace(file(part, "json"), json(part, table));
        DataFile.replace(file(part, "csv"), csv(table.rows()));
    }

    private static String json(Part part, Table table) {
        return """
                {
                 "part": %s,
                 "question": %s,
                 "runs": [
                %s
                 ],
                 "rows": [
                %s
                 ]
                }
                """.formatted(
                        JSON.writeValueAsString(part.keyword()),
                        JSON.writeValueAsString(part.question()),
                        lines(table.runs()),
                        lines(table.rows().stream().map(Row::fields).toList()));
    }

    private static String lines(List<? extends Map<String, Object>> objects) {
        return objects.stream()
                .map(object -> "  " + JSON.writeValueAsString(object))
                .collect(Collectors.joining(",\n"));
    }

    private static String csv(List<Row> rows) {
        var names = new LinkedHashSet<String>();
        rows.forEach(row -> names.addAll(row.fields().keySet()));
        var text = new StringBuilder(String.join(",", names)).append('\n');
        rows.forEach(row -> text.append(
                        names.stream().map(row::text).map(DataFile::csvCell).collect(Collectors.joining(",")))
                .append('\n'));
        return text.toString();
    }

    /** Describes controllers, each with its name. Other descriptions are kept. */
    void describe(List<Map<String, Object>> controllers) throws IOException {
        var all = new LinkedHashMap<Object, Map<String, Object>>();
        controllers().forEach(old -> all.put(String.valueOf(old.get("name")), old));
        controllers.forEach(one -> all.put(String.valueOf(one.get("name")), one));
        Files.createDirectories(folder);
        DataFile.replace(
                folder.resolve("controllers.json"),
                "{\n \"controllers\": [\n%s\n ]\n}\n".formatted(lines(List.copyOf(all.values()))));
    }

    /** Returns the description of the controllers, in the order of their file. */
    List<Map<String, Object>> controllers() throws IOException {
        return objects(object(folder.resolve("controllers.json")).get("controllers"));
    }

    /** Returns the figures of the papers: each with paper, place and values. */
    List<Map<String, Object>> papers() throws IOException {
        return objects(object(folder.resolve("papers.json")).get("figures"));
    }
}
