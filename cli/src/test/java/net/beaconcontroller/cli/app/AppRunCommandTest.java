package net.beaconcontroller.cli.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.beaconcontroller.cli.CommandResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The refusals of {@code app run}, in the folder of this module. Module lab tests its function. */
class AppRunCommandTest {
    @TempDir
    private Path folder;

    @Test
    void refusesOptionsOfANewControllerForARunningOne() {
        CommandResult.of("app", "run", "--url", "http://127.0.0.1:1", "--emulate", "tree,2,2")
                .assertRefused("--url and --token-file select a running controller, but --emulate, --apps, --config,"
                        + " --debug and -D are for a new one");
    }

    @Test
    void endsIfTheSelectedControllerDoesNotRun() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "token");
        CommandResult result =
                CommandResult.of("app", "run", "--url", "http://127.0.0.1:1", "--token-file", token.toString());
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err())
                .startsWith(
                        "beacon: no controller answers at http://127.0.0.1:1/; start one with 'beacon run', or give "
                                + "the address of another with --url");
    }
}
