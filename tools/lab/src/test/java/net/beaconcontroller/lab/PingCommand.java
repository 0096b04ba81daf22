package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.beaconcontroller.labkit.OvsLab;

/** A ping(8) process that sends 50 requests per second from one host of a lab to another. */
final class PingCommand implements AutoCloseable {
    private static final Pattern REPLY = Pattern.compile("\\[(\\d+)\\.(\\d{6})\\] \\d+ bytes from .*");

    private static final Pattern NUMBER = Pattern.compile(" bytes from .* icmp_seq=(\\d+) ");

    /** Lines of the output that the test has not read yet. */
    private final Queue<String> output = new ConcurrentLinkedQueue<>();

    private final Process process;

    private PingCommand(Process process) {
        this.process = process;
    }

    /** Starts the process and waits for the first reply. */
    static PingCommand start(OvsLab lab, int from, int to) {
        return start(lab, from, lab.address(to));
    }

    /** Starts the process with this destination, and waits for the first reply. */
    static PingCommand start(OvsLab lab, int from, String address) {
        var pings = new PingCommand(lab.startInHost(from, "ping -n -D -i0.02 " + address));
        Thread.ofVirtual().start(pings::readOutput);
        await().until(() -> pings.times().findAny().isPresent());
        return pings;
    }

    private void readOutput() {
        try (Stream<String> lines = process.inputReader().lines()) {
            lines.forEach(output::add);
        }
    }

    /** Returns the longest time without a reply that ended after {@code since} or has not ended. */
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

    /** Returns the lines of duplicate replies. */
    List<String> duplicates() {
        return output.stream().filter(line -> line.contains("DUP!")).toList();
    }

    /** Returns the number of requests up to the latest one with a reply, and the number of those with a reply. */
    List<Long> requestsAndReplies() {
        LongSummaryStatistics numbers = output.stream()
                .map(NUMBER::matcher)
                .filter(Matcher::find)
                .mapToLong(reply -> Long.parseLong(reply.group(1)))
                .distinct()
                .summaryStatistics();
        return List.of(numbers.getMax(), numbers.getCount());
    }

    /**
     * Ends the process, and asserts that each request up to the latest one with a reply has one reply. Ping's own count
     * does not show that: ping waits for the last replies for two round-trip times only, so that a short stall at the
     * end counts as loss.
     */
    void assertNothingIsLost() {
        close();
        List<Long> numbers = requestsAndReplies();
        assertThat(numbers.getLast()).as(this::toString).isEqualTo(numbers.getFirst());
        assertThat(duplicates()).isEmpty();
    }

    /** Returns the times of replies. */
    private Stream<Instant> times() {
        return output.stream()
                .map(REPLY::matcher)
                .filter(Matcher::matches)
                .map(reply ->
                        Instant.ofEpochSecond(Long.parseLong(reply.group(1)), 1_000 * Long.parseLong(reply.group(2))));
    }

    @Override
    public void close() {
        // Process.destroy would close the output while a thread reads it.
        process.toHandle().destroy();
    }

    /** Returns the output, for the description of an assertion. */
    @Override
    public String toString() {
        return "Ping's output:%n%s".formatted(String.join(System.lineSeparator(), output));
    }
}
