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

/** cbench at work on a controller that a test plays, byte for byte. */
final class CbenchRun implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    /** Begins; its port is put into the options. */
    CbenchRun(Options options) throws IOException {
        server.setSoTimeout(PATIENCE_MILLIS);
        var cbench = new Cbench(options.of(server.getLocalPort()), new PrintWriter(out), new PrintWriter(err));
        Thread.ofPlatform().daemon().name("cbench").start(() -> {
            try {
                exitCode.complete(cbench.run());
            } catch (InterruptedException | RuntimeException e) {
                exitCode.completeExceptionally(e);
            }
        });
    }

    /** Options but for the port. */
    interface Options {
        CbenchOptions of(int port);
    }

    /** Takes the next connection. */
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

    /** The controller's end of a connection. */
    static final class Peer implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;

        Peer(Socket socket) throws IOException {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            this.socket = socket;
            this.in = new DataInputStream(socket.getInputStream());
        }

        void send(String hex) throws IOException {
            socket.getOutputStream().write(HexFormat.of().parseHex(hex.replace(" ", "")));
        }

        /** The next so many bytes. */
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
