package net.beaconcontroller.simulator.sockets;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import net.beaconcontroller.simulator.schedule.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Opens sockets that connect the actors of one world. They have no blocking mode. What is written arrives in order,
 * after a delay that differs from piece to piece, and sometimes in more pieces than it was written in.
 */
public final class SimulatedSockets extends SelectorProvider {
    private static final int FIRST_PORT = 49_152;
    private static final int MIN_DELAY_NANOS = 20_000;
    private static final int MAX_DELAY_NANOS = 300_000;
    /** One delay of this many is a long one. */
    private static final int LONG_DELAYS = 100;

    private static final int MAX_LONG_DELAY_NANOS = (int) TimeUnit.MILLISECONDS.toNanos(20);
    /** Both buffers of the kernel, of the sender and the receiver. */
    private static final int[] CAPACITIES = {4_096, 65_536, 1 << 20};

    private final Scheduler scheduler;
    private final Tap tap;
    private final RandomGenerator random;
    private final Map<Integer, SimulatedServerChannel> listening = new TreeMap<>();
    private final List<SimulatedChannel> connected = new ArrayList<>();
    private int nextPort = FIRST_PORT;

    /** Creates sockets for one world, what arrives at which a tap sees. */
    public SimulatedSockets(Scheduler scheduler, Tap tap) {
        this.scheduler = scheduler;
        this.tap = tap;
        this.random = scheduler.random("network of the sockets");
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Tap tap() {
        return tap;
    }

    /** Returns how many bytes a connection accepts that its reader has not read. */
    int capacity() {
        return CAPACITIES[random.nextInt(CAPACITIES.length)];
    }

    /** Returns how long a piece of a stream is on its way. */
    long delay() {
        return random.nextInt(LONG_DELAYS) == 0
                ? random.nextInt(MAX_DELAY_NANOS, MAX_LONG_DELAY_NANOS)
                : random.nextInt(MIN_DELAY_NANOS, MAX_DELAY_NANOS);
    }

    /** Returns how many of these bytes arrive together. */
    int piece(int length) {
        return random.nextInt(8) == 0 ? random.nextInt(1, length + 1) : length;
    }

    int freePort() {
        return nextPort++;
    }

    void listen(SimulatedServerChannel server, int port) throws BindException {
        if (listening.putIfAbsent(port, server) != null) {
            throw new BindException("Address already in use");
        }
    }

    void close(SimulatedServerChannel server, int port) {
        listening.remove(port, server);
    }

    /** Connects a channel, which learns of it later. */
    void connect(SimulatedChannel client, InetSocketAddress remote) {
        scheduler.at(scheduler.nowNanos() + delay(), () -> {
            SimulatedServerChannel server = listening.get(remote.getPort());
            if (!client.isOpen()) {
                return;
            }
            if (server == null) {
                client.refused(new ConnectException("Connection refused"));
                return;
            }
            SimulatedChannel peer = client.connected(server);
            connected.add(client);
            connected.add(peer);
            server.arrived(peer);
        });
    }

    void closed(SimulatedChannel channel) {
        connected.remove(channel);
    }

    /** Returns the ends of connections that are open, in the order in which they connected. */
    public List<SimulatedChannel> connected() {
        return List.copyOf(connected);
    }

    @Override
    public AbstractSelector openSelector() {
        return new SimulatedSelector(this);
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() {
        return new SimulatedServerChannel(this);
    }

    @Override
    public SocketChannel openSocketChannel() {
        return new SimulatedChannel(this);
    }

    @Override
    public DatagramChannel openDatagramChannel() {
        throw new UnsupportedOperationException("a simulated world has TCP alone");
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) {
        throw new UnsupportedOperationException("a simulated world has TCP alone");
    }

    @Override
    public Pipe openPipe() throws IOException {
        throw new UnsupportedOperationException("a simulated world has TCP alone");
    }

    static <T> T require(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("not connected");
        }
        return value;
    }
}
