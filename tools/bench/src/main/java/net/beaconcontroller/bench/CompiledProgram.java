package net.beaconcontroller.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;

/** A program in C that this module contains as source, for Linux. Thread-safe. */
public enum CompiledProgram {
    /** A controller that answers each packet-in with a constant. */
    LIMIT("limit"),
    /** The load: switches that keep a window of packet-ins outstanding. */
    FLOOD("flood");

    private final String name;

    CompiledProgram(String name) {
        this.name = name;
    }

    /**
     * Returns the executable. Compiles it with {@code $CC} or {@code cc} if there is none of this source yet, into the
     * folder {@code beacon} of {@code $XDG_CACHE_HOME}, by default {@code ~/.cache}.
     *
     * @throws IOException if the C compiler is missing or fails; the message has its output
     */
    public Path executable() throws IOException, InterruptedException {
        byte[] source = source();
        var sum = new CRC32C();
        sum.update(source);
        Path executable = folder().resolve("%s-%08x".formatted(name, sum.getValue()));
        if (!Files.isExecutable(executable)) {
            try {
                Files.createDirectories(executable.getParent());
                compile(source, executable);
            } catch (FileSystemException e) {
                throw new IOException("cannot write %s: %s".formatted(executable, e), e);
            }
        }
        return executable;
    }

    private byte[] source() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(CompiledProgram.class.getResourceAsStream(name + ".c"), "source of " + name)) {
            return in.readAllBytes();
        }
    }

    private static Path folder() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("beacon");
    }

    private void compile(byte[] source, Path executable) throws IOException, InterruptedException {
        String compiler = Optional.ofNullable(System.getenv("CC")).orElse("cc");
        Path unfinished = Files.createTempFile(executable.getParent(), name, "");
        try {
            Process process = start(compiler, unfinished);
            try (var in = process.getOutputStream()) {
                in.write(source);
            } catch (IOException _) {
                // The compiler has ended. Its output tells why.
            }
            String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new IOException("%s cannot compile %s.c: %s".formatted(compiler, name, output));
            }
            Files.move(unfinished, executable, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private Process start(String compiler, Path to) throws IOException {
        try {
            return new ProcessBuilder(List.of(compiler, "-O3", "-pthread", "-x", "c", "-o", to.toString(), "-"))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new IOException(
                    "%s is written in C, and no compiler %s is in PATH; install one (Debian, Ubuntu: apt install gcc)"
                            .formatted(name, compiler),
                    e);
        }
    }
}
