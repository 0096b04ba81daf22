package net.beaconcontroller.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import net.beaconcontroller.web.HttpConnectionLimit.Limits;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A server with at most 8 connections, a share of 3 and a reserve of 2. On Linux all addresses of 127.0.0.0/8 are those
 * of the host.
 */
@EnabledOnOs(OS.LINUX)
class HttpConnectionLimitTest {
    private final HttpConnectionLimit limit = new HttpConnectionLimit(new Limits(8, 3, 2));
    private final Server server = new Server();
    private final AtomicInteger failures = new AtomicInteger();
    private final ServerConnector connector = new HttpConnector(server, limit, new HttpConnectionFactory()) {
        @Override
        public void accept(int acceptor) throws IOException {
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IOException("Too many open files");
            }
            super.accept(acceptor);
        }
    };
    private final AtomicInteger inProgress = new AtomicInteger();
    private final CountDownLatch slow = new CountDownLatch(1);
    private final List<Client> clients = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (request.getHeaders().contains("Authorization")) {
                    limit.admit(request);
                }
                if (request.getHttpURI().getPath().equals("/slow")) {
                    inProgress.incrementAndGet();
                    slow.await();
                }
                callback.succeeded();
                return true;
            }
        });
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        slow.countDown();
        for (Client client : clients) {
            client.socket.close();
        }
        server.stop();
    }

    /** A connection from an address 127.0.0.x. */
    private final class Client {
        final Socket socket = new Socket();

        Client(int address) throws Exception {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) address}), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort()));
            clients.add(this);
            // The order in which the server sees them is that of their idle times in milliseconds.
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> hasBeenIdleAtServer(2) || !isOpen());
        }

        private boolean hasBeenIdleAtServer(long millis) {
            return connector.getConnectedEndPoints().stream()
                    .anyMatch(each -> socket.getLocalSocketAddress().equals(each.getRemoteSocketAddress())
                            && each instanceof IdleTimeout idle
                            && idle.getIdleFor() >= millis);
        }

        Client request(String path, String header) throws IOException {
            socket.getOutputStream()
                    .write("GET %s HTTP/1.1\r\nHost: a\r\n%s\r\n"
                            .formatted(path, header)
                            .getBytes(StandardCharsets.US_ASCII));
            return this;
        }

        /** Sends a request with a token, and waits for its response. */
        Client signedIn() throws IOException {
            return request("/", "Authorization: x\r\n").response();
        }

        Client response() throws IOException {
            socket.setSoTimeout(20_000);
            byte[] response = new byte[4096];
            assertThat(socket.getInputStream().read(response)).isPositive();
            return this;
        }

        boolean isOpen() {
            try {
                socket.setSoTimeout(1);
                return socket.getInputStream().read() >= 0;
            } catch (SocketTimeoutException _) {
                return true;
            } catch (IOException _) {
                return false;
            }
        }

        void awaitClosed() {
            await().until(() -> !isOpen());
        }
    }

    private List<Client> open(int address, int count) throws Exception {
        var opened = new ArrayList<Client>();
        for (int i = 0; i < count; i++) {
            opened.add(new Client(address));
        }
        return opened;
    }

    private static void assertOpen(List<Client> some) {
        assertThat(some).allMatch(Client::isOpen);
    }

    @Test
    void aNewConnectionDisplacesTheLongestIdleOneOfTheAddressWithMost() throws Exception {
        List<Client> few = open(2, 2);
        List<Client> most = open(3, 6);
        Client fresh = new Client(4).signedIn();
        most.getFirst().awaitClosed();
        new Client(2);
        most.get(1).awaitClosed();
        assertOpen(few);
        assertOpen(List.of(fresh));
        assertOpen(most.subList(2, 6));
    }

    @Test
    void theAddressWithMostDisplacesItsOwn() throws Exception {
        List<Client> few = open(2, 3);
        List<Client> most = open(3, 7);
        most.getFirst().awaitClosed();
        most.get(1).awaitClosed();
        assertOpen(few);
        assertOpen(most.subList(2, 7));
    }

    @Test
    void aRequestWithoutATokenKeepsAConnectionFromBeingTheLongestIdle() throws Exception {
        List<Client> most = open(3, 8);
        most.getFirst().request("/", "").response();
        new Client(2);
        most.get(1).awaitClosed();
        assertThat(most.getFirst().isOpen()).isTrue();
    }

    @Test
    void aConnectionWithoutATokenDoesNotDisplaceOneWithAToken() throws Exception {
        List<Client> signedIn = open(3, 8);
        for (Client client : signedIn) {
            client.signedIn();
        }
        List<Client> others = open(2, 2);
        assertOpen(signedIn);
        assertOpen(others);
        Client third = new Client(2);
        others.getFirst().awaitClosed();
        assertOpen(signedIn);
        assertOpen(List.of(others.get(1), third));
    }

    @Test
    void aConnectionThatSendsATokenDisplacesAnIdleOneWithATokenOfTheAddressWithMost() throws Exception {
        List<Client> few = List.of(new Client(2).signedIn(), new Client(2).signedIn());
        List<Client> most = open(3, 6);
        for (Client client : most) {
            client.signedIn();
        }
        Client fresh = new Client(4).signedIn();
        await().until(() -> most.stream().filter(client -> !client.isOpen()).count() == 1);
        assertOpen(few);
        assertOpen(List.of(fresh));
    }

    @Test
    void aConnectionWithARequestInProgressIsNotDisplaced() throws Exception {
        List<Client> busy = open(3, 8);
        for (Client client : busy) {
            client.request("/slow", "Authorization: x\r\n");
        }
        await().until(() -> inProgress.get() == busy.size());
        Client fresh = new Client(2).signedIn();
        Client another = new Client(2).signedIn();
        new Client(2).awaitClosed();
        assertOpen(busy);
        assertOpen(List.of(fresh, another));
    }

    @Test
    void aFailureToAcceptClosesAnIdleConnectionWithoutATokenAndIsRetried() throws Exception {
        List<Client> signedIn = List.of(new Client(2).signedIn());
        List<Client> idle = open(2, 2);
        failures.set(1);
        // The acceptor waits already within the method that fails next time.
        new Client(3);
        Client fresh = new Client(3).signedIn();
        idle.getFirst().awaitClosed();
        assertOpen(signedIn);
        assertOpen(List.of(idle.get(1), fresh));
    }

    @Test
    void theShareOfAnAddressIsDisplacedOnlyWithoutReserve() throws Exception {
        List<Client> all = new ArrayList<>();
        for (int address = 2; address < 10; address++) {
            all.addAll(open(address, 1));
        }
        List<Client> newer = open(10, 3);
        newer.getFirst().awaitClosed();
        assertOpen(all);
        assertOpen(newer.subList(1, 3));
    }
}
