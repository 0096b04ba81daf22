package net.beaconcontroller.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Connections on which nothing is sent. */
final class IdleConnections implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();

    IdleConnections(int port, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
