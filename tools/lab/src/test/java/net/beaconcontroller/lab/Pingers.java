package net.beaconcontroller.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import net.beaconcontroller.labkit.OvsLab;

/**
 * Hosts of a lab that ping each other. Each of them pings another one for a while, and then the next one, and returns
 * to the first when the flows between the two have expired.
 */
final class Pingers implements AutoCloseable {
    private static final int PINGS_PER_PARTNER = 7;
    /** So few that the kernel's table of neighbours, which all namespaces share, has room for them. */
    private static final int PARTNERS = 9;

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    /** As root, {@link InetAddress#isReachable} sends one ICMP echo request in this time. */
    private static final int TIMEOUT_MILLIS = 1_000;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** The host's counters, if the thread is in its namespace. */
    private static final Path COUNTERS = Path.of("/proc/thread-self/net/snmp");

    private final OvsLab lab;
    private final List<Integer> hosts;
    private final long countedFromNanos;
    private final List<CompletableFuture<Void>> ends;
    private final Map<Integer, Long> lost = new ConcurrentSkipListMap<>();
    private final AtomicLong counted = new AtomicLong();
    private final Map<Integer, Long> late = new ConcurrentSkipListMap<>();
    private volatile boolean isOver;

    private Pingers(OvsLab lab, List<Integer> hosts, Duration recovery) {
        this.lab = lab;
        this.hosts = hosts;
        countedFromNanos = System.nanoTime() + recovery.toNanos();
        ends = IntStream.range(0, hosts.size())
                .mapToObj(index -> lab.runInHost(hosts.get(index), () -> run(index)))
                .toList();
    }

    /** Starts pings, of which those are counted that begin after a time of recovery. */
    static Pingers start(OvsLab lab, List<Integer> hosts, Duration recovery) {
        return new Pingers(lab, hosts, recovery);
    }

    /** The numbers of echo requests that the host of this thread has sent, and of replies that it has received. */
    private record Echos(long requests, long replies) {
        static Echos now() throws IOException {
            List<List<String>> rows = Files.readAllLines(COUNTERS).stream()
                    .filter(line -> line.startsWith("Icmp:"))
                    .map(line -> List.of(line.split(" ", -1)))
                    .toList();
            return new Echos(value(rows, "OutEchos"), value(rows, "InEchoReps"));
        }

        private static long value(List<List<String>> rows, String name) {
            return Long.parseLong(rows.getLast().get(rows.getFirst().indexOf(name)));
        }

        long lostSince(Echos before) {
            return requests - before.requests - (replies - before.replies);
        }
    }

    private void run(int index) throws IOException {
        int number = 0;
        Echos before = Echos.now();
        long next = System.nanoTime();
        boolean isCounting = false;
        for (; !isOver; number++) {
            if (!isCounting && System.nanoTime() - countedFromNanos >= 0) {
                awaitReplies(before);
                before = Echos.now();
                isCounting = true;
                next = System.nanoTime();
            }
            int distance = 1 + number / PINGS_PER_PARTNER % PARTNERS;
            int to = hosts.get((index + distance) % hosts.size());
            if (!InetAddress.getByName(lab.address(to)).isReachable(TIMEOUT_MILLIS) && isCounting) {
                late.merge(hosts.get(index), 1L, Long::sum);
            }
            next = Math.max(next + INTERVAL_NANOS, System.nanoTime());
            LockSupport.parkNanos(next - System.nanoTime());
        }
        long missing = awaitReplies(before);
        counted.addAndGet(Echos.now().requests - before.requests);
        if (missing != 0) {
            lost.put(hosts.get(index), missing);
        }
    }

    /** Waits until each request has a reply, or for three seconds, and returns the number of those that have none. */
    private static long awaitReplies(Echos before) throws IOException {
        long begin = System.nanoTime();
        long missing = Echos.now().lostSince(before);
        while (missing != 0 && System.nanoTime() - begin < PATIENCE_NANOS) {
            LockSupport.parkNanos(INTERVAL_NANOS / 10);
            missing = Echos.now().lostSince(before);
        }
        return missing;
    }

    /** Ends the pings, and returns the number of those that have no reply, by host. */
    Map<Integer, Long> lost() {
        close();
        return lost;
    }

    @Override
    public void close() {
        isOver = true;
        ends.forEach(CompletableFuture::join);
    }

    /** Returns the number of counted pings, and of those without a reply within a second, by host. */
    @Override
    public String toString() {
        return "%d pings; without a reply within %d ms: %s".formatted(counted.get(), TIMEOUT_MILLIS, late);
    }
}
