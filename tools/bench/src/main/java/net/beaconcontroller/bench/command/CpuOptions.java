package net.beaconcontroller.bench.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import picocli.CommandLine.Option;

/** The options that set the CPU affinity of the controller and of the load, by taskset(1). */
public final class CpuOptions {
    @Option(
            names = "--controller-cpus",
            paramLabel = "LIST",
            description = "The CPUs of each started controller, as a taskset list such as 1 or 2-5 (Linux).")
    private String controller = "";

    @Option(names = "--load-cpus", paramLabel = "LIST", description = "The CPUs of the load generator (Linux).")
    private String load = "";

    /** Returns the CPU list of started controllers; empty for all. */
    public String controller() {
        return controller;
    }

    /** Returns the CPU list of this process; empty for all. */
    public String load() {
        return load;
    }

    /**
     * Pins all threads of this process to the CPUs of {@code --load-cpus}. Child processes inherit the affinity.
     *
     * @throws IOException if taskset is missing or fails
     */
    public void pinThisProcess() throws IOException, InterruptedException {
        if (load.isEmpty()) {
            return;
        }
        String pid = Long.toString(ProcessHandle.current().pid());
        Process taskset;
        try {
            taskset = new ProcessBuilder("taskset", "-a", "-c", "-p", load, pid)
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new IOException(
                    "cannot pin the load to CPU %s: taskset not found in PATH; install util-linux, or omit --load-cpus"
                            .formatted(load),
                    e);
        }
        String output = new String(taskset.getInputStream().readAllBytes(), UTF_8).strip();
        if (taskset.waitFor() != 0) {
            throw new IOException("cannot pin the load to CPU %s: %s".formatted(load, output));
        }
    }
}
