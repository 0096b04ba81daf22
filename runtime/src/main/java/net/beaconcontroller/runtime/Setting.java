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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/**
 * A setting.
 *
 * @param key the name in the configuration, which begins with its section
 * @param defaultValue the default, as it would be set
 * @param description the purpose, in one line
 * @param valid the valid values, for error messages; empty if the parser's exceptions have it as their message
 * @param parser parses the value at the key
 */
public record Setting<T>(
        String key, String defaultValue, String description, String valid, BiFunction<Config, String, T> parser) {

    private static final String OFF = "off";

    /** A setting with its value. */
    public record Value(Setting<?> setting, ConfigValue value) {
        /** Returns the value as it would be set. */
        public String text() {
            return Setting.text(value);
        }

        /**
         * Returns the origin of the value: a file and line, an environment variable, the command line, or a default.
         */
        public String origin() {
            return value.origin().description();
        }
    }

    /**
     * Parses a value.
     *
     * @throws SettingsException if it is wrong; the message has the key, the value, its origin, and the valid values
     */
    T parse(ConfigValue value) {
        try {
            return parser.apply(value.atPath(key), key);
        } catch (ConfigException | IllegalArgumentException e) {
            throw new SettingsException(
                    "%s: %s".formatted(describe(key, value), valid.isEmpty() ? e.getMessage() : "needs " + valid));
        }
    }

    static ConfigValue value(String text, String origin) {
        return ConfigValueFactory.fromAnyRef(text, origin);
    }

    /** Returns the name of the environment variable for this setting. */
    String environmentVariable() {
        return environmentVariable(key);
    }

    static String environmentVariable(String key) {
        return "BEACON_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** Returns a value as it would be set. */
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

    /** Returns the key, the value and its origin: the beginning of an error message. */
    static String describe(String key, ConfigValue value) {
        String text = text(value);
        return "%s = %s (%s)"
                .formatted(key, text.isEmpty() ? "\"\"" : text, value.origin().description());
    }

    /** A setting of an application. The messages of the parser's exceptions describe the valid values. */
    static <T> Setting<T> ofApplication(
            String key, String defaultValue, String description, Function<String, T> parser) {
        return new Setting<>(
                key, defaultValue, description, "", (config, path) -> parser.apply(text(config.getValue(path))));
    }

    static Setting<Integer> integer(String key, int defaultValue, int min, int max, String description) {
        return new Setting<>(
                key, "" + defaultValue, description, "a number of %d to %d".formatted(min, max), (config, path) -> {
                    // Config.getInt would truncate 1.5
                    int value = Integer.parseInt(config.getString(path).strip());
                    require(value >= min && value <= max);
                    return value;
                });
    }

    static Setting<Integer> bytes(String key, String defaultValue, int min, String description) {
        String valid = "a size such as 128KiB or 1MiB, from %d bytes to 1 GiB".formatted(min);
        return new Setting<>(key, defaultValue, description, valid, (config, path) -> {
            long value = config.getBytes(path);
            require(value >= min && value <= 1 << 30);
            return (int) value;
        });
    }

    static Setting<Duration> duration(String key, String defaultValue, String description) {
        String valid = "a time such as 10s or 500ms, from 1ms to 1h";
        return new Setting<>(key, defaultValue, description, valid, (config, path) -> {
            // Config.getDuration would read 5 as 5 ms
            require(!config.getString(path).matches("[0-9.\\s]*"));
            Duration value = config.getDuration(path);
            require(value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(Duration.ofHours(1)) <= 0);
            return value;
        });
    }

    /** A setting that has the value "off", too. */
    static <T> Setting<Optional<T>> orOff(Setting<T> setting) {
        return orOff(setting, setting.defaultValue);
    }

    /** A setting that has the value "off", too, and another default. */
    static <T> Setting<Optional<T>> orOff(Setting<T> setting, String defaultValue) {
        return new Setting<>(
                setting.key,
                defaultValue,
                setting.description + "; off for never",
                setting.valid + ", or off",
                (config, path) -> OFF.equals(config.getString(path).strip().toLowerCase(Locale.ROOT))
                        ? Optional.empty()
                        : Optional.of(setting.parser.apply(config, path)));
    }

    static Setting<Boolean> bool(String key, boolean defaultValue, String description) {
        return new Setting<>(key, "" + defaultValue, description, "true or false", Config::getBoolean);
    }

    static Setting<InetSocketAddress> address(String key, String defaultValue, String description) {
        String valid = "HOST:PORT, such as 0.0.0.0:6653 or [::1]:6653, with a host that resolves and a port of "
                + "0 (any free port) to 65535";
        return new Setting<>(key, defaultValue, description, valid, (config, path) -> {
            String text = config.getString(path).strip();
            int colon = text.lastIndexOf(':');
            require(colon > 0);
            String host = text.substring(0, colon);
            // ::1:6653 is ambiguous: it is an IPv6 address as a whole
            require(host.startsWith("[") || !host.contains(":"));
            var address = new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
            require(!address.isUnresolved());
            return address;
        });
    }

    /** A path. A leading ~ stands for the home directory of the user. */
    static Setting<Path> path(String key, String defaultValue, String description) {
        return new Setting<>(key, defaultValue, description, "a path", (config, path) -> {
            String text = config.getString(path).strip();
            require(!text.isEmpty());
            String home = Matcher.quoteReplacement(System.getProperty("user.home"));
            return Path.of(text.replaceFirst("^~(?=/|$)", home));
        });
    }

    /** The path of a file that exists. */
    static Setting<Path> file(String key, String defaultValue, String description) {
        Setting<Path> setting = path(key, defaultValue, description);
        return new Setting<>(key, defaultValue, description, "the path of a file", (config, path) -> {
            Path file = setting.parser.apply(config, path);
            require(Files.isRegularFile(file));
            return file;
        });
    }

    /** A value as of another setting, or a word for none. */
    static <T> Setting<Optional<T>> optional(Setting<T> setting, String none) {
        return new Setting<>(
                setting.key,
                setting.defaultValue,
                setting.description,
                "%s, or %s".formatted(setting.valid, none),
                (config, path) -> config.getString(path).strip().equals(none)
                        ? Optional.empty()
                        : Optional.of(setting.parser.apply(config, path)));
    }

    /** A constant of an enum, in lower case with hyphens for underscores. */
    static <E extends Enum<E>> Setting<E> choice(String key, E defaultValue, String description) {
        List<E> constants = List.of(defaultValue.getDeclaringClass().getEnumConstants());
        List<String> words = constants.stream().map(Setting::word).toList();
        String valid = "one of " + String.join(", ", words);
        return new Setting<>(key, word(defaultValue), description, valid, (config, path) -> {
            int index = words.indexOf(config.getString(path).toLowerCase(Locale.ROOT));
            require(index >= 0);
            return constants.get(index);
        });
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A list, in HOCON's list syntax or as text with commas. */
    static <E> Setting<List<E>> list(
            String key,
            String defaultValue,
            String description,
            String valid,
            int minSize,
            Function<String, E> parser) {
        return new Setting<>(key, defaultValue, description, valid, (config, path) -> {
            List<E> list = elements(config, path).stream()
                    .map(String::strip)
                    .filter(element -> !element.isEmpty())
                    .map(parser)
                    .toList();
            require(list.size() >= minSize);
            return list;
        });
    }

    private static List<String> elements(Config config, String path) {
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
