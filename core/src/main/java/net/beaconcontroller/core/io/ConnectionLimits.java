package net.beaconcontroller.core.io;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.RateLimitedLog;
import net.beaconcontroller.api.concurrent.Threads;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.io.PeerNetwork;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of connections, and that of sessions whose handshake is not complete. A peer needs no more than a
 * connection to occupy one of these, so when there are too many, the oldest one from the network that has most of them
 * is closed: a peer that opens many connections displaces only its own. Thread-safe.
 *
 * <p>A limit for each address would be simpler, but whole networks connect from one address: emulators, and switches
 * behind a NAT.
 */
public final class ConnectionLimits {
    private final int maxConnections;
    private final int maxHandshakes;
    private final RateLimitedLog log;
    private int connections;
    private int handshakes;
    /** The sessions in handshake by the network of their switches, the oldest first. No set is empty. */
    private final Map<PeerNetwork, Set<Switch>> byPeer = new LinkedHashMap<>();

    public ConnectionLimits(ControllerOptions.Limits limits, Threads threads) {
        log = new RateLimitedLog(System.getLogger(ConnectionLimits.class.getName()), 1, threads);
        maxConnections = limits.connections();
        maxHandshakes = limits.handshakes();
    }

    /** Counts a connection, or returns false if there are too many. */
    synchronized boolean tryOpen() {
        if (connections == maxConnections) {
            log.log(Level.WARNING, "refused a connection: %,d are open; io.connection-limit".formatted(connections));
            return false;
        }
        connections++;
        return true;
    }

    /** Called when a counted connection was closed. */
    public synchronized void closed() {
        connections--;
    }

    /** Called when the handshake of a session begins. Disconnects another one if there are too many. */
    public void handshakeBegins(Switch sw) {
        @Nullable Switch displaced;
        synchronized (this) {
            byPeer.computeIfAbsent(PeerNetwork.of(sw.remoteAddress()), _ -> new LinkedHashSet<>())
                    .add(sw);
            handshakes++;
            displaced = handshakes > maxHandshakes ? removeOldestOfMost() : null;
        }
        if (displaced != null) {
            displaced.disconnect("too many handshakes are not complete; io.handshake-limit=%d, most of them from %s"
                    .formatted(maxHandshakes, PeerNetwork.of(displaced.remoteAddress())));
        }
    }

    private @Nullable Switch removeOldestOfMost() {
        Switch oldest = byPeer.values().stream()
                .max(Comparator.comparingInt(Collection::size))
                .map(sessions -> sessions.iterator().next())
                .orElse(null);
        if (oldest != null) {
            handshakeEnded(oldest);
        }
        return oldest;
    }

    /** Called when the handshake of a session is complete, and when the session is closed. */
    public synchronized void handshakeEnded(Switch sw) {
        byPeer.computeIfPresent(PeerNetwork.of(sw.remoteAddress()), (_, sessions) -> {
            handshakes -= sessions.remove(sw) ? 1 : 0;
            return sessions.isEmpty() ? null : sessions;
        });
    }
}
