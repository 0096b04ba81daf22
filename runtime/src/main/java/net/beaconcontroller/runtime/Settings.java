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
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
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
import net.beaconcontroller.core.ControllerOptions;
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
            "1.0, 1.2, 1.3, 1.4, 1.5",
            "versions of OpenFlow that are offered to switches, of which the highest in common is spoken",
            "versions among 1.0, 1.2, 1.3, 1.4 and 1.5, at least one",
            1,
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
            "whether switches of OpenFlow 1.3 and later get a flow that sends unmatched packets here");
    private static final Setting<Integer> MISS_SEND_LENGTH = Setting.number(
            "controller.miss-send-length", 0xffff, 0, 0xffff, "how many bytes of a packet switches send; 65535 is all");
    private static final Setting<Integer> LOOPS =
            Setting.number("io.loops", 0, 0, 1024, "event loops, a thread each; 0 is one for each processor");
    private static final Setting<ControllerOptions.Read> READ = Setting.choice(
            "io.read",
            ControllerOptions.Read.RUN_TO_COMPLETION,
            "who runs the applications: the loop that reads, or threads that take messages from a shared queue");
    private static final Setting<Integer> PIPELINE_THREADS = Setting.number(
            "io.pipeline-threads", 0, 0, 1024, "threads for the shared queue; 0 is as many as there are loops");
    private static final Setting<Integer> READ_BUFFER = Setting.bytes(
            "io.read-buffer", "128KiB", ControllerOptions.Limits.MIN_READ_BUFFER, "how much a loop reads at once");
    private static final Setting<Integer> PAUSE_READING_AT = Setting.bytes(
            "io.pause-reading-at", "1MiB", 1 << 10, "waiting to be written to a switch, at which it is not read from");
    private static final Setting<Integer> WRITE_LIMIT = Setting.bytes(
            "io.write-limit", "16MiB", 1 << 16, "waiting to be written to a switch, at which it is disconnected");
    private static final Setting<Integer> ANSWER_LIMIT = Setting.bytes(
            "io.answer-limit", "16MiB", 1 << 16, "an answer of a switch that comes in parts, at which it is refused");
    private static final Setting<ControllerOptions.Write> WRITE = Setting.choice(
            "io.write",
            ControllerOptions.Write.BATCHED,
            "when messages are written to switches: once a turn of the loop, or each at once");
    private static final Setting<ControllerOptions.Wait> WAIT = Setting.choice(
            "io.waiting",
            ControllerOptions.Wait.ADAPTIVE,
            "what an idle loop does: sleeps, looks again and again, or first that and then sleeps");
    private static final Setting<ControllerOptions.Rebalance> REBALANCE = Setting.choice(
            "io.rebalance",
            ControllerOptions.Rebalance.WHEN_BUSY,
            "when a switch goes over to another loop; constantly is for tests");
    private static final Setting<List<String>> ORDER = Setting.list(
            "pipeline.order",
            "",
            "applications that hear messages first, in this order; the others order themselves",
            "names of applications",
            0,
            name -> name);
    private static final Setting<List<String>> APPS = Setting.list(
            "apps",
            "topology, devices, routing",
            "applications to start: names of those that come along, or paths of JAR files",
            "names of applications, or paths of JAR files",
            0,
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
            READ,
            PIPELINE_THREADS,
            READ_BUFFER,
            PAUSE_READING_AT,
            WRITE_LIMIT,
            ANSWER_LIMIT,
            WRITE,
            WAIT,
            REBALANCE,
            ORDER,
            APPS,
            LOG_LEVEL);

    private static final List<String> KEYS = ALL.stream().map(Setting::key).toList();
    private static final Set<String> AREAS = ALL.stream()
            .map(Setting::key)
            .filter(key -> key.contains("."))
            .map(key -> key.substring(0, key.lastIndexOf('.')))
            .collect(Collectors.toUnmodifiableSet());

    /** What the keys of applications' settings begin with; the name of the application follows. */
    static final String OF_APPLICATIONS = "app.";

    private static final String VARIABLES_OF_APPLICATIONS = "BEACON_APP_";

    private final Map<String, ConfigValue> said;

    private Settings(Map<String, ConfigValue> said) {
        this.said = said;
    }

    /**
     * Takes apart what {@code -D} says on a command line; whether there are such settings is checked by {@link #read}.
     *
     * @param overrides each as {@code KEY=VALUE}
     * @throws SettingsException if one is not
     */
    public static Map<String, String> ofCommandLine(List<String> overrides) {
        var all = new LinkedHashMap<String, String>();
        for (String override : overrides) {
            int equals = override.indexOf('=');
            if (equals < 1) {
                throw new SettingsException("-D %s: needs KEY=VALUE, such as io.loops=4".formatted(override));
            }
            all.put(override.substring(0, equals), override.substring(equals + 1));
        }
        return all;
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
        var said = new HashMap<String, ConfigValue>();
        ALL.forEach(setting -> said.put(setting.key(), Setting.value(setting.defaultValue(), "default")));
        if (file != null) {
            said.putAll(fromFile(file, environment, mistakes));
        }
        said.putAll(fromEnvironment(environment, mistakes));
        said.replaceAll((key, value) ->
                key.startsWith(OF_APPLICATIONS) ? said.getOrDefault(Setting.environmentVariable(key), value) : value);
        said.putAll(fromCommandLine(overrides, mistakes));
        var settings = new Settings(said);
        ALL.forEach(setting -> settings.check(setting, mistakes));
        if (mistakes.isEmpty()) {
            settings.requireMore(ECHO_TIMEOUT, ECHO_INTERVAL, mistakes); // else it gives up each switch that is idle
            settings.requireMore(WRITE_LIMIT, PAUSE_READING_AT, mistakes); // else it disconnects before it pauses
        }
        if (!mistakes.isEmpty()) {
            throw new SettingsException(String.join(System.lineSeparator(), mistakes));
        }
        return settings;
    }

    private static Map<String, ConfigValue> fromCommandLine(Map<String, String> overrides, List<String> mistakes) {
        var said = new LinkedHashMap<String, ConfigValue>();
        overrides.forEach((key, text) -> said.put(key, Setting.value(text, "command line")));
        requireKnown(said, mistakes);
        return said;
    }

    private static Map<String, ConfigValue> fromFile(
            Path file, Map<String, String> environment, List<String> mistakes) {
        var said = new TreeMap<String, ConfigValue>();
        if (!Files.exists(file)) {
            mistakes.add("the configuration file %s is not there".formatted(file));
        } else if (Files.isDirectory(file)) {
            mistakes.add("the configuration file %s is a folder; needs a file in HOCON".formatted(file));
        } else {
            try {
                Config parsed = ConfigFactory.parseFile(
                        file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
                Set<String> names = parsed.root().keySet(); // of the file, without the variables
                parsed.withFallback(variables(environment))
                        .resolve(ConfigResolveOptions.noSystem())
                        .root()
                        .forEach((name, value) -> {
                            if (names.contains(name)) {
                                collect(ConfigUtil.joinPath(name), value, said);
                            }
                        });
            } catch (ConfigException.IO e) {
                mistakes.add("the configuration file %s cannot be read: %s".formatted(file, e.getMessage()));
            } catch (ConfigException e) {
                mistakes.add("the configuration file is wrong: " + e.getMessage());
            }
        }
        requireKnown(said, mistakes);
        return said;
    }

    /** The environment as a file's substitutions see it. Each value tells its variable, which the library's own do not. */
    private static Config variables(Map<String, String> environment) {
        var variables = new HashMap<String, ConfigValue>();
        environment.forEach((name, text) -> variables.put(name, Setting.value(text, "environment variable " + name)));
        return ConfigValueFactory.fromMap(variables).toConfig();
    }

    /** Takes a file's tree apart. What is no setting goes as deep as it is written. */
    private static void collect(String key, ConfigValue value, Map<String, ConfigValue> said) {
        if (value instanceof ConfigObject inner && !inner.isEmpty() && !KEYS.contains(key)) {
            inner.forEach((name, below) -> collect(key + "." + ConfigUtil.joinPath(name), below, said));
        } else {
            said.put(key, value);
        }
    }

    private static Map<String, ConfigValue> fromEnvironment(Map<String, String> environment, List<String> mistakes) {
        var said = new HashMap<String, ConfigValue>();
        var known = new ArrayList<String>();
        for (Setting<?> setting : ALL) {
            String name = setting.environmentVariable();
            known.add(name);
            String text = environment.get(name);
            if (text != null) {
                said.put(setting.key(), Setting.value(text, "environment variable " + name));
            }
        }
        environment.keySet().stream()
                .filter(name -> name.startsWith("BEACON_") && !known.contains(name))
                .filter(name -> !isOthers(name, Objects.requireNonNull(environment.get(name)), known))
                .sorted()
                .forEach(name -> {
                    if (name.startsWith(VARIABLES_OF_APPLICATIONS)) {
                        said.put(name, Setting.value(Objects.requireNonNull(environment.get(name)), "environment"));
                    } else {
                        mistakes.add("environment variable %s: there is no such setting; did you mean %s?"
                                .formatted(name, EditDistance.nearest(name, known)));
                    }
                });
        return said;
    }

    /**
     * Whether a variable that begins like ours is other people's: one of another area that is not a letter off one of ours,
     * or what Kubernetes and Docker tell of a service, whose name may be "beacon-io".
     */
    private static boolean isOthers(String name, String text, List<String> known) {
        boolean ofOurAreas = Stream.concat(KEYS.stream(), Stream.of(OF_APPLICATIONS))
                .map(key -> "BEACON_" + key.replaceFirst("\\..*", "").toUpperCase(Locale.ROOT) + "_")
                .anyMatch((name + "_")::startsWith);
        return (!ofOurAreas && EditDistance.distance(name, EditDistance.nearest(name, known)) > 1)
                || name.matches(".*_SERVICE_(HOST|PORT)(_.*)?|.*_PORT_\\d+_.*")
                || text.matches("(tcp|udp|sctp)://.*");
    }

    private static void requireKnown(Map<String, ConfigValue> said, List<String> mistakes) {
        said.forEach((key, value) -> {
            if (AREAS.contains(key)) {
                if (!(value instanceof ConfigObject)) {
                    mistakes.add("%s: is an area; needs a setting of it, such as %s"
                            .formatted(Setting.describe(key, value), firstOf(key)));
                }
            } else if (!KEYS.contains(key) && !key.startsWith(OF_APPLICATIONS)) {
                mistakes.add("%s: there is no such setting; did you mean %s?"
                        .formatted(Setting.describe(key, value), EditDistance.nearest(key, KEYS)));
            }
        });
    }

    private static String firstOf(String area) {
        return KEYS.stream()
                .filter(key -> key.startsWith(area + "."))
                .findFirst()
                .orElseThrow();
    }

    private void check(Setting<?> setting, List<String> mistakes) {
        try {
            Object _ = get(setting);
        } catch (SettingsException e) {
            mistakes.add(e.getMessage());
        }
    }

    private <T extends Comparable<T>> void requireMore(Setting<T> more, Setting<T> less, List<String> mistakes) {
        if (get(more).compareTo(get(less)) <= 0) {
            mistakes.add("%s: needs to be more than %s"
                    .formatted(Setting.describe(more.key(), said(more)), Setting.describe(less.key(), said(less))));
        }
    }

    private static Version version(String number) {
        Version version = Version.ofNumber(number).orElseThrow(IllegalArgumentException::new);
        if (!ControllerOptions.SUPPORTED.contains(version)) {
            throw new IllegalArgumentException();
        }
        return version;
    }

    /** All that can be set, and what is set for applications. */
    public List<Setting<?>> all() {
        var all = new ArrayList<>(ALL);
        ofApplications().keySet().stream()
                .sorted()
                .forEach(key -> all.add(Setting.text(key, "", "of an application, which checks it when it starts")));
        return all;
    }

    /** What a setting is set to, as a person would write it. */
    public String valueOf(Setting<?> setting) {
        return Setting.text(said(setting));
    }

    /** Where that was said. */
    public String originOf(Setting<?> setting) {
        return said(setting).origin().description();
    }

    private ConfigValue said(Setting<?> setting) {
        return Objects.requireNonNull(said.get(setting.key()));
    }

    private <T> T get(Setting<T> setting) {
        return setting.read(said(setting));
    }

    /** The settings of the core. */
    public ControllerOptions options() {
        return new ControllerOptions(
                get(LISTEN),
                EnumSet.copyOf(get(VERSIONS)),
                new ControllerOptions.Timeouts(
                        get(HANDSHAKE_TIMEOUT),
                        get(INITIALIZER_TIMEOUT),
                        get(REQUEST_TIMEOUT),
                        get(ECHO_INTERVAL),
                        get(ECHO_TIMEOUT)),
                new ControllerOptions.Setup(get(DELETE_FLOWS), get(TABLE_MISS), get(MISS_SEND_LENGTH)),
                new ControllerOptions.Io(
                        get(LOOPS),
                        get(READ),
                        get(PIPELINE_THREADS),
                        get(WRITE),
                        get(WAIT),
                        get(REBALANCE),
                        new ControllerOptions.Limits(
                                get(READ_BUFFER), get(PAUSE_READING_AT), get(WRITE_LIMIT), get(ANSWER_LIMIT))),
                get(ORDER));
    }

    /** What is set for applications, by keys and environment variables, which only they know. */
    Map<String, ConfigValue> ofApplications() {
        return said.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(OF_APPLICATIONS)
                        || entry.getKey().startsWith(VARIABLES_OF_APPLICATIONS))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    List<String> apps() {
        return get(APPS);
    }

    String logLevel() {
        return get(LOG_LEVEL);
    }
}
