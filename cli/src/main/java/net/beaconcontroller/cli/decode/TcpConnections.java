package net.beaconcontroller.cli.decode;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Set;

/**
 * The TCP connections of a capture. Finds those that are OpenFlow and prints their messages. What it holds is bounded: when
 * there are too many connections, or they wait for too much, that which was quiet for longest is forgotten.
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

    /** The two ends of a connection, the same whichever of them sends. */
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
    private long held; // by all connections together

    /**
     * @param ports of OpenFlow
     * @param guesses whether on other ports, too, a connection that begins with a HELLO is OpenFlow
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
        if (connection != null && !connection.goesOnWith(segment)) {
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
            forgetEldest(segment.time());
        }
    }

    private void forgetEldest(Instant now) {
        Connection eldest = connections.pollFirstEntry().getValue();
        eldest.tellForgotten(now);
        end(eldest);
    }

    private void end(Connection connection) {
        held -= connection.held();
        connection.end();
    }

    /** Prints what is left when the capture ends. */
    void end() {
        connections.values().forEach(Connection::end);
        connections.clear();
        held = 0;
    }

    private final class Connection {
        private Kind kind = Kind.UNDECIDED;
        private Direction up;
        private Direction down;

        Connection(Ends ends) {
            up = new Direction(ends.lower, ends.higher);
            down = new Direction(ends.higher, ends.lower);
        }

        /** Whether the segment can be of this connection, and not of another one between the same ports. */
        boolean goesOnWith(TcpSegment segment) {
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
                direction.messages.tell(
                        segment.time(),
                        "the sequence numbers jump by %d: bytes are missing, or it is another connection"
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
            up.stream.passOverGaps(segment.time());
            down.stream.passOverGaps(segment.time());
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
                up = new Direction(up.source, up.destination); // lets go of what was held
                down = new Direction(down.source, down.destination);
            }
        }

        private Direction directionOf(TcpSegment segment) {
            return segment.source().equals(up.source) ? up : down;
        }

        int held() {
            return up.held() + down.held();
        }

        void tellForgotten(Instant now) {
            if (kind == Kind.OPENFLOW) {
                up.messages.tell(
                        now,
                        "this connection is forgotten, because %d others or %d MiB wait for more"
                                .formatted(MAX_CONNECTIONS, MAX_HELD >> 20));
            }
        }

        void end() {
            up.end();
            down.end();
        }
    }

    /** What one end of a connection sends. */
    private final class Direction {
        private final TcpEndpoint source;
        private final TcpEndpoint destination;
        private final MessageFramer messages;
        private final TcpReassembler stream;

        Direction(TcpEndpoint source, TcpEndpoint destination) {
            this.source = source;
            this.destination = destination;
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
