package net.beaconcontroller.emulator.spec;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text form of durations, such as 2ms, 1.5s and 0. */
public final class Durations {
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s|m)");

    private static final Map<String, Long> NANOS =
            Map.of("us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L);

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
            long unit = Objects.requireNonNull(NANOS.get(matcher.group(2)));
            BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
            if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) <= 0) {
                return Duration.ofNanos(nanos.longValue());
            }
        }
        throw new NetworkException(
                "'%s' is not a valid duration; needs a number with us, ms, s or m, such as 2ms, and at most one hour"
                        .formatted(text));
    }

    /** Returns milliseconds with three decimal places. */
    public static String millis(Duration duration) {
        return "%d.%03d ms".formatted(duration.toMillis(), duration.toNanos() / 1000 % 1000);
    }
}
