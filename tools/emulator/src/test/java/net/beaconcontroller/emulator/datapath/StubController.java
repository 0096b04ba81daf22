package net.beaconcontroller.emulator.datapath;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MalformedMessageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.codec.Messages;
import net.beaconcontroller.openflow.message.BarrierReply;
import net.beaconcontroller.openflow.message.BarrierRequest;
import net.beaconcontroller.openflow.message.EchoReply;
import net.beaconcontroller.openflow.message.EchoRequest;
import net.beaconcontroller.openflow.message.Envelope;
import net.beaconcontroller.openflow.message.ErrorMessage;
import net.beaconcontroller.openflow.message.Hello;
import net.beaconcontroller.openflow.message.Message;
import net.beaconcontroller.openflow.message.Request;
import net.beaconcontroller.switchkit.io.Framer;
import org.awaitility.Awaitility;

/** A controller for one switch that sends HELLO and otherwise only what a test sends. For the test's thread. */
final class StubController implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private final ServerSocket server;
    private Version version;
    private final BlockingQueue<Envelope> received = new LinkedBlockingQueue<>();
    /** The first malformed message, and all bytes after it. */
    private final ByteArrayOutputStream malformed = new ByteArrayOutputStream();

    private final List<Socket> sockets = new ArrayList<>();
    private long xid = 100;

    private StubController(Version version, int port) throws IOException {
        this.version = version;
        this.server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        server.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    /** Listens on a free port. */
    static StubController listen(Version version) throws IOException {
        return listen(version, 0);
    }

    static StubController listen(Version version, int port) throws IOException {
        return new StubController(version, port);
    }

    /** Sets the version of the next connection. */
    void speak(Version other) {
        version = other;
    }

    Version version() {
        return version;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** Waits for the switch to connect and exchanges HELLO with it. */
    Hello accept() throws IOException, InterruptedException {
        acceptInSilence();
        sendRaw(Messages.encode(Hello.offering(Set.of(version)), version, 1));
        return await(Hello.class);
    }

    /**
     * Waits for a connection on which the switch answers. Open vSwitch closes a connection on which HELLO does not
     * arrive within a second, as on a busy machine, and connects again.
     */
    void acceptAnswering() throws IOException {
        do {
            sockets.add(server.accept());
        } while (!isAnswered());
        readFromNowOn();
    }

    private boolean isAnswered() throws IOException {
        Socket socket = sockets.getLast();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(server.getSoTimeout());
        try {
            sendRaw(Messages.encode(Hello.offering(Set.of(version)), version, 1));
            send(new EchoRequest());
            var in = socket.getInputStream();
            while (!(read(in).message() instanceof EchoReply)) {
                // The HELLO of the switch.
            }
        } catch (IOException _) {
            return false;
        }
        socket.setSoTimeout(0);
        return true;
    }

    /** Waits for the switch to connect and sends nothing. */
    void acceptInSilence() throws IOException {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        readFromNowOn();
    }

    void readFromNowOn() {
        Socket socket = sockets.getLast();
        var reader = new Thread(() -> read(socket), "stub-controller");
        reader.setDaemon(true);
        reader.start();
    }

    /** Waits for the switch to connect and sends HELLO, but does not read from the connection. */
    void acceptWithoutReading() throws IOException {
        Socket socket = server.accept();
        sockets.add(socket);
        sendRaw(Messages.encode(Hello.offering(Set.of(version)), version, 1));
    }

    private void read(Socket socket) {
        try (var in = socket.getInputStream()) {
            while (true) {
                byte[] message = Framer.next(in);
                try {
                    received.add(Messages.read(message, 0, message.length));
                } catch (MalformedMessageException _) {
                    malformed.writeBytes(message);
                    in.transferTo(malformed);
                }
            }
        } catch (IOException _) {
            // One side has closed the connection.
        }
    }

    private static Envelope read(InputStream in) throws IOException {
        byte[] message = Framer.next(in);
        return Messages.read(message, 0, message.length);
    }

    /** Sends a message and returns its transaction id. */
    long send(Message message) throws IOException {
        sendRaw(Messages.encode(message, version, ++xid));
        return xid;
    }

    void sendRaw(byte... bytes) throws IOException {
        sockets.getLast().getOutputStream().write(bytes);
    }

    /** Sends a request and returns the reply. Drops the messages before it. */
    <R extends Message> R request(Request<R> request) throws IOException, InterruptedException {
        long asked = send(request);
        while (true) {
            Envelope next = next("an answer to " + request);
            if (next.xid() == asked) {
                return request.replyType().cast(next.message());
            }
        }
    }

    /** Sends a message and returns the error that answers it, as {@code TYPE/CODE}. */
    String refusalOf(Message message) throws IOException, InterruptedException {
        return refusalOf(Messages.encode(message, version, ++xid));
    }

    String refusalOf(byte[] message) throws IOException, InterruptedException {
        sendRaw(message);
        return awaitError(Header.xid(message, 0)).orElse("none");
    }

    private Optional<String> awaitError(long of) throws IOException, InterruptedException {
        long barrier = send(new BarrierRequest());
        Optional<String> error = Optional.empty();
        while (true) {
            Envelope next = next("a barrier's reply");
            if (next.xid() == of && next.message() instanceof ErrorMessage found) {
                error = Optional.of(found.name(version));
            } else if (next.xid() == barrier) {
                return error;
            }
        }
    }

    /** Sends a message that the switch must not refuse, and waits until it is executed. */
    void sendAndWait(Message message) throws IOException, InterruptedException {
        Optional<String> error = awaitError(send(message));
        if (error.isPresent()) {
            throw new AssertionError("the switch refuses %s: %s".formatted(message, error.get()));
        }
    }

    /** Waits for the next message of a class. Drops the messages before it. */
    <M extends Message> M await(Class<M> kind) throws InterruptedException {
        return kind.cast(awaitEnvelope(kind).message());
    }

    /** Waits for the next message of a class and returns it with its header. */
    Envelope awaitEnvelope(Class<? extends Message> kind) throws InterruptedException {
        while (true) {
            Envelope next = next(kind.getSimpleName());
            if (kind.isInstance(next.message())) {
                return next;
            }
        }
    }

    private Envelope next(String wanted) throws InterruptedException {
        Envelope next = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("the switch did not send %s".formatted(wanted));
        }
        return next;
    }

    /** Waits for this number of bytes from the start of the first malformed message on, and returns them. */
    byte[] awaitMalformed(int count) {
        Awaitility.await().until(() -> malformed.size() >= count);
        return malformed.toByteArray();
    }

    /** Returns all messages of a class that were received before the reply to a barrier. */
    <M extends Message> List<M> allUntilBarrier(Class<M> kind) throws IOException, InterruptedException {
        send(new BarrierRequest());
        var all = new ArrayList<M>();
        for (Message next = next("BarrierReply").message(); !(next instanceof BarrierReply); ) {
            if (kind.isInstance(next)) {
                all.add(kind.cast(next));
            }
            next = next("BarrierReply").message();
        }
        return all;
    }

    /** Closes the connection. The switch may reconnect. */
    void hangUp() throws IOException {
        sockets.getLast().close();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }
}
