package net.beaconcontroller.simulator.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.util.SplittableRandom;
import net.beaconcontroller.simulator.schedule.Scheduler;
import net.beaconcontroller.simulator.schedule.SimulatedThreads;
import org.junit.jupiter.api.Test;

class SimulatedSocketsTest {
    private final Scheduler scheduler = new Scheduler(1);
    private final SimulatedSockets sockets = new SimulatedSockets(scheduler, Tap.NONE);

    /** A test on the threads of a world. */
    private interface Body {
        void run() throws IOException;
    }

    private void play(Body body) {
        scheduler.run("test", () -> {
            try {
                body.run();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(scheduler.failures()).isEmpty();
    }

    /** Waits until a channel is ready for an operation. */
    private void await(AbstractSelectableChannel channel, int operation) throws IOException {
        try (var selector = sockets.openSelector()) {
            channel.configureBlocking(false);
            var _ = channel.register(selector, operation);
            assertThat(selector.select()).isPositive();
        }
    }

    private ServerSocketChannel listen() throws IOException {
        return sockets.openServerSocketChannel().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    }

    private SocketChannel connect(ServerSocketChannel server) throws IOException {
        SocketChannel client = sockets.openSocketChannel();
        assertThat(client.connect(server.getLocalAddress())).isFalse();
        await(client, SelectionKey.OP_CONNECT);
        assertThat(client.finishConnect()).isTrue();
        return client;
    }

    private SocketChannel accept(ServerSocketChannel server) throws IOException {
        await(server, SelectionKey.OP_ACCEPT);
        return server.accept();
    }

    private void writeAndClose(SocketChannel channel, byte[] bytes) {
        try {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                await(channel, SelectionKey.OP_WRITE);
                channel.write(left);
            }
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void bytesArriveInOrderAndThenTheEnd() {
        play(() -> {
            byte[] sent = new byte[3_000_000];
            new SplittableRandom(1).nextBytes(sent);
            var received = new ByteArrayOutputStream();
            try (var server = listen()) {
                SocketChannel client = connect(server);
                SocketChannel peer = accept(server);
                new SimulatedThreads(scheduler)
                        .newBlockingThread("writer", () -> writeAndClose(client, sent))
                        .start();
                ByteBuffer input = ByteBuffer.allocate(10_000);
                for (int count = 0; count >= 0; count = peer.read(input.clear())) {
                    received.write(input.array(), 0, count);
                    await(peer, SelectionKey.OP_READ);
                }
                peer.close();
            }
            assertThat(received.toByteArray()).isEqualTo(sent);
            assertThat(sockets.connected()).isEmpty();
        });
    }

    @Test
    void bothEndsOfAConnectionThatIsResetGetAnError() {
        play(() -> {
            try (var server = listen();
                    var client = connect(server);
                    var peer = accept(server)) {
                sockets.connected().getFirst().reset();
                for (SocketChannel end : new SocketChannel[] {client, peer}) {
                    await(end, SelectionKey.OP_READ);
                    assertThatThrownBy(() -> end.read(ByteBuffer.allocate(10)))
                            .isInstanceOf(IOException.class)
                            .hasMessage("Connection reset");
                }
            }
        });
    }

    @Test
    void nobodyListensAtAClosedSocket() {
        play(() -> {
            ServerSocketChannel server = listen();
            var address = server.getLocalAddress();
            server.close();
            try (SocketChannel client = sockets.openSocketChannel()) {
                client.connect(address);
                await(client, SelectionKey.OP_CONNECT);
                assertThatThrownBy(client::finishConnect).isInstanceOf(ConnectException.class);
            }
        });
    }
}
