package net.beaconcontroller.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The listening socket, and a thread that accepts connections. Assigns them to the loops in turn (round robin), except
 * to loops that a listener blocks.
 */
final class Acceptor {
    private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());
    private static final int BACKLOG = 1024;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A loop that has been handling one event for so long gets no new connections. */
    static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final OpenFlowController controller;
    private final List<Loop> loops;
    private final ServerSocketChannel channel;
    private final Thread thread = new Thread(this::run, "beacon-acceptor");
    private int next;

    Acceptor(OpenFlowController controller, List<Loop> loops) throws IOException {
        this.controller = controller;
        this.loops = loops;
        this.channel = ServerSocketChannel.open();
        InetSocketAddress address = controller.options().listen();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new IOException(
                    "cannot listen on %s:%d: %s".formatted(address.getHostString(), address.getPort(), e.getMessage()),
                    e);
        }
        thread.setDaemon(true);
    }

    /** Returns the configured address with the port that is bound, which differs if the configured port is 0. */
    InetSocketAddress address() throws IOException {
        int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        return new InetSocketAddress(controller.options().listen().getAddress(), port);
    }

    /** Starts to accept connections. */
    void start() {
        thread.start();
    }

    private void run() {
        while (channel.isOpen()) {
            try {
                accept(channel.accept());
            } catch (ClosedChannelException _) {
                return;
            } catch (IOException | RuntimeException | Error e) {
                // Usually the limit of open files is reached.
                LOG.log(Level.WARNING, "cannot accept connections; retrying in 1 s: " + e.getMessage());
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void accept(SocketChannel connection) throws IOException {
        if (!controller.connectionLimits().tryOpen()) {
            connection.close();
            return;
        }
        Loop loop = nextLoop();
        if (!loop.execute(() -> loop.open(connection, controller))) {
            controller.connectionLimits().closed();
            connection.close();
        }
    }

    private Loop nextLoop() {
        for (int i = 0; i < loops.size(); i++) {
            next = (next + 1) % loops.size();
            if (loops.get(next).currentBusyNanos() < BLOCKED_NANOS) {
                break;
            }
        }
        return loops.get(next);
    }

    /** Closes the socket, which ends the thread. */
    void close() throws IOException {
        channel.close();
    }
}
