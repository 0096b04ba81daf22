package net.beaconcontroller.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The listening socket, registered with the first loop. Assigns new connections to the loops in turn (round robin). */
final class Acceptor implements Loop.ReadyHandler {
    private static final int BACKLOG = 1024;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final OpenFlowController controller;
    private final List<Loop> loops;
    private final ServerSocketChannel channel;
    private int next;

    Acceptor(OpenFlowController controller, List<Loop> loops) throws IOException {
        this.controller = controller;
        this.loops = loops;
        this.channel = ServerSocketChannel.open();
        InetSocketAddress address = controller.options().listen();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new IOException(
                    "cannot listen on %s:%d: %s".formatted(address.getHostString(), address.getPort(), e.getMessage()),
                    e);
        }
    }

    /** Returns the configured address with the port that is bound, which differs if the configured port is 0. */
    InetSocketAddress address() throws IOException {
        int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        return new InetSocketAddress(controller.options().listen().getAddress(), port);
    }

    /** Starts to accept connections. */
    void start() throws IOException {
        loops.getFirst().register(channel, SelectionKey.OP_ACCEPT, this);
    }

    @Override
    public void ready(SelectionKey key) {
        try {
            for (SocketChannel accepted = channel.accept(); accepted != null; accepted = channel.accept()) {
                SocketChannel connection = accepted;
                Loop loop = loops.get(next);
                next = (next + 1) % loops.size();
                loop.execute(() -> loop.open(connection, controller));
            }
        } catch (IOException e) {
            // Usually the limit of open files is reached. The socket remains ready then, so the loop would spin.
            Loop loop = loops.getFirst();
            loop.log.log(Level.WARNING, "cannot accept connections; retrying in 1 s: " + e.getMessage());
            key.interestOps(0);
            loop.schedule(PAUSE_NANOS, null, () -> key.interestOps(SelectionKey.OP_ACCEPT));
        }
    }

    @Override
    public void failed(Throwable cause) {
        loops.getFirst().log.log(Level.ERROR, "accepting connections failed", cause);
    }

    void close() throws IOException {
        channel.close();
    }
}
