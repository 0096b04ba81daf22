package net.beaconcontroller.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The search of CI for secrets in logs. */
@EnabledOnOs(OS.LINUX)
class SecretSearchTest {
    private static final Path SEARCH =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../.ci/secrets");

    @TempDir
    private Path folder;

    private Path logs;
    private Tokens tokens;

    @BeforeEach
    void makeTokens() throws IOException {
        logs = Files.createDirectory(folder.resolve("logs"));
        tokens = Tokens.open(Files.createDirectory(folder.resolve("data")), Clock.systemUTC());
    }

    private record Outcome(int exitCode, String output) {}

    private Outcome search() throws Exception {
        Process process = new ProcessBuilder(SEARCH.toString(), logs.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    private void log(String line) throws IOException {
        Files.writeString(logs.resolve("SomeTest-output.txt"), "a line\n" + line + "\n");
    }

    @Test
    void findsEachKindOfSecretAndDoesNotPrintIt() throws Exception {
        String token = tokens.created().orElseThrow();
        for (String secret : new String[] {
            token,
            tokens.create("other", Role.READ_ONLY),
            tokens.createLink("other"),
            tokens.startSession(token).orElseThrow()
        }) {
            log("WARN Response: writeError: GET http://127.0.0.1:8080/?token=" + secret + " HTTP/1.1");
            Outcome outcome = search();
            assertThat(outcome.exitCode()).isEqualTo(1);
            assertThat(outcome.output())
                    .contains("SomeTest-output.txt:2:WARN Response", "?token=beacon_... HTTP")
                    .doesNotContain(secret);
        }
    }

    @Test
    void leavesTheLinksOutThatAreShownOnPurpose() throws Exception {
        log("HTTP: open http://127.0.0.1:8080/?token=%s (this link is shown only once)"
                .formatted(tokens.created().orElseThrow()));
        assertThat(search()).isEqualTo(new Outcome(0, "no secrets in 1 logs\n"));
    }

    @Test
    void failsWithoutLogs() throws Exception {
        assertThat(search().exitCode()).isEqualTo(2);
    }
}
