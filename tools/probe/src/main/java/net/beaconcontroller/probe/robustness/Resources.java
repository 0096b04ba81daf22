package net.beaconcontroller.probe.robustness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.beaconcontroller.bench.ProcessUsage;

/**
 * The resources that a process uses, from {@code /proc}; see proc(5).
 *
 * @param residentKilobytes the memory in RAM
 * @param threads the number of threads
 * @param files the number of open file descriptors
 */
public record Resources(long residentKilobytes, long threads, long files) {
    private static final Pattern THREADS = Pattern.compile("(?m)^Threads:\\s+(\\d+)");

    /** Returns what a process uses now; empty if it is unknown, has ended, or belongs to another user. */
    public static Optional<Resources> of(OptionalLong pid) {
        if (pid.isEmpty()) {
            return Optional.empty();
        }
        Path process = Path.of("/proc", Long.toString(pid.getAsLong()));
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            String status = Files.readString(process.resolve("status"));
            // A process that has ended and whose parent has not collected it has no memory.
            OptionalLong resident = ProcessUsage.resident(status);
            return resident.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Resources(resident.getAsLong(), threads(status), files.count()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** Returns the greater of each value. */
    public Resources most(Resources other) {
        return new Resources(
                Math.max(residentKilobytes, other.residentKilobytes),
                Math.max(threads, other.threads),
                Math.max(files, other.files));
    }

    /** Returns the change between two times, for people. */
    public String changeTo(Resources later) {
        return String.format(
                Locale.ROOT,
                "memory %,d to %,d kB, threads %d to %d, files %d to %d",
                residentKilobytes,
                later.residentKilobytes,
                threads,
                later.threads,
                files,
                later.files);
    }

    private static long threads(String status) throws IOException {
        Matcher matcher = THREADS.matcher(status);
        if (!matcher.find()) {
            throw new IOException("no number of threads");
        }
        return Long.parseLong(matcher.group(1));
    }
}
