package net.beaconcontroller.simulator.sockets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An end of a connection. */
public final class SimulatedChannel extends SocketChannel implements Pollable {
    private final SimulatedSockets sockets;
    private final Signal signal = new Signal();
    private @Nullable InetSocketAddress local;
    private @Nullable InetSocketAddress remote;
    private @Nullable Stream input;
    private @Nullable Stream output;
    private @Nullable IOException refusal;
    private boolean isPending;
    private boolean isFinished;

    SimulatedChannel(SimulatedSockets sockets) {
        super(sockets);
        this.sockets = sockets;
    }

    @Override
    public Signal signal() {
        return signal;
    }

    @Override
    public int readyOperations() {
        int ready = 0;
        if (isPending && (input != null || refusal != null)) {
            ready |= SelectionKey.OP_CONNECT;
        }
        if (isFinished && input != null && input.isReadable()) {
            ready |= SelectionKey.OP_READ;
        }
        if (isFinished && output != null && output.isWritable()) {
            ready |= SelectionKey.OP_WRITE;
        }
        return ready;
    }

    /** Returns the address of the other end, and that of this one. */
    public String name() {
        return "%s to %s".formatted(local, remote);
    }

    void refused(IOException cause) {
        refusal = cause;
        signal.run();
    }

    /** Makes the other end, and connects this one with it. */
    SimulatedChannel connected(SimulatedServerChannel server) {
        var other = new SimulatedChannel(sockets);
        InetSocketAddress own = SimulatedSockets.require(local);
        var there = new Stream(sockets, own, server.address(), () -> changed(other));
        var back = new Stream(sockets, server.address(), own, () -> changed(other));
        input = back;
        output = there;
        other.input = there;
        other.output = back;
        other.isFinished = true;
        other.local = server.address();
        other.remote = local;
        signal.run();
        return other;
    }

    private void changed(SimulatedChannel other) {
        signal.run();
        other.signal.run();
    }

    /** Ends the connection as a RST does: both ends get an error, and lose what is on the way. */
    public void reset() {
        if (input != null && output != null) {
            input.reset();
            output.reset();
        }
    }

    @Override
    public boolean connect(SocketAddress address) throws IOException {
        requireOpen();
        local = new InetSocketAddress(InetAddress.getLoopbackAddress(), sockets.freePort());
        remote = (InetSocketAddress) address;
        isPending = true;
        sockets.connect(this, remote);
        return false;
    }

    @Override
    public boolean finishConnect() throws IOException {
        requireOpen();
        IOException cause = refusal;
        if (cause != null) {
            close();
            throw cause;
        }
        if (input != null) {
            isPending = false;
            isFinished = true;
        }
        return isFinished;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        requireOpen();
        return require(input).read(to);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        requireOpen();
        return require(output).write(from);
    }

    private static Stream require(@Nullable Stream stream) {
        if (stream == null) {
            throw new NotYetConnectedException();
        }
        return stream;
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) {
        throw new UnsupportedOperationException("scattering reads");
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw new UnsupportedOperationException("gathering writes");
    }

    @Override
    protected void implCloseSelectableChannel() {
        if (output != null) {
            output.end();
        }
        if (input != null) {
            input.stop();
        }
        sockets.closed(this);
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        // Only the selectors of simulated worlds wait.
    }

    @Override
    public SocketChannel bind(@Nullable SocketAddress address) {
        throw new UnsupportedOperationException("binding a client");
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
        return this;
    }

    @Override
    public <T> @Nullable T getOption(SocketOption<T> name) {
        return null;
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of(StandardSocketOptions.TCP_NODELAY);
    }

    @Override
    public SocketChannel shutdownInput() {
        throw new UnsupportedOperationException("half-closed connections");
    }

    @Override
    public SocketChannel shutdownOutput() {
        throw new UnsupportedOperationException("half-closed connections");
    }

    @Override
    public Socket socket() {
        throw new UnsupportedOperationException("a simulated world has channels alone");
    }

    @Override
    public boolean isConnected() {
        return isFinished;
    }

    @Override
    public boolean isConnectionPending() {
        return isPending;
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() {
        return remote;
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        return local;
    }
}
