package net.beaconcontroller.bench.responder;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * The null controller, the practical limit of an OpenFlow controller: answers each packet-in with a constant flow-mod
 * that outputs to port 2, without any lookup. Thread-safe.
 */
public final class Responder implements AutoCloseable {
    private static final Logger log = System.getLogger(Responder.class.getName());

    private static final int BACKLOG = 512;

    /** An event loop, and what its connections share. */
    record Worker(SelectLoop loop, Map<Version, FlowModBatch> flowMods) {
        /** Returns the output batch of a version. */
        FlowModBatch flowMods(Version version) {
            return flowMods.computeIfAbsent(version, FlowModBatch::new);
        }
    }

    private final ServerSocketChannel server;
    private final InetSocketAddress address;
    private final List<Worker> workers = new ArrayList<>();

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
        server.configureBlocking(false);
        var responder = new Responder(server);
        for (int i = 0; i < threads; i++) {
            SelectLoop loop = SelectLoop.startDirect("responder-" + i, SelectLoop.Timing.COARSE);
            responder.workers.add(new Worker(loop, new EnumMap<>(Version.class)));
        }
        SelectLoop first = responder.workers.getFirst().loop;
        first.call(() -> first.register(server, SelectionKey.OP_ACCEPT, responder.new Acceptor()));
        return responder;
    }

    /** Assigns connections to the workers in round-robin order. */
    private final class Acceptor implements SelectLoop.Ready {
        private int next;

        @Override
        public void ready(SelectionKey key) throws IOException {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                Worker chosen = workers.get(next++ % workers.size());
                SocketChannel accepted = channel;
                chosen.loop.execute(() -> SwitchConnection.open(accepted, chosen));
            }
        }

        @Override
        public void failed(Throwable cause) {
            log.log(Level.DEBUG, "cannot accept a connection", cause);
        }
    }

    /** Returns the bound address. */
    public InetSocketAddress address() {
        return address;
    }

    /** Closes all connections and stops the threads. */
    @Override
    public void close() throws IOException {
        server.close();
        workers.forEach(worker -> worker.loop.close());
    }
}
