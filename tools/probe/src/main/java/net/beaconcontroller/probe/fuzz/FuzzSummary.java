package net.beaconcontroller.probe.fuzz;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.Resources;
import org.jspecify.annotations.Nullable;

/** The counts of a run with one version. Confined to the thread of the fuzzer. */
public final class FuzzSummary {
    private final Version version;
    private final long seed;
    private final Map<String, Integer> messages = new TreeMap<>();
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    private int sequences;
    private int findings;
    private int repeated;
    private String failure = "";
    private double seconds;
    private Optional<Resources> first = Optional.empty();
    private Optional<Resources> last = Optional.empty();

    FuzzSummary(Version version, long seed) {
        this.version = version;
        this.seed = seed;
    }

    void add(FuzzCase sequence, Verdict verdict, Optional<Resources> resources, double secondsSoFar) {
        sequences++;
        seconds = secondsSoFar;
        verdicts.merge(verdict, 1, Integer::sum);
        for (FuzzMessage message : sequence.messages()) {
            String name = message.original()
                    .flatMap(original -> original.origin())
                    .map(origin -> origin.message()
                            .getClass()
                            .getName()
                            .replaceFirst(".*\\.", "")
                            .replace('$', '.'))
                    .orElse("other");
            messages.merge(name, 1, Integer::sum);
        }
        first = first.or(() -> resources);
        last = resources.or(() -> last);
    }

    void addFinding() {
        findings++;
    }

    void addRepeated() {
        repeated++;
    }

    void setFailure(String reason) {
        failure = reason;
    }

    public Version version() {
        return version;
    }

    /** Returns the number of sequences that were tried. */
    public int sequences() {
        return sequences;
    }

    /** Returns the number of findings that differ from one another. */
    public int findings() {
        return findings;
    }

    /** Returns the number of findings that are like an earlier one and were not saved. */
    public int repeated() {
        return repeated;
    }

    /** Returns why the run ended early; empty if it did not. */
    public String failure() {
        return failure;
    }

    public double sequencesPerSecond() {
        return seconds > 0 ? sequences / seconds : 0;
    }

    /** Returns the number of sequences by verdict, the best first. */
    public Map<Verdict, Integer> verdicts() {
        return Collections.unmodifiableMap(verdicts);
    }

    /** Returns the number of messages by the class of the correct message that they were made of. */
    public Map<String, Integer> messages() {
        return Collections.unmodifiableMap(messages);
    }

    /** Returns what the controller used after the first sequence, if its process is known. */
    public Optional<Resources> first() {
        return first;
    }

    /** Returns what the controller used after the last sequence, if its process is known. */
    public Optional<Resources> last() {
        return last;
    }

    /** Returns the summary for JSON. */
    public Map<String, @Nullable Object> fields() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("openflow", version.toString());
        fields.put("seed", seed);
        fields.put("sequences", sequences);
        fields.put("seconds", seconds);
        fields.put("sequencesPerSecond", sequencesPerSecond());
        fields.put("findings", findings);
        fields.put("repeated", repeated);
        fields.put("failure", failure);
        var counts = new LinkedHashMap<String, Object>();
        verdicts.forEach((verdict, count) -> counts.put(verdict.toString(), count));
        fields.put("verdicts", counts);
        fields.put("messages", messages());
        fields.put("residentKilobytes", resources(Resources::residentKilobytes));
        fields.put("threads", resources(Resources::threads));
        fields.put("files", resources(Resources::files));
        return fields;
    }

    /** Returns the first and the last value; null if they are unknown. */
    private @Nullable Object resources(Function<Resources, Long> value) {
        return first.isPresent() && last.isPresent()
                ? List.of(value.apply(first.get()), value.apply(last.get()))
                : null;
    }
}
