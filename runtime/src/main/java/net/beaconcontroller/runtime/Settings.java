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
import java.io.IOException;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.core.options.ActiveTarget;
import net.beaconcontroller.core.options.AllowedSwitch;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.io.tls.TlsEndpoint;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.structure.Role;
import net.beaconcontroller.store.StoreFile;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The settings of the controller. A value comes from the command line, else from the environment, else from the
 * configuration file, else it is the default. All values are checked when they are read; unknown settings are refused.
 */
public final class Settings {
    private static final Setting<Optional<InetSocketAddress>> LISTEN = Setting.optional(
            Setting.address(
                    "controller.listen",
                    "0.0.0.0:6653",
                    "address on which the controller listens for switches without TLS; off for none"),
            "off");
    private static final Setting<Optional<InetSocketAddress>> TLS_LISTEN = Setting.optional(
            Setting.address(
                    "controller.tls.listen",
                    "off",
                    "address on which the controller listens for switches with TLS, such as 0.0.0.0:6654; or off"),
            "off");
    private static final Setting<Path> TLS_CERTIFICATE = Setting.path(
            "controller.tls.certificate",
            "~/.beacon/tls/controller-cert.pem",
            "PEM file with the certificate chain of the controller");
    private static final Setting<Path> TLS_KEY = Setting.path(
            "controller.tls.key",
            "~/.beacon/tls/controller-key.pem",
            "PEM file with the private key of the certificate, in PKCS #8");
    private static final Setting<Path> TLS_CA = Setting.path(
            "controller.tls.ca",
            "~/.beacon/tls/ca-cert.pem",
            "PEM file with the certificates of the authorities that issue those of switches");
    private static final Setting<TlsEndpoint.ClientAuth> TLS_CLIENT_AUTH = Setting.choice(
            "controller.tls.client-auth",
            TlsEndpoint.ClientAuth.NEED,
            "whether switches need a certificate (need), may have one (want), or are not asked for one (none)");
    private static final Setting<List<ActiveTarget>> CONNECT = Setting.list(
            "controller.connect",
            "",
            "switches that listen for controllers, to which the controller connects",
            ActiveTarget.VALID,
            0,
            ActiveTarget::parse);
    private static final Setting<List<Version>> VERSIONS = Setting.list(
            "controller.versions",
            "1.0, 1.2, 1.3, 1.4, 1.5",
            "OpenFlow versions to negotiate; the highest common version is used",
            "versions among 1.0, 1.2, 1.3, 1.4 and 1.5, at least one",
            1,
            Settings::version);
    private static final Setting<Duration> HANDSHAKE_TIMEOUT = Setting.duration(
            "controller.handshake-timeout",
            "10s",
            "time for the handshake with a new switch, and before it for that of TLS");
    private static final Setting<Duration> INITIALIZER_TIMEOUT =
            Setting.duration("controller.initializer-timeout", "10s", "time for each initializer of a new switch");
    private static final Setting<Duration> REQUEST_TIMEOUT =
            Setting.duration("controller.request-timeout", "10s", "time for a switch to reply to a request");
    private static final Setting<Duration> ECHO_INTERVAL =
            Setting.duration("controller.echo-interval", "5s", "time between echo requests to an idle switch");
    private static final Setting<Duration> ECHO_TIMEOUT =
            Setting.duration("controller.echo-timeout", "15s", "silence after which a switch is disconnected");
    private static final Setting<Duration> MESSAGE_TIMEOUT = Setting.duration(
            "controller.message-timeout", "5s", "time for a switch that sends to complete a message that it has begun");
    private static final Setting<Duration> TAKE_OVER_TIMEOUT = Setting.duration(
            "controller.take-over-timeout",
            "3s",
            "time for a switch to answer an echo request when another connects with its datapath id");
    private static final Setting<List<AllowedSwitch>> SWITCHES = Setting.list(
            "controller.switches",
            "",
            "switches that may connect; all if it is empty",
            AllowedSwitch.VALID,
            0,
            AllowedSwitch::parse);
    private static final Setting<Optional<Path>> SWITCHES_FILE = Setting.optional(
            Setting.file(
                    "controller.switches-file",
                    "none",
                    "file with further switches that may connect, one a line; it is read again when it changes"),
            "none");
    private static final Setting<ControllerOptions.UnknownSwitches> UNKNOWN_SWITCHES = Setting.choice(
            "controller.unknown-switches",
            ControllerOptions.UnknownSwitches.REFUSE,
            "switches that controller.switches does not have: refuse them, or watch them without changing them");
    private static final Setting<InitialRole> ROLE = Setting.choice(
            "controller.role",
            InitialRole.EQUAL,
            "role to request from each switch that connects; as a slave, the controller waits to take over");
    private static final Setting<ControllerOptions.DeleteFlows> DELETE_FLOWS = Setting.choice(
            "controller.delete-flows",
            ControllerOptions.DeleteFlows.OWN,
            "flows to delete when a switch connects: those of Beacon that no application keeps, all, or none");
    private static final Setting<Boolean> TABLE_MISS = Setting.bool(
            "controller.table-miss",
            true,
            "whether switches have a permanent flow, by which the controller recognizes that they were restarted: a "
                    + "table-miss flow that sends packets to the controller (before OpenFlow 1.3: that matches none)");
    private static final Setting<Integer> MISS_SEND_LENGTH = Setting.integer(
            "controller.miss-send-length",
            Action.Output.MAX_PACKET_IN,
            0,
            0xffff,
            "bytes of a packet that switches send in a packet-in, at most 64000: a larger value counts as this");
    private static final Setting<Integer> LOOPS =
            Setting.integer("io.loops", 0, 0, 1024, "number of event loop threads; 0 for one per processor");
    private static final Setting<ControllerOptions.Read> READ = Setting.choice(
            "io.read",
            ControllerOptions.Read.RUN_TO_COMPLETION,
            "threads that run the applications: the event loops, or threads that take messages from a shared queue");
    private static final Setting<Integer> PIPELINE_THREADS = Setting.integer(
            "io.pipeline-threads", 0, 0, 1024, "number of threads for the shared queue; 0 for one per event loop");
    private static final Setting<Integer> READ_BUFFER = Setting.bytes(
            "io.read-buffer",
            "192KiB",
            ControllerOptions.Limits.MIN_READ_BUFFER,
            "size of an event loop's read buffer");
    private static final Setting<Integer> PAUSE_READING_AT = Setting.bytes(
            "io.pause-reading-at",
            "1MiB",
            1 << 10,
            "unwritten output to a switch above which reading from it, and from those that cause the output, pauses");
    private static final Setting<Integer> WRITE_LIMIT = Setting.bytes(
            "io.write-limit",
            "16MiB",
            1 << 16,
            "unwritten output to a switch: its replies disconnect it above, messages of others are dropped before");
    private static final Setting<Integer> ANSWER_LIMIT =
            Setting.bytes("io.answer-limit", "16MiB", 1 << 16, "size of a multipart reply above which it is refused");
    private static final Setting<Integer> UNFINISHED_ANSWERS = Setting.bytes(
            "io.unfinished-answers",
            "256MiB",
            1 << 16,
            "size of all multipart replies with missing parts above which the longest is refused");
    private static final Setting<Integer> CONNECTION_LIMIT = Setting.integer(
            "io.connection-limit",
            20_000,
            1,
            1_000_000,
            "number of connections of switches; further ones are closed; reduced to fit the limit of open files");
    private static final Setting<Integer> HANDSHAKE_LIMIT = Setting.integer(
            "io.handshake-limit",
            5_000,
            1,
            1_000_000,
            "number of connections with an incomplete handshake; above, the oldest of the address with most is closed");
    private static final Setting<ControllerOptions.Write> WRITE = Setting.choice(
            "io.write",
            ControllerOptions.Write.BATCHED,
            "when messages are written: batched once per loop iteration, or each immediately");
    private static final Setting<ControllerOptions.Wait> WAIT = Setting.choice(
            "io.waiting",
            ControllerOptions.Wait.ADAPTIVE,
            "idle strategy of an event loop: block, spin, or spin briefly and then block");
    private static final Setting<ControllerOptions.Rebalance> REBALANCE = Setting.choice(
            "io.rebalance",
            ControllerOptions.Rebalance.WHEN_BUSY,
            "when switches move to another event loop; constantly is for tests");
    private static final Setting<TransportType> TRANSPORT = Setting.choice(
            "io.transport",
            TransportType.AUTO,
            "how sockets are read and written: by the JDK (nio), or by system calls without a copy (native, on Linux)");
    private static final Setting<Optional<Duration>> SLOW_CALL = Setting.orOff(Setting.duration(
            "isolation.slow-call",
            "1s",
            "duration of a call of an application on an event loop above which it is logged with its stack"));
    private static final Setting<Optional<Integer>> FAILURES = Setting.orOff(Setting.integer(
            "isolation.failures",
            1_000,
            1,
            Integer.MAX_VALUE,
            "exceptions of an application in ten seconds above which it is quarantined"));
    private static final Setting<Optional<Duration>> CALL_TIME = Setting.orOff(Setting.duration(
            "isolation.call-time",
            "5s",
            "duration of a call of an application on an event loop above which it is quarantined"));
    private static final Setting<Optional<Integer>> LOOP_SHARE = Setting.orOff(
            Setting.integer(
                    "isolation.loop-share",
                    95,
                    1,
                    100,
                    "percentage of an event loop's time, for ten seconds, above which an application is quarantined"),
            "off");
    private static final Setting<Optional<Duration>> LIFECYCLE_TIME = Setting.orOff(Setting.duration(
            Lifecycle.SETTING,
            "10s",
            "time that an application may take to start or to stop, above which it has failed"));
    private static final Setting<List<String>> ORDER = Setting.list(
            "pipeline.order",
            "",
            "applications that run first, in this order, before those that are ordered by stage",
            "names of applications",
            0,
            name -> name);
    private static final Setting<List<String>> APPS = Setting.list(
            "apps",
            "topology, devices, routing, acl, staticflows, statistics",
            "applications to start: names of bundled applications, or paths of JAR files",
            "names of applications, or paths of JAR files",
            0,
            name -> name);
    private static final Setting<Optional<Path>> DATA_FOLDER = Setting.optional(
            Setting.path(
                    "data.folder",
                    "~/.beacon",
                    "folder of everything that the controller keeps; none: it keeps nothing"),
            "none");
    private static final Setting<Integer> STORE_LIMIT = Setting.bytes(
            "store.limit", "1GiB", 1 << 20, "size of the file of the store above which documents are not written");
    private static final Setting<Optional<InetSocketAddress>> HTTP_LISTEN = Setting.optional(
            Setting.address("http.listen", "127.0.0.1:8080", "address on which the HTTP server listens; off for none"),
            "off");
    private static final Setting<Optional<Path>> HTTP_CERTIFICATE = Setting.optional(
            Setting.file(
                    "http.certificate", "none", "PEM file with the certificate chain of the HTTP server, for HTTPS"),
            "none");
    private static final Setting<Optional<Path>> HTTP_KEY = Setting.optional(
            Setting.file("http.key", "none", "PEM file with the private key of the certificate, in PKCS #8"), "none");
    private static final Setting<List<String>> HTTP_HOSTS = Setting.list(
            "http.hosts",
            "",
            "names of the HTTP server that clients may use, besides localhost and the address",
            "host names",
            0,
            Settings::hostName);
    private static final Setting<Integer> HTTP_SWITCH_METRICS = Setting.integer(
            "http.switch-metrics",
            250,
            0,
            10_000,
            "number of switches, by datapath id, that have metrics of their own; the totals include all");
    private static final Setting<Level> LOG_LEVEL =
            Setting.choice("log.level", Level.INFO, "level of detail of the log");
    private static final Setting<LogFormat> LOG_FORMAT = Setting.choice(
            "log.format", LogFormat.TEXT, "form of the log: text for people, or a JSON object for each line");

    /** All settings of the controller, in the order in which they are listed. */
    public static final List<Setting<?>> ALL = List.of(
            LISTEN,
            TLS_LISTEN,
            TLS_CERTIFICATE,
            TLS_KEY,
            TLS_CA,
            TLS_CLIENT_AUTH,
            CONNECT,
            VERSIONS,
            HANDSHAKE_TIMEOUT,
            INITIALIZER_TIMEOUT,
            REQUEST_TIMEOUT,
            ECHO_INTERVAL,
            ECHO_TIMEOUT,
            MESSAGE_TIMEOUT,
            TAKE_OVER_TIMEOUT,
            SWITCHES,
            SWITCHES_FILE,
            UNKNOWN_SWITCHES,
            ROLE,
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
            UNFINISHED_ANSWERS,
            CONNECTION_LIMIT,
            HANDSHAKE_LIMIT,
            WRITE,
            WAIT,
            REBALANCE,
            TRANSPORT,
            SLOW_CALL,
            FAILURES,
            CALL_TIME,
            LOOP_SHARE,
            LIFECYCLE_TIME,
            ORDER,
            APPS,
            DATA_FOLDER,
            STORE_LIMIT,
            HTTP_LISTEN,
            HTTP_CERTIFICATE,
            HTTP_KEY,
            HTTP_HOSTS,
            HTTP_SWITCH_METRICS,
            LOG_LEVEL,
            LOG_FORMAT);

    private static final String COMMAND_LINE = "command line";

    private static final List<String> KEYS = ALL.stream().map(Setting::key).toList();
    private static final Set<String> SECTIONS = ALL.stream()
            .map(Setting::key)
            .filter(key -> key.contains("."))
            .map(key -> key.substring(0, key.lastIndexOf('.')))
            .collect(Collectors.toUnmodifiableSet());

    /** The prefix of the keys of applications' settings, which the name of the application follows. */
    static final String APPLICATION_PREFIX = "app.";

    private static final String APPLICATION_VARIABLE_PREFIX = "BEACON_APP_";

    private final Map<String, ConfigValue> values;

    private Settings(Map<String, ConfigValue> values) {
        this.values = new ConcurrentHashMap<>(values);
    }

    /**
     * Parses the {@code -D} options of a command line. {@link #read} checks them.
     *
     * @param overrides each as {@code KEY=VALUE}
     * @return the values by key
     * @throws SettingsException if an option has another form
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
     * @param overrides the values of the command line, by key
     * @param environment the environment variables, of which those named {@code BEACON_SECTION_NAME} are read
     * @throws SettingsException if anything is wrong; the message has a line for each error
     */
    public static Settings read(@Nullable Path file, Map<String, String> overrides, Map<String, String> environment) {
        var errors = new ArrayList<String>();
        var values = new HashMap<String, ConfigValue>();
        ALL.forEach(setting -> values.put(setting.key(), Setting.value(setting.defaultValue(), "default")));
        if (file != null) {
            values.putAll(fromFile(file, environment, errors));
        }
        values.putAll(fromEnvironment(environment, errors));
        values.replaceAll((key, value) -> key.startsWith(APPLICATION_PREFIX)
                ? values.getOrDefault(Setting.environmentVariable(key), value)
                : value);
        values.putAll(fromCommandLine(overrides, errors));
        var settings = new Settings(values);
        ALL.forEach(setting -> settings.check(setting, errors));
        if (errors.isEmpty()) {
            // else every idle switch would be disconnected
            settings.requireMore(ECHO_TIMEOUT, ECHO_INTERVAL, errors);
            // else a slow switch would be disconnected before reading from it pauses
            settings.requireMore(WRITE_LIMIT, PAUSE_READING_AT, errors);
            settings.requireAvailable(TRANSPORT, errors);
            settings.requireBoth(HTTP_CERTIFICATE, HTTP_KEY, errors);
            settings.requireTlsFiles(errors);
            settings.requireConnections(errors);
        }
        if (!errors.isEmpty()) {
            throw new SettingsException(String.join(System.lineSeparator(), errors));
        }
        return settings;
    }

    private static Map<String, ConfigValue> fromCommandLine(Map<String, String> overrides, List<String> errors) {
        var values = new LinkedHashMap<String, ConfigValue>();
        overrides.forEach((key, text) -> values.put(key, Setting.value(text, COMMAND_LINE)));
        requireKnown(values, errors);
        return values;
    }

    private static Map<String, ConfigValue> fromFile(Path file, Map<String, String> environment, List<String> errors) {
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
        requireKnown(values, errors);
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

    private static Map<String, ConfigValue> fromEnvironment(Map<String, String> environment, List<String> errors) {
        var values = new HashMap<String, ConfigValue>();
        var known = new ArrayList<String>();
        for (Setting<?> setting : ALL) {
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

    private static void requireKnown(Map<String, ConfigValue> values, List<String> errors) {
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

    private void check(Setting<?> setting, List<String> errors) {
        try {
            Object _ = get(setting);
        } catch (SettingsException e) {
            errors.add(e.getMessage());
        }
    }

    private <T extends Comparable<T>> void requireMore(Setting<T> more, Setting<T> less, List<String> errors) {
        if (get(more).compareTo(get(less)) <= 0) {
            errors.add("%s: needs to be more than %s"
                    .formatted(
                            Setting.describe(more.key(), valueAt(more)), Setting.describe(less.key(), valueAt(less))));
        }
    }

    private void requireAvailable(Setting<TransportType> setting, List<String> errors) {
        if (get(setting) == TransportType.NATIVE) {
            TransportType.whyNotNative()
                    .ifPresent(reason -> errors.add("%s: not available: %s; needs auto or nio"
                            .formatted(Setting.describe(setting.key(), valueAt(setting)), reason)));
        }
    }

    private void requireBoth(
            Setting<? extends Optional<?>> one, Setting<? extends Optional<?>> other, List<String> errors) {
        if (get(one).isPresent() != get(other).isPresent()) {
            errors.add("%s: needs %s too"
                    .formatted(
                            Setting.describe(
                                    get(one).isPresent() ? one.key() : other.key(),
                                    valueAt(get(one).isPresent() ? one : other)),
                            get(one).isPresent() ? other.key() : one.key()));
        }
    }

    private static String hostName(String name) {
        if (!name.matches("[A-Za-z0-9.-]+")) {
            throw new IllegalArgumentException();
        }
        return name;
    }

    private static Version version(String number) {
        return Version.ofNumber(number)
                .filter(ControllerOptions.SUPPORTED::contains)
                .orElseThrow(IllegalArgumentException::new);
    }

    /** Returns whether a setting may change while the controller runs. */
    static boolean isChangeable(String key) {
        return key.equals(LOG_LEVEL.key());
    }

    /**
     * Changes a setting, which is changeable.
     *
     * @throws SettingsException if the value is wrong
     */
    void change(String key, String text) {
        Setting<?> setting =
                ALL.stream().filter(one -> one.key().equals(key)).findFirst().orElseThrow();
        ConfigValue value = Setting.value(text, "changed at run time");
        Object _ = setting.parse(value);
        values.put(key, value);
    }

    /** Returns the settings of the controller with their values. */
    public List<Setting.Value> all() {
        return ALL.stream().map(this::valueOf).toList();
    }

    /** Returns a setting of the controller with its value. */
    public Setting.Value valueOf(Setting<?> setting) {
        return new Setting.Value(setting, valueAt(setting));
    }

    private ConfigValue valueAt(Setting<?> setting) {
        return Objects.requireNonNull(values.get(setting.key()));
    }

    private <T> T get(Setting<T> setting) {
        return setting.parse(valueAt(setting));
    }

    /** Returns whether there are connections with TLS. */
    private boolean hasTls() {
        return get(TLS_LISTEN).isPresent() || get(CONNECT).stream().anyMatch(ActiveTarget::isTls);
    }

    private void requireTlsFiles(List<String> errors) {
        if (hasTls()) {
            for (Setting<Path> setting : List.of(TLS_CERTIFICATE, TLS_KEY, TLS_CA)) {
                if (!Files.isRegularFile(get(setting))) {
                    errors.add("%s: there is no such file; make one with: beacon tls init"
                            .formatted(Setting.describe(setting.key(), valueAt(setting))));
                }
            }
        }
    }

    private void requireConnections(List<String> errors) {
        if (get(LISTEN).isEmpty() && get(TLS_LISTEN).isEmpty() && get(CONNECT).isEmpty()) {
            errors.add("no switch can connect: controller.listen and controller.tls.listen are off, and "
                    + "controller.connect is empty");
        }
    }

    private ControllerOptions.Channels channels() {
        return new ControllerOptions.Channels(
                get(LISTEN),
                get(TLS_LISTEN),
                hasTls()
                        ? Optional.of(new ControllerOptions.Tls(
                                new TlsFiles(get(TLS_CERTIFICATE), get(TLS_KEY), get(TLS_CA)), get(TLS_CLIENT_AUTH)))
                        : Optional.empty(),
                get(CONNECT));
    }

    /** The roles that a controller can have. */
    private enum InitialRole {
        EQUAL(Role.EQUAL),
        MASTER(Role.MASTER),
        SLAVE(Role.SLAVE);

        final Role role;

        InitialRole(Role role) {
            this.role = role;
        }
    }

    /** Returns the options of the core. */
    public ControllerOptions options() {
        return new ControllerOptions(
                channels(),
                EnumSet.copyOf(get(VERSIONS)),
                new ControllerOptions.Timeouts(
                        get(HANDSHAKE_TIMEOUT),
                        get(INITIALIZER_TIMEOUT),
                        get(REQUEST_TIMEOUT),
                        get(ECHO_INTERVAL),
                        get(ECHO_TIMEOUT),
                        get(MESSAGE_TIMEOUT),
                        get(TAKE_OVER_TIMEOUT)),
                new ControllerOptions.Setup(
                        get(DELETE_FLOWS),
                        get(TABLE_MISS),
                        Math.min(get(MISS_SEND_LENGTH), Action.Output.MAX_PACKET_IN),
                        get(SWITCHES),
                        get(SWITCHES_FILE),
                        get(UNKNOWN_SWITCHES),
                        get(ROLE).role),
                new ControllerOptions.Io(
                        get(LOOPS),
                        get(READ),
                        get(PIPELINE_THREADS),
                        get(WRITE),
                        get(WAIT),
                        get(REBALANCE),
                        get(TRANSPORT),
                        new ControllerOptions.Limits(
                                get(READ_BUFFER),
                                get(PAUSE_READING_AT),
                                get(WRITE_LIMIT),
                                get(ANSWER_LIMIT),
                                get(UNFINISHED_ANSWERS),
                                get(CONNECTION_LIMIT),
                                get(HANDSHAKE_LIMIT))),
                new ControllerOptions.Isolation(get(SLOW_CALL), get(FAILURES), get(CALL_TIME), get(LOOP_SHARE)),
                get(ORDER));
    }

    /** Returns the options of the HTTP server. */
    public HttpOptions http() {
        return new HttpOptions(
                get(HTTP_LISTEN), get(HTTP_CERTIFICATE), get(HTTP_KEY), get(HTTP_HOSTS), get(HTTP_SWITCH_METRICS));
    }

    /** Returns the values for applications, by key or environment variable. */
    Map<String, ConfigValue> applicationValues() {
        return values.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(APPLICATION_PREFIX)
                        || entry.getKey().startsWith(APPLICATION_VARIABLE_PREFIX))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    List<String> apps() {
        return get(APPS);
    }

    /** Returns whether the command line has the setting {@link #apps}. */
    boolean isAppsOfCommandLine() {
        return valueAt(APPS).origin().description().equals(COMMAND_LINE);
    }

    Optional<Duration> lifecycleTime() {
        return get(LIFECYCLE_TIME);
    }

    long storeLimit() {
        return get(STORE_LIMIT);
    }

    /** Returns the path of the file of the store; empty if the controller keeps nothing. */
    public Optional<Path> store() {
        return get(DATA_FOLDER).map(folder -> folder.resolve(StoreFile.NAME));
    }

    /**
     * Opens the folder of everything that the controller keeps.
     *
     * @throws SettingsException if that is not possible
     */
    public DataFolder openDataFolder() {
        try {
            Optional<Path> path = get(DATA_FOLDER);
            return path.isPresent() ? DataFolder.open(path.get()) : DataFolder.temporary();
        } catch (IOException e) {
            throw new SettingsException(
                    "%s: %s".formatted(Setting.describe(DATA_FOLDER.key(), valueAt(DATA_FOLDER)), e.getMessage()));
        }
    }

    LogFormat logFormat() {
        return get(LOG_FORMAT);
    }

    Level logLevel() {
        return get(LOG_LEVEL);
    }
}
