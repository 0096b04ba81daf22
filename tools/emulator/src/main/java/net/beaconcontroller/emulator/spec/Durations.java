package net.beaconcontroller.emulator.spec;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text form of durations, such as 2ms, 1.5s and 0. */
public final class Durations {
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s|m)");

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
        Matcher matcher = TEXT.matcher(text);
        if (matcher.matches()) {
            BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanos(matcher.group(2))));
            if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) <= 0) {
                return Duration.ofNanos(nanos.longValue());
            }
        }
        throw new NetworkException(
                "'%s' is not a valid duration; needs a number with us, ms, s or m, such as 2ms, and at most one hour"
                        .formatted(text));
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000;
            default -> 60_000_000_000L;
        };
    }

    /** Returns milliseconds with three decimal places. */
    public static String millis(Duration duration) {
        return "%d.%03d ms".formatted(duration.toMillis(), duration.toNanos() / 1000 % 1000);
    }
}
