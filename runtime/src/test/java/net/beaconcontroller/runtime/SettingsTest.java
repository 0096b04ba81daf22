package net.beaconcontroller.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.core.options.ActiveTarget;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.Channels;
import net.beaconcontroller.io.tls.TlsEndpoint.ClientAuth;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;

/** The settings: their sources, their syntax, and the error messages for invalid values. */
class SettingsTest {
    private static final Map<String, String> EMPTY = Map.of();

    @TempDir
    private Path folder;

    // ---- Sources of values

    @Test
    void commandLineOverridesEnvironmentOverridesFileOverridesDefault() throws IOException {
        Path file = file("io.loops = 1", "log.level = warn", "apps = hub");
        Map<String, String> environment = Map.of("BEACON_IO_LOOPS", "2", "BEACON_LOG_LEVEL", "debug");
        var settings = Settings.read(file, Map.of("io.loops", "3"), environment);
        assertThat(settings.options().io().loops()).isEqualTo(3);
        assertThat(settings.logLevel()).isEqualTo(Level.DEBUG);
        assertThat(settings.apps()).containsExactly("hub");
        assertThat(settings.options().timeouts().echo()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void returnsTheOriginOfEachValue() throws IOException {
        Path file = file("// comment", "apps = hub");
        var settings = Settings.read(file, Map.of("io.loops", "3"), Map.of("BEACON_LOG_LEVEL", "debug"));
        assertThat(settings.valueOf("io.loops").origin()).isEqualTo("command line");
        assertThat(settings.valueOf("log.level").origin()).isEqualTo("environment variable BEACON_LOG_LEVEL");
        assertThat(settings.valueOf("apps").origin()).isEqualTo(file + ": 2");
        assertThat(settings.valueOf("controller.listen").origin()).isEqualTo("default");
    }

    @Test
    void returnsTheTextOfValuesAsWritten() throws IOException {
        var settings =
                fromFile("controller { versions = [1.0, 1.3], echo-interval = 2500 ms }", "apps = [hub, \"a b\"]");
        assertThat(settings.valueOf("controller.versions").text()).isEqualTo("1.0, 1.3");
        assertThat(settings.valueOf("controller.echo-interval").text()).isEqualTo("2500 ms");
        assertThat(settings.valueOf("apps").text()).isEqualTo("hub, a b");
    }

    @ParameterizedTest
    @MethodSource("all")
    void readsEverySettingFromItsEnvironmentVariable(Setting setting) {
        String name = "BEACON_" + setting.key().toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
        var settings = fromEnvironment(Map.of(name, setting.defaultValue()));
        assertThat(settings.valueOf(setting.key()).origin()).isEqualTo("environment variable " + name);
    }

    @Test
    void applicationSettingsHaveTheSameSources() throws IOException {
        Path file = file("app { routing { weights = a, depth = 1 }, other.x = 7 }");
        Map<String, String> environment = Map.of("BEACON_APP_ROUTING_DEPTH", "2", "BEACON_APP_ROUTING_WEIGHTS", "b");
        var settings = Settings.read(file, Map.of("app.routing.weights", "c"), environment);
        ApplicationSettings routing = of(settings, "routing");
        assertThat(routing.string("weights", "d", "")).isEqualTo("c");
        assertThat(routing.integer("depth", 0, 0, 9, "")).isEqualTo(2);
        assertThat(routing.bool("else", true, "")).isTrue();
        assertThat(of(settings, "other").integer("x", 0, 0, 9, "")).isEqualTo(7);
    }

    private static ApplicationSettings of(Settings settings, String application) {
        return new ApplicationConfiguration(settings.applicationValues()).of(application);
    }

    @Test
    void reportsAnInvalidApplicationValueWithTheValidRange() throws IOException {
        var settings = new ApplicationConfiguration(
                Settings.read(null, Map.of("app.routing.depth", "x"), EMPTY).applicationValues());
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> settings.of("routing").integer("depth", 0, 0, 9, ""))
                .withMessage("app.routing.depth = x (command line): needs a number of 0 to 9");
        assertThat(settings.takeErrors())
                .isEqualTo(Map.of("routing", Set.of("app.routing.depth = x (command line): needs a number of 0 to 9")));
    }

    @Test
    void reportsUnknownApplicationSettingsWithTheNearestKnown() throws IOException {
        Map<String, String> environment = Map.of("BEACON_APP_ROUTING_DEPHT", "2");
        var settings = new ApplicationConfiguration(
                Settings.read(null, Map.of("app.routing.wieghts", "x", "app.routing.depth", "1"), environment)
                        .applicationValues());
        settings.of("routing").integer("depth", 0, 0, 9, "");
        settings.of("routing").string("weights", "", "");
        assertThat(settings.unknown())
                .containsExactly(
                        "BEACON_APP_ROUTING_DEPHT = 2 (environment): no running application has this setting; "
                                + "did you mean BEACON_APP_ROUTING_DEPTH?",
                        "app.routing.wieghts = x (command line): no running application has this setting; "
                                + "did you mean app.routing.weights?");
    }

    @Test
    void keysAndEnvironmentVariablesAreUnique() {
        assertThat(all().map(Setting::key)).doesNotHaveDuplicates();
        assertThat(all().map(Setting::environmentVariable)).doesNotHaveDuplicates();
    }

    @Test
    void defaultsEqualThoseOfTheCore() {
        ControllerOptions options = fromCommandLine(EMPTY).options();
        ControllerOptions core = ControllerOptions.onFreePort();
        assertThat(options.timeouts()).isEqualTo(ControllerOptions.Timeouts.DEFAULT);
        assertThat(options.setup()).isEqualTo(ControllerOptions.Setup.DEFAULT);
        assertThat(options.io()).isEqualTo(ControllerOptions.Io.DEFAULT);
        assertThat(options.isolation()).isEqualTo(ControllerOptions.Isolation.DEFAULT);
        assertThat(options.versions()).isEqualTo(core.versions());
        assertThat(options.order()).isEqualTo(core.order());
        assertThat(options.channels()).isEqualTo(Channels.plain(new InetSocketAddress("0.0.0.0", 6653)));
    }

    // ---- Syntax of values

    @ParameterizedTest
    @CsvSource({"127.0.0.1:0, 127.0.0.1, 0", "[::1]:6653, ::1, 6653", "' 0.0.0.0:65535 ', 0.0.0.0, 65535"})
    void parsesAddressesOfHostAndPort(String text, String host, int port) throws IOException {
        assertThat(with("controller.listen", text).options().channels().listen())
                .contains(new InetSocketAddress(InetAddress.getByName(host), port));
    }

    @ParameterizedTest
    @CsvSource({"1ms, 1", "500ms, 500", "10s, 10000", "0.5 s, 500", "1m, 60000", "1h, 3600000"})
    void parsesTimesWithUnits(String text, long millis) {
        assertThat(with("controller.request-timeout", text).options().timeouts().request())
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"262144, 262144", "256KiB, 262144", "256K, 262144", "300kB, 300000", "1GiB, 1073741824"})
    void parsesSizesInBytesOrWithUnits(String text, int bytes) {
        assertThat(with("io.read-buffer", text).options().io().limits().readBuffer())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1024"})
    void acceptsNumbersAtTheirLimits(String text) {
        assertThat(with("io.loops", text).options().io().loops()).isEqualTo(Integer.parseInt(text));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false", "yes, true", "off, false"})
    void parsesBooleans(String text, boolean value) {
        assertThat(with("controller.table-miss", text).options().setup().tableMiss())
                .isEqualTo(value);
    }

    @Test
    void parsesLogLevelsIgnoringCase() {
        assertThat(with("log.level", "DEBUG").logLevel()).isEqualTo(Level.DEBUG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apps = [hub, a.jar]",
                "apps = \"hub, a.jar\"",
                "apps = \" hub,,a.jar , \"",
                "apps = [hub\na.jar]"
            })
    void parsesListsAndCommaSeparatedText(String line) throws IOException {
        assertThat(fromFile(line).apps()).containsExactly("hub", "a.jar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.3", "[1.3]", "\"1.3\"", "[\"1.3\"]"})
    void parsesVersionsAsNumbersOrText(String value) throws IOException {
        assertThat(fromFile("controller.versions = " + value).options().versions())
                .containsExactly(Version.OF13);
    }

    @Test
    void parsesVersionsThatEndInZeroAndInAnyOrder() throws IOException {
        assertThat(fromFile("controller.versions = [1.3, 1.0]").options().versions())
                .containsExactlyInAnyOrder(Version.OF10, Version.OF13);
        assertThat(fromFile("controller.versions = 1.0").options().versions()).containsExactly(Version.OF10);
    }

    @Test
    void parsesEmptyLists() throws IOException {
        assertThat(fromFile("apps = []").apps()).isEmpty();
        assertThat(fromFile("apps = \"\"").apps()).isEmpty();
        assertThat(with("apps", "").apps()).isEmpty();
        assertThat(fromEnvironment(Map.of("BEACON_APPS", "")).apps()).isEmpty();
        assertThat(with("pipeline.order", "").options().order()).isEmpty();
    }

    @Test
    void readsTheFilesForTls() throws IOException {
        Path certificate = Files.createFile(folder.resolve("cert.pem"));
        Path key = Files.createFile(folder.resolve("key.pem"));
        Path ca = Files.createFile(folder.resolve("ca.pem"));
        Channels channels = fromFile(
                        "controller.tls {",
                        "  listen = \"127.0.0.1:6654\", client-auth = want",
                        "  certificate = \"%s\", key = \"%s\", ca = \"%s\"".formatted(certificate, key, ca),
                        "}")
                .options()
                .channels();
        assertThat(channels.tlsListen()).contains(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 6654));
        assertThat(channels.tls())
                .contains(new ControllerOptions.Tls(new TlsFiles(certificate, key, ca), ClientAuth.WANT));
    }

    @Test
    void refusesTlsWithoutItsFilesAndNamesTheRemedy() {
        Map<String, String> overrides =
                Map.of("controller.connect", "ssl:10.0.0.1", "controller.tls.key", "/nowhere/key.pem");
        assertThat(errorOf(null, overrides, EMPTY))
                .contains("controller.tls.key = /nowhere/key.pem (command line): there is no such file; make one with:"
                        + " beacon tls init");
    }

    @Test
    void refusesToHaveNoConnections() {
        assertRefused(
                Map.of("controller.listen", "off"),
                "no switch can connect: controller.listen and controller.tls.listen are off, and controller.connect is"
                        + " empty");
    }

    @ParameterizedTest
    @CsvSource({
        "tcp:10.0.0.1, tcp:10.0.0.1:6653",
        "ssl:[::1]:7, ssl:[::1]:7",
        "tcp:sw-1.example.org:1234, tcp:sw-1.example.org:1234"
    })
    void parsesSwitchesToConnectTo(String text, String target) {
        assertThat(ActiveTarget.parse(text)).hasToString(target);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "udp:10.0.0.1", "tcp:", "tcp:a:0", "tcp:a:65536", "tcp:::1"})
    void refusesOtherTextAsASwitchToConnectTo(String text) {
        assertRefused(
                Map.of("controller.connect", text),
                "controller.connect = %s (command line): needs %s".formatted(text, ActiveTarget.VALID));
    }

    // ---- Syntax of files

    @Test
    void readsFilesWithNestedSectionsAndComments() throws IOException {
        var settings = fromFile(
                "# comment",
                "controller {",
                "  listen = \"127.0.0.1:0\" // loopback",
                "  echo-interval = 1s, echo-timeout = 3s",
                "}",
                "controller.table-miss = false",
                "pipeline { order = [",
                "  topology",
                "  hub",
                "] }");
        assertThat(settings.options().channels().listen().orElseThrow().getPort())
                .isZero();
        assertThat(settings.options().timeouts().echo()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.options().setup().tableMiss()).isFalse();
        assertThat(settings.options().order()).containsExactly("topology", "hub");
    }

    @Test
    void readsJsonFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("beacon.json"), "{\"io\": {\"loops\": 2}, \"apps\": [\"hub\"]}");
        var settings = Settings.read(file, EMPTY, EMPTY);
        assertThat(settings.options().io().loops()).isEqualTo(2);
        assertThat(settings.apps()).containsExactly("hub");
    }

    @Test
    void readsEmptyFilesAndEmptySections() throws IOException {
        assertThat(fromFile("").apps())
                .containsExactly("topology", "devices", "routing", "acl", "staticflows", "statistics");
        assertThat(fromFile("io {}").options().io()).isEqualTo(ControllerOptions.Io.DEFAULT);
    }

    @Test
    void substitutesValuesOfTheFileAndEnvironmentVariables() throws IOException {
        Path file = file(
                "controller { echo-interval = 2s, request-timeout = ${controller.echo-interval} }",
                "apps = [${APP}, ${?NOT_SET}]",
                "log.level = warn",
                "log.level = ${?NOT_SET}");
        var settings = Settings.read(file, EMPTY, Map.of("APP", "hub"));
        assertThat(settings.options().timeouts().request()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.apps()).containsExactly("hub");
        assertThat(settings.logLevel()).isEqualTo(Level.WARN);
    }

    @Test
    void includesFilesAndReturnsThemAsOrigins() throws IOException {
        Path included = Files.writeString(folder.resolve("site.conf"), "\nio.loops = 2\nlog.level = warn");
        Path file = file("include \"site.conf\"", "log.level = debug");
        var settings = Settings.read(file, EMPTY, EMPTY);
        assertThat(settings.options().io().loops()).isEqualTo(2);
        assertThat(settings.valueOf("io.loops").origin()).isEqualTo(included + ": 2");
        assertThat(settings.logLevel()).isEqualTo(Level.DEBUG);
        assertThat(settings.valueOf("log.level").origin()).isEqualTo(file + ": 2");
    }

    // ---- Errors

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "io.loops | 1025 | a number of 0 to 1024",
                "io.loops | -1 | a number of 0 to 1024",
                "io.loops | many | a number of 0 to 1024",
                "io.loops | 1.5 | a number of 0 to 1024",
                "io.loops | 99999999999999999999 | a number of 0 to 1024",
                "controller.miss-send-length | 65536 | a number of 0 to 65535",
                "controller.echo-interval | 0s | a time such as 10s or 500ms, from 1ms to 1h",
                "controller.echo-interval | -5s | a time such as 10s or 500ms, from 1ms to 1h",
                "controller.echo-interval | 2h | a time such as 10s or 500ms, from 1ms to 1h",
                "controller.echo-interval | 3 parsecs | a time such as 10s or 500ms, from 1ms to 1h",
                "controller.echo-interval | 5 | a time such as 10s or 500ms, from 1ms to 1h",
                "controller.echo-interval | soon | a time such as 10s or 500ms, from 1ms to 1h",
                "io.read-buffer | 64KiB | a size such as 128KiB or 1MiB, from 131072 bytes to 1 GiB",
                "io.read-buffer | 2GiB | a size such as 128KiB or 1MiB, from 131072 bytes to 1 GiB",
                "io.read-buffer | -1MiB | a size such as 128KiB or 1MiB, from 131072 bytes to 1 GiB",
                "io.read-buffer | 99999999999TiB | a size such as 128KiB or 1MiB, from 131072 bytes to 1 GiB",
                "io.read-buffer | big | a size such as 128KiB or 1MiB, from 131072 bytes to 1 GiB",
                "controller.table-miss | maybe | true or false",
                "controller.table-miss | 1 | true or false",
                "controller.versions | 1.1 | versions among 1.0, 1.2, 1.3, 1.4 and 1.5, at least one",
                "controller.versions | 1.3, 9 | versions among 1.0, 1.2, 1.3, 1.4 and 1.5, at least one",
                "controller.versions | , | versions among 1.0, 1.2, 1.3, 1.4 and 1.5, at least one",
                "log.level | loud | one of error, warn, info, debug, trace",
            },
            delimiter = '|')
    void refusesInvalidValuesAndReportsValidOnes(String key, String value, String needs) {
        assertRefused(Map.of(key, value), "%s = %s (command line): needs %s".formatted(key, value, needs));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "6653",
                "0.0.0.0",
                ":6653",
                "0.0.0.0:",
                "0.0.0.0:70000",
                "0.0.0.0:-1",
                "0.0.0.0:http",
                "::1",
                "::1:6653",
                "[::1]",
                "[::1:6653",
                "nowhere.invalid:1",
            })
    void refusesInvalidAddressesAndReportsValidOnes(String value) {
        assertRefused(
                Map.of("controller.listen", value),
                ("controller.listen = %s (command line): needs HOST:PORT, such as 0.0.0.0:6653 or [::1]:6653, with a"
                                + " host that resolves and a port of 0 (any free port) to 65535, or off")
                        .formatted(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"io.loops", "controller.echo-interval", "io.read-buffer", "controller.table-miss", "log.level"})
    void reportsEmptyValuesInQuotes(String key) {
        assertThat(errorOf(null, Map.of(key, ""), EMPTY)).startsWith(key + " = \"\" (command line): needs ");
    }

    @Test
    void reportsTheOriginOfAnInvalidValue() throws IOException {
        Path file = file("", "io.loops = many");
        assertThat(errorOf(file, EMPTY, EMPTY))
                .isEqualTo("io.loops = many (%s: 2): needs a number of 0 to 1024".formatted(file));
        assertThat(errorOf(null, EMPTY, Map.of("BEACON_IO_LOOPS", "many")))
                .isEqualTo("io.loops = many (environment variable BEACON_IO_LOOPS): needs a number of 0 to 1024");
        Path substituted = file("io.loops = ${CORES}");
        assertThat(errorOf(substituted, EMPTY, Map.of("CORES", "many")))
                .isEqualTo("io.loops = many (environment variable CORES): needs a number of 0 to 1024");
    }

    @Test
    void refusesAnEchoTimeoutThatDoesNotExceedTheEchoInterval() {
        assertRefused(
                Map.of("controller.echo-timeout", "5s"),
                "controller.echo-timeout = 5s (command line): needs to be more than "
                        + "controller.echo-interval = 5s (default)");
        assertRefused(
                Map.of("controller.echo-interval", "20s"),
                "controller.echo-timeout = 15s (default): needs to be more than "
                        + "controller.echo-interval = 20s (command line)");
    }

    @Test
    void refusesAWriteLimitThatDoesNotExceedThePauseThreshold() {
        assertRefused(
                Map.of("io.write-limit", "1MiB"),
                "io.write-limit = 1MiB (command line): needs to be more than io.pause-reading-at = 1MiB (default)");
    }

    @Test
    void refusesUnknownSettingsAndSuggestsTheNearestKnown() throws IOException {
        assertRefused(
                Map.of("io.lops", "3"), "io.lops = 3 (command line): there is no such setting; did you mean io.loops?");
        Path file = file("controler.listen = \"0.0.0.0:1\"", "log { lvl = info }");
        assertThat(errorOf(file, EMPTY, EMPTY).lines())
                .containsExactly(
                        ("controler.listen = 0.0.0.0:1 (%s: 1): there is no such setting; did you mean"
                                        + " controller.listen?")
                                .formatted(file),
                        "log.lvl = info (%s: 2): there is no such setting; did you mean log.level?".formatted(file));
        assertThat(errorOf(null, EMPTY, Map.of("BEACON_IO_LOPS", "3")))
                .isEqualTo(
                        "environment variable BEACON_IO_LOPS: there is no such setting; did you mean BEACON_IO_LOOPS?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", "a..b", ".", "\"io", "io.", "io.loops.x", "controller.listen.port", "$", "IO.LOOPS"})
    void refusesMalformedKeys(String key) {
        assertThat(errorOf(null, Map.of(key, "3"), EMPTY))
                .startsWith(key + " = 3 (command line): there is no such setting; did you mean ");
    }

    @ParameterizedTest
    @MethodSource("all")
    void refusesEnvironmentVariablesWithTypingErrors(Setting setting) {
        String valid = setting.environmentVariable();
        for (String wrong :
                List.of(valid + "X", valid.substring(0, valid.length() - 1), valid.replaceFirst("_[A-Z]", "_Q"))) {
            assertThat(errorOf(null, EMPTY, Map.of(wrong, "")))
                    .isEqualTo("environment variable %s: there is no such setting; did you mean %s?"
                            .formatted(wrong, valid));
        }
    }

    @Test
    void ignoresUnrelatedEnvironmentVariables() {
        var settings = fromEnvironment(Map.ofEntries(
                Map.entry("PATH", "/bin"),
                Map.entry("IO_LOOPS", "many"),
                Map.entry("BEACON", "yes"),
                Map.entry("BEACON_", "yes"),
                Map.entry("BEACON_JAVA_OPTS", "-Xmx1g"),
                Map.entry("BEACON_JDKS", "/jdks"),
                Map.entry("BEACON_LAB", "required"),
                Map.entry("BEACON_SERVICE_HOST", "10.0.0.1"),
                Map.entry("BEACON_SERVICE_PORT_OPENFLOW", "6653"),
                Map.entry("BEACON_PORT", "tcp://10.0.0.1:6653"),
                Map.entry("BEACON_PORT_6653_TCP_ADDR", "10.0.0.1")));
        assertThat(all())
                .allMatch(setting -> settings.valueOf(setting.key()).origin().equals("default"));
    }

    @Test
    void ignoresServiceVariablesOfContainerPlatformsForServicesNamedLikeASection() {
        var settings = fromEnvironment(Map.of(
                "BEACON_CONTROLLER_SERVICE_HOST", "10.0.0.1",
                "BEACON_CONTROLLER_SERVICE_PORT", "6653",
                "BEACON_CONTROLLER_SERVICE_PORT_OPENFLOW", "6653",
                "BEACON_CONTROLLER_PORT", "tcp://10.0.0.1:6653",
                "BEACON_CONTROLLER_PORT_6653_TCP", "tcp://10.0.0.1:6653",
                "BEACON_CONTROLLER_PORT_6653_TCP_PROTO", "tcp",
                "BEACON_CONTROLLER_PORT_6653_TCP_PORT", "6653",
                "BEACON_CONTROLLER_PORT_6653_TCP_ADDR", "10.0.0.1"));
        assertThat(all())
                .allMatch(setting -> settings.valueOf(setting.key()).origin().equals("default"));
    }

    @Test
    void doesNotMistakeAPortNumberForAServiceVariable() {
        assertThat(errorOf(null, EMPTY, Map.of("BEACON_CONTROLLER_PORT", "6633")))
                .startsWith("environment variable BEACON_CONTROLLER_PORT: there is no such setting");
    }

    @Test
    void refusesObjectsAsValues() throws IOException {
        Path file = file("controller.listen { x = 1 }", "io.loops {}", "apps = [{ x = 1 }]", "log { level = [info] }");
        assertThat(errorOf(file, EMPTY, EMPTY).lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith("controller.listen = {\"x\":1} (%s: 1): needs HOST:PORT".formatted(file)),
                        line -> assertThat(line)
                                .isEqualTo("io.loops = {} (%s: 2): needs a number of 0 to 1024".formatted(file)),
                        line -> assertThat(line)
                                .startsWith("apps = {\"x\":1} (%s: 3): needs names of applications".formatted(file)),
                        line -> assertThat(line)
                                .startsWith("log.level = info (%s: 4): needs one of error".formatted(file)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"5 | 5", "[1, 2] | 1, 2", "null | null", "\"\" | \"\""})
    void refusesAValueForASection(String written, String reported) throws IOException {
        Path file = file("controller = " + written);
        assertThat(errorOf(file, EMPTY, EMPTY))
                .isEqualTo("controller = %s (%s: 1): is a section; needs a setting of it, such as controller.listen"
                        .formatted(reported, file));
    }

    @Test
    void refusesAValueForASectionBesideASettingOfIt() {
        var overrides = new LinkedHashMap<String, String>();
        overrides.put("io.loops", "2");
        overrides.put("io", "5");
        assertRefused(overrides, "io = 5 (command line): is a section; needs a setting of it, such as io.loops");
    }

    @ParameterizedTest
    @MethodSource("all")
    void refusesNullForEverySetting(Setting setting) throws IOException {
        Path file = file(setting.key() + " = null");
        assertThat(errorOf(file, EMPTY, EMPTY))
                .isEqualTo("%s = null (%s: 1): needs %s"
                        .formatted(setting.key(), file, setting.type().valid()));
    }

    @Test
    void refusesUnknownEmptySections() throws IOException {
        assertThat(errorOf(file("controler {}"), EMPTY, EMPTY)).startsWith("controler = {} (");
    }

    @Test
    void refusesAQuotedKeyThatContainsADot() throws IOException {
        assertThat(errorOf(file("\"io.loops\" = 3"), EMPTY, EMPTY))
                .startsWith("\"io.loops\" = 3 (")
                .endsWith("there is no such setting; did you mean io.loops?");
    }

    @Test
    void reportsAllErrorsOnOneLineEach() throws IOException {
        Path file = file("io.lops = 3", "controller { listen = here, echo-timeout = never }");
        Map<String, String> environment = Map.of("BEACON_LOG_LEVEL", "loud", "BEACON_LOG_LEVVEL", "info");
        assertThat(errorOf(file, Map.of("io.loops", "many"), environment).lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("io.lops = 3"),
                        line -> assertThat(line).startsWith("controller.listen = here"),
                        line -> assertThat(line).startsWith("controller.echo-timeout = never"),
                        line -> assertThat(line).startsWith("log.level = loud"),
                        line -> assertThat(line).startsWith("environment variable BEACON_LOG_LEVVEL"),
                        line -> assertThat(line).startsWith("io.loops = many"));
    }

    @Test
    void reportsOtherErrorsBesideAMissingFile() {
        Path file = folder.resolve("missing.conf");
        assertThat(errorOf(file, Map.of("io.loops", "many"), EMPTY).lines())
                .containsExactly(
                        "the configuration file %s does not exist".formatted(file),
                        "io.loops = many (command line): needs a number of 0 to 1024");
    }

    @Test
    void refusesADirectoryAsFile() {
        assertThat(errorOf(folder, EMPTY, EMPTY))
                .isEqualTo("the configuration file %s is a folder; needs a file in HOCON".formatted(folder));
    }

    @Test
    void reportsTheLineOfASyntaxError() throws IOException {
        Path file = file("io {", "  loops = }", "}");
        assertThat(errorOf(file, EMPTY, EMPTY))
                .startsWith("the configuration file is wrong: %s: 2: ".formatted(file))
                .hasLineCount(1);
    }

    @Test
    void reportsTheLineOfAnUnresolvedSubstitution() throws IOException {
        Path file = file("", "io.loops = ${CORES}");
        assertThat(errorOf(file, EMPTY, EMPTY))
                .startsWith("the configuration file is wrong: %s: 2: ".formatted(file))
                .contains("${CORES}");
    }

    @Test
    void reportsAMissingRequiredInclude() throws IOException {
        Path file = file("include required(\"site.conf\")");
        assertThat(errorOf(file, EMPTY, EMPTY))
                .startsWith("the configuration file %s cannot be read: ".formatted(file))
                .contains("site.conf");
    }

    // ---- Helper methods

    private static Stream<Setting> all() {
        return Settings.ALL.stream();
    }

    private Path file(String... lines) throws IOException {
        return Files.writeString(folder.resolve("beacon.conf"), String.join("\n", lines));
    }

    private Settings fromFile(String... lines) throws IOException {
        return Settings.read(file(lines), EMPTY, EMPTY);
    }

    private static Settings fromCommandLine(Map<String, String> overrides) {
        return Settings.read(null, overrides, EMPTY);
    }

    private static Settings fromEnvironment(Map<String, String> environment) {
        return Settings.read(null, EMPTY, environment);
    }

    private static Settings with(String key, String value) {
        return fromCommandLine(Map.of(key, value));
    }

    private static void assertRefused(Map<String, String> overrides, String message) {
        assertThat(errorOf(null, overrides, EMPTY)).isEqualTo(message);
    }

    private static String errorOf(@Nullable Path file, Map<String, String> overrides, Map<String, String> environment) {
        return String.valueOf(assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> Settings.read(file, overrides, environment))
                .actual()
                .getMessage());
    }
}
