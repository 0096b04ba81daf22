package net.beaconcontroller.simulator.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A listening socket. */
final class SimulatedServerChannel extends ServerSocketChannel implements Pollable {
    private final SimulatedSockets sockets;
    private final Signal signal = new Signal();
    private final ArrayDeque<SimulatedChannel> pending = new ArrayDeque<>();
    private @Nullable InetSocketAddress address;

    SimulatedServerChannel(SimulatedSockets sockets) {
        super(sockets);
        this.sockets = sockets;
    }

    @Override
    public Signal signal() {
        return signal;
    }

    @Override
    public int readyOperations() {
        return pending.isEmpty() ? 0 : SelectionKey.OP_ACCEPT;
    }

    void arrived(SimulatedChannel connection) {
        pending.add(connection);
        signal.run();
    }

    InetSocketAddress address() {
        return SimulatedSockets.require(address);
    }

    @Override
    public ServerSocketChannel bind(@Nullable SocketAddress wanted, int backlog) throws IOException {
        InetSocketAddress asked = SimulatedSockets.require((InetSocketAddress) wanted);
        int port = asked.getPort() == 0 ? sockets.freePort() : asked.getPort();
        sockets.listen(this, port);
        address = new InetSocketAddress(asked.getAddress(), port);
        return this;
    }

    @Override
    public @Nullable SocketChannel accept() throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        return pending.poll();
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        if (address != null) {
            sockets.close(this, address.getPort());
        }
        for (SimulatedChannel connection : pending) {
            connection.close();
        }
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        // Only the selectors of simulated worlds wait.
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) {
        return this;
    }

    @Override
    public <T> @Nullable T getOption(SocketOption<T> name) {
        return null;
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of(StandardSocketOptions.SO_REUSEADDR);
    }

    @Override
    public ServerSocket socket() {
        throw new UnsupportedOperationException("a simulated world has channels alone");
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        return address;
    }
}
