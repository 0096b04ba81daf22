package net.beaconcontroller.lab;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The condition of {@link NeedsPrometheus}. */
final class PrometheusCondition implements ExecutionCondition {
    private static final List<String> TOOLS = List.of("prometheus", "promtool");
    private static final List<String> MISSING =
            TOOLS.stream().filter(tool -> !isOnPath(tool)).toList();
    private static final String REASON =
            "no scrape without %s; run after: apt-get install prometheus".formatted(String.join(", ", MISSING));
    private static final boolean REQUIRED = "required".equals(System.getenv("BEACON_LAB"));

    static {
        if (!MISSING.isEmpty() && !REQUIRED) {
            // Maven does not print why it skips a test.
            System.out.println("Tests are skipped: " + REASON);
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (MISSING.isEmpty()) {
            return ConditionEvaluationResult.enabled("Prometheus is installed");
        }
        if (REQUIRED) {
            throw new IllegalStateException("BEACON_LAB=required, but " + REASON);
        }
        return ConditionEvaluationResult.disabled(REASON);
    }

    private static boolean isOnPath(String tool) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }
}
