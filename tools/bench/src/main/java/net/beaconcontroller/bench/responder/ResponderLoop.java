package net.beaconcontroller.bench.responder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.openflow.Version;

/** An event loop of the null controller, with its connections. */
final class ResponderLoop implements Runnable {
    private static final int INPUT_LENGTH = 1 << 17;

    private final Selector selector;
    private final Queue<SocketChannel> arrivals = new ConcurrentLinkedQueue<>();
    private final ByteBuffer input = ByteBuffer.allocateDirect(INPUT_LENGTH);
    private final Map<Version, FlowModBatch> flowMods = new EnumMap<>(Version.class);
    private volatile boolean stopping;

    ResponderLoop() throws IOException {
        selector = Selector.open();
    }

    /**
     * Makes this loop the acceptor, which assigns connections to the loops in round-robin order. Call before the start.
     */
    void accept(ServerSocketChannel server, List<ResponderLoop> loops) throws IOException {
        server.configureBlocking(false);
        var next = new AtomicInteger();
        Runnable acceptor = () -> {
            try {
                for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                    loops.get(next.getAndIncrement() % loops.size()).take(channel);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        server.register(selector, SelectionKey.OP_ACCEPT, acceptor);
    }

    private void take(SocketChannel channel) {
        arrivals.add(channel);
        selector.wakeup();
    }

    /** Stops the loop. May be called by any thread. */
    void stop() {
        stopping = true;
        selector.wakeup();
    }

    @Override
    public void run() {
        try (selector) {
            while (!stopping) {
                selector.select(key -> ((Runnable) key.attachment()).run());
                for (SocketChannel channel = arrivals.poll(); channel != null; channel = arrivals.poll()) {
                    SwitchConnection.open(channel, this, selector);
                }
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the input buffer, shared by all connections of the loop. */
    ByteBuffer input() {
        return input;
    }

    /** Returns the output batch of a version, shared by all connections of the loop. */
    FlowModBatch flowMods(Version version) {
        return flowMods.computeIfAbsent(version, FlowModBatch::new);
    }
}
