package net.beaconcontroller.bench.command;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.console.UsageException;
import picocli.CommandLine.Option;

/** How long a measurement takes. */
public final class DurationOptions {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            description = "Duration of a measurement. Default: ${DEFAULT-VALUE}.")
    private BigDecimal seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            description = "Maximum time to wait for a stable rate first. Default: ${DEFAULT-VALUE}.")
    private BigDecimal warmUp;

    /** Creates the options with their defaults, in seconds. */
    public DurationOptions(int seconds, int warmUp) {
        this.seconds = BigDecimal.valueOf(seconds);
        this.warmUp = BigDecimal.valueOf(warmUp);
    }

    /** Returns the duration of a measurement. Refuses a wrong value. */
    public Duration measurement() {
        if (seconds.signum() <= 0) {
            throw new UsageException("--seconds %s: needs more than 0".formatted(seconds.doubleValue()));
        }
        return duration(seconds);
    }

    /** Returns the maximum warm-up. Refuses a wrong value. */
    public Duration warmUp() {
        if (warmUp.signum() < 0) {
            throw new UsageException("--warm-up %s: needs 0 or more".formatted(warmUp.doubleValue()));
        }
        return duration(warmUp);
    }

    private static Duration duration(BigDecimal seconds) {
        return Duration.ofNanos((long) (seconds.doubleValue() * NANOS_PER_SECOND));
    }
}
