package net.beaconcontroller.emulator.datapath;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Marks tests that run for the emulated switch and for Open vSwitch, concurrently, each with a switch of its own. If
 * Open vSwitch is not installed, the latter are skipped with one line of output; with {@code BEACON_LAB=required} in
 * the environment they fail instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("any-switch")
@Execution(ExecutionMode.CONCURRENT)
@ExtendWith(OnAnySwitch.Condition.class)
@interface OnAnySwitch {
    /** Marks a test in which the emulated switch differs from Open vSwitch on purpose. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @Tag("emulated-only")
    @interface Except {
        /** The behaviour of Open vSwitch. */
        String value();
    }

    /** Whether the switch is available. */
    final class Condition implements ExecutionCondition {
        private static final List<String> MISSING = SwitchHarness.IS_OPEN_VSWITCH ? OpenVSwitch.missing() : List.of();
        private static final String REASON = "no Open vSwitch without " + String.join(", ", MISSING);
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
                return ConditionEvaluationResult.enabled("there is a switch");
            }
            if (REQUIRED) {
                throw new IllegalStateException("BEACON_LAB=required, but " + REASON);
            }
            return ConditionEvaluationResult.disabled(REASON);
        }
    }
}
