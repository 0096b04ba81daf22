package net.beaconcontroller.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;

/** Which CPUs a process runs on, as far as the system's taskset can say. */
final class Cpus {
    private Cpus() {}

    /**
     * Keeps all threads of this process on these CPUs.
     *
     * @param list as taskset takes it, such as "0" or "2-5"
     * @throws IOException if there is no taskset, or it refuses; the message says which
     */
    static void keepThisProcessOn(String list) throws IOException, InterruptedException {
        String pid = Long.toString(ProcessHandle.current().pid());
        Process taskset;
        try {
            taskset = new ProcessBuilder("taskset", "-a", "-c", "-p", list, pid)
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new IOException(
                    "cannot keep the load on CPU %s: there is no taskset in PATH; install it (on Linux: util-linux), or do without --load-cpus"
                            .formatted(list),
                    e);
        }
        String said = new String(taskset.getInputStream().readAllBytes(), UTF_8).strip();
        if (taskset.waitFor() != 0) {
            throw new IOException("cannot keep the load on CPU %s: %s".formatted(list, said));
        }
    }
}
