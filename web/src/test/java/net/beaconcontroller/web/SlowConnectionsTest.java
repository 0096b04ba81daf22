package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that checks every 200 ms whether at least 200 bytes have arrived. */
class SlowConnectionsTest {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        connector.addBean(new SlowConnections(connector.getScheduler(), 200, 1_000));
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                callback.succeeded();
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    @Test
    void closesAConnectionWhoseHeaderArrivesByteByByte() throws Exception {
        try (Socket socket = connect()) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
            int sent = 0;
            while (socket.getInputStream().available() == 0 && sent < 1_000 && write(socket)) {
                TimeUnit.MILLISECONDS.sleep(20);
                sent++;
            }
            assertThat(sent).isBetween(1, 900);
        }
    }

    /** Returns whether the server still takes bytes. */
    private static boolean write(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void keepsAnIdleConnectionAndOneWithShortRequests() throws Exception {
        try (Socket idle = connect();
                Socket busy = connect()) {
            byte[] request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 20; i++) {
                busy.getOutputStream().write(request);
                assertThat(busy.getInputStream().read()).isPositive();
                TimeUnit.MILLISECONDS.sleep(50);
            }
            idle.getOutputStream().write(request);
            assertThat(idle.getInputStream().read()).isPositive();
        }
    }
}
