package net.beaconcontroller.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for programs that cannot choose one. */
final class FreePort {
    private FreePort() {}

    /** Returns a TCP port of 127.0.0.1 on which nothing listens. */
    static int find() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
