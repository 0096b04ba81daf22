package net.beaconcontroller.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The condition of {@link NeedsBrowser}. */
final class BrowserCondition implements ExecutionCondition {
    private static final String REASON = "no chromium in PATH; after: apt-get install chromium";
    private static final boolean REQUIRED = "required".equals(System.getenv("BEACON_BROWSER"));

    /** The executable of the browser, if there is one. */
    static final Optional<Path> CHROMIUM = Stream.of(
                    System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .map(folder -> Path.of(folder, "chromium"))
            .filter(Files::isExecutable)
            .findFirst();

    static {
        if (CHROMIUM.isEmpty() && !REQUIRED) {
            // Maven does not print why it skips a test.
            System.out.println("Tests of the page are skipped: " + REASON);
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (CHROMIUM.isPresent()) {
            return ConditionEvaluationResult.enabled("there is a browser");
        }
        if (REQUIRED) {
            throw new IllegalStateException("BEACON_BROWSER=required, but " + REASON);
        }
        return ConditionEvaluationResult.disabled(REASON);
    }
}
