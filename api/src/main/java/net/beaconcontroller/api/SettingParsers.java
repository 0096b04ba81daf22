package net.beaconcontroller.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parsers of the values of settings. They throw {@link IllegalArgumentException} with the valid values as its message.
 */
final class SettingParsers {
    private static final Pattern DURATION = Pattern.compile(
            "(\\d{1,9})\\s*(?:(ms|milliseconds?)|(s|seconds?)|(m|minutes?)|(h|hours?))", Pattern.CASE_INSENSITIVE);

    private static final long[] UNIT_MILLIS = {1, 1_000, 60_000, 3_600_000};
    private static final List<String> UNITS = List.of("ms", "s", "m", "h");
    private static final long MAX_MILLIS = 3_600_000;

    private SettingParsers() {}

    static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text.strip());
        if (matcher.matches()) {
            int unit = 0;
            while (matcher.group(2 + unit) == null) {
                unit++;
            }
            long millis = Long.parseLong(matcher.group(1)) * UNIT_MILLIS[unit];
            if (millis >= 1 && millis <= MAX_MILLIS) {
                return Duration.ofMillis(millis);
            }
        }
        throw new IllegalArgumentException("needs a time such as 10s or 500ms, from 1ms to 1h");
    }

    /** Returns a time in its largest unit that is exact. */
    static String text(Duration duration) {
        long millis = duration.toMillis();
        int unit = UNITS.size() - 1;
        while (millis % UNIT_MILLIS[unit] != 0) {
            unit--;
        }
        return millis / UNIT_MILLIS[unit] + UNITS.get(unit);
    }

    static int integer(String text, int min, int max) {
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException _) {
            // refused below
        }
        throw new IllegalArgumentException("needs a number of %d to %d".formatted(min, max));
    }

    static boolean bool(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw new IllegalArgumentException("needs true or false");
        };
    }

    static <E extends Enum<E>> E choice(String text, Class<E> type) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        return Stream.of(type.getEnumConstants())
                .filter(constant -> text(constant).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("needs one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(SettingParsers::text)
                                .collect(Collectors.joining(", "))));
    }

    static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static <T> List<T> list(String text, Function<String, T> parser) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .map(element -> element(element, parser))
                .toList();
    }

    private static <T> T element(String element, Function<String, T> parser) {
        try {
            return parser.apply(element);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("element %s: needs a number".formatted(element), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("element %s: %s".formatted(element, e.getMessage()), e);
        }
    }
}
