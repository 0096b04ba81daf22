package net.beaconcontroller.probe.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Rates of packet-ins over time. In a file, each line is a step: its duration, such as 90s, 10m or 1h30m, and its rate;
 * {@code #} begins a comment.
 *
 * @param steps at least one
 */
public record Profile(String name, List<Step> steps) {
    /** The name of the profile of the study, which is a part of this library. */
    public static final String CAMPUS_DAY = "campus-day";

    /**
     * A time of constant rate.
     *
     * @param rate packet-ins per second of all switches together
     */
    public record Step(Duration duration, double rate) {}

    public Profile {
        steps = List.copyOf(steps);
    }

    /** Returns the campus day of the study. */
    public static Profile campusDay() {
        try (InputStream in = Objects.requireNonNull(Profile.class.getResourceAsStream(CAMPUS_DAY + ".txt"))) {
            return parse(CAMPUS_DAY, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads a profile.
     *
     * @throws InvalidProfileException if the file is not a profile; the message has a line per error
     */
    public static Profile read(Path file) throws IOException {
        return parse(file.toString(), Files.readString(file));
    }

    static Profile parse(String name, String text) {
        var steps = new ArrayList<Step>();
        var errors = new ArrayList<String>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String step = line.replaceFirst("#.*", "").strip();
            if (!step.isEmpty()) {
                try {
                    steps.add(step(step));
                } catch (InvalidProfileException e) {
                    errors.add("%s, line %d: %s".formatted(name, number, e.getMessage()));
                }
            }
        }
        if (steps.isEmpty() && errors.isEmpty()) {
            errors.add("%s: no steps; needs lines of a duration and a rate, such as 10m 2000".formatted(name));
        }
        if (!errors.isEmpty()) {
            throw new InvalidProfileException(String.join(System.lineSeparator(), errors));
        }
        return new Profile(name, steps);
    }

    private static Step step(String text) {
        String[] words = text.split("\\s+", -1);
        if (words.length != 2) {
            throw new InvalidProfileException("'%s': needs a duration and a rate, such as 10m 2000".formatted(text));
        }
        return new Step(duration(words[0]), rate(words[1]));
    }

    /**
     * Parses a duration, such as 90s, 0.5s, 10m or 1h30m.
     *
     * @throws InvalidProfileException if it is none
     */
    public static Duration duration(String text) {
        try {
            Duration duration = Duration.parse("PT" + text);
            if (duration.isPositive()) {
                return duration;
            }
        } catch (DateTimeParseException _) {
            // Reported below.
        }
        throw new InvalidProfileException(
                "duration '%s': needs more than 0, such as 90s, 10m or 1h30m".formatted(text));
    }

    private static double rate(String text) {
        try {
            double rate = Double.parseDouble(text);
            if (rate > 0 && rate < Double.POSITIVE_INFINITY) {
                return rate;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        throw new InvalidProfileException("rate '%s': needs a number of packet-ins per second".formatted(text));
    }

    /** Returns the time of all steps. */
    public Duration duration() {
        return steps.stream().map(Step::duration).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the highest rate. */
    public double peak() {
        return steps.stream().mapToDouble(Step::rate).max().orElseThrow();
    }

    /** Returns the profile with all durations multiplied by a factor. The rates are kept. */
    public Profile scaled(double factor) {
        return new Profile(
                name,
                steps.stream()
                        .map(step -> new Step(
                                Duration.ofNanos(
                                        Math.max(1, Math.round(step.duration().toNanos() * factor))),
                                step.rate()))
                        .toList());
    }

    /** Returns the profile in a given time. The rates are kept. */
    public Profile in(Duration time) {
        return scaled((double) time.toNanos() / duration().toNanos());
    }
}
