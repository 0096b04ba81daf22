package net.beaconcontroller.labkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A condition that the machine has what tests need. If something is missing, they are skipped with a message; with
 * {@code BEACON_LAB=required} in the environment they fail instead.
 */
public abstract class ToolCondition implements ExecutionCondition {
    private static final boolean REQUIRED = "required".equals(System.getenv("BEACON_LAB"));

    private final List<String> missing;
    private final String reason;

    /**
     * Creates a condition. JUnit creates an object for each class of tests.
     *
     * @param missing what the machine does not have
     * @param reason the message if something is missing
     */
    public ToolCondition(List<String> missing, String reason) {
        this.missing = missing;
        this.reason = reason;
    }

    /** Prints the message, because Maven does not print why it skips a test. Called once for all classes. */
    public static void tell(List<String> missing, String reason) {
        if (!missing.isEmpty() && !REQUIRED) {
            System.out.println("Tests are skipped: " + reason);
        }
    }

    @Override
    public final ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("nothing is missing");
        }
        if (REQUIRED) {
            throw new IllegalStateException("BEACON_LAB=required, but " + reason);
        }
        return ConditionEvaluationResult.disabled(reason);
    }

    /** Returns those of these programs that are not on the path. */
    public static Stream<String> notOnPath(List<String> programs) {
        return programs.stream().filter(program -> !isOnPath(program));
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
