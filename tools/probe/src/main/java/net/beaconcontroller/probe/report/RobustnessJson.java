package net.beaconcontroller.probe.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.probe.robustness.Outcome;
import net.beaconcontroller.probe.robustness.Resources;
import net.beaconcontroller.probe.robustness.RoundTrips;
import net.beaconcontroller.probe.robustness.StudyColour;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A report as JSON. Times have their unit in the name. */
public final class RobustnessJson {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private RobustnessJson() {}

    public static String of(RobustnessReport report) {
        var all = new LinkedHashMap<String, Object>();
        all.put("command", report.command());
        all.put("date", report.machine().date().toOffsetDateTime().toString());
        all.put("seed", report.seed());
        all.put("runs", report.runs().stream().map(RobustnessJson::run).toList());
        return JSON.writeValueAsString(all) + "\n";
    }

    private static Map<String, Object> run(RobustnessReport.Run run) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("controller", run.controller());
        fields.put("openflow", run.version().toString());
        fields.put("failure", run.failure());
        var counts = new LinkedHashMap<String, Integer>();
        run.counts().forEach((verdict, count) -> counts.put(verdict.toString(), count));
        fields.put("verdicts", counts);
        List<Map<String, @Nullable Object>> cases =
                run.outcomes().stream().map(RobustnessJson::outcome).toList();
        fields.put("cases", cases);
        return fields;
    }

    private static Map<String, @Nullable Object> outcome(Outcome outcome) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", outcome.probeCase().name());
        fields.put("description", outcome.probeCase().description());
        fields.put("verdict", outcome.verdict().toString());
        fields.put("detail", outcome.detail());
        fields.put("answered", outcome.isAnswered());
        StudyColour.of(outcome).ifPresent(colour -> fields.put("studyColour", colour.toString()));
        fields.put("millis", outcome.millis());
        fields.put("scenario", roundTrips(outcome.scenario()));
        fields.put("witnessQuiet", roundTrips(outcome.quiet()));
        fields.put("witness", roundTrips(outcome.during()));
        fields.put("before", resources(outcome.before()));
        fields.put("after", resources(outcome.after()));
        return fields;
    }

    private static Map<String, Object> roundTrips(RoundTrips trips) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("answered", trips.count());
        fields.put("lost", trips.lost());
        fields.put("medianMicros", trips.median());
        fields.put("percentile99Micros", trips.percentile99());
        fields.put("maximumMicros", trips.maximum());
        return fields;
    }

    private static @Nullable Map<String, Object> resources(Optional<Resources> resources) {
        return resources
                .map(used -> {
                    var fields = new LinkedHashMap<String, Object>();
                    fields.put("residentKilobytes", used.residentKilobytes());
                    fields.put("threads", used.threads());
                    fields.put("files", used.files());
                    return fields;
                })
                .orElse(null);
    }
}
