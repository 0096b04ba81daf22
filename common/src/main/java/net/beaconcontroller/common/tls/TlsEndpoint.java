package net.beaconcontroller.common.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import net.beaconcontroller.common.concurrent.Reloaded;
import net.beaconcontroller.common.socket.ByteTransport;

/**
 * One end of TLS connections, as client or server. When its files change, they are read again and used for new
 * connections; those that are open stay. While the new files are wrong, the earlier ones are used. TLS 1.3 and 1.2 are
 * supported. Sessions are resumed unless the files have changed. Thread-safe.
 */
public final class TlsEndpoint implements AutoCloseable {
    /** Whether a server asks clients for a certificate. */
    public enum ClientAuth {
        /** Clients must have a certificate. */
        NEED,
        /** The certificate of a client is checked if it has one. */
        WANT,
        /** Clients are not asked. */
        NONE
    }

    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final ClientAuth clientAuth;
    private final Reloaded<SSLContext> context;
    private final ExecutorService handshakes;
    private final AtomicLong steps = new AtomicLong();

    /** A step of a handshake. First steps come after all others, and otherwise the order is that of submission. */
    private record Step(Runnable task, boolean isFirst, long number) implements Runnable, Comparable<Step> {
        @Override
        public void run() {
            task.run();
        }

        @Override
        public int compareTo(Step other) {
            return isFirst == other.isFirst
                    ? Long.compare(number, other.number)
                    : Boolean.compare(isFirst, other.isFirst);
        }
    }

    /**
     * Executes the steps of one handshake. Those after the first have precedence over new handshakes, so that when many
     * peers connect at once, some complete the handshake before the timeout of the others.
     */
    private final class Handshake implements Executor {
        private boolean hasBegun;

        @Override
        public void execute(Runnable task) {
            handshakes.execute(new Step(task, !hasBegun, steps.getAndIncrement()));
            hasBegun = true;
        }
    }

    /**
     * Reads the files.
     *
     * @param clientAuth for connections as server
     * @param checkInterval the time between checks whether the files have changed
     * @throws IOException if a file cannot be read or has other content; the message names the file
     */
    public TlsEndpoint(TlsFiles files, ClientAuth clientAuth, Duration checkInterval) throws IOException {
        this.clientAuth = clientAuth;
        this.context = new Reloaded<>("certificates for TLS", files.all(), files::load, checkInterval);
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        this.handshakes = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new PriorityBlockingQueue<>(),
                Thread.ofPlatform().name("beacon-tls-", 0).daemon().factory());
    }

    /** Returns the server's end of a connection, see {@link TlsTransport}. */
    public TlsTransport accept(ByteTransport socket, Runnable resume) {
        SSLContext current = context.get();
        SSLEngine engine = current.createSSLEngine();
        engine.setUseClientMode(false);
        switch (clientAuth) {
            case NEED -> engine.setNeedClientAuth(true);
            case WANT -> engine.setWantClientAuth(true);
            case NONE -> {}
        }
        return transport(socket, current, engine, resume);
    }

    /** Returns the client's end of a connection to an address, see {@link TlsTransport}. */
    public TlsTransport connect(ByteTransport socket, InetSocketAddress remote, Runnable resume) {
        SSLContext current = context.get();
        SSLEngine engine = current.createSSLEngine(remote.getHostString(), remote.getPort());
        engine.setUseClientMode(true);
        return transport(socket, current, engine, resume);
    }

    private TlsTransport transport(ByteTransport socket, SSLContext current, SSLEngine engine, Runnable resume) {
        engine.setEnabledProtocols(PROTOCOLS);
        return new TlsTransport(socket, current, engine, new Handshake(), resume);
    }

    /** Ends the threads. Connections whose handshake is not complete do not continue. */
    @Override
    public void close() {
        context.close();
        handshakes.shutdownNow();
    }
}
