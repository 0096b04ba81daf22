package net.beaconcontroller.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both transports over a connection through the loopback interface. */
class ByteTransportTest {
    /** Runs a test with each transport that is available. */
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @EnumSource(names = {"NIO", "NATIVE"})
    @interface EachTransport {}

    /** A transport, and the blocking socket at the other end. */
    private static final class Pair implements AutoCloseable {
        final SocketChannel channel;
        final ByteTransport transport;
        final Socket peer;

        Pair(TransportType type) throws IOException {
            assumeThat(type == TransportType.NIO || TransportType.whyNotNative().isEmpty())
                    .isTrue();
            try (var server = ServerSocketChannel.open()) {
                server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                peer = new Socket();
                peer.connect(server.getLocalAddress());
                channel = server.accept();
            }
            channel.configureBlocking(false);
            transport = type.open(channel);
        }

        /** Waits until bytes or the end of the stream have arrived, and reads them. */
        int readWhenReady(byte[] bytes, int offset, int length) {
            return soon().until(() -> transport.read(bytes, offset, length), count -> count != 0);
        }

        /** Closes the peer so that it sends a reset instead of the end of the stream. */
        void reset() throws IOException {
            peer.setSoLinger(true, 0);
            peer.close();
        }

        @Override
        public void close() throws IOException {
            transport.close();
            peer.close();
        }
    }

    private static ConditionFactory soon() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    @EachTransport
    void readReturnsZeroIfNothingHasArrived(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            assertThat(pair.transport.read(new byte[10], 0, 10)).isZero();
        }
    }

    @EachTransport
    void readFillsOnlyTheGivenRange(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            pair.peer.getOutputStream().write(new byte[] {1, 2, 3, 4, 5});
            byte[] bytes = new byte[10];
            assertThat(pair.readWhenReady(bytes, 4, 3)).isEqualTo(3);
            assertThat(bytes).containsExactly(0, 0, 0, 0, 1, 2, 3, 0, 0, 0);
            assertThat(pair.readWhenReady(bytes, 0, 10)).isEqualTo(2);
            assertThat(bytes).containsExactly(4, 5, 0, 0, 1, 2, 3, 0, 0, 0);
        }
    }

    @EachTransport
    void writeSendsOnlyTheGivenRange(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            assertThat(pair.transport.write(new byte[] {1, 2, 3, 4, 5}, 1, 3)).isEqualTo(3);
            assertThat(pair.peer.getInputStream().readNBytes(3)).containsExactly(2, 3, 4);
        }
    }

    @EachTransport
    void nothingIsReadOrWrittenIfTheLengthIsZero(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            pair.peer.getOutputStream().write(1);
            byte[] bytes = new byte[1];
            assertThat(pair.readWhenReady(bytes, 0, 1)).isEqualTo(1);
            assertThat(pair.transport.read(bytes, 1, 0)).isZero();
            assertThat(pair.transport.write(bytes, 1, 0)).isZero();
        }
    }

    @EachTransport
    void rejectsARangeOutsideTheArray(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            byte[] bytes = new byte[10];
            for (int[] range : new int[][] {{-1, 5}, {6, 5}, {0, 11}}) {
                assertThatExceptionOfType(RuntimeException.class)
                        .isThrownBy(() -> pair.transport.read(bytes, range[0], range[1]));
                assertThatExceptionOfType(RuntimeException.class)
                        .isThrownBy(() -> pair.transport.write(bytes, range[0], range[1]));
            }
        }
    }

    @EachTransport
    void readReturnsTheEndOfTheStreamAfterAllBytes(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            pair.peer.getOutputStream().write(7);
            pair.peer.shutdownOutput();
            byte[] bytes = new byte[10];
            assertThat(pair.readWhenReady(bytes, 0, 10)).isEqualTo(1);
            assertThat(pair.readWhenReady(bytes, 0, 10)).isEqualTo(ByteTransport.END_OF_STREAM);
            // The other direction is still open.
            assertThat(pair.transport.write(bytes, 0, 1)).isEqualTo(1);
            assertThat(pair.peer.getInputStream().read()).isEqualTo(7);
        }
    }

    @EachTransport
    void writeStopsWhenThePeerDoesNotReadAndNothingIsLost(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            // Larger than the socket's buffers and than one call transfers.
            byte[] bytes = random(20_000_000);
            int written = pair.transport.write(bytes, 0, bytes.length);
            assertThat(written).isStrictlyBetween(0, bytes.length);
            assertThat(pair.transport.write(bytes, written, bytes.length - written))
                    .isZero();
            var received = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return pair.peer.getInputStream().readNBytes(bytes.length);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    Thread.ofPlatform()::start);
            while (written < bytes.length) {
                int next = written;
                written +=
                        soon().until(() -> pair.transport.write(bytes, next, bytes.length - next), count -> count > 0);
            }
            assertThat(Arrays.equals(received.get(), bytes)).isTrue();
        }
    }

    @EachTransport
    void readReturnsAllBytesOfALongStreamInOrder(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            byte[] sent = random(5_000_000);
            var sending = CompletableFuture.runAsync(
                    () -> {
                        try {
                            pair.peer.getOutputStream().write(sent);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    Thread.ofPlatform()::start);
            byte[] received = new byte[sent.length];
            int length = 0;
            while (length < sent.length) {
                length += pair.readWhenReady(received, length, received.length - length);
            }
            sending.get();
            assertThat(Arrays.equals(received, sent)).isTrue();
        }
    }

    @EachTransport
    void readReportsAReset(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            pair.reset();
            assertThatIOException()
                    .isThrownBy(() -> soon().until(() -> pair.transport.read(new byte[1], 0, 1) != 0))
                    .withMessageContaining("Connection reset");
        }
    }

    @EachTransport
    void writeReportsAReset(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            pair.reset();
            assertThatIOException()
                    .isThrownBy(() -> soon().until(() -> pair.transport.write(new byte[1], 0, 1) != 1))
                    .withMessageMatching("Connection reset by peer|Broken pipe");
        }
    }

    /** The signal SIGPIPE would end the JVM. */
    @EachTransport
    void writeReportsABrokenPipe(TransportType type) throws Exception {
        try (var pair = new Pair(type)) {
            pair.channel.shutdownOutput();
            assertThatIOException()
                    .isThrownBy(() -> pair.transport.write(new byte[1], 0, 1))
                    .satisfies(
                            e -> assertThat(e instanceof ClosedChannelException || "Broken pipe".equals(e.getMessage()))
                                    .as(e.toString())
                                    .isTrue());
        }
    }

    @EachTransport
    void aClosedTransportRejectsCallsEvenIfItsDescriptorIsInUseAgain(TransportType type) throws Exception {
        var closed = new Pair(type);
        closed.close();
        closed.transport.close();
        // The system assigns the lowest free number, which is that of the closed connection or of its peer.
        try (var other = new Pair(type);
                var another = new Pair(type)) {
            another.peer.getOutputStream().write(1);
            assertThatExceptionOfType(ClosedChannelException.class)
                    .isThrownBy(() -> closed.transport.read(new byte[1], 0, 1));
            assertThatExceptionOfType(ClosedChannelException.class)
                    .isThrownBy(() -> closed.transport.write(new byte[1], 0, 1));
            assertThat(other.transport.read(new byte[1], 0, 1)).isZero();
            assertThat(another.readWhenReady(new byte[1], 0, 1)).isEqualTo(1);
        }
    }

    @EachTransport
    @Tag("measuring")
    void repeatedCallsAllocateNothing(TransportType type) throws Exception {
        try (var pair = new Pair(type);
                InputStream in = pair.peer.getInputStream()) {
            var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            byte[] bytes = new byte[64];
            int rounds = 10_000;
            // The first rounds allocate until the JIT compiler has compiled the code.
            soon().untilAsserted(() -> {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < rounds; i++) {
                    pair.transport.write(bytes, 3, 1);
                    pair.transport.read(bytes, 5, 32);
                }
                long allocated = threads.getCurrentThreadAllocatedBytes() - before;
                in.skipNBytes(rounds);
                assertThat((double) allocated / rounds).isLessThan(1);
            });
        }
    }

    @Test
    void theNativeTransportIsAvailableOnLinuxWithTheOptionsOfTheTests() {
        assumeThat(OS.LINUX.isCurrentOs()).isTrue();
        assumeThat(System.getProperty("os.arch")).isIn("amd64", "aarch64");
        assertThat(TransportType.whyNotNative()).isEmpty();
        assertThat(TransportType.AUTO.resolved()).isEqualTo(TransportType.NATIVE);
    }
}
