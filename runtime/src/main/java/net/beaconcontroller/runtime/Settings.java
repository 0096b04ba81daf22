package net.beaconcontroller.runtime;

import static net.beaconcontroller.runtime.SettingType.ADDRESS;
import static net.beaconcontroller.runtime.SettingType.BOOLEAN;
import static net.beaconcontroller.runtime.SettingType.DURATION;
import static net.beaconcontroller.runtime.SettingType.EXISTING_FILE;
import static net.beaconcontroller.runtime.SettingType.PATH;
import static net.beaconcontroller.runtime.SettingType.bytes;
import static net.beaconcontroller.runtime.SettingType.choice;
import static net.beaconcontroller.runtime.SettingType.integer;
import static net.beaconcontroller.runtime.SettingType.list;

import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.core.options.ActiveTarget;
import net.beaconcontroller.core.options.AllowedSwitch;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.Channels;
import net.beaconcontroller.core.options.ControllerOptions.Io;
import net.beaconcontroller.core.options.ControllerOptions.Isolation;
import net.beaconcontroller.core.options.ControllerOptions.Limits;
import net.beaconcontroller.core.options.ControllerOptions.Setup;
import net.beaconcontroller.core.options.ControllerOptions.Timeouts;
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
 *
 * <p>A setting is declared once, where its value is read: with its key, default, type and description. The order of
 * the declarations, from {@link #channels} on, is that of lists of settings. Safe for use by several threads.
 */
public final class Settings {
    private static final String LOG_LEVEL = "log.level";

    /** All settings of the controller, in the order in which they are listed. */
    public static final List<Setting> ALL = new Settings(new SettingReader(Map.of()), Map.of())
            .all().stream().map(Setting.Value::setting).toList();

    private final Map<String, Setting.Value> values = new LinkedHashMap<>();
    private final Map<String, ConfigValue> applicationValues;
    private final ControllerOptions options;
    private final Optional<Duration> lifecycleTime;
    private final List<String> apps;
    private final Optional<Path> dataFolder;
    private final int storeLimit;
    private final HttpOptions http;
    private final LogFormat logFormat;
    private Level logLevel;

    private Settings(SettingReader read, Map<String, ConfigValue> applicationValues) {
        this.applicationValues = applicationValues;
        Channels channels = channels(read);
        Set<Version> versions =
                EnumSet.copyOf(read.about("OpenFlow versions to negotiate; the highest common version is used")
                        .get(
                                "controller.versions",
                                "1.0, 1.2, 1.3, 1.4, 1.5",
                                list(1, "versions among 1.0, 1.2, 1.3, 1.4 and 1.5, at least one", Settings::version)));
        Timeouts timeouts = timeouts(read);
        Setup setup = setup(read);
        Io io = io(read);
        Isolation isolation = isolation(read);
        lifecycleTime = read.about("time that an application may take to start or to stop, above which it has failed;"
                        + " off for never")
                .get(Lifecycle.SETTING, "10s", DURATION.orOff());
        List<String> order = read.about(
                        "applications that run first, in this order, before those that are ordered by stage")
                .get("pipeline.order", "", list(0, "names of applications", name -> name));
        options = new ControllerOptions(channels, versions, timeouts, setup, io, isolation, order);
        apps = read.about("applications to start: names of bundled applications, or paths of JAR files")
                .get(
                        "apps",
                        "topology, devices, routing, acl, staticflows, statistics",
                        list(0, "names of applications, or paths of JAR files", name -> name));
        dataFolder = read.about("folder of everything that the controller keeps; none: it keeps nothing")
                .get("data.folder", "~/.beacon", PATH.or("none"));
        storeLimit = read.about("size of the file of the store above which documents are not written")
                .get("store.limit", "1GiB", bytes(1 << 20));
        http = http(read);
        logLevel = logLevel(read);
        logFormat = read.about("form of the log: text for people, JSON objects for programs, or lines for the journal")
                .get("log.format", "text", choice(LogFormat.class));
        read.all().forEach(value -> values.put(value.setting().key(), value));
    }

    private static Channels channels(SettingReader read) {
        Optional<InetSocketAddress> listen = read.about(
                        "address on which the controller listens for switches without TLS; off for none")
                .get("controller.listen", "0.0.0.0:6653", ADDRESS.or("off"));
        Optional<InetSocketAddress> tlsListen = read.about(
                        "address on which the controller listens for switches with TLS, such as 0.0.0.0:6654; or off")
                .get("controller.tls.listen", "off", ADDRESS.or("off"));
        Path certificate = read.about("PEM file with the certificate chain of the controller")
                .get("controller.tls.certificate", "~/.beacon/tls/controller-cert.pem", PATH);
        Path key = read.about("PEM file with the private key of the certificate, in PKCS #8")
                .get("controller.tls.key", "~/.beacon/tls/controller-key.pem", PATH);
        Path ca = read.about("PEM file with the certificates of the authorities that issue those of switches")
                .get("controller.tls.ca", "~/.beacon/tls/ca-cert.pem", PATH);
        TlsEndpoint.ClientAuth clientAuth = read.about("whether switches need a certificate (need), may have one"
                        + " (want), or are not asked for one (none)")
                .get("controller.tls.client-auth", "need", choice(TlsEndpoint.ClientAuth.class));
        List<ActiveTarget> connect = read.about(
                        "switches that listen for controllers, to which the controller connects")
                .get("controller.connect", "", list(0, ActiveTarget.VALID, ActiveTarget::parse));
        boolean hasTls = tlsListen.isPresent() || connect.stream().anyMatch(ActiveTarget::isTls);
        var tls = new ControllerOptions.Tls(new TlsFiles(certificate, key, ca), clientAuth);
        return new Channels(listen, tlsListen, Optional.of(tls).filter(_ -> hasTls), connect);
    }

    private static Timeouts timeouts(SettingReader read) {
        return new Timeouts(
                read.about("time for the handshake with a new switch, and before it for that of TLS")
                        .get("controller.handshake-timeout", "10s", DURATION),
                read.about("time for each initializer of a new switch")
                        .get("controller.initializer-timeout", "10s", DURATION),
                read.about("time for a switch to reply to a request")
                        .get("controller.request-timeout", "10s", DURATION),
                read.about("time between echo requests to an idle switch")
                        .get("controller.echo-interval", "5s", DURATION),
                read.about("silence after which a switch is disconnected")
                        .get("controller.echo-timeout", "15s", DURATION),
                read.about("time for a switch that sends to complete a message that it has begun")
                        .get("controller.message-timeout", "5s", DURATION),
                read.about("time for a switch to answer an echo request when another connects with its datapath id")
                        .get("controller.take-over-timeout", "3s", DURATION));
    }

    private static Setup setup(SettingReader read) {
        return new Setup(
                read.about("switches that may connect; all if it is empty")
                        .get("controller.switches", "", list(0, AllowedSwitch.VALID, AllowedSwitch::parse)),
                read.about("file with further switches that may connect, one a line; it is read again when it changes")
                        .get("controller.switches-file", "none", EXISTING_FILE.or("none")),
                read.about("switches that controller.switches does not have: refuse them, or watch them without"
                                + " changing them")
                        .get("controller.unknown-switches", "refuse", choice(ControllerOptions.UnknownSwitches.class)),
                read.about("role to request from each switch that connects; as a slave, the controller waits to take"
                                + " over")
                        .get("controller.role", "equal", choice(List.of(Role.EQUAL, Role.MASTER, Role.SLAVE))),
                read.about("flows to delete when a switch connects: those of Beacon that no application keeps, all,"
                                + " or none")
                        .get("controller.delete-flows", "own", choice(ControllerOptions.DeleteFlows.class)),
                read.about("whether switches have a permanent flow, by which the controller recognizes that they were"
                                + " restarted: a table-miss flow that sends packets to the controller (before"
                                + " OpenFlow 1.3: that matches none)")
                        .get("controller.table-miss", "true", BOOLEAN),
                read.about("bytes of a packet that switches send in a packet-in, at most 64000: a larger value counts"
                                + " as this")
                        .get(
                                "controller.miss-send-length",
                                "" + Action.Output.MAX_PACKET_IN,
                                integer(0, 0xffff).map(length -> Math.min(length, Action.Output.MAX_PACKET_IN))));
    }

    private static Io io(SettingReader read) {
        return new Io(
                read.about("number of event loop threads; 0 for one per processor")
                        .get("io.loops", "0", integer(0, 1024)),
                read.about("threads that run the applications: the event loops, or threads that take messages from a"
                                + " shared queue")
                        .get("io.read", "run-to-completion", choice(ControllerOptions.Read.class)),
                read.about("number of threads for the shared queue; 0 for one per event loop")
                        .get("io.pipeline-threads", "0", integer(0, 1024)),
                limits(read),
                read.about("when messages are written: batched once per loop iteration, or each immediately")
                        .get("io.write", "batched", choice(ControllerOptions.Write.class)),
                read.about("idle strategy of an event loop: block, spin, or spin briefly and then block")
                        .get("io.waiting", "adaptive", choice(ControllerOptions.Wait.class)),
                read.about("when switches move to another event loop; constantly is for tests")
                        .get("io.rebalance", "when-busy", choice(ControllerOptions.Rebalance.class)),
                read.about("how sockets are read and written: by the JDK (nio), or by system calls without a copy"
                                + " (native, on Linux)")
                        .get("io.transport", "auto", choice(TransportType.class)));
    }

    private static Limits limits(SettingReader read) {
        return new Limits(
                read.about("size of an event loop's read buffer")
                        .get("io.read-buffer", "192KiB", bytes(Limits.MIN_READ_BUFFER)),
                read.about("unwritten output to a switch above which reading from it, and from those that cause the"
                                + " output, pauses")
                        .get("io.pause-reading-at", "1MiB", bytes(1 << 10)),
                read.about("unwritten output to a switch: its replies disconnect it above, messages of others are"
                                + " dropped before")
                        .get("io.write-limit", "16MiB", bytes(1 << 16)),
                read.about("size of a multipart reply above which it is refused")
                        .get("io.answer-limit", "16MiB", bytes(1 << 16)),
                read.about("size of all multipart replies with missing parts above which the longest is refused")
                        .get("io.unfinished-answers", "256MiB", bytes(1 << 16)),
                read.about("number of connections of switches; further ones are closed; reduced to fit the limit of"
                                + " open files")
                        .get("io.connection-limit", "20000", integer(1, 1_000_000)),
                read.about("number of connections with an incomplete handshake; above, the oldest of the address with"
                                + " most is closed")
                        .get("io.handshake-limit", "5000", integer(1, 1_000_000)));
    }

    private static Isolation isolation(SettingReader read) {
        return new Isolation(
                read.about("duration of a call of an application on an event loop above which it is logged with its"
                                + " stack; off for never")
                        .get("isolation.slow-call", "1s", DURATION.orOff()),
                read.about("exceptions of an application in ten seconds above which it is quarantined; off for never")
                        .get(
                                "isolation.failures",
                                "1000",
                                integer(1, Integer.MAX_VALUE).orOff()),
                read.about("duration of a call of an application on an event loop above which it is quarantined; off"
                                + " for never")
                        .get("isolation.call-time", "5s", DURATION.orOff()),
                read.about("percentage of an event loop's time, for ten seconds, above which an application is"
                                + " quarantined; off for never")
                        .get("isolation.loop-share", "off", integer(1, 100).orOff()));
    }

    private static HttpOptions http(SettingReader read) {
        return new HttpOptions(
                read.about("address on which the HTTP server listens; off for none")
                        .get("http.listen", "127.0.0.1:8080", ADDRESS.or("off")),
                read.about("PEM file with the certificate chain of the HTTP server, for HTTPS")
                        .get("http.certificate", "none", EXISTING_FILE.or("none")),
                read.about("PEM file with the private key of the certificate, in PKCS #8")
                        .get("http.key", "none", EXISTING_FILE.or("none")),
                read.about("names of the HTTP server that clients may use, besides localhost and the address")
                        .get("http.hosts", "", list(0, "host names", Settings::hostName)),
                read.about("number of switches, by datapath id, that have metrics of their own; the totals include all")
                        .get("http.switch-metrics", "250", integer(0, 10_000)));
    }

    private static Level logLevel(SettingReader read) {
        return read.about("level of detail of the log").get(LOG_LEVEL, "info", choice(Level.class));
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

    /**
     * Reads and checks the settings.
     *
     * @param file a HOCON file, or null
     * @param overrides the values of the command line, by key
     * @param environment the environment variables, of which those named {@code BEACON_SECTION_NAME} are read
     * @throws SettingsException if anything is wrong; the message has a line for each error
     */
    public static Settings read(@Nullable Path file, Map<String, String> overrides, Map<String, String> environment) {
        var sources = new SettingSources(file, overrides, environment);
        var read = new SettingReader(sources.values());
        var settings = new Settings(read, sources.applicationValues());
        List<String> errors = sources.errors();
        errors.addAll(read.errors());
        if (errors.isEmpty()) {
            settings.check(read);
            errors.addAll(read.errors());
        }
        if (!errors.isEmpty()) {
            throw new SettingsException(String.join(System.lineSeparator(), errors));
        }
        return settings;
    }

    /** Checks values that depend on others. */
    private void check(SettingReader read) {
        Timeouts timeouts = options.timeouts();
        Limits limits = options.io().limits();
        // else every idle switch would be disconnected
        read.requireMore(
                "controller.echo-timeout", timeouts.echo(), "controller.echo-interval", timeouts.echoInterval());
        // else a slow switch would be disconnected before reading from it pauses
        read.requireMore("io.write-limit", limits.writeLimit(), "io.pause-reading-at", limits.pauseReadingAt());
        if (options.io().transport() == TransportType.NATIVE) {
            TransportType.whyNotNative()
                    .ifPresent(reason ->
                            read.refuse("io.transport", "not available: %s; needs auto or nio".formatted(reason)));
        }
        if (http.certificate().isPresent() != http.key().isPresent()) {
            boolean hasKey = http.key().isPresent();
            read.refuse(
                    hasKey ? "http.key" : "http.certificate",
                    "needs %s too".formatted(hasKey ? "http.certificate" : "http.key"));
        }
        Channels channels = options.channels();
        channels.tls().ifPresent(tls -> {
            requireFile(read, "controller.tls.certificate", tls.files().certificate());
            requireFile(read, "controller.tls.key", tls.files().key());
            requireFile(read, "controller.tls.ca", tls.files().authorities());
        });
        if (channels.listen().isEmpty()
                && channels.tlsListen().isEmpty()
                && channels.connect().isEmpty()) {
            read.errors()
                    .add("no switch can connect: controller.listen and controller.tls.listen are off, and "
                            + "controller.connect is empty");
        }
    }

    private static void requireFile(SettingReader read, String key, Path file) {
        if (!Files.isRegularFile(file)) {
            read.refuse(key, "there is no such file; make one with: beacon tls init");
        }
    }

    /** Returns whether a setting may change while the controller runs. */
    static boolean isChangeable(String key) {
        return key.equals(LOG_LEVEL);
    }

    /**
     * Changes a setting, which is changeable.
     *
     * @throws SettingsException if the value is wrong
     */
    synchronized void change(String key, String text) {
        var read = new SettingReader(Map.of(key, Setting.value(text, "changed at run time")));
        Level level = logLevel(read);
        if (!read.errors().isEmpty()) {
            throw new SettingsException(read.errors().getFirst());
        }
        logLevel = level;
        values.put(key, read.all().getFirst());
    }

    /** Returns the settings of the controller with their values. */
    public synchronized List<Setting.Value> all() {
        return List.copyOf(values.values());
    }

    /** Returns the options of the core. */
    public ControllerOptions options() {
        return options;
    }

    /** Returns the options of the HTTP server. */
    public HttpOptions http() {
        return http;
    }

    /** Returns the values for applications, by key or environment variable. */
    Map<String, ConfigValue> applicationValues() {
        return applicationValues;
    }

    List<String> apps() {
        return apps;
    }

    /** Returns whether the command line has the setting {@link #apps}. */
    boolean isAppsOfCommandLine() {
        return valueOf("apps").origin().equals(SettingSources.COMMAND_LINE);
    }

    /** Returns a setting of the controller with its value. */
    synchronized Setting.Value valueOf(String key) {
        return Objects.requireNonNull(values.get(key));
    }

    Optional<Duration> lifecycleTime() {
        return lifecycleTime;
    }

    long storeLimit() {
        return storeLimit;
    }

    /** Returns the folder of everything that the controller keeps; empty if it keeps nothing. */
    public Optional<Path> dataFolder() {
        return dataFolder;
    }

    /** Returns the path of the file of the store; empty if the controller keeps nothing. */
    public Optional<Path> store() {
        return dataFolder.map(folder -> folder.resolve(StoreFile.NAME));
    }

    /**
     * Opens the folder of everything that the controller keeps.
     *
     * @throws SettingsException if that is not possible
     */
    public DataFolder openDataFolder() {
        try {
            return dataFolder.isPresent() ? DataFolder.open(dataFolder.get()) : DataFolder.temporary();
        } catch (IOException e) {
            throw new SettingsException("%s: %s".formatted(valueOf("data.folder"), e.getMessage()));
        }
    }

    LogFormat logFormat() {
        return logFormat;
    }

    /** Returns whether the output of the controller is for people, and not for a program that collects logs. */
    public boolean hasTextLog() {
        return logFormat == LogFormat.TEXT;
    }

    synchronized Level logLevel() {
        return logLevel;
    }
}
