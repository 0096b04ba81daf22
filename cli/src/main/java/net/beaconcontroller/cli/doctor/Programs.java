package net.beaconcontroller.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The programs that a user can call.
 *
 * @param path the folders in which they are, as in the environment variable PATH
 */
record Programs(String path) {
    private static final long MAX_SECONDS = 5;

    boolean isInstalled(String name) {
        return find(name).isPresent();
    }

    /** Returns the standard output of a program that succeeds within five seconds. */
    Optional<String> output(String name, String... arguments) {
        return find(name).flatMap(program -> {
            try {
                Process process = new ProcessBuilder(Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                                .toList())
                        .redirectError(Redirect.DISCARD)
                        .start();
                process.getOutputStream().close();
                boolean hasEnded = process.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
                if (!hasEnded) {
                    process.destroyForcibly();
                }
                return hasEnded && process.exitValue() == 0
                        ? Optional.of(new String(process.getInputStream().readAllBytes(), UTF_8))
                        : Optional.empty();
            } catch (IOException _) {
                return Optional.empty();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        });
    }

    private Optional<Path> find(String name) {
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
