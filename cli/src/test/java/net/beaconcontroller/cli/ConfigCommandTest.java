package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import com.typesafe.config.ConfigUtil;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.runtime.Setting;
import net.beaconcontroller.runtime.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of settings as a table and as JSON. */
class ConfigCommandTest {
    private static final List<String> COLUMNS = List.of("SETTING", "VALUE", "FROM", "DESCRIPTION");

    @TempDir
    private Path folder;

    @Test
    void printsEverySettingOnceInAlignedColumns() {
        CommandResult outcome = CommandResult.in(
                Map.of("BEACON_LOG_LEVEL", "debug"),
                "config",
                "-D",
                "controller.listen=127.0.0.1:6633",
                "-Dapps=" + "an-application-with-a-long-name");
        assertThat(outcome.exitCode()).isNotZero();
        assertThat(outcome.err()).contains("application an-application-with-a-long-name is not installed");
        List<String> lines = outcome.out().lines().toList();
        int[] starts = COLUMNS.stream().mapToInt(lines.getFirst()::indexOf).toArray();
        assertThat(lines.stream().map(line -> cells(line, starts)).skip(1))
                .containsExactlyElementsOf(Settings.ALL.stream()
                        .map(setting -> List.of(setting.key(), value(setting), origin(setting), setting.description()))
                        .toList());
    }

    @Test
    void rejectsSettingsOfApplicationsThatDoNotRun() {
        CommandResult outcome = CommandResult.in(Map.of("BEACON_APP_B_C", "1"), "config", "--apps=", "-Dapp.a.b=x");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out().lines()).hasSize(1 + Settings.ALL.size());
        assertThat(outcome.err().lines())
                .containsExactly(
                        "beacon: BEACON_APP_B_C = 1 (environment): no running application has this setting; "
                                + "the applications have none",
                        "beacon: app.a.b = x (command line): no running application has this setting; "
                                + "the applications have none");
    }

    private static List<String> cells(String line, int[] starts) {
        for (int i = 1; i < starts.length; i++) {
            assertThat(line.substring(starts[i] - 2, starts[i])).as(line).isBlank();
        }
        return List.of(
                line.substring(0, starts[1]).strip(),
                line.substring(starts[1], starts[2]).strip(),
                line.substring(starts[2], starts[3]).strip(),
                line.substring(starts[3]));
    }

    private static String value(Setting setting) {
        return switch (setting.key()) {
            case "controller.listen" -> "127.0.0.1:6633";
            case "apps" -> "an-application-with-a-long-name";
            case "log.level" -> "debug";
            default -> setting.defaultValue();
        };
    }

    private static String origin(Setting setting) {
        return switch (setting.key()) {
            case "controller.listen", "apps" -> "command line";
            case "log.level" -> "environment variable BEACON_LOG_LEVEL";
            default -> "default";
        };
    }

    @Test
    void printsJsonWithEverySetting() throws IOException {
        Path file = Files.writeString(folder.resolve("\"beacon\".conf"), "io { loops = 4 }");
        CommandResult outcome = CommandResult.of("config", "--apps=", "--json", "--config", file.toString());
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        Config json = ConfigFactory.parseString(
                outcome.out(), ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON));
        assertThat(json.root().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Settings.ALL.stream().map(Setting::key).toList());
        for (Setting setting : Settings.ALL) {
            Config actual = json.getConfig(ConfigUtil.joinPath(setting.key()));
            assertThat(actual.getString("default")).isEqualTo(setting.defaultValue());
            assertThat(actual.getString("description")).isEqualTo(setting.description());
        }
        Config loops = json.getConfig(ConfigUtil.joinPath("io.loops"));
        assertThat(loops.getString("value")).isEqualTo("4");
        assertThat(loops.getString("origin")).isEqualTo(file + ": 1");
    }

    @Test
    void theAppsOptionSetsTheAppsSetting() {
        for (var args : List.of(
                new String[] {"config", "--apps", "hub,my app.jar"},
                new String[] {"config", "--apps", "hub", "--apps=my app.jar"},
                new String[] {"config", "-D", "apps=hub,my app.jar"})) {
            assertThat(CommandResult.of(args).out()).containsPattern("(?m)^apps +hub,my app.jar +command line ");
        }
    }

    @Test
    void theLastOverrideOfASettingApplies() {
        assertThat(CommandResult.of("config", "-D", "io.loops=1", "-D", "io.loops=2")
                        .out())
                .containsPattern("(?m)^io.loops +2 +command line ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"config", "run"})
    void printsOneLinePerError(String command) {
        Path missing = folder.resolve("missing.conf");
        CommandResult outcome = CommandResult.in(
                Map.of("BEACON_IO_LOOPS", "x"),
                command,
                "--config=" + missing,
                "-D",
                "io.lops=3",
                "-D",
                "controller.listen=foo");
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .isEqualTo("beacon: the configuration file %s does not exist".formatted(missing)),
                        line -> assertThat(line)
                                .isEqualTo("beacon: io.loops = x (environment variable BEACON_IO_LOOPS): "
                                        + "needs a number of 0 to 1024"),
                        line -> assertThat(line)
                                .isEqualTo("beacon: io.lops = 3 (command line): there is no such setting; "
                                        + "did you mean io.loops?"),
                        line -> assertThat(line)
                                .startsWith("beacon: controller.listen = foo (command line): needs HOST:PORT"));
    }
}
