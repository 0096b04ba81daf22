package net.beaconcontroller.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The divisor of the rates of controllers: a controller that looks nothing up. */
public enum Baseline {
    /** The null controller, in Java, which needs no compiler. */
    NULL("null", "null controller"),
    /** The limit, in C. It sleeps until there is input, but for round trips, for which it spins. */
    LIMIT("limit", "limit");

    private final String keyword;
    private final String controllerName;

    Baseline(String keyword, String controllerName) {
        this.keyword = keyword;
        this.controllerName = controllerName;
    }

    /** Returns the keyword on the command line and in tables. */
    public String keyword() {
        return keyword;
    }

    /** Returns the name of the controller in reports. */
    public String controllerName() {
        return controllerName;
    }

    /** Returns the baseline whose controller has this name. */
    public static Optional<Baseline> named(String controllerName) {
        return Arrays.stream(values())
                .filter(baseline -> baseline.controllerName.equals(controllerName))
                .findFirst();
    }

    /** Returns the baseline that was measured with others; {@link #NULL} if none was. */
    public static Baseline among(List<PointSummary> rows) {
        return rows.stream()
                .flatMap(row -> named(row.point().controller().name()).stream())
                .findFirst()
                .orElse(NULL);
    }

    /**
     * Returns the controller for a load, a process of one thread.
     *
     * @param cpus see {@link LaunchSpec#cpus}
     */
    public ControllerUnderTest controller(String cpus, Load load) {
        return new ControllerUnderTest(
                controllerName,
                "default",
                1,
                () -> ControllerProcess.start(launch(load.window() == 1).on(cpus)));
    }

    private LaunchSpec launch(boolean isForRoundTrips) throws IOException, InterruptedException {
        if (this == NULL) {
            return LaunchSpec.responder();
        }
        String executable = CompiledProgram.LIMIT.executable().toString();
        return LaunchSpec.ofChosenPort(
                List.of(executable, LaunchSpec.LOCALHOST, "0", "1", isForRoundTrips ? "spin" : "block"));
    }
}
