package net.beaconcontroller.lab;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One host of a lab pings another, fifty times a second, until this is closed. */
final class PingCommand implements AutoCloseable {
    private static final Pattern REPLY = Pattern.compile("\\[(\\d+)\\.(\\d{6})\\] \\d+ bytes from .*");

    private final Queue<String> output = new ConcurrentLinkedQueue<>(); // lines, from their reader to the test
    private final Process process;

    private PingCommand(Process process) {
        this.process = process;
    }

    /** Begins, and returns when there is a reply. */
    static PingCommand start(OvsLab lab, int from, int to) {
        var pings = new PingCommand(lab.startInHost(from, "ping -n -D -i0.02 " + lab.address(to)));
        Thread.ofVirtual().start(pings::readOutput);
        await().until(() -> pings.times().findAny().isPresent());
        return pings;
    }

    private void readOutput() {
        try (Stream<String> lines = process.inputReader().lines()) {
            lines.forEach(output::add);
        }
    }

    /** The longest time without a reply, of those that ended since then or have not ended yet. */
    Duration longestGap(Instant since) {
        var longest = Duration.ZERO;
        Instant last = since;
        for (Instant reply : Stream.concat(times(), Stream.of(Instant.now())).toList()) {
            if (reply.isAfter(since)) {
                var gap = Duration.between(last, reply);
                longest = gap.compareTo(longest) > 0 ? gap : longest;
            }
            last = reply;
        }
        return longest;
    }

    /** What ping has to say of replies that came twice. */
    List<String> duplicates() {
        return output.stream().filter(line -> line.contains("DUP!")).toList();
    }

    /** When replies came. */
    private Stream<Instant> times() {
        return output.stream()
                .map(REPLY::matcher)
                .filter(Matcher::matches)
                .map(reply ->
                        Instant.ofEpochSecond(Long.parseLong(reply.group(1)), 1_000 * Long.parseLong(reply.group(2))));
    }

    @Override
    public void close() {
        process.toHandle().destroy(); // Process.destroy would close the output under its reader
    }

    /** For the description of an assertion. */
    @Override
    public String toString() {
        return "Ping's output:%n%s".formatted(String.join(System.lineSeparator(), output));
    }
}
