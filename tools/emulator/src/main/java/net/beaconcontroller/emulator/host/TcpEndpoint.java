package net.beaconcontroller.emulator.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.switchkit.io.SelectLoop;

/** The TCP connections of a host: those that it opened, and those that others opened to any of its ports. */
final class TcpEndpoint {
    /** The limit of connections opened by other hosts. Beyond it the least recently used one is evicted. */
    static final int MAX_RECEIVERS = 1024;

    /** The first dynamic port, RFC 6335 section 6. */
    private static final int FIRST_DYNAMIC_PORT = 49152;

    private static final int LAST_PORT = 65535;

    /** A connection, as identified by received segments. */
    private record Connection(long peer, int peerPort, int port) {
        static Connection of(TcpSegment segment) {
            return new Connection(segment.source(), segment.sourcePort(), segment.destinationPort());
        }
    }

    private final SelectLoop loop;
    private final Consumer<TcpSegment> wire;
    private final Map<Connection, TcpSender> senders = new HashMap<>();
    private final Map<Connection, TcpReceiver> receivers = new BoundedMap<>(MAX_RECEIVERS, true);
    private int lastPort = FIRST_DYNAMIC_PORT - 1;

    /** @param wire sends the segments of the host */
    TcpEndpoint(SelectLoop loop, Consumer<TcpSegment> wire) {
        this.loop = loop;
        this.wire = wire;
    }

    /**
     * Opens a connection and sends bytes.
     *
     * @throws NetworkException if no port is free
     */
    TcpSender send(
            long source, long destination, int port, long bytes, long timeoutNanos, TcpSender.EndListener listener) {
        var connection = new Connection(destination, port, freePort(destination, port));
        int firstSequence = (int) loop.nowNanos();
        var syn = new TcpSegment(source, connection.port, destination, port, firstSequence, 0, TcpSegment.SYN, 0);
        var sender = new TcpSender(loop, syn, bytes, timeoutNanos, wire, (ended, outcome) -> {
            senders.remove(connection);
            listener.ended(ended, outcome);
        });
        senders.put(connection, sender);
        sender.start();
        return sender;
    }

    private int freePort(long destination, int port) {
        for (int i = FIRST_DYNAMIC_PORT; i <= LAST_PORT; i++) {
            lastPort = lastPort == LAST_PORT ? FIRST_DYNAMIC_PORT : lastPort + 1;
            if (!senders.containsKey(new Connection(destination, port, lastPort))) {
                return lastPort;
            }
        }
        throw new NetworkException("no free port: %,d streams are open".formatted(senders.size()));
    }

    /** Handles a segment for the host. A segment without a connection is answered with a reset. */
    void receive(TcpSegment segment) {
        var connection = Connection.of(segment);
        TcpSender sender = senders.get(connection);
        if (sender != null) {
            sender.receive(segment);
        } else if (segment.has(TcpSegment.RST)) {
            receivers.remove(connection);
        } else if (segment.has(TcpSegment.SYN) && !segment.has(TcpSegment.ACK)) {
            wire.accept(receiver(connection, segment).accept(segment));
        } else if (TcpReceiver.isAnswered(segment)) {
            TcpReceiver receiver = receivers.get(connection);
            wire.accept(receiver == null ? reset(segment) : receiver.receive(segment));
        }
    }

    private TcpReceiver receiver(Connection connection, TcpSegment syn) {
        TcpReceiver known = receivers.get(connection);
        if (known != null && known.isOpenedBy(syn)) {
            return known;
        }
        var opened = new TcpReceiver(syn);
        receivers.put(connection, opened);
        return opened;
    }

    private static TcpSegment reset(TcpSegment segment) {
        return segment.answer(
                segment.acknowledgment(), segment.sequence() + segment.length(), TcpSegment.RST | TcpSegment.ACK);
    }

    void close() {
        List.copyOf(senders.values()).forEach(TcpSender::cancel);
        senders.clear();
    }
}
