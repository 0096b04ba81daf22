package net.beaconcontroller.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.io.tls.TlsTransport;

/**
 * The connection of a switch with TLS. All steps of the handshake run on the thread that reads and writes. Confined to
 * the thread of the loop.
 */
final class TlsConnection implements ByteChannel {
    private final TlsTransport transport;
    /** Whether a step of the handshake was completed, so that the next can begin. */
    private boolean canContinue;

    TlsConnection(SocketChannel socket, SSLContext context) throws IOException {
        // Without the address of the peer no session is resumed: different switches make full handshakes.
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        transport = new TlsTransport(
                TransportType.AUTO.open(socket), context, engine, TlsConnection::runNow, () -> canContinue = true);
    }

    private static Runnable runNow(Runnable step) {
        step.run();
        return () -> {};
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int count;
        do {
            canContinue = false;
            count = transport.read(target);
        } while (count == 0 && canContinue);
        return count;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int count = 0;
        do {
            canContinue = false;
            count += transport.write(source);
        } while (canContinue);
        return count;
    }

    /** Returns whether encrypted bytes wait until the socket accepts them. A write, also of no bytes, sends them. */
    boolean isBlocked() {
        return (interest() & SelectionKey.OP_WRITE) != 0;
    }

    /** Returns the operations of the socket to wait for. */
    int interest() {
        return transport.interest(true, 0);
    }

    /** Returns whether received bytes wait to be read, of which the selector does not know. */
    boolean hasInput() {
        return transport.hasInput();
    }

    /** Returns the version of the protocol and the cipher suite; empty before the handshake is complete. */
    Optional<String> protocol() {
        return Optional.ofNullable(transport.protocol());
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() throws IOException {
        transport.close();
    }
}
