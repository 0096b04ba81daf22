package net.beaconcontroller.emulator.spec;

import java.time.Duration;
import net.beaconcontroller.net.DurationText;

/** The text form of durations, such as 2ms, 1.5s and 0. */
public final class Durations {
    static final Duration LONGEST = Duration.ofHours(1);

    private Durations() {}

    /**
     * Parses a duration.
     *
     * @throws NetworkException if the text is not a duration or exceeds {@link #LONGEST}
     */
    public static Duration parse(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        return DurationText.parse(text)
                .filter(duration -> duration.compareTo(LONGEST) <= 0)
                .orElseThrow(() -> new NetworkException(
                        ("'%s' is not a valid duration; needs a number with us, ms, s or m, such as 2ms,"
                                        + " and at most one hour")
                                .formatted(text)));
    }

    /** Returns milliseconds with three decimal places. */
    public static String millis(Duration duration) {
        return "%d.%03d ms".formatted(duration.toMillis(), duration.toNanos() / 1000 % 1000);
    }
}
