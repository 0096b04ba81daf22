package net.beaconcontroller.api;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import net.beaconcontroller.net.DurationText;
import net.beaconcontroller.net.Words;

/**
 * Parsers of the values of settings. They throw {@link IllegalArgumentException} with the valid values as its message.
 */
final class SettingParsers {
    private static final Duration MIN_DURATION = Duration.ofMillis(1);
    private static final Duration MAX_DURATION = Duration.ofHours(1);

    private SettingParsers() {}

    static Duration duration(String text) {
        return DurationText.parse(text)
                .filter(value -> value.compareTo(MIN_DURATION) >= 0 && value.compareTo(MAX_DURATION) <= 0)
                .orElseThrow(() -> new IllegalArgumentException("needs a time such as 10s or 500ms, from 1ms to 1h"));
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
        List<E> constants = List.of(type.getEnumConstants());
        return Words.parse(text.strip(), constants)
                .orElseThrow(() -> new IllegalArgumentException("needs one of " + Words.list(constants)));
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
