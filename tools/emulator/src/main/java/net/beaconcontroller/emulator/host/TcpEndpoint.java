package net.beaconcontroller.emulator.host;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.emulator.spec.NetworkException;

/** The connections of a host: those that it opened, and those that others did, at any port. */
final class TcpEndpoint {
    /** As many that others opened are known; the one that was heard of the longest time ago is forgotten for a new one. */
    static final int MAX_RECEIVERS = 1024;

    /** RFC 6335 section 6: what is given out as it comes. */
    private static final int FIRST_DYNAMIC_PORT = 49152;

    private static final int LAST_PORT = 65535;

    /** A connection, as its segments come in. */
    private record Connection(long peer, int peerPort, int port) {
        static Connection of(TcpSegment segment) {
            return new Connection(segment.source(), segment.sourcePort(), segment.destinationPort());
        }
    }

    private static final class Receivers extends LinkedHashMap<Connection, TcpReceiver> {
        private static final long serialVersionUID = 1;

        Receivers() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Connection, TcpReceiver> eldest) {
            return size() > MAX_RECEIVERS;
        }
    }

    private final EmulatorLoop loop;
    private final Consumer<TcpSegment> wire;
    private final Map<Connection, TcpSender> senders = new HashMap<>();
    private final Map<Connection, TcpReceiver> receivers = new Receivers();
    private int lastPort = FIRST_DYNAMIC_PORT - 1;

    /** @param wire takes the segments that the host sends */
    TcpEndpoint(EmulatorLoop loop, Consumer<TcpSegment> wire) {
        this.loop = loop;
        this.wire = wire;
    }

    /**
     * Opens a connection and sends so many bytes.
     *
     * @throws NetworkException if all its ports are taken
     */
    TcpSender send(long source, long destination, int port, long bytes, long patienceNanos, TcpSender.Ending ending) {
        var connection = new Connection(destination, port, freePort(destination, port));
        int firstSequence = (int) loop.nowNanos();
        var syn = new TcpSegment(source, connection.port, destination, port, firstSequence, 0, TcpSegment.SYN, 0);
        var sender = new TcpSender(loop, syn, bytes, patienceNanos, wire, (ended, outcome) -> {
            senders.remove(connection);
            ending.ended(ended, outcome);
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
        throw new NetworkException("%,d streams go on already".formatted(senders.size()));
    }

    /** Takes a segment that is for the host. One of no connection is answered with a reset. */
    void hear(TcpSegment segment) {
        var connection = Connection.of(segment);
        TcpSender sender = senders.get(connection);
        if (sender != null) {
            sender.hear(segment);
        } else if (segment.has(TcpSegment.RST)) {
            receivers.remove(connection);
        } else if (segment.has(TcpSegment.SYN) && !segment.has(TcpSegment.ACK)) {
            wire.accept(receiver(connection, segment).accept(segment));
        } else if (TcpReceiver.isAnswered(segment)) {
            TcpReceiver receiver = receivers.get(connection);
            wire.accept(receiver == null ? reset(segment) : receiver.hear(segment));
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
