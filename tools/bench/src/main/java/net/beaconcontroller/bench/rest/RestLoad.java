package net.beaconcontroller.bench.rest;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Requests of REST resources at a constant rate, beside idle keep-alive connections. The requests alternate between the
 * {@link #PATHS}, and are distributed over {@value #CONNECTIONS} connections, each with a thread. A request that is
 * late is sent at once, and its latency begins at its scheduled time.
 */
public final class RestLoad implements AutoCloseable {
    /** The resources, of which pages and scripts that watch a controller request most. */
    public static final List<String> PATHS =
            List.of("/api/v1/status", "/api/v1/applications", "/api/v1/pipelines", "/api/v1/configuration");

    private static final int CONNECTIONS = 10;
    private static final int OK = 200;
    private static final long LONGEST_LATENCY_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 3;

    private final List<HttpConnection> idle = new ArrayList<>();
    private final List<HttpConnection> busy = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Histogram latency = new ConcurrentHistogram(LONGEST_LATENCY_NANOS, DIGITS);
    private final AtomicLong failed = new AtomicLong();
    private long beginNanos;
    private volatile boolean isClosed;

    /**
     * The requests until now.
     *
     * @param perSecond the rate of responses of status 200
     * @param failed the number of requests without a response of status 200
     * @param latency nanoseconds from the scheduled time of the request to the end of the response, of the others
     */
    public record Report(double perSecond, long failed, Histogram latency) {}

    private RestLoad() {}

    /**
     * Opens the connections, with a request on each of them, and starts the requests.
     *
     * @param requestsPerSecond the number of requests of all connections together, at least 1
     * @throws IOException if the server refuses a connection or a request
     */
    public static RestLoad start(InetSocketAddress server, String token, int requestsPerSecond, int idle)
            throws IOException {
        var load = new RestLoad();
        try {
            load.open(load.idle, idle, server, token);
            load.open(load.busy, CONNECTIONS, server, token);
        } catch (IOException | RuntimeException e) {
            load.close();
            throw e;
        }
        load.beginNanos = System.nanoTime();
        double intervalNanos = TimeUnit.SECONDS.toNanos(1) / (double) requestsPerSecond;
        for (int i = 0; i < CONNECTIONS; i++) {
            int first = i;
            load.threads.add(Thread.ofPlatform()
                    .daemon()
                    .name("rest-load-" + i)
                    .start(() -> load.request(load.busy.get(first), first, intervalNanos)));
        }
        return load;
    }

    private void open(List<HttpConnection> connections, int count, InetSocketAddress server, String token)
            throws IOException {
        for (int i = 0; i < count; i++) {
            var connection = new HttpConnection(server, token);
            connections.add(connection);
            int status = connection.get(PATHS.getFirst());
            if (status != OK) {
                throw new IOException("%s answered with status %d".formatted(PATHS.getFirst(), status));
            }
        }
    }

    private void request(HttpConnection connection, int first, double intervalNanos) {
        for (long number = first; !isClosed; number += CONNECTIONS) {
            long dueNanos = beginNanos + (long) (number * intervalNanos);
            long waitNanos = dueNanos - System.nanoTime();
            while (waitNanos > 0) {
                LockSupport.parkNanos(waitNanos);
                waitNanos = dueNanos - System.nanoTime();
            }
            try {
                if (connection.get(PATHS.get((int) (number % PATHS.size()))) == OK) {
                    latency.recordValue(Math.min(System.nanoTime() - dueNanos, LONGEST_LATENCY_NANOS));
                } else {
                    failed.incrementAndGet();
                }
            } catch (IOException | RuntimeException _) {
                if (!isClosed) {
                    failed.incrementAndGet();
                }
                return;
            }
        }
    }

    public Report report() {
        Histogram now = latency.copy();
        double seconds = (System.nanoTime() - beginNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        return new Report(now.getTotalCount() / seconds, failed.get(), now);
    }

    /** Sends a request on each idle connection, and returns the number of connections that are still open. */
    public int idleConnections() {
        int open = 0;
        for (HttpConnection connection : idle) {
            try {
                open += connection.get(PATHS.getFirst()) == OK ? 1 : 0;
            } catch (IOException _) {
                // The server has closed it.
            }
        }
        return open;
    }

    /** Ends the requests and closes the connections. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        for (HttpConnection connection : idle) {
            connection.close();
        }
        for (HttpConnection connection : busy) {
            connection.close();
        }
    }
}
