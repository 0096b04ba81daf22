package net.beaconcontroller.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process has used until now.
 *
 * @param cpuNanos CPU time in nanoseconds, in steps of 10 ms
 * @param residentKibibytes resident memory; empty if it is not known
 * @param started when the process was started, in a form that differs from that of any other process at the same place
 */
public record ProcessUsage(long cpuNanos, OptionalLong residentKibibytes, String started) {
    /** The clock ticks of {@code /proc} are hundredths of a second on all processors, see proc(5) and time(7). */
    private static final long NANOS_PER_TICK = TimeUnit.SECONDS.toNanos(1) / 100;

    private static final double KIBI = 1024;

    /** What follows the name of the program in {@code /proc/PID/stat}. */
    private static final Pattern STAT = Pattern.compile("(?m)^\\d+ \\(.*\\) (\\S .*)$");

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int START_TIME = 19;
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB");
    private static final Duration COMMAND_TIME = Duration.ofSeconds(20);

    /** Returns what a process of this machine has used; empty if it has ended or belongs to another user. */
    static Optional<ProcessUsage> of(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::info).flatMap(info -> info.totalCpuDuration()
                .map(cpu -> new ProcessUsage(
                        cpu.toNanos(),
                        resident(status(pid)),
                        info.startInstant().map(String::valueOf).orElse(""))));
    }

    private static String status(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "status"));
        } catch (IOException _) {
            return "";
        }
    }

    /** Returns the resident memory in KiB that {@code /proc/PID/status} tells; empty if the process has ended. */
    public static OptionalLong resident(String status) {
        Matcher matcher = RESIDENT.matcher(status);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    /**
     * Runs a command that prints {@code /proc/PID/stat}, and possibly {@code /proc/PID/status}, of a process of another
     * machine.
     *
     * @throws IOException if the command fails or prints something else; the message has its output
     */
    public static ProcessUsage by(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .start();
        try {
            // Before the output is read: it fits into the buffer of a pipe.
            if (!process.waitFor(COMMAND_TIME)) {
                throw new IOException("did not end within %d s".formatted(COMMAND_TIME.toSeconds()));
            }
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            if (process.exitValue() != 0) {
                throw new IOException("exit code %d: %s".formatted(process.exitValue(), output.strip()));
            }
            return parse(output);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Parses the content of {@code /proc/PID/stat}, and of {@code /proc/PID/status} after it. */
    static ProcessUsage parse(String output) throws IOException {
        Matcher matcher = STAT.matcher(output);
        String[] words = matcher.find() ? matcher.group(1).split(" ") : new String[0];
        if (words.length <= START_TIME) {
            throw new IOException("needs the content of /proc/PID/stat, but printed: " + output.strip());
        }
        long ticks = Long.parseLong(words[USER_TIME]) + Long.parseLong(words[SYSTEM_TIME]);
        return new ProcessUsage(ticks * NANOS_PER_TICK, resident(output), words[START_TIME]);
    }

    /** Returns the resident memory in MiB. */
    public OptionalDouble residentMebibytes() {
        return residentKibibytes.isPresent()
                ? OptionalDouble.of(residentKibibytes.getAsLong() / KIBI)
                : OptionalDouble.empty();
    }

    /** Returns the CPU time per answer in microseconds between two times; empty if the process was restarted. */
    public static OptionalDouble cpuMicros(Optional<ProcessUsage> from, Optional<ProcessUsage> to, double answers) {
        if (from.isEmpty() || to.isEmpty() || answers <= 0 || wasRestarted(from, to)) {
            return OptionalDouble.empty();
        }
        double nanos = to.get().cpuNanos - from.get().cpuNanos;
        return OptionalDouble.of(nanos / TimeUnit.MICROSECONDS.toNanos(1) / answers);
    }

    /** Returns whether another process was at the same place at the second time. */
    public static boolean wasRestarted(Optional<ProcessUsage> from, Optional<ProcessUsage> to) {
        return from.isPresent() && to.isPresent() && !from.get().started.equals(to.get().started);
    }
}
