package net.beaconcontroller.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A listening socket, and a thread that accepts its connections. */
final class Acceptor {
    private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());
    private static final int BACKLOG = 1024;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ConnectionOpener opener;
    private final InetSocketAddress address;
    private final ConnectionSource source;
    private final ServerSocketChannel channel;
    private final Thread thread = new Thread(this::run, "beacon-acceptor");

    /**
     * Binds a socket.
     *
     * @param wanted the address; port 0 selects a free port
     * @throws BindException if the socket cannot be bound to the address; the message contains it
     */
    Acceptor(ConnectionOpener opener, InetSocketAddress wanted, ConnectionSource source) throws IOException {
        this.opener = opener;
        this.source = source;
        this.channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(wanted, BACKLOG);
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            this.address = new InetSocketAddress(wanted.getAddress(), port);
        } catch (IOException | RuntimeException e) {
            channel.close();
            var failure = new BindException(
                    "cannot listen on %s:%d: %s".formatted(wanted.getHostString(), wanted.getPort(), e.getMessage()));
            failure.initCause(e);
            throw failure;
        }
        thread.setDaemon(true);
    }

    /** Returns the configured address with the port that is bound, which differs if the configured port is 0. */
    InetSocketAddress address() {
        return address;
    }

    /** Starts to accept connections. */
    void start() {
        thread.start();
    }

    private void run() {
        while (channel.isOpen()) {
            try {
                opener.open(channel.accept(), source);
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException | RuntimeException | Error e) {
                // Usually the limit of open files is reached.
                LOG.log(Level.WARNING, "cannot accept connections; retrying in 1 s: " + e.getMessage());
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Closes the socket, which ends the thread. */
    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot close the listening socket: " + e.getMessage());
        }
    }
}
