package net.beaconcontroller.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;

/**
 * The standard output of the process. Keeps the first error, which a {@link PrintWriter} does not report. Thread-safe.
 */
public final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private volatile @Nullable IOException error;

    public StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            if (error == null) {
                error = e;
            }
            throw e;
        }
    }

    /**
     * Returns the exit code of a command that has ended: 1 if it succeeded but its output could not be written, and
     * then prints the reason. A pipe whose reader has ended, such as {@code head}, is not a failure.
     */
    public int exitCode(int code, PrintWriter err) {
        IOException failure = error;
        if (code != ExitCode.OK || failure == null || isBrokenPipe(failure)) {
            return code;
        }
        err.println("beacon: cannot write to standard output: " + failure.getMessage());
        return ExitCode.SOFTWARE;
    }

    /** Returns whether the reader of a pipe has ended. Java reports EPIPE only in the text of the operating system. */
    private static boolean isBrokenPipe(IOException e) {
        return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
}
