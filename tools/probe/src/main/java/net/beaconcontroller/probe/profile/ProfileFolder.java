package net.beaconcontroller.probe.profile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import net.beaconcontroller.bench.Machine;
import net.beaconcontroller.probe.robustness.Resources;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A folder with results.json and report.html, which are replaced after each step, so that an interrupted run can be
 * resumed at the step that was interrupted. Not thread-safe.
 */
public final class ProfileFolder {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path path;
    private final String command;
    private final Machine machine;
    private final ProfileSettings settings;
    private final List<StepResult> steps = new ArrayList<>();

    private ProfileFolder(Path path, String command, Machine machine, ProfileSettings settings) {
        this.path = path;
        this.command = command;
        this.machine = machine;
        this.settings = settings;
    }

    /**
     * Creates a folder.
     *
     * @throws FileAlreadyExistsException if it has results
     */
    public static ProfileFolder create(Path path, String command, ProfileSettings settings) throws IOException {
        var folder = new ProfileFolder(path, command, Machine.here(), settings);
        if (Files.exists(folder.results())) {
            throw new FileAlreadyExistsException(
                    "%s exists; continue with --resume, or choose another folder with --out"
                            .formatted(folder.results()));
        }
        Files.createDirectories(path);
        return folder;
    }

    /**
     * Opens the folder of an interrupted run with the same settings.
     *
     * @throws InvalidProfileException if it has no results, or those of other settings
     */
    public static ProfileFolder resume(Path path, String command, ProfileSettings settings) throws IOException {
        var folder = new ProfileFolder(path, command, Machine.here(), settings);
        Path results = folder.results();
        if (!Files.exists(results)) {
            throw new InvalidProfileException("%s: no such file; nothing to resume".formatted(results));
        }
        try {
            JsonNode root = JSON.readTree(Files.readString(results));
            String expected = JSON.valueToTree(settings.fields()).toString();
            String found = String.valueOf(root.get("settings"));
            if (!found.equals(expected)) {
                throw new InvalidProfileException("%s: settings %s; needs %s".formatted(results, found, expected));
            }
            for (JsonNode step : root.get("steps")) {
                folder.steps.add(read(step));
            }
        } catch (JacksonException | DataFormatException | IllegalArgumentException | NullPointerException e) {
            throw new InvalidProfileException(
                    "%s: not the results of a profile: %s".formatted(results, e.getMessage()));
        }
        return folder;
    }

    /** Returns the steps that are done, in order. */
    public List<StepResult> steps() {
        return List.copyOf(steps);
    }

    /** Returns the path of the page. */
    public Path page() {
        return path.resolve("report.html");
    }

    private Path results() {
        return path.resolve("results.json");
    }

    /** Adds the next step. */
    public void add(StepResult step) throws IOException {
        steps.add(step);
        var all = new LinkedHashMap<String, Object>();
        all.put("command", command);
        all.put("complete", steps.size() == settings.profile().steps().size());
        all.put("settings", settings.fields());
        all.put("steps", steps.stream().map(ProfileFolder::withHistogram).toList());
        replace(results(), JSON.writeValueAsString(all) + "\n");
        replace(page(), ProfileReport.html(settings, command, machine, steps));
    }

    private static void replace(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns a step for JSON. */
    public static Map<String, @Nullable Object> fields(StepResult step) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("step", step.number());
        fields.put("seconds", step.seconds());
        fields.put("packetInsPerSecond", step.rate());
        fields.put("due", step.due());
        fields.put("sent", step.sent());
        fields.put("answered", step.answered());
        fields.put("lost", step.lost());
        fields.put("late", step.late());
        fields.put("closed", step.closed());
        fields.put("reconnected", step.reconnected());
        fields.put("closings", step.closings());
        fields.put("longestLagMicros", step.longestLagMicros());
        fields.put("latencyP50Micros", step.micros(50));
        fields.put("latencyP99Micros", step.micros(99));
        fields.put("latencyP999Micros", step.micros(99.9));
        fields.put("latencyMaxMicros", step.micros(100));
        fields.put(
                "residentKilobytes",
                step.resources().map(Resources::residentKilobytes).orElse(null));
        fields.put("threads", step.resources().map(Resources::threads).orElse(null));
        fields.put("files", step.resources().map(Resources::files).orElse(null));
        return fields;
    }

    private static Map<String, @Nullable Object> withHistogram(StepResult step) {
        Map<String, @Nullable Object> fields = fields(step);
        ByteBuffer packed = ByteBuffer.allocate(step.latency().getNeededByteBufferCapacity());
        int length = step.latency().encodeIntoCompressedByteBuffer(packed);
        fields.put("latencyHistogram", Base64.getEncoder().encodeToString(Arrays.copyOf(packed.array(), length)));
        return fields;
    }

    private static StepResult read(JsonNode step) throws DataFormatException {
        byte[] packed = Base64.getDecoder().decode(step.get("latencyHistogram").asString());
        return new StepResult(
                step.get("step").intValue(),
                step.get("seconds").doubleValue(),
                step.get("packetInsPerSecond").doubleValue(),
                step.get("due").longValue(),
                step.get("sent").longValue(),
                step.get("answered").longValue(),
                step.get("lost").longValue(),
                step.get("late").longValue(),
                step.get("closed").intValue(),
                step.get("reconnected").intValue(),
                step.get("closings").asString(),
                step.get("longestLagMicros").longValue(),
                Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(packed), 0),
                step.get("residentKilobytes").isNull()
                        ? Optional.empty()
                        : Optional.of(new Resources(
                                step.get("residentKilobytes").longValue(),
                                step.get("threads").longValue(),
                                step.get("files").longValue())));
    }
}
