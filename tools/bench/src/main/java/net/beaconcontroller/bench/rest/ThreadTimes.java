package net.beaconcontroller.bench.rest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The CPU time of the threads of a process, on Linux: proc(5), {@code /proc/pid/task/tid/schedstat}.
 *
 * @param loopNanos that of the event loops of Beacon
 * @param allNanos that of all threads that run now
 */
public record ThreadTimes(long loopNanos, long allNanos) {
    private static final String LOOP = "beacon-loop-";

    /**
     * Reads the CPU times.
     *
     * @throws IOException if the process does not exist, or the operating system is not Linux
     */
    public static ThreadTimes of(long pid) throws IOException {
        long loops = 0;
        long all = 0;
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path task : tasks.toList()) {
                try {
                    long nanos = Long.parseLong(
                            Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
                    all += nanos;
                    loops += Files.readString(task.resolve("comm")).startsWith(LOOP) ? nanos : 0;
                } catch (IOException e) {
                    // Of a thread that has ended, there is no file, or it cannot be read: ESRCH.
                    if (Files.exists(task)) {
                        throw e;
                    }
                }
            }
        }
        return new ThreadTimes(loops, all);
    }

    /** Returns the CPU times since earlier ones. */
    public ThreadTimes minus(ThreadTimes earlier) {
        return new ThreadTimes(loopNanos - earlier.loopNanos, allNanos - earlier.allNanos);
    }
}
