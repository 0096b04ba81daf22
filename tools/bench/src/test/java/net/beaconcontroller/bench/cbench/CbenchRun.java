package net.beaconcontroller.bench.cbench;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;

/** A run of cbench against a controller whose bytes the test sends and checks. */
final class CbenchRun implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    /** Starts cbench with options that contain the port of this controller. */
    CbenchRun(Options options) throws IOException {
        server.setSoTimeout(TIMEOUT_MILLIS);
        var cbench = new Cbench(options.of(server.getLocalPort()), new PrintWriter(out), new PrintWriter(err));
        Thread.ofPlatform().daemon().name("cbench").start(() -> {
            try {
                exitCode.complete(cbench.run());
            } catch (InterruptedException | RuntimeException e) {
                exitCode.completeExceptionally(e);
            }
        });
    }

    /** Creates the options for a controller port. */
    interface Options {
        CbenchOptions of(int port);
    }

    /** Accepts the next connection. */
    Peer accept() throws IOException {
        return new Peer(server.accept());
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    int exitCode() {
        return exitCode.join();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** The controller side of a connection. */
    static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;

        Peer(Socket socket) throws IOException {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            this.socket = socket;
            this.in = new DataInputStream(socket.getInputStream());
        }

        void send(String hex) throws IOException {
            socket.getOutputStream().write(HexFormat.of().parseHex(hex.replace(" ", "")));
        }

        /** Returns the next {@code length} bytes in hex. */
        String receive(int length) throws IOException {
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            return HexFormat.of().formatHex(bytes);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
