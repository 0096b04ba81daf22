package net.beaconcontroller.io.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import net.beaconcontroller.io.ByteTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TlsTransportTest {
    /** A key manager that needs long to choose a key, which is part of a step of the handshake. */
    private static final class SlowKeyManager extends X509ExtendedKeyManager {
        private final CountDownLatch isCalled = new CountDownLatch(1);
        private final CountDownLatch mayReturn = new CountDownLatch(1);

        @Override
        public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
            isCalled.countDown();
            try {
                mayReturn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return "none";
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[0];
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            throw new UnsupportedOperationException();
        }
    }

    /** A connection on which the first message of a client has arrived. */
    private static final class Connection implements ByteTransport {
        private ByteBuffer input;
        private boolean isEnded;
        private boolean isClosed;

        Connection(ByteBuffer input) {
            this.input = input;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            if (isEnded && !input.hasRemaining()) {
                return END_OF_STREAM;
            }
            int count = Math.min(length, input.remaining());
            input.get(bytes, offset, count);
            return count;
        }

        @Override
        public int write(byte[] bytes, int offset, int length) {
            return length;
        }

        @Override
        public int interest(boolean isReading, int unwritten) {
            return SelectionKey.OP_READ;
        }

        @Override
        public boolean hasInput() {
            return input.hasRemaining();
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    private static ByteBuffer clientHello() throws Exception {
        SSLEngine client = SSLContext.getDefault().createSSLEngine();
        client.setUseClientMode(true);
        ByteBuffer message = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        client.wrap(ByteBuffer.allocate(0), message);
        return message.flip();
    }

    /** Returns a server whose steps are added to a list. */
    private static TlsTransport server(Connection socket, List<Runnable> steps) throws Exception {
        SSLContext context = SSLContext.getDefault();
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        return new TlsTransport(
                socket,
                context,
                engine,
                step -> {
                    steps.add(step);
                    return () -> {};
                },
                () -> {});
    }

    private static int read(TlsTransport transport) throws IOException {
        return transport.read(new byte[RecordBuffers.SIZE], 0, RecordBuffers.SIZE);
    }

    @Test
    void theEndOfAConnectionIsNoticedWhileItsStepWaits() throws Exception {
        var socket = new Connection(clientHello());
        var steps = new ArrayList<Runnable>();
        TlsTransport transport = server(socket, steps);
        assertThat(read(transport)).isZero();
        assertThat(steps).hasSize(1);
        assertThat(transport.interest(true, 0)).isEqualTo(SelectionKey.OP_READ);
        assertThat(read(transport)).isZero();
        socket.isEnded = true;
        assertThat(read(transport)).isEqualTo(ByteTransport.END_OF_STREAM);
    }

    @Test
    void ofInputThatArrivesWhileAStepWaitsOneByteIsRead() throws Exception {
        var socket = new Connection(clientHello());
        var steps = new ArrayList<Runnable>();
        TlsTransport transport = server(socket, steps);
        assertThat(read(transport)).isZero();
        // An alert: the client closes the connection.
        socket.input = ByteBuffer.wrap(new byte[] {21, 3, 3, 0, 2, 1, 0});
        assertThat(read(transport)).isZero();
        assertThat(transport.interest(true, 0)).isZero();
        assertThat(read(transport)).isZero();
        assertThat(socket.input.remaining()).isEqualTo(6);
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aConnectionIsClosedWithoutWaitingForItsRunningStep() throws Exception {
        var keys = new SlowKeyManager();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {keys}, null, null);
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        var socket = new Connection(clientHello());
        var hasResumed = new CountDownLatch(1);
        var transport = new TlsTransport(
                socket,
                context,
                engine,
                step -> {
                    Thread.ofPlatform().daemon().start(step);
                    return () -> {};
                },
                hasResumed::countDown);
        transport.read(new byte[RecordBuffers.SIZE], 0, RecordBuffers.SIZE);
        assertThat(keys.isCalled.await(10, TimeUnit.SECONDS)).isTrue();
        transport.close();
        assertThat(socket.isClosed).isTrue();
        keys.mayReturn.countDown();
        assertThat(hasResumed.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
