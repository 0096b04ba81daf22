package net.beaconcontroller.bench.responder;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The null controller, the practical limit of an OpenFlow controller: answers each packet-in with a constant flow-mod
 * that outputs to port 2, without any lookup. Thread-safe.
 */
public final class Responder implements AutoCloseable {
    private static final int BACKLOG = 512;

    private final ServerSocketChannel server;
    private final InetSocketAddress address;
    private final List<ResponderLoop> loops = new ArrayList<>();

    private Responder(ServerSocketChannel server) throws IOException {
        this.server = server;
        this.address = (InetSocketAddress) server.getLocalAddress();
    }

    /**
     * Starts listening.
     *
     * @param listen the address; port 0 selects a free port
     * @param threads the number of event loops, at least 1
     * @throws IOException if the bind fails; the message has the address
     */
    public static Responder start(InetSocketAddress listen, int threads) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(listen, BACKLOG);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "cannot listen on %s:%d: %s".formatted(listen.getHostString(), listen.getPort(), e.getMessage()),
                    e);
        }
        var responder = new Responder(server);
        for (int i = 0; i < threads; i++) {
            responder.loops.add(new ResponderLoop());
        }
        responder.loops.getFirst().accept(server, responder.loops);
        Thread.Builder thread = Thread.ofPlatform().daemon().name("responder-", 0);
        responder.loops.forEach(thread::start);
        return responder;
    }

    /** Returns the bound address. */
    public InetSocketAddress address() {
        return address;
    }

    /** Closes all connections and stops the threads. */
    @Override
    public void close() throws IOException {
        server.close();
        loops.forEach(ResponderLoop::stop);
    }
}
