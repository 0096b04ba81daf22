package net.beaconcontroller.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.net.DurationText;
import net.beaconcontroller.net.Words;

/**
 * The settings of an application: {@code app.NAME.KEY} in the configuration, where NAME is the name of the application.
 * A component receives its settings as a constructor argument and reads them in the constructor. A wrong value then
 * keeps the application from starting, and the controller refuses to start with a setting that no application has read.
 * {@code beacon config} lists the settings of the applications with their descriptions.
 *
 * <p>Each method returns the value that is set, or else the default. It throws {@link IllegalArgumentException} if the
 * value is wrong; the message has the key, the value, its origin and the valid values. Safe for use by several threads.
 */
public interface ApplicationSettings {
    /**
     * Reads a setting of any type. The other methods call this one.
     *
     * @param key the key after {@code app.NAME.}, in lower case with hyphens
     * @param defaultText the default, as it would be set
     * @param parser parses a value; throws {@link IllegalArgumentException} if it is wrong, with the valid values as
     *     its message, such as "needs a number of 1 to 10"
     * @param description what the setting is for, in one line
     */
    <T> T read(String key, String defaultText, Function<String, T> parser, String description);

    /** Reads a time from 1 ms to 1 h, with a unit, such as 500ms, 10s or 5m. */
    default Duration duration(String key, Duration defaultValue, String description) {
        return read(key, DurationText.of(defaultValue), SettingParsers::duration, description);
    }

    /** Reads an integer from {@code min} to {@code max}. */
    default int integer(String key, int defaultValue, int min, int max, String description) {
        return read(key, Integer.toString(defaultValue), text -> SettingParsers.integer(text, min, max), description);
    }

    /** Reads true or false. */
    default boolean bool(String key, boolean defaultValue, String description) {
        return read(key, Boolean.toString(defaultValue), SettingParsers::bool, description);
    }

    /** Reads any text. */
    default String string(String key, String defaultValue, String description) {
        return read(key, defaultValue, Function.identity(), description);
    }

    /** Reads a constant of an enum, written in lower case with hyphens for underscores. */
    default <E extends Enum<E>> E choice(String key, E defaultValue, String description) {
        return read(
                key,
                Words.of(defaultValue),
                text -> SettingParsers.choice(text, defaultValue.getDeclaringClass()),
                description);
    }

    /**
     * Reads a list, whose elements are separated by commas.
     *
     * @param defaultValue the default; {@code toString} of its elements is what would be set
     * @param parser parses an element; throws {@link IllegalArgumentException} if it is wrong, with the valid values as
     *     its message
     */
    default <T> List<T> list(String key, List<T> defaultValue, Function<String, T> parser, String description) {
        return read(
                key,
                defaultValue.stream().map(Object::toString).collect(Collectors.joining(", ")),
                text -> SettingParsers.list(text, parser),
                description);
    }

    /** Returns settings of which none is set, for tests. */
    static ApplicationSettings none() {
        return of(Map.of());
    }

    /**
     * Returns settings for tests.
     *
     * @param values the values by key, as they would be set; for example {@code Map.of("idle-timeout", "10s")}
     */
    static ApplicationSettings of(Map<String, String> values) {
        return new MapSettings(Map.copyOf(values));
    }
}
