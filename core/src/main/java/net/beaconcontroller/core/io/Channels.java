package net.beaconcontroller.core.io;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.io.TransportType;
import net.beaconcontroller.io.tls.TlsEndpoint;

/** The sockets that switches connect to, and the connections to switches that listen, each with or without TLS. */
public final class Channels {
    private final ConnectionOpener opener;
    private final Threads threads;
    private final SelectorProvider sockets;
    private final Optional<TlsEndpoint> tls;
    private final List<Acceptor> acceptors = new ArrayList<>();
    private final Optional<Acceptor> plainAcceptor;
    private final Optional<Acceptor> tlsAcceptor;
    private final List<Connector> connectors;

    /**
     * Opens the listening sockets, without accepting connections.
     *
     * @throws IOException if a socket cannot be bound to its address, or a file for TLS cannot be used; the message
     *     contains the address or the file
     */
    public Channels(
            ControllerOptions.Channels options,
            TransportType transport,
            ConnectionOpener opener,
            Threads threads,
            SelectorProvider sockets)
            throws IOException {
        this.opener = opener;
        this.threads = threads;
        this.sockets = sockets;
        this.tls = options.tls().isEmpty()
                ? Optional.empty()
                : Optional.of(new TlsEndpoint(
                        options.tls().get().files(),
                        options.tls().get().clientAuth(),
                        ControllerOptions.FILE_CHECK_INTERVAL));
        this.plainAcceptor = listen(options.listen(), (channel, _) -> transport.open(channel));
        this.tlsAcceptor = listen(options.tlsListen(), (channel, resume) -> tls.orElseThrow()
                .accept(transport.open(channel), channel.getRemoteAddress(), resume));
        this.connectors = options.connect().stream()
                .map(target -> new Connector(
                        target,
                        opener,
                        (channel, remote, resume) -> target.isTls()
                                ? tls.orElseThrow().connect(transport.open(channel), remote, resume)
                                : transport.open(channel),
                        threads,
                        sockets))
                .toList();
    }

    /** Opens a listening socket. If that fails, closes the sockets that were opened before. */
    private Optional<Acceptor> listen(Optional<InetSocketAddress> address, ConnectionSource source) throws IOException {
        if (address.isEmpty()) {
            return Optional.empty();
        }
        try {
            var acceptor = new Acceptor(opener, address.get(), source, threads, sockets);
            acceptors.add(acceptor);
            return Optional.of(acceptor);
        } catch (IOException e) {
            acceptors.forEach(Acceptor::close);
            close();
            throw e;
        }
    }

    /** Returns the address of the socket for connections without TLS. */
    public Optional<InetSocketAddress> plainAddress() {
        return plainAcceptor.map(Acceptor::address);
    }

    /** Returns the address of the socket for connections with TLS. */
    public Optional<InetSocketAddress> tlsAddress() {
        return tlsAcceptor.map(Acceptor::address);
    }

    /** Returns whether the listening sockets are open. */
    public boolean isListening() {
        return acceptors.stream().allMatch(Acceptor::isOpen);
    }

    /** Starts to accept and to make connections. */
    public void start() {
        acceptors.forEach(Acceptor::start);
        connectors.forEach(Connector::start);
    }

    /** Closes the listening sockets, and makes no more connections. */
    public void stop() {
        connectors.forEach(Connector::close);
        acceptors.forEach(Acceptor::close);
    }

    /** Releases what connections with TLS need. For after the last was closed. */
    public void close() {
        tls.ifPresent(TlsEndpoint::close);
    }
}
