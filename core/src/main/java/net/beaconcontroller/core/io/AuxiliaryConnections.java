package net.beaconcontroller.core.io;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The auxiliary connections of a switch, OpenFlow 1.3.5 section 6.3.6. Each main connection has one object.
 *
 * <p>An auxiliary connection performs HELLO, the features request and the keep-alive by itself. All other messages on
 * it are handled as if they had come on the main connection: for the same session, on the same thread, and only
 * while the output of the main connection is not full. For this, it is on the loop of the main connection, and follows
 * it to another loop. It closes with the main connection.
 *
 * <p>The methods documented as thread-safe are for any thread, the others for the loop of the main connection.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>All messages to a switch are sent on its main connection</b>, also the replies to packet-ins of auxiliary
 * connections. A barrier orders only the messages of its connection, and the output of one connection has one limit.
 * The specification allows any connection, so a switch must accept this.
 * <li><b>An auxiliary connection lives on the loop of its main connection</b>, although another loop could handle its
 * packet-ins in parallel, because applications rely on one thread for each switch. Auxiliary connections distribute the
 * packet-ins of a switch over several TCP connections, not over several processors.
 * <li><b>The receiver of an auxiliary connection refers to the session of the main connection</b>, instead of passing
 * messages on. So the path of ordinary connections has no additional branch or call. Fields that were final are
 * assigned once more, which costs nothing: the JIT compiler reads final fields of objects from memory, too.
 * <li><b>While the output to a switch is full, each of its connections is paused</b>, also the main connection if an
 * auxiliary one has caused the output. The main connection resumes the auxiliary ones, so a flush of a connection that
 * is not paused checks for nothing.
 * </ul>
 */
public final class AuxiliaryConnections {
    /** The maximum number of auxiliary connections of a switch. */
    public static final int MAX = 16;

    private final Map<Integer, Connection> byId = new ConcurrentHashMap<>();
    private boolean isClosed;

    /** Adds a connection, or returns the reason why it is refused. Thread-safe. */
    synchronized Optional<String> add(int id, Connection connection) {
        if (isClosed) {
            return Optional.of("the main connection is closed");
        } else if (byId.containsKey(id)) {
            return Optional.of("an auxiliary connection with this id is open");
        } else if (byId.size() == MAX) {
            return Optional.of("the switch has %d auxiliary connections, which is the maximum".formatted(MAX));
        }
        byId.put(id, connection);
        return Optional.empty();
    }

    /** Removes a closed connection. Thread-safe. */
    void remove(Connection connection) {
        byId.values().remove(connection);
    }

    /** Returns the number of connections. Thread-safe. */
    int size() {
        return byId.size();
    }

    /** Closes the connections, and refuses others from now on. */
    void close() {
        synchronized (this) {
            isClosed = true;
        }
        byId.values().forEach(connection -> connection.disconnect("the main connection is closed"));
    }

    /** Handles the messages of the connections for another handler, which replaces that of the main connection. */
    void serve(InboundHandler main) {
        here().forEach(connection -> connection.mainChanged(main));
    }

    /** Called when the main connection has resumed reading. */
    void resume() {
        here().forEach(Connection::resume);
    }

    /** Called when the switch accepts output while reading is paused. */
    void drained() {
        here().forEach(Connection::drained);
    }

    /** Moves the connections to the loop to which the main connection is about to move. */
    void moveTo(Loop other) {
        here().forEach(connection -> connection.moveTo(other));
    }

    /** Returns the number of bytes that were read. */
    long bytesRead() {
        return here().mapToLong(Connection::bytesRead).sum();
    }

    /** Returns the connections that belong to this thread. The others are on the way to it. */
    private Stream<Connection> here() {
        return byId.values().stream().filter(Connection::isCurrentThread);
    }
}
