package net.beaconcontroller.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exit codes of commands whose output cannot be written. */
class StandardOutputTest {
    private final StringWriter err = new StringWriter();

    private int exitCode(OutputStream target, int code) {
        var output = new StandardOutput(target);
        var out = new PrintWriter(output, true, StandardCharsets.UTF_8);
        out.println("text");
        return output.exitCode(code, new PrintWriter(err, true));
    }

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    @Test
    void aCommandWhoseOutputIsWrittenEndsWithItsExitCode() {
        assertThat(exitCode(OutputStream.nullOutputStream(), 0)).isZero();
        assertThat(exitCode(OutputStream.nullOutputStream(), 2)).isEqualTo(2);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aCommandFailsIfItsOutputCannotBeWritten() {
        assertThat(exitCode(failing("No space left on device"), 0)).isEqualTo(1);
        assertThat(err.toString()).contains("beacon: cannot write to standard output: No space left on device");
    }

    @ParameterizedTest
    @CsvSource({"Broken pipe, 0", "No space left on device, 2", "Broken pipe, 1"})
    void aPipeWithoutReaderIsNoFailureAndAFailureKeepsItsExitCode(String reason, int code) {
        assertThat(exitCode(failing(reason), code)).isEqualTo(code);
        assertThat(err.toString()).isEmpty();
    }
}
