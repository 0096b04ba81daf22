package net.beaconcontroller.web.rest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.Principal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.runtime.events.EventLog;
import net.beaconcontroller.runtime.events.KeptEvent;
import net.beaconcontroller.web.http.Unbuffered;
import org.jspecify.annotations.Nullable;

/**
 * The streams of events. Each runs on the virtual thread of its request, which reads the log and writes to the socket.
 * A reader that does not read blocks only this thread, and costs its stack and a buffer. The connection is closed when
 * nothing could be written for the idle timeout of the server. Safe for use by several threads.
 */
final class EventStreams implements AutoCloseable {
    private static final int MAX_STREAMS = 500;

    /** The events that a stream reads at once. */
    private static final int BATCH = 256;

    /** The pause between two writes, so that events that are published one after the other are written together. */
    private static final long PAUSE_MILLIS = 50;

    /** The time between two comments in a stream, by which each end detects the loss of the other. */
    private static final long HEARTBEAT_MILLIS = 15_000;

    private static final int BUFFER_BYTES = 16_384;
    private static final byte[] DATA = "data: ".getBytes(US_ASCII);
    private static final byte[] END = "\n\n".getBytes(US_ASCII);

    private final EventLog log;
    private final Predicate<String> tokenExists;
    private final EventEncoder encoder = new EventEncoder();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    EventStreams(EventLog log, Predicate<String> tokenExists) {
        this.log = log;
        this.tokenExists = tokenExists;
    }

    /**
     * Returns a response that is a stream.
     *
     * @param after the id of the last event that the reader knows; null to begin now
     * @param limit without that id: the number of kept events to begin with
     */
    Response response(ContainerRequestContext request, Predicate<String> wanted, @Nullable Long after, int limit) {
        if (threads.size() >= MAX_STREAMS) {
            throw Problem.of(
                    503,
                    "%d readers follow the events, which is the limit; end one of them, or read without follow"
                            .formatted(MAX_STREAMS));
        }
        Unbuffered.request(request);
        Principal caller = request.getSecurityContext().getUserPrincipal();
        StreamingOutput stream = out -> {
            // Jersey calls the resource for a HEAD request as if it were a GET request.
            if (!request.getMethod().equals(HttpMethod.HEAD)) {
                run(new Stream(out, wanted, caller.getName()), after, limit);
            }
        };
        return Response.ok(stream, MediaType.SERVER_SENT_EVENTS_TYPE)
                // asks nginx not to buffer the response
                .header("X-Accel-Buffering", "no")
                .build();
    }

    private void run(Stream stream, @Nullable Long after, int limit) {
        threads.add(Thread.currentThread());
        try {
            stream.begin(after, limit);
            while (!closed && !log.isClosed()) {
                stream.proceed();
            }
        } catch (IOException _) {
            // The reader has closed the connection.
        } catch (InterruptedException _) {
            // The controller stops.
        } finally {
            threads.remove(Thread.currentThread());
        }
    }

    /** Ends the streams, also those that wait for their readers. */
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
    }

    /** A stream. Used by its thread. */
    private final class Stream {
        private final OutputStream out;
        private final Predicate<String> wanted;
        private final String token;
        private long lastId;
        private long reportedLoss;
        private long heartbeatNanos;

        Stream(OutputStream out, Predicate<String> wanted, String token) {
            this.out = new BufferedOutputStream(out, BUFFER_BYTES);
            this.wanted = wanted;
            this.token = token;
        }

        void begin(@Nullable Long after, int limit) throws IOException {
            lastId = after == null ? log.lastId() : after;
            if (after == null && limit > 0) {
                List<KeptEvent> newest = log.newest(wanted, limit);
                for (KeptEvent event : newest) {
                    write(event);
                    lastId = Math.max(lastId, event.id());
                }
            }
            heartbeat();
        }

        /** Writes the events that there are, and waits for more. */
        void proceed() throws IOException, InterruptedException {
            EventLog.Batch batch = log.read(lastId, wanted, BATCH);
            if (batch.lostId() > reportedLoss) {
                reportedLoss = batch.lostId();
                writeData(EventEncoder.json(EventEncoder.gap(batch.lostId())));
            }
            for (KeptEvent event : batch.events()) {
                write(event);
            }
            lastId = batch.lastId();
            out.flush();
            long quietMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - heartbeatNanos);
            if (quietMillis >= HEARTBEAT_MILLIS) {
                heartbeat();
            } else if (batch.events().size() < BATCH) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                boolean _ = log.await(lastId, HEARTBEAT_MILLIS - quietMillis);
            }
        }

        private void write(KeptEvent event) throws IOException {
            out.write("id: %d\n".formatted(event.id()).getBytes(US_ASCII));
            writeData(encoder.json(event));
        }

        private void writeData(byte[] json) throws IOException {
            out.write(DATA);
            out.write(json);
            out.write(END);
        }

        /** Writes a comment and the last id, from which a reader continues even if no event has concerned it. */
        private void heartbeat() throws IOException {
            if (!tokenExists.test(token)) {
                throw new IOException("the token was revoked");
            }
            out.write(":\nid: %d\n\n".formatted(lastId).getBytes(US_ASCII));
            out.flush();
            heartbeatNanos = System.nanoTime();
        }
    }
}
