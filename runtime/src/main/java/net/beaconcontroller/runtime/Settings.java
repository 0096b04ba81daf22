package net.beaconcontroller.runtime;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.beaconcontroller.core.Options;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/**
 * What a person can set, and what is set: from the command line, else from the environment, else from a file, else the
 * default. All of it is checked when it is read; nothing unknown or wrong is passed over.
 */
public final class Settings {
    private static final Setting<InetSocketAddress> LISTEN =
            Setting.address("controller.listen", "0.0.0.0:6653", "where switches connect");
    private static final Setting<List<Version>> VERSIONS = Setting.list(
            "controller.versions",
            "1.0, 1.3",
            "versions of OpenFlow that are offered to switches",
            "versions among 1.0 and 1.3, at least one",
            Settings::version);
    private static final Setting<Duration> HANDSHAKE_TIMEOUT =
            Setting.time("controller.handshake-timeout", "10s", "how long a new switch may take until it is set up");
    private static final Setting<Duration> INITIALIZER_TIMEOUT = Setting.time(
            "controller.initializer-timeout", "10s", "how long an application's initializer may hold a new switch");
    private static final Setting<Duration> REQUEST_TIMEOUT =
            Setting.time("controller.request-timeout", "10s", "how long a switch may take to answer a request");
    private static final Setting<Duration> ECHO_INTERVAL =
            Setting.time("controller.echo-interval", "5s", "time between keep-alive requests to a switch");
    private static final Setting<Duration> ECHO_TIMEOUT =
            Setting.time("controller.echo-timeout", "15s", "how long a switch may be silent before it is given up");
    private static final Setting<Boolean> DELETE_FLOWS = Setting.flag(
            "controller.delete-flows", true, "whether the flows that a switch has when it connects are deleted");
    private static final Setting<Boolean> TABLE_MISS = Setting.flag(
            "controller.table-miss",
            true,
            "whether OpenFlow 1.3 switches get a flow that sends unmatched packets here");
    private static final Setting<Integer> MISS_SEND_LENGTH = Setting.number(
            "controller.miss-send-length", 0xffff, 0, 0xffff, "how many bytes of a packet switches send; 65535 is all");
    private static final Setting<Integer> LOOPS =
            Setting.number("io.loops", 0, 0, 1024, "event loops, a thread each; 0 is one for each processor");
    private static final Setting<Integer> READ_BUFFER =
            Setting.bytes("io.read-buffer", "128KiB", Options.Io.MIN_READ_BUFFER, "how much a loop reads at once");
    private static final Setting<Integer> PAUSE_READING_AT = Setting.bytes(
            "io.pause-reading-at", "1MiB", 1 << 10, "waiting to be written to a switch, at which it is not read from");
    private static final Setting<Integer> WRITE_LIMIT = Setting.bytes(
            "io.write-limit", "16MiB", 1 << 16, "waiting to be written to a switch, at which it is disconnected");
    private static final Setting<List<String>> ORDER = Setting.list(
            "pipeline.order",
            "",
            "applications that hear messages first, in this order; the others order themselves",
            "names of applications",
            name -> name);
    private static final Setting<List<String>> APPS = Setting.list(
            "apps",
            "learningswitch",
            "applications to start: names of those that come along, or paths of JAR files",
            "names of applications, or paths of JAR files",
            name -> name);
    private static final Setting<String> LOG_LEVEL = Setting.choice(
            "log.level", "info", List.of("error", "warn", "info", "debug", "trace"), "how much is logged");

    /** All of them, in the order in which a person reads them. */
    public static final List<Setting<?>> ALL = List.of(
            LISTEN,
            VERSIONS,
            HANDSHAKE_TIMEOUT,
            INITIALIZER_TIMEOUT,
            REQUEST_TIMEOUT,
            ECHO_INTERVAL,
            ECHO_TIMEOUT,
            DELETE_FLOWS,
            TABLE_MISS,
            MISS_SEND_LENGTH,
            LOOPS,
            READ_BUFFER,
            PAUSE_READING_AT,
            WRITE_LIMIT,
            ORDER,
            APPS,
            LOG_LEVEL);

    private final Config config;

    private Settings(Config config) {
        this.config = config;
    }

    /**
     * Reads and checks the settings.
     *
     * @param file a HOCON file, or null
     * @param overrides what the command line says, by key
     * @param environment of which the variables BEACON_AREA_NAME count
     * @throws SettingsException if anything is wrong; the message has a line for each mistake
     */
    public static Settings read(@Nullable Path file, Map<String, String> overrides, Map<String, String> environment) {
        var mistakes = new ArrayList<String>();
        Config commandLine = ConfigFactory.parseMap(overrides, "command line");
        Config variables = fromEnvironment(environment, mistakes);
        Config fromFile = file == null ? ConfigFactory.empty() : fromFile(file);
        requireKnown(commandLine, mistakes);
        requireKnown(fromFile, mistakes);
        Config merged =
                commandLine.withFallback(variables).withFallback(fromFile).withFallback(defaults());
        for (Setting<?> setting : ALL) {
            try {
                Object _ = setting.read(merged);
            } catch (SettingsException e) {
                mistakes.add(e.getMessage());
            }
        }
        if (!mistakes.isEmpty()) {
            throw new SettingsException(String.join(System.lineSeparator(), mistakes));
        }
        return new Settings(merged);
    }

    private static Config defaults() {
        Config defaults = ConfigFactory.empty();
        for (Setting<?> setting : ALL) {
            defaults = defaults.withFallback(
                    ConfigFactory.parseMap(Map.of(setting.key(), setting.defaultValue()), "default"));
        }
        return defaults;
    }

    private static Config fromFile(Path file) {
        if (!Files.isReadable(file)) {
            throw new SettingsException("cannot read the configuration file " + file);
        }
        try {
            return ConfigFactory.parseFile(
                            file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false))
                    .resolve();
        } catch (ConfigException e) {
            throw new SettingsException("the configuration file is no HOCON: " + e.getMessage());
        }
    }

    /** Variables of other areas than ours are other people's: a container's host sets some that begin like ours. */
    private static Config fromEnvironment(Map<String, String> environment, List<String> mistakes) {
        Config config = ConfigFactory.empty();
        for (Setting<?> setting : ALL) {
            String name = setting.environmentVariable();
            String value = environment.get(name);
            if (value != null) {
                config = config.withFallback(
                        ConfigFactory.parseMap(Map.of(setting.key(), value), "environment variable " + name));
            }
        }
        Set<String> known =
                Set.copyOf(ALL.stream().map(Setting::environmentVariable).toList());
        environment.keySet().stream()
                .filter(name -> name.matches("BEACON_(CONTROLLER|IO|PIPELINE|APPS|LOG)(_.*)?"))
                .filter(name -> !known.contains(name))
                .sorted()
                .forEach(name -> mistakes.add("environment variable %s: there is no such setting; did you mean %s?"
                        .formatted(name, nearest(name, known))));
        return config;
    }

    private static void requireKnown(Config config, List<String> mistakes) {
        List<String> known = ALL.stream().map(Setting::key).toList();
        for (Map.Entry<String, ConfigValue> entry : config.entrySet()) {
            if (!known.contains(entry.getKey())) {
                mistakes.add("%s = %s (%s): there is no such setting; did you mean %s?"
                        .formatted(
                                entry.getKey(),
                                Setting.text(entry.getValue()),
                                entry.getValue().origin().description(),
                                nearest(entry.getKey(), known)));
            }
        }
    }

    private static String nearest(String word, Iterable<String> known) {
        var words = new ArrayList<String>();
        known.forEach(words::add);
        return words.stream()
                .min(Comparator.comparingInt((String other) -> distance(word, other))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** How many letters must be changed, added or taken away to make one word the other (Levenshtein 1965). */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    private static Version version(String number) {
        Version version = Version.ofNumber(number).orElseThrow(IllegalArgumentException::new);
        if (version != Version.OF10 && version != Version.OF13) {
            throw new IllegalArgumentException();
        }
        return version;
    }

    /** What a setting is set to, as a person would write it. */
    public String valueOf(Setting<?> setting) {
        return Setting.text(config.getValue(setting.key()));
    }

    /** Where that was said. */
    public String originOf(Setting<?> setting) {
        return config.getValue(setting.key()).origin().description();
    }

    /** The settings of the core. */
    Options options() {
        return new Options(
                LISTEN.read(config),
                EnumSet.copyOf(VERSIONS.read(config)),
                new Options.Timeouts(
                        HANDSHAKE_TIMEOUT.read(config),
                        INITIALIZER_TIMEOUT.read(config),
                        REQUEST_TIMEOUT.read(config),
                        ECHO_INTERVAL.read(config),
                        ECHO_TIMEOUT.read(config)),
                new Options.Setup(DELETE_FLOWS.read(config), TABLE_MISS.read(config), MISS_SEND_LENGTH.read(config)),
                new Options.Io(
                        LOOPS.read(config),
                        READ_BUFFER.read(config),
                        PAUSE_READING_AT.read(config),
                        WRITE_LIMIT.read(config)),
                ORDER.read(config));
    }

    List<String> apps() {
        return APPS.read(config);
    }

    String logLevel() {
        return LOG_LEVEL.read(config);
    }
}
