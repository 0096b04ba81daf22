package net.beaconcontroller.decode;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Set;

/**
 * The TCP connections of a capture. Detects OpenFlow connections and prints their messages. Memory is bounded: when
 * there are too many connections or buffered bytes, the least recently used connection is evicted.
 */
final class TcpConnections {
    private static final int MAX_CONNECTIONS = 16_384;
    private static final int MAX_HELD = 1 << 26;

    private static final Comparator<TcpEndpoint> ORDER = Comparator.comparing(TcpEndpoint::isIpv6)
            .thenComparingLong(TcpEndpoint::high)
            .thenComparingLong(TcpEndpoint::low)
            .thenComparingInt(TcpEndpoint::port);

    private enum Kind {
        UNDECIDED,
        OPENFLOW,
        OTHER
    }

    /** The endpoints of a connection, independent of the direction. */
    private record Ends(TcpEndpoint lower, TcpEndpoint higher) {
        static Ends of(TcpSegment segment) {
            return ORDER.compare(segment.source(), segment.destination()) < 0
                    ? new Ends(segment.source(), segment.destination())
                    : new Ends(segment.destination(), segment.source());
        }
    }

    private final Set<Integer> ports;
    private final boolean guesses;
    private final Decoder decoder;
    private final LinkedHashMap<Ends, Connection> connections = new LinkedHashMap<>(16, 0.75f, true);
    private long held;

    /**
     * @param ports the OpenFlow ports
     * @param guesses whether a connection on another port is OpenFlow if it begins with a HELLO
     */
    TcpConnections(Set<Integer> ports, boolean guesses, Decoder decoder) {
        this.ports = ports;
        this.guesses = guesses;
        this.decoder = decoder;
    }

    void add(TcpSegment segment) {
        boolean isKnown = ports.contains(segment.source().port())
                || ports.contains(segment.destination().port());
        if (!isKnown && !guesses) {
            return;
        }
        Ends ends = Ends.of(segment);
        Connection connection = connections.get(ends);
        if (connection != null && !connection.accepts(segment)) {
            end(connection);
            connections.remove(ends);
            connection = null;
        }
        if (connection == null) {
            if (!segment.begins() && !segment.data().hasRemaining()) {
                return;
            }
            connection = new Connection(ends);
            if (isKnown) {
                connection.decide(true);
            }
            connections.put(ends, connection);
        }
        held -= connection.held();
        connection.add(segment);
        held += connection.held();
        while (connections.size() > MAX_CONNECTIONS || held > MAX_HELD) {
            evictEldest(segment.time());
        }
    }

    private void evictEldest(Instant now) {
        Connection eldest = connections.pollFirstEntry().getValue();
        eldest.reportEviction(now);
        end(eldest);
    }

    private void end(Connection connection) {
        held -= connection.held();
        connection.end();
    }

    /** Prints incomplete data at the end of the capture. */
    void end() {
        connections.values().forEach(Connection::end);
        connections.clear();
        held = 0;
    }

    private final class Connection {
        private Kind kind = Kind.UNDECIDED;
        private final TcpEndpoint lower;
        private final Direction up;
        private final Direction down;

        Connection(Ends ends) {
            lower = ends.lower;
            up = new Direction(ends.lower, ends.higher);
            down = new Direction(ends.higher, ends.lower);
        }

        /** Returns whether the segment may belong to this connection rather than to a later one with the same ports. */
        boolean accepts(TcpSegment segment) {
            if (kind == Kind.OTHER) {
                return !segment.begins();
            }
            Direction direction = directionOf(segment);
            if (segment.begins()) {
                return direction.stream.mayBeginWith(segment);
            }
            if (direction.stream.isNear(segment)) {
                return true;
            }
            if (kind == Kind.OPENFLOW) {
                direction.messages.report(
                        segment.time(),
                        "sequence number jump of %d: missing bytes, or another connection"
                                .formatted(direction.stream.distanceOf(segment)));
            }
            return false;
        }

        void add(TcpSegment segment) {
            if (kind == Kind.OTHER) {
                return;
            }
            Direction direction = directionOf(segment);
            if (segment.begins()) {
                direction.messages.begins();
            }
            direction.stream.add(segment);
            up.stream.skipGaps(segment.time());
            down.stream.skipGaps(segment.time());
            if (kind == Kind.UNDECIDED && direction.messages.hasHeader()) {
                decide(direction.messages.beginsWithHello());
            }
        }

        private void decide(boolean isOpenFlow) {
            if (isOpenFlow) {
                kind = Kind.OPENFLOW;
                up.messages.open();
                down.messages.open();
            } else {
                kind = Kind.OTHER;
                // Discards the buffered bytes.
                end();
            }
        }

        private Direction directionOf(TcpSegment segment) {
            return segment.source().equals(lower) ? up : down;
        }

        int held() {
            return up.held() + down.held();
        }

        void reportEviction(Instant now) {
            if (kind == Kind.OPENFLOW) {
                up.messages.report(
                        now,
                        "connection dropped: limit of %d connections or %d MiB of buffered data"
                                .formatted(MAX_CONNECTIONS, MAX_HELD >> 20));
            }
        }

        void end() {
            up.end();
            down.end();
        }
    }

    /** One direction of a connection. */
    private final class Direction {
        private final MessageFramer messages;
        private final TcpReassembler stream;

        Direction(TcpEndpoint source, TcpEndpoint destination) {
            messages = new MessageFramer(decoder, source, destination);
            stream = new TcpReassembler(messages);
        }

        int held() {
            return stream.held() + messages.held();
        }

        void end() {
            stream.end();
            messages.end();
        }
    }
}
