package net.beaconcontroller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import net.beaconcontroller.runtime.Beacon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The help texts and error messages of the command line. */
class MainTest {
    private static final int WIDTH = 80;

    @Test
    void printsTheUsageWithoutACommand() {
        CommandResult outcome = CommandResult.of();
        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("Usage: beacon ").contains("\n  run ", "\n  config ", "Examples:");
    }

    @ParameterizedTest
    @CsvSource({"--help, beacon run", "run --help, beacon run", "config --help, beacon config", "help run, beacon run"})
    void helpHasAnExample(String line, String example) {
        CommandResult outcome = CommandResult.ofLine(line);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).startsWith("Usage: beacon ").containsPattern("Examples:\\R  " + example);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "run --help",
                "config --help",
                "emulate --help",
                "decode --help",
                "tls --help",
                "tls init --help",
                "tls show --help",
                "tls check --help",
                "bench --help",
                "bench throughput --help",
                "bench latency --help",
                "bench responder --help",
                "probe --help",
                "probe robustness --help",
                "probe compare --help",
                "probe profile --help",
                "probe run --help",
                "probe fuzz --help",
                "probe replay --help",
                "help bench"
            })
    void helpFitsATerminalWithoutWrappedLines(String line) {
        assertThat(CommandResult.ofLine(line).out().lines())
                .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(WIDTH))
                // A line of one word is the end of a line that was wrapped.
                .noneMatch(text -> text.matches("\\w+\\.?"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "run --version", "config --version", "decode --version"})
    void printsItsVersion(String line) {
        CommandResult outcome = CommandResult.ofLine(line);
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out().strip()).matches("Beacon \\d+\\.\\d+\\.\\d+").endsWith(Beacon.version());
    }

    @Test
    void suggestsTheNearestCommand() {
        CommandResult outcome = CommandResult.of("cnfig");
        outcome.assertRefused("unknown command or option 'cnfig'", "beacon");
        assertThat(outcome.err().lines()).hasSize(3).contains("Did you mean: beacon config?");
    }

    @ParameterizedTest
    @CsvSource({
        "run --bogus, unknown command or option '--bogus', beacon run",
        "run extra, unknown command or option 'extra', beacon run",
        "--json config, unknown command or option '--json', beacon",
        "config --config, Missing required parameter for option '--config' (FILE), beacon config",
        "run --apps, 'Missing required parameter for option ''--apps'' (NAME)', beacon run",
        "help nosuch, Unknown subcommand 'nosuch'., beacon",
    })
    void rejectsAnUnknownOptionWithAHint(String line, String message, String command) {
        CommandResult.ofLine(line).assertRefused(message, command);
    }

    @ParameterizedTest
    @ValueSource(strings = {"io.loops", "=3", "="})
    void aSettingWithoutAKeyOrAValueIsRefused(String override) {
        CommandResult outcome = CommandResult.of("config", "-D", override);
        outcome.assertRefused("-D %s: needs KEY=VALUE, such as io.loops=4".formatted(override));
        assertThat(outcome.err()).hasLineCount(1);
    }
}
