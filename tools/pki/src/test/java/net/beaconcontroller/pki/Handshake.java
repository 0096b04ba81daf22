package net.beaconcontroller.pki;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A TLS handshake between two engines in memory, and the exception of each end if it fails. */
record Handshake(@Nullable SSLException client, @Nullable SSLException server) {
    private static final int BUFFER_SIZE = 1 << 16;

    /** Runs a handshake until neither end has anything left to send. */
    static Handshake between(SSLEngine client, SSLEngine server) throws SSLException {
        client.setUseClientMode(true);
        server.setUseClientMode(false);
        var clientEnd = new End(client);
        var serverEnd = new End(server);
        client.beginHandshake();
        server.beginHandshake();
        boolean clientSent;
        boolean serverSent;
        do {
            clientSent = clientEnd.sendTo(serverEnd);
            serverSent = serverEnd.sendTo(clientEnd);
        } while (clientSent || serverSent);
        return new Handshake(clientEnd.failure, serverEnd.failure);
    }

    private static final class End {
        private final SSLEngine engine;
        private final ByteBuffer plain = ByteBuffer.allocate(BUFFER_SIZE);
        private final ByteBuffer received = ByteBuffer.allocate(BUFFER_SIZE);
        private @Nullable SSLException failure;

        End(SSLEngine engine) {
            this.engine = engine;
        }

        /** Sends the messages of this end, and the alert after a failure. Returns whether there were any. */
        boolean sendTo(End other) {
            ByteBuffer sent = ByteBuffer.allocate(BUFFER_SIZE);
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                try {
                    engine.wrap(ByteBuffer.allocate(0), sent);
                    runTasks();
                } catch (SSLException e) {
                    fail(e);
                }
            }
            other.receive(sent.flip());
            return sent.limit() > 0;
        }

        private void receive(ByteBuffer bytes) {
            received.put(bytes).flip();
            try {
                SSLEngineResult result;
                do {
                    result = engine.unwrap(received, plain.clear());
                } while (runTasks() || result.bytesConsumed() > 0);
            } catch (SSLException e) {
                fail(e);
            }
            received.compact();
        }

        private boolean runTasks() {
            boolean any = false;
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
                any = true;
            }
            return any;
        }

        private void fail(SSLException e) {
            if (failure == null) {
                failure = e;
            }
        }
    }
}
