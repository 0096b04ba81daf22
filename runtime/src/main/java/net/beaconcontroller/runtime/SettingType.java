package net.beaconcontroller.runtime;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
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
import net.beaconcontroller.net.DurationText;
import net.beaconcontroller.net.Words;

/**
 * The type of a setting.
 *
 * @param valid the valid values, for error messages; empty if the parser's exceptions have it as their message
 * @param parser parses the value at a path; throws {@link ConfigException} or {@link IllegalArgumentException} if it is
 *     wrong
 */
public record SettingType<T>(String valid, BiFunction<Config, String, T> parser) {
    static final SettingType<Boolean> BOOLEAN = new SettingType<>("true or false", Config::getBoolean);

    static final SettingType<Duration> DURATION =
            new SettingType<>("a time such as 10s or 500ms, from 1ms to 1h", (config, path) -> {
                Duration value = DurationText.parse(config.getString(path)).orElseThrow(IllegalArgumentException::new);
                require(value.compareTo(Duration.ofMillis(1)) >= 0 && value.compareTo(Duration.ofHours(1)) <= 0);
                return value;
            });

    static final SettingType<InetSocketAddress> ADDRESS = new SettingType<>(
            "HOST:PORT, such as 0.0.0.0:6653 or [::1]:6653, with a host that resolves and a port of "
                    + "0 (any free port) to 65535",
            (config, path) -> {
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

    /** A path. A leading ~ stands for the home directory of the user. */
    static final SettingType<Path> PATH = new SettingType<>("a path", (config, path) -> {
        String text = config.getString(path).strip();
        require(!text.isEmpty());
        String home = Matcher.quoteReplacement(System.getProperty("user.home"));
        return Path.of(text.replaceFirst("^~(?=/|$)", home));
    });

    /** The path of a file that exists. */
    static final SettingType<Path> EXISTING_FILE = new SettingType<>(
            "the path of a file",
            PATH.map(file -> {
                        require(Files.isRegularFile(file));
                        return file;
                    })
                    .parser);

    /** A number of {@code min} to {@code max}. */
    static SettingType<Integer> integer(int min, int max) {
        return new SettingType<>("a number of %d to %d".formatted(min, max), (config, path) -> {
            // Config.getInt would truncate 1.5
            int value = Integer.parseInt(config.getString(path).strip());
            require(value >= min && value <= max);
            return value;
        });
    }

    /** A number of bytes, at least {@code min}. */
    static SettingType<Integer> bytes(int min) {
        String valid = "a size such as 128KiB or 1MiB, from %d bytes to 1 GiB".formatted(min);
        return new SettingType<>(valid, (config, path) -> {
            long value = config.getBytes(path);
            require(value >= min && value <= 1 << 30);
            return (int) value;
        });
    }

    /** A constant of an enum, in lower case with hyphens for underscores. */
    static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
        return choice(List.of(type.getEnumConstants()));
    }

    /** One of these constants of an enum, in lower case with hyphens for underscores. */
    static <E extends Enum<E>> SettingType<E> choice(List<E> constants) {
        return new SettingType<>(
                "one of " + Words.list(constants), (config, path) -> Words.parse(config.getString(path), constants)
                        .orElseThrow(IllegalArgumentException::new));
    }

    /** A list, in HOCON's list syntax or as text with commas. */
    static <E> SettingType<List<E>> list(int minSize, String valid, Function<String, E> parser) {
        return new SettingType<>(valid, (config, path) -> {
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

    /** The type of an application's setting. The messages of the parser's exceptions describe the valid values. */
    static <T> SettingType<T> ofApplication(Function<String, T> parser) {
        return new SettingType<>("", (config, path) -> parser.apply(Setting.text(config.getValue(path))));
    }

    /** A value of this type, or a word for none. */
    SettingType<Optional<T>> or(String none) {
        return new SettingType<>(
                "%s, or %s".formatted(valid, none),
                (config, path) -> config.getString(path).strip().equals(none)
                        ? Optional.empty()
                        : Optional.of(parser.apply(config, path)));
    }

    /** A value of this type, or "off" in any case. */
    SettingType<Optional<T>> orOff() {
        return new SettingType<>(
                valid + ", or off",
                (config, path) ->
                        config.getString(path).strip().toLowerCase(Locale.ROOT).equals("off")
                                ? Optional.empty()
                                : Optional.of(parser.apply(config, path)));
    }

    /** A value of this type that is converted after it was parsed. */
    <R> SettingType<R> map(Function<T, R> conversion) {
        return new SettingType<>(valid, parser.andThen(conversion));
    }

    /**
     * Parses the value of a setting.
     *
     * @throws SettingsException if it is wrong; the message has the key, the value, its origin, and the valid values
     */
    T parse(String key, ConfigValue value) {
        try {
            return parser.apply(value.atKey("it"), "it");
        } catch (ConfigException | IllegalArgumentException e) {
            throw new SettingsException("%s: %s"
                    .formatted(Setting.describe(key, value), valid.isEmpty() ? e.getMessage() : "needs " + valid));
        }
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
