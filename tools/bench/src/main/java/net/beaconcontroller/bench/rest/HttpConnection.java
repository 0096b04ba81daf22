package net.beaconcontroller.bench.rest;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A connection of an HTTP/1.1 client that sends one request after the other and ignores the content of the responses.
 * It costs less CPU time than the client of the JDK. Not thread-safe.
 */
final class HttpConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int HEXADECIMAL = 16;
    private static final int STATUS = "HTTP/1.1 ".length();
    private static final int STATUS_END = STATUS + 3;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final String headers;

    /** @throws IOException if the server cannot be reached */
    HttpConnection(InetSocketAddress server, String token) throws IOException {
        try {
            socket.connect(server, TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        headers = " HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(server.getHostString(), server.getPort(), token);
    }

    /** Sends a GET request, and returns the status after the end of the response. */
    int get(String path) throws IOException {
        socket.getOutputStream().write(("GET " + path + headers).getBytes(StandardCharsets.US_ASCII));
        int status = Integer.parseInt(readLine().substring(STATUS, STATUS_END));
        long length = 0;
        boolean isChunked = false;
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            String header = line.toLowerCase(Locale.ROOT);
            if (header.startsWith("content-length:")) {
                length =
                        Long.parseLong(header.substring(header.indexOf(':') + 1).strip());
            } else if (header.startsWith("transfer-encoding:")) {
                isChunked = header.endsWith("chunked");
            }
        }
        if (isChunked) {
            skipChunks();
        } else {
            in.skipNBytes(length);
        }
        return status;
    }

    private void skipChunks() throws IOException {
        int length;
        do {
            length = Integer.parseInt(readLine(), HEXADECIMAL);
            in.skipNBytes(length);
            readLine();
        } while (length > 0);
    }

    private String readLine() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
