package net.beaconcontroller.runtime;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

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

    /** What this value means. Throws a {@link SettingsException} that says all about a wrong one. */
    T read(ConfigValue value) {
        try {
            return reader.apply(value.atPath(key), key);
        } catch (ConfigException | IllegalArgumentException _) {
            throw new SettingsException("%s: needs %s".formatted(describe(key, value), needs));
        }
    }

    static ConfigValue value(String text, String origin) {
        return ConfigValueFactory.fromAnyRef(text, origin);
    }

    /** The environment variable that sets it. */
    String environmentVariable() {
        return environmentVariable(key);
    }

    static String environmentVariable(String key) {
        return "BEACON_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** A value as a person would write it. */
    static String text(ConfigValue value) {
        return switch (value) {
            case ConfigList list -> list.stream().map(Setting::text).collect(Collectors.joining(", "));
            case ConfigObject object -> object.render(ConfigRenderOptions.concise());
            default ->
                value.valueType() == ConfigValueType.NULL
                        ? "null"
                        : value.atKey("it").getString("it");
        };
    }

    /** What was said, and where, to begin a complaint about it with. */
    static String describe(String key, ConfigValue value) {
        String text = text(value);
        return "%s = %s (%s)"
                .formatted(key, text.isEmpty() ? "\"\"" : text, value.origin().description());
    }

    static Setting<Integer> number(String key, int defaultValue, int min, int max, String meaning) {
        return new Setting<>(
                key, "" + defaultValue, meaning, "a number of %d to %d".formatted(min, max), (config, path) -> {
                    int value = Integer.parseInt(config.getString(path).strip()); // getInt would make 1 of 1.5
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
            require(!config.getString(path).matches("[0-9.\\s]*")); // getDuration would take 5 for 5 ms
            Duration value = config.getDuration(path);
            require(value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(Duration.ofHours(1)) <= 0);
            return value;
        });
    }

    static Setting<Boolean> flag(String key, boolean defaultValue, String meaning) {
        return new Setting<>(key, "" + defaultValue, meaning, "true or false", Config::getBoolean);
    }

    static Setting<InetSocketAddress> address(String key, String defaultValue, String meaning) {
        String needs = "HOST:PORT, such as 0.0.0.0:6653 or [::1]:6653, with a host that is known here and a port of "
                + "0 (any free one) to 65535";
        return new Setting<>(key, defaultValue, meaning, needs, (config, path) -> {
            String text = config.getString(path).strip();
            int colon = text.lastIndexOf(':');
            require(colon > 0);
            String host = text.substring(0, colon);
            require(host.startsWith("[") || !host.contains(":")); // ::1:6653 is an address, and may lack its port
            var address = new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
            require(!address.isUnresolved());
            return address;
        });
    }

    /** A constant of an enum, in small letters, with - for _. */
    static <E extends Enum<E>> Setting<E> choice(String key, E defaultValue, String meaning) {
        List<E> all = List.of(defaultValue.getDeclaringClass().getEnumConstants());
        List<String> words = all.stream().map(Setting::word).toList();
        Setting<String> text = choice(key, word(defaultValue), words, meaning);
        return new Setting<>(
                key, text.defaultValue, meaning, text.needs, text.reader.andThen(word -> all.get(words.indexOf(word))));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** One of a few words. */
    static Setting<String> choice(String key, String defaultValue, List<String> words, String meaning) {
        return new Setting<>(key, defaultValue, meaning, "one of " + String.join(", ", words), (config, path) -> {
            String value = config.getString(path).toLowerCase(Locale.ROOT);
            require(words.contains(value));
            return value;
        });
    }

    static Setting<String> text(String key, String defaultValue, String meaning) {
        return new Setting<>(key, defaultValue, meaning, "text", Config::getString);
    }

    /** A list, which may also be written as text with commas. */
    static <E> Setting<List<E>> list(
            String key, String defaultValue, String meaning, String needs, int least, Function<String, E> reader) {
        return new Setting<>(key, defaultValue, meaning, needs, (config, path) -> {
            List<E> list = words(config, path).stream()
                    .map(String::strip)
                    .filter(word -> !word.isEmpty())
                    .map(reader)
                    .toList();
            require(list.size() >= least);
            return list;
        });
    }

    private static List<String> words(Config config, String path) {
        return config.getValue(path).valueType() == ConfigValueType.LIST
                ? config.getStringList(path)
                : List.of(config.getString(path).split(",", -1));
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
