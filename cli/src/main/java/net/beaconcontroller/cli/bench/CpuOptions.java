package net.beaconcontroller.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import picocli.CommandLine.Option;

/** The options that say which CPUs the controller and the load run on, as far as the system's taskset can say. */
final class CpuOptions {
    @Option(
            names = "--controller-cpus",
            paramLabel = "LIST",
            description = "The CPUs of each controller that is started here, as taskset takes them, such as 1 or 2-5;"
                    + " on Linux.")
    private String controller = "";

    @Option(
            names = "--load-cpus",
            paramLabel = "LIST",
            description = "The CPUs that the load is generated on; on Linux.")
    private String load = "";

    /** Those of what is started, or empty for any. */
    String controller() {
        return controller;
    }

    /** Those of this process, or empty for any. */
    String load() {
        return load;
    }

    /**
     * Keeps all threads of this process on its CPUs, if there is an option that says so. What is started later inherits it.
     *
     * @throws IOException if there is no taskset, or it refuses; the message says which
     */
    void keepThisProcess() throws IOException, InterruptedException {
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
                    "cannot keep the load on CPU %s: there is no taskset in PATH; install it (on Linux: util-linux), or do without --load-cpus"
                            .formatted(load),
                    e);
        }
        String said = new String(taskset.getInputStream().readAllBytes(), UTF_8).strip();
        if (taskset.waitFor() != 0) {
            throw new IOException("cannot keep the load on CPU %s: %s".formatted(load, said));
        }
    }
}
