package net.beaconcontroller.simulator.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.console.ProgressLine;
import net.beaconcontroller.console.Range;
import net.beaconcontroller.console.Table;
import net.beaconcontroller.console.ToolCommand;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.simulator.world.EventKind;
import net.beaconcontroller.simulator.world.World;
import net.beaconcontroller.simulator.world.World.Outcome;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** The {@code simulate} command. */
@Command(
        name = "simulate",
        description = {
            "Plays the controller, its applications and an emulated network on one thread,",
            "in virtual time. A seed determines the network, what happens to it, and in",
            "which order all threads make their steps; then everything must work.",
            ""
        },
        footer = {
            "",
            "With --seed, prints the timeline of the world. Else prints how often each kind",
            "of event has occurred, and the seeds of the worlds in which something did not",
            "hold. See docs/simulator.md.",
            "",
            "Examples:",
            "  beacon simulate --seeds 1-1000",
            "  beacon simulate --minutes 60",
            "  beacon simulate --seed 42 --pcap 42.pcap",
            "  beacon decode --pcap 42.pcap",
            "",
            "Exit codes: 0 everything held, 1 something did not, 2 invalid command line."
        })
public final class SimulateCommand implements Callable<Integer>, ToolCommand {
    /** The number of worlds from which each kind of event must have occurred in one of a hundred. */
    private static final long ENOUGH = 1_000;

    private static final int MAX_JOBS = 256;
    private static final int MAX_MINUTES = 100_000;
    private static final int MAX_SHOWN = 20;
    private static final Duration FOREVER = Duration.ofDays(365);

    @Option(names = "--seed", paramLabel = "N", description = "Plays one world, and prints its timeline.")
    private @Nullable Long seed;

    @Option(names = "--seeds", paramLabel = "A-B", description = "Plays the worlds of these seeds.")
    private @Nullable String seeds;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "Plays worlds for so long, from a seed that differs each time.")
    private @Nullable Integer minutes;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Plays so many worlds at a time (default: the number of processors).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--large",
            description = {
                "Plays worlds of 20 switches and 60 hosts, to which nothing happens for a minute",
                "while each host sends a ping a second."
            })
    private boolean isLarge;

    @Option(names = "--pcap", paramLabel = "FILE", description = "With --seed, writes the messages of all switches.")
    private @Nullable Path pcap;

    @Option(names = "--messages", description = "With --seed, the timeline has each message.")
    private boolean messages;

    @Option(names = "--json", description = "Prints JSON, one object per line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private long shown;

    /** Called by the ServiceLoader. */
    public SimulateCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Range.check("--jobs", jobs, 1, MAX_JOBS);
        if ((seed == null ? 0 : 1) + (seeds == null ? 0 : 1) + (minutes == null ? 0 : 1) != 1) {
            throw new UsageException("needs one of --seed N, --seeds A-B and --minutes M");
        }
        if (isLarge && (pcap != null || messages)) {
            throw new UsageException("--pcap and --messages need small worlds: leave out --large");
        }
        if (seed == null && (pcap != null || messages)) {
            throw new UsageException("--pcap and --messages need --seed N");
        }
        if (seed != null) {
            return playOne(seed);
        }
        if (seeds != null) {
            SeedRange range = SeedRange.parse(seeds);
            return play(range, FOREVER);
        }
        int limit = Objects.requireNonNull(minutes);
        Range.check("--minutes", limit, 1, MAX_MINUTES);
        return play(new SeedRange(System.currentTimeMillis(), Long.MAX_VALUE / 2), Duration.ofMinutes(limit));
    }

    private int playOne(long number) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        World.takeLog();
        var world = isLarge ? World.large(number) : World.small(number, pcap != null || messages);
        Outcome outcome = world.run();
        if (pcap != null) {
            Files.write(pcap, world.pcap().orElseThrow());
        }
        if (json) {
            out.println(JsonLine.of(Player.describe(outcome)));
        } else {
            outcome.timeline().forEach(out::println);
            out.printf(
                    "seed %d: %,d steps in %.1f s of virtual time, fingerprint %016x, %s%n",
                    number,
                    outcome.steps(),
                    outcome.nanos() / 1e9,
                    outcome.fingerprint(),
                    outcome.violations().isEmpty() ? "everything held" : "something did not hold:");
            outcome.violations().forEach(each -> out.println("  " + each));
        }
        return outcome.violations().isEmpty() ? 0 : 1;
    }

    private int play(SeedRange range, Duration limit) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        long begin = System.nanoTime();
        try (var worlds = new Worlds(range, jobs, isLarge)) {
            var end = Thread.ofVirtual().start(() -> closeAfter(limit, worlds));
            try (var progress = new ProgressLine(spec.commandLine().getErr())) {
                worlds.read((outcome, line) -> show(worlds, outcome, line, progress));
            }
            end.interrupt();
            List<String> rare = Stream.of(EventKind.values())
                    .map(Player::words)
                    .filter(kind -> worlds.worldsWith(kind) * 100 < worlds.worlds())
                    .toList();
            boolean isEnough = isLarge || worlds.worlds() < ENOUGH || rare.isEmpty();
            if (!json) {
                print(worlds, range.first(), (System.nanoTime() - begin) / 1e9);
                if (!isEnough) {
                    out.println("in less than 1 % of the worlds: " + String.join(", ", rare));
                }
            }
            boolean hasCrashed = worlds.hasCrashed();
            if (hasCrashed) {
                spec.commandLine().getErr().println("beacon: a process that played worlds has ended early; see above");
            }
            return worlds.failed().isEmpty() && isEnough && !hasCrashed ? 0 : 1;
        }
    }

    private void show(Worlds worlds, JsonNode outcome, String line, ProgressLine progress) {
        if (json) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(line);
            if (out.checkError()) {
                // Nobody reads any more.
                worlds.close();
            }
            return;
        }
        JsonNode violations = outcome.get("violations");
        if (!violations.isEmpty()) {
            progress.printLasting("seed %d: %s"
                    .formatted(outcome.get("seed").asLong(), violations.get(0).asString()));
        }
        shown++;
        if (progress.isTerminal() && shown % 10 == 0) {
            progress.print("%,d worlds".formatted(shown));
        }
    }

    private static void closeAfter(Duration limit, Worlds worlds) {
        try {
            Thread.sleep(limit);
            worlds.close();
        } catch (InterruptedException _) {
            // All worlds are played.
        }
    }

    private void print(Worlds worlds, long first, double seconds) {
        PrintWriter out = spec.commandLine().getOut();
        if (!isLarge) {
            printEvents(worlds, out);
        }
        out.printf(
                "%,d worlds from seed %d: %.1f a second; %,.0f events, %,.0f steps a second; %,.0f times real time%n",
                worlds.worlds(),
                first,
                worlds.worlds() / seconds,
                worlds.events() / seconds,
                worlds.steps() / seconds,
                worlds.virtualSeconds() / seconds);
        if (worlds.failed().isEmpty()) {
            out.println("everything held");
        } else {
            out.printf(
                    "in %d worlds something did not hold; replay with --seed N: %s%n",
                    worlds.failed().size(),
                    worlds.failed().stream().sorted().limit(MAX_SHOWN).toList());
        }
    }

    private static void printEvents(Worlds worlds, PrintWriter out) {
        var table = new Table("EVENT", "WORLDS", "PART");
        for (EventKind kind : EventKind.values()) {
            long count = worlds.worldsWith(Player.words(kind));
            table.add(
                    Player.words(kind),
                    "%,d".formatted(count),
                    "%.0f %%".formatted(100.0 * count / Math.max(1, worlds.worlds())));
        }
        table.print(out);
    }
}
