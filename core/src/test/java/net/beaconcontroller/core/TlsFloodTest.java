package net.beaconcontroller.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.core.options.ControllerOptions.Channels;
import net.beaconcontroller.core.options.ControllerOptions.Tls;
import net.beaconcontroller.io.tls.TlsEndpoint.ClientAuth;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.pki.CertificateAuthority;
import net.beaconcontroller.pki.CertificateRequest;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer that begins handshakes of TLS faster than the controller can continue them. */
class TlsFloodTest {
    private static final InetSocketAddress FREE_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final CertificateAuthority AUTHORITY = CertificateAuthority.create("test");
    private static final int FLOOD_SIZE = 800;
    /** The queue of the listening socket must not overflow. */
    private static final long FLOOD_INTERVAL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    @TempDir
    Path folder;

    /** Connections from one address, each of which has sent the first message of a handshake. */
    private static final class Flood implements AutoCloseable {
        private final List<SocketChannel> connections = new ArrayList<>();

        Flood(SSLContext context, InetSocketAddress target) throws IOException {
            ByteBuffer clientHello = clientHello(context);
            for (int i = 0; i < FLOOD_SIZE; i++) {
                SocketChannel connection = SocketChannel.open();
                connections.add(connection);
                connection.bind(new InetSocketAddress("127.0.0.2", 0)).connect(target);
                connection.write(clientHello.duplicate());
                connection.configureBlocking(false);
                LockSupport.parkNanos(FLOOD_INTERVAL_NANOS);
            }
        }

        private static ByteBuffer clientHello(SSLContext context) throws IOException {
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(true);
            ByteBuffer message = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), message);
            return message.flip();
        }

        /** Returns the number of connections on which the handshake was not continued. For one call. */
        int waiting() throws IOException {
            int waiting = 0;
            for (SocketChannel connection : connections) {
                waiting += connection.read(ByteBuffer.allocate(1)) == 0 ? 1 : 0;
            }
            return waiting;
        }

        @Override
        public void close() throws IOException {
            for (SocketChannel connection : connections) {
                connection.close();
            }
        }
    }

    private static ScriptedSwitch connect(ControllerFixture fixture, SSLContext context, long id) throws IOException {
        InetSocketAddress address = fixture.controller.tlsAddress().orElseThrow();
        var socket = (SSLSocket) context.getSocketFactory().createSocket(address.getAddress(), address.getPort());
        socket.setSoTimeout(10_000);
        ScriptedSwitch fake = ScriptedSwitch.start(socket, id, Version.OF13);
        fixture.active(id);
        return fake;
    }

    @Test
    void aSwitchOfAnotherAddressConnectsFirst() throws Exception {
        var files =
                AUTHORITY.issue(CertificateRequest.forController("localhost")).write(folder, "controller");
        SSLContext context = AUTHORITY
                .issue(CertificateRequest.forSwitches())
                .write(Files.createTempDirectory(folder, "switch"), "switch")
                .load();
        ControllerOptions options = ControllerFixture.oneLoop()
                .withChannels(new Channels(
                        Optional.of(FREE_PORT),
                        Optional.of(FREE_PORT),
                        Optional.of(new Tls(files, ClientAuth.NEED)),
                        List.of()));
        try (var fixture = new ControllerFixture(options);
                // The first handshake is slow: classes are loaded and compiled.
                ScriptedSwitch _ = connect(fixture, context, 1);
                var flood = new Flood(context, fixture.controller.tlsAddress().orElseThrow());
                ScriptedSwitch _ = connect(fixture, context, 2)) {
            assertThat(flood.waiting()).isPositive();
        }
    }
}
