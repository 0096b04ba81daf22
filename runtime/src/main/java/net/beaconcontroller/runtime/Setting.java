package net.beaconcontroller.runtime;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * One thing that a person can set.
 *
 * @param key its name in the configuration, by area
 * @param defaultValue as a person would write it
 * @param meaning one line
 * @param needs what would be right, for the one who wrote something else
 * @param reader reads the value at the key
 */
public record Setting<T>(
        String key, String defaultValue, String meaning, String needs, BiFunction<Config, String, T> reader) {

    /** The value in this configuration. Throws a {@link SettingsException} that says all about a wrong one. */
    T read(Config config) {
        ConfigValue value = config.getValue(key);
        try {
            return reader.apply(config, key);
        } catch (ConfigException | IllegalArgumentException _) {
            throw new SettingsException("%s = %s (%s): needs %s"
                    .formatted(key, text(value), value.origin().description(), needs));
        }
    }

    /** The environment variable that sets it. */
    String environmentVariable() {
        return "BEACON_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** A value as a person would write it. */
    static String text(ConfigValue value) {
        Object raw = value.unwrapped();
        return raw instanceof List<?> list
                ? String.join(", ", list.stream().map(String::valueOf).toList())
                : "" + raw;
    }

    static Setting<Integer> number(String key, int defaultValue, int min, int max, String meaning) {
        return new Setting<>(
                key, "" + defaultValue, meaning, "a number of %d to %d".formatted(min, max), (config, path) -> {
                    int value = config.getInt(path);
                    require(value >= min && value <= max);
                    return value;
                });
    }

    static Setting<Integer> bytes(String key, String defaultValue, int min, String meaning) {
        String needs = "a size such as 128KiB or 1MiB, from %d bytes to 1 GiB".formatted(min);
        return new Setting<>(key, defaultValue, meaning, needs, (config, path) -> {
            long value = config.getBytes(path);
            require(value >= min && value <= 1 << 30);
            return (int) value;
        });
    }

    static Setting<Duration> time(String key, String defaultValue, String meaning) {
        String needs = "a time such as 10s or 500ms, from 1ms to 1h";
        return new Setting<>(key, defaultValue, meaning, needs, (config, path) -> {
            Duration value = config.getDuration(path);
            require(value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(Duration.ofHours(1)) <= 0);
            return value;
        });
    }

    static Setting<Boolean> flag(String key, boolean defaultValue, String meaning) {
        return new Setting<>(key, "" + defaultValue, meaning, "true or false", Config::getBoolean);
    }

    static Setting<InetSocketAddress> address(String key, String defaultValue, String meaning) {
        String needs = "HOST:PORT, such as 0.0.0.0:6653 or [::1]:6653, with a port of 0 (any free one) to 65535";
        return new Setting<>(key, defaultValue, meaning, needs, (config, path) -> {
            String text = config.getString(path);
            int colon = text.lastIndexOf(':');
            require(colon > 0);
            var address = new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
            require(!address.isUnresolved());
            return address;
        });
    }

    /** One of a few words. */
    static Setting<String> choice(String key, String defaultValue, List<String> words, String meaning) {
        return new Setting<>(key, defaultValue, meaning, "one of " + String.join(", ", words), (config, path) -> {
            String value = config.getString(path).toLowerCase(Locale.ROOT);
            require(words.contains(value));
            return value;
        });
    }

    /** A list, which may also be written as text with commas. */
    static <E> Setting<List<E>> list(
            String key,
            String defaultValue,
            String meaning,
            String needs,
            java.util.function.Function<String, E> reader) {
        return new Setting<>(key, defaultValue, meaning, needs, (config, path) -> words(config.getValue(path)).stream()
                .map(reader)
                .toList());
    }

    private static List<String> words(ConfigValue value) {
        List<String> words = value.unwrapped() instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : Arrays.asList(String.valueOf(value.unwrapped()).split(","));
        return words.stream().map(String::strip).filter(word -> !word.isEmpty()).toList();
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
