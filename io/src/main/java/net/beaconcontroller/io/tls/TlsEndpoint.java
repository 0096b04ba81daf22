package net.beaconcontroller.io.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import net.beaconcontroller.io.ByteTransport;
import net.beaconcontroller.io.PeerNetwork;
import net.beaconcontroller.io.Reloaded;

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
    private final HandshakeExecutor handshakes;

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
        this.handshakes = new HandshakeExecutor(threads);
    }

    /** Returns the server's end of a connection from an address, see {@link TlsTransport}. */
    public TlsTransport accept(ByteTransport socket, SocketAddress remote, Runnable resume) {
        SSLContext current = context.get();
        SSLEngine engine = current.createSSLEngine();
        engine.setUseClientMode(false);
        switch (clientAuth) {
            case NEED -> engine.setNeedClientAuth(true);
            case WANT -> engine.setWantClientAuth(true);
            case NONE -> {}
        }
        return transport(socket, current, engine, remote, resume);
    }

    /** Returns the client's end of a connection to an address, see {@link TlsTransport}. */
    public TlsTransport connect(ByteTransport socket, InetSocketAddress remote, Runnable resume) {
        SSLContext current = context.get();
        SSLEngine engine = current.createSSLEngine(remote.getHostString(), remote.getPort());
        engine.setUseClientMode(true);
        return transport(socket, current, engine, remote, resume);
    }

    private TlsTransport transport(
            ByteTransport socket, SSLContext current, SSLEngine engine, SocketAddress remote, Runnable resume) {
        engine.setEnabledProtocols(PROTOCOLS);
        return new TlsTransport(socket, current, engine, handshakes.connection(PeerNetwork.of(remote)), resume);
    }

    /** Ends the threads. Connections whose handshake is not complete do not continue. */
    @Override
    public void close() {
        context.close();
        handshakes.close();
    }
}
