package net.beaconcontroller.bench.responder;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The practical limit of an OpenFlow controller: answers each packet-in with the same flow-mod, which sends to port 2, and looks
 * nothing up; in OpenFlow 1.0 and 1.3. What a controller costs more than this, it costs for what it does. Safe for use by
 * several threads.
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
     * Begins to listen and to answer.
     *
     * @param listen where switches connect; port 0 for a free one
     * @param threads that the switches are spread over, at least 1
     * @throws IOException if the address cannot be listened on; the message names it
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
        for (int i = 0; i < threads; i++) {
            var thread = new Thread(responder.loops.get(i), "responder-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        return responder;
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return address;
    }

    /** Closes all connections and ends the threads. */
    @Override
    public void close() throws IOException {
        server.close();
        loops.forEach(ResponderLoop::stop);
    }
}
