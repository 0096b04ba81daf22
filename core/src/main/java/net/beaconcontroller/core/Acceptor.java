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

/** The listening socket, on the first loop. New connections go round robin to all. */
final class Acceptor implements Loop.Ready {
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

    /** The address that was asked for, with the port that was got. */
    InetSocketAddress address() throws IOException {
        int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        return new InetSocketAddress(controller.options().listen().getAddress(), port);
    }

    /** Begins to accept; on the first loop. */
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
            // As a rule the process has as many files open as it may: trying on at once would burn the loop.
            Loop loop = loops.getFirst();
            loop.log.log(Level.WARNING, "no connection can be accepted for a second: " + e.getMessage());
            key.interestOps(0);
            loop.after(PAUSE_NANOS, null, () -> key.interestOps(SelectionKey.OP_ACCEPT));
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
