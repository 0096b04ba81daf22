package net.beaconcontroller.simulator.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.beaconcontroller.console.JsonLine;
import net.beaconcontroller.simulator.world.EventKind;
import net.beaconcontroller.simulator.world.World;
import net.beaconcontroller.simulator.world.World.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A process that plays one world after the other, and prints a line of JSON about each. One process plays one world at
 * a time: the threads of two would wait for each other where the JDK has locks, at moments that no seed determines.
 */
public final class Player {
    /** The longest time that the machine may need for one step of a world. */
    private static final Duration STEP_LIMIT = Duration.ofSeconds(5);

    private static final long WATCH_MILLIS = 500;
    private static volatile @Nullable World playing;

    private Player() {}

    /**
     * Plays worlds until the standard output is closed.
     *
     * @param args the first seed, the distance to the next one, the last one, and whether the worlds are large
     */
    public static void main(String... args) {
        long step = Long.parseLong(args[1]);
        long last = Long.parseLong(args[2]);
        boolean areLarge = Boolean.parseBoolean(args[3]);
        World.takeLog();
        Thread.ofPlatform().daemon().start(Player::watch);
        for (long seed = Long.parseLong(args[0]); seed <= last && !System.out.checkError(); seed += step) {
            World world = areLarge ? World.large(seed) : World.small(seed, false);
            playing = world;
            System.out.println(JsonLine.of(describe(world.run())));
        }
    }

    /** Ends the process with an outcome if a step does not return. */
    private static void watch() {
        while (true) {
            World world = playing;
            if (world != null && world.stepTime().compareTo(STEP_LIMIT) > 0) {
                System.out.println(JsonLine.of(describe(world.stuck(stacks()))));
                System.out.flush();
                Runtime.getRuntime().halt(1);
            }
            try {
                Thread.sleep(WATCH_MILLIS);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    private static List<String> stacks() {
        var lines = new ArrayList<String>();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            lines.add(thread.getName());
            for (StackTraceElement element : stack) {
                lines.add("    at " + element);
            }
        });
        return lines;
    }

    /** Returns the outcome of a world as the properties of a JSON object. */
    static Map<String, @Nullable Object> describe(Outcome outcome) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        object.put("seed", outcome.seed());
        object.put("violations", outcome.violations());
        object.put("events", outcome.events().stream().map(Player::words).toList());
        object.put("virtualSeconds", outcome.nanos() / 1e9);
        object.put("steps", outcome.steps());
        object.put("fingerprint", "%016x".formatted(outcome.fingerprint()));
        return object;
    }

    /** Returns the kind of an event in words. */
    static String words(EventKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
