package net.beaconcontroller.runtime;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sources of the values of settings: the command line, the environment and the configuration file. Refuses names
 * of settings that do not exist.
 */
final class SettingSources {
    static final String COMMAND_LINE = "command line";

    /** The prefix of the keys of applications' settings, which the name of the application follows. */
    static final String APPLICATION_PREFIX = "app.";

    private static final String APPLICATION_VARIABLE_PREFIX = "BEACON_APP_";

    private static final List<String> KEYS =
            Settings.ALL.stream().map(Setting::key).toList();
    private static final Set<String> SECTIONS = KEYS.stream()
            .filter(key -> key.contains("."))
            .map(key -> key.substring(0, key.lastIndexOf('.')))
            .collect(Collectors.toUnmodifiableSet());

    private final Map<String, ConfigValue> values = new HashMap<>();
    private final List<String> errors = new ArrayList<>();

    SettingSources(@Nullable Path file, Map<String, String> overrides, Map<String, String> environment) {
        if (file != null) {
            values.putAll(fromFile(file, environment));
        }
        values.putAll(fromEnvironment(environment));
        values.replaceAll((key, value) -> key.startsWith(APPLICATION_PREFIX)
                ? values.getOrDefault(Setting.environmentVariable(key), value)
                : value);
        values.putAll(fromCommandLine(overrides));
    }

    /** Returns the values that are set, by key. */
    Map<String, ConfigValue> values() {
        return values;
    }

    /** Returns the values for applications, by key or environment variable. */
    Map<String, ConfigValue> applicationValues() {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(APPLICATION_PREFIX)
                        || entry.getKey().startsWith(APPLICATION_VARIABLE_PREFIX))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns a line for each error of the names of settings, and of the file. */
    List<String> errors() {
        return errors;
    }

    private Map<String, ConfigValue> fromCommandLine(Map<String, String> overrides) {
        var values = new LinkedHashMap<String, ConfigValue>();
        overrides.forEach((key, text) -> values.put(key, Setting.value(text, COMMAND_LINE)));
        requireKnown(values);
        return values;
    }

    private Map<String, ConfigValue> fromFile(Path file, Map<String, String> environment) {
        var values = new TreeMap<String, ConfigValue>();
        if (!Files.exists(file)) {
            errors.add("the configuration file %s does not exist".formatted(file));
        } else if (Files.isDirectory(file)) {
            errors.add("the configuration file %s is a folder; needs a file in HOCON".formatted(file));
        } else {
            try {
                Config parsed = ConfigFactory.parseFile(
                        file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
                // of the file, without the variables
                Set<String> names = parsed.root().keySet();
                parsed.withFallback(variables(environment))
                        .resolve(ConfigResolveOptions.noSystem())
                        .root()
                        .forEach((name, value) -> {
                            if (names.contains(name)) {
                                collect(ConfigUtil.joinPath(name), value, values);
                            }
                        });
            } catch (ConfigException.IO e) {
                errors.add("the configuration file %s cannot be read: %s".formatted(file, e.getMessage()));
            } catch (ConfigException e) {
                errors.add("the configuration file is wrong: " + e.getMessage());
            }
        }
        requireKnown(values);
        return values;
    }

    /** Returns the environment for substitutions in the file. The origin of each value is the name of its variable. */
    private static Config variables(Map<String, String> environment) {
        var variables = new HashMap<String, ConfigValue>();
        environment.forEach((name, text) -> variables.put(name, Setting.value(text, "environment variable " + name)));
        return ConfigValueFactory.fromMap(variables).toConfig();
    }

    /** Flattens a file's tree to keys. An object that is not a setting is flattened down to its leaves. */
    private static void collect(String key, ConfigValue value, Map<String, ConfigValue> values) {
        if (value instanceof ConfigObject inner && !inner.isEmpty() && !KEYS.contains(key)) {
            inner.forEach((name, below) -> collect(key + "." + ConfigUtil.joinPath(name), below, values));
        } else {
            values.put(key, value);
        }
    }

    private Map<String, ConfigValue> fromEnvironment(Map<String, String> environment) {
        var values = new HashMap<String, ConfigValue>();
        var known = new ArrayList<String>();
        for (Setting setting : Settings.ALL) {
            String name = setting.environmentVariable();
            known.add(name);
            String text = environment.get(name);
            if (text != null) {
                values.put(setting.key(), Setting.value(text, "environment variable " + name));
            }
        }
        environment.keySet().stream()
                .filter(name -> name.startsWith("BEACON_") && !known.contains(name))
                .filter(name -> !isForeign(name, Objects.requireNonNull(environment.get(name)), known))
                .sorted()
                .forEach(name -> {
                    if (name.startsWith(APPLICATION_VARIABLE_PREFIX)) {
                        values.put(name, Setting.value(Objects.requireNonNull(environment.get(name)), "environment"));
                    } else {
                        errors.add("environment variable %s: there is no such setting; did you mean %s?"
                                .formatted(name, EditDistance.nearest(name, known)));
                    }
                });
        return values;
    }

    /**
     * Returns whether a variable with the prefix BEACON_ belongs to something else: its section is unknown and its name
     * is not a likely misspelling; or Kubernetes or Docker sets it for a service whose name begins with "beacon".
     */
    private static boolean isForeign(String name, String text, List<String> known) {
        boolean ofKnownSection = Stream.concat(KEYS.stream(), Stream.of(APPLICATION_PREFIX))
                .map(key -> "BEACON_" + key.replaceFirst("\\..*", "").toUpperCase(Locale.ROOT) + "_")
                .anyMatch((name + "_")::startsWith);
        return (!ofKnownSection && EditDistance.distance(name, EditDistance.nearest(name, known)) > 1)
                || name.matches(".*_SERVICE_(HOST|PORT)(_.*)?|.*_PORT_\\d+_.*")
                || text.matches("(tcp|udp|sctp)://.*");
    }

    private void requireKnown(Map<String, ConfigValue> values) {
        values.forEach((key, value) -> {
            if (SECTIONS.contains(key)) {
                if (!(value instanceof ConfigObject)) {
                    errors.add("%s: is a section; needs a setting of it, such as %s"
                            .formatted(Setting.describe(key, value), firstOf(key)));
                }
            } else if (!KEYS.contains(key) && !key.startsWith(APPLICATION_PREFIX)) {
                errors.add("%s: there is no such setting; did you mean %s?"
                        .formatted(Setting.describe(key, value), EditDistance.nearest(key, KEYS)));
            }
        });
    }

    private static String firstOf(String section) {
        return KEYS.stream()
                .filter(key -> key.startsWith(section + "."))
                .findFirst()
                .orElseThrow();
    }
}
