package net.beaconcontroller.core.io;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.concurrent.Steps;
import net.beaconcontroller.api.concurrent.ThreadHandle;
import net.beaconcontroller.api.concurrent.Threads;

/** A listening socket, and a thread that accepts its connections. */
final class Acceptor implements Steps {
    private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());
    private static final int BACKLOG = 1024;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ConnectionOpener opener;
    private final InetSocketAddress address;
    private final ConnectionSource source;
    private final ServerSocketChannel channel;
    private final Selector selector;
    private final ThreadHandle thread;
    private volatile boolean isClosed;

    /**
     * Binds a socket.
     *
     * @param wanted the address; port 0 selects a free port
     * @throws BindException if the socket cannot be bound to the address; the message contains it
     */
    Acceptor(
            ConnectionOpener opener,
            InetSocketAddress wanted,
            ConnectionSource source,
            Threads threads,
            SelectorProvider sockets)
            throws IOException {
        this.opener = opener;
        this.source = source;
        this.thread = threads.newThread("beacon-acceptor", this);
        this.selector = sockets.openSelector();
        this.channel = sockets.openServerSocketChannel();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(wanted, BACKLOG);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_ACCEPT);
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            this.address = new InetSocketAddress(wanted.getAddress(), port);
        } catch (IOException | RuntimeException e) {
            close();
            var failure = new BindException(
                    "cannot listen on %s:%d: %s".formatted(wanted.getHostString(), wanted.getPort(), e.getMessage()));
            failure.initCause(e);
            throw failure;
        }
    }

    /** Returns the configured address with the port that is bound, which differs if the configured port is 0. */
    InetSocketAddress address() {
        return address;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Starts to accept connections. */
    void start() {
        thread.start();
    }

    @Override
    public long step() {
        if (isClosed) {
            return END;
        }
        try {
            selector.select();
            selector.selectedKeys().clear();
            SocketChannel accepted = isClosed ? null : channel.accept();
            if (accepted != null) {
                opener.open(accepted, source);
            }
            return 0;
        } catch (ClosedChannelException | ClosedSelectorException _) {
            return END;
        } catch (IOException | RuntimeException | Error e) {
            // Usually the limit of open files is reached.
            LOG.log(Level.WARNING, "cannot accept connections; retrying in 1 s: " + e.getMessage());
            return PAUSE_NANOS;
        }
    }

    /** Closes the socket, which ends the thread. */
    void close() {
        isClosed = true;
        thread.wake();
        try {
            channel.close();
            // The socket is closed when the selector removes its key.
            selector.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot close the listening socket: " + e.getMessage());
        }
    }
}
