package net.beaconcontroller.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import net.beaconcontroller.labkit.OvsLab;

/** A process that begins 800 handshakes of TLS per second from one address, and leaves them open for a second. */
final class HandshakeFlood implements AutoCloseable {
    private static final int PER_SECOND = 800;
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;

    private final ByteBuffer clientHello;
    private final CompletableFuture<Void> end;
    private volatile boolean isOver;
    private final AtomicInteger begun = new AtomicInteger();

    private HandshakeFlood(OvsLab lab, int port) throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(true);
        clientHello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), clientHello);
        clientHello.flip();
        end = lab.runInside(() -> run(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    }

    /** Starts handshakes with a controller at a port inside a lab. */
    static HandshakeFlood start(OvsLab lab, int port) throws Exception {
        return new HandshakeFlood(lab, port);
    }

    int begun() {
        return begun.get();
    }

    private void run(InetSocketAddress controller) throws IOException {
        var open = new ArrayDeque<SocketChannel>();
        long next = System.nanoTime();
        while (!isOver) {
            if (open.size() == PER_SECOND) {
                open.remove().close();
            }
            open.add(begin(controller));
            begun.incrementAndGet();
            next = Math.max(next + INTERVAL_NANOS, System.nanoTime());
            LockSupport.parkNanos(next - System.nanoTime());
        }
        for (SocketChannel connection : open) {
            connection.close();
        }
    }

    private SocketChannel begin(InetSocketAddress controller) throws IOException {
        var connection = SocketChannel.open();
        // Closed by a reset, so that its port is free at once.
        connection.setOption(StandardSocketOptions.SO_LINGER, 0);
        connection.bind(new InetSocketAddress("127.0.0.2", 0)).connect(controller);
        connection.write(clientHello.duplicate());
        return connection;
    }

    @Override
    public void close() {
        isOver = true;
        end.join();
    }
}
