package net.beaconcontroller.emulator.datapath;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.io.ByteTransport;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.io.tls.TlsEndpoint;

/** The controller of the switches of a network, which connect with or without TLS. For the loop's thread. */
public final class ControllerAddress {
    private static final Logger log = System.getLogger(ControllerAddress.class.getName());

    private final InetSocketAddress socket;
    private final Optional<TlsEndpoint> tls;
    /** The reasons that were logged since a switch has connected. */
    private final Set<String> loggedFailures = new HashSet<>();

    /**
     * Creates an address.
     *
     * @param tls the end of the switches; empty for plain text
     */
    public ControllerAddress(InetSocketAddress socket, Optional<TlsEndpoint> tls) {
        if (socket.isUnresolved()) {
            throw new IllegalArgumentException("unresolved controller address %s".formatted(socket));
        }
        this.socket = socket;
        this.tls = tls;
    }

    /** Returns an address for plain text. */
    public static ControllerAddress plain(InetSocketAddress socket) {
        return new ControllerAddress(socket, Optional.empty());
    }

    InetSocketAddress socket() {
        return socket;
    }

    boolean hasTls() {
        return tls.isPresent();
    }

    /**
     * Returns the transport of a connected, non-blocking channel.
     *
     * @param resume see {@link TlsEndpoint#connect}
     */
    ByteTransport transport(SocketChannel channel, Runnable resume) throws IOException {
        ByteTransport plain = TransportType.NIO.open(channel);
        return tls.isEmpty() ? plain : tls.get().connect(plain, socket, resume);
    }

    void connected() {
        loggedFailures.clear();
    }

    /** Logs why a switch cannot connect, once for all switches until one connects. */
    void failed(String name, String reason) {
        if (loggedFailures.add(reason)) {
            log.log(
                    Level.WARNING,
                    "switch %s cannot connect to %s: %s; not logged again until a switch connects"
                            .formatted(name, this, reason));
        }
    }

    /** Returns HOST:PORT. */
    @Override
    public String toString() {
        return socket.getHostString() + ":" + socket.getPort();
    }
}
