package net.beaconcontroller.simulator.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Plays worlds in several processes, and adds up what came of them. */
final class Worlds implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final List<Process> players = new ArrayList<>();
    private final Map<String, Long> worldsWith = new TreeMap<>();
    private final List<Long> failed = new ArrayList<>();
    private volatile boolean isClosed;
    private long worlds;
    private long steps;
    private double virtualSeconds;
    private long events;

    /** Starts processes. */
    Worlds(SeedRange seeds, int processes, boolean areLarge) throws IOException {
        for (int i = 0; i < processes; i++) {
            players.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "--add-opens=java.base/java.lang=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Player.class.getName(),
                            Long.toString(seeds.first() + i),
                            Integer.toString(processes),
                            Long.toString(seeds.last()),
                            Boolean.toString(areLarge))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        }
    }

    /**
     * Reads the outcomes until all processes have ended.
     *
     * @param listener called with each outcome, parsed and as it is printed, one at a time
     */
    void read(BiConsumer<JsonNode, String> listener) throws InterruptedException {
        var readers = players.stream()
                .map(player -> Thread.ofVirtual().start(() -> read(player, listener)))
                .toList();
        for (Thread reader : readers) {
            reader.join();
        }
    }

    private void read(Process player, BiConsumer<JsonNode, String> listener) {
        try (BufferedReader lines = player.inputReader()) {
            lines.lines().forEach(line -> add(line, listener));
        } catch (UncheckedIOException | IOException _) {
            // The process was ended by close.
        }
    }

    private synchronized void add(String line, BiConsumer<JsonNode, String> listener) {
        JsonNode outcome = JSON.readTree(line);
        worlds++;
        steps += outcome.get("steps").asLong();
        virtualSeconds += outcome.get("virtualSeconds").asDouble();
        events += outcome.get("events").size();
        var kinds = new HashSet<String>();
        outcome.get("events").forEach(kind -> kinds.add(kind.asString()));
        kinds.forEach(kind -> worldsWith.merge(kind, 1L, Long::sum));
        if (!outcome.get("violations").isEmpty()) {
            failed.add(outcome.get("seed").asLong());
        }
        listener.accept(outcome, line);
    }

    /** Returns whether a process has ended by itself although it should play on, for example for lack of memory. */
    boolean hasCrashed() throws InterruptedException {
        for (Process player : players) {
            if (player.waitFor() != 0 && !isClosed) {
                return true;
            }
        }
        return false;
    }

    /** Ends the processes, which {@link #read} notices. */
    @Override
    public void close() {
        isClosed = true;
        players.forEach(Process::destroy);
    }

    /** Returns in how many worlds a kind of event has occurred. */
    long worldsWith(String kind) {
        return worldsWith.getOrDefault(kind, 0L);
    }

    /** Returns the seeds of the worlds in which something did not hold. */
    List<Long> failed() {
        return failed;
    }

    long worlds() {
        return worlds;
    }

    long steps() {
        return steps;
    }

    /** Returns the virtual time of all worlds, in seconds. */
    double virtualSeconds() {
        return virtualSeconds;
    }

    long events() {
        return events;
    }
}
