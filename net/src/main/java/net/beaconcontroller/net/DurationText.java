package net.beaconcontroller.net;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text form of durations: a number and a unit, such as 500ms, 1.5 s and 10 minutes. */
public final class DurationText {
    private static final Pattern TEXT = Pattern.compile(
            "(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(?:"
                    + "(us|micros?|microseconds?)|(ms|millis?|milliseconds?)|(s|seconds?)|(m|minutes?)|(h|hours?))",
            Pattern.CASE_INSENSITIVE);

    private static final List<String> UNITS = List.of("us", "ms", "s", "m", "h");
    private static final List<Duration> LENGTHS = List.of(
            Duration.ofNanos(1_000),
            Duration.ofMillis(1),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            Duration.ofHours(1));

    private DurationText() {}

    /** Returns the duration of a text; empty if it has another form. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int unit = 0;
        while (matcher.group(2 + unit) == null) {
            unit++;
        }
        var nanos = new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(LENGTHS.get(unit).toNanos()));
        BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000));
        return Optional.of(Duration.ofSeconds(parts[0].longValue(), parts[1].longValue()));
    }

    /** Returns a duration of whole milliseconds in its largest unit that is exact. */
    public static String of(Duration duration) {
        int unit = UNITS.size() - 1;
        while (duration.toMillis() % LENGTHS.get(unit).toMillis() != 0) {
            unit--;
        }
        return duration.toMillis() / LENGTHS.get(unit).toMillis() + UNITS.get(unit);
    }
}
