package net.beaconcontroller.web;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import net.beaconcontroller.io.PeerNetwork;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of HTTP connections. To open a connection costs a peer nothing, so a new connection is not refused
 * when there are too many, but displaces an idle one: of the address that has most connections, if it has more than its
 * share, the one that has been idle for longest. A connection that has sent a valid token is only displaced by others
 * that have. If there is none to displace, a reserve beyond the limit lets new connections send their tokens. Safe for
 * use by several threads.
 */
final class HttpConnectionLimit extends AbstractLifeCycle implements Connection.Listener {
    /** The connection to close first is the greatest. */
    private static final Comparator<Client> LONGEST_IDLE =
            Comparator.comparing((Client client) -> !client.hasToken).thenComparingLong(Client::idleMillis);

    private final Limits limits;
    private final Map<EndPoint, Client> clients = new HashMap<>();
    /** The connections by the networks of their clients. No set is empty. */
    private final Map<PeerNetwork, Set<Client>> byNetwork = new HashMap<>();

    /**
     * Numbers of connections.
     *
     * @param connections above which a new connection displaces another one
     * @param share of an address, which others do not displace while the reserve suffices
     * @param reserve that can be open beyond the limit if there is none to displace
     */
    record Limits(int connections, int share, int reserve) {
        private static final int SHARE = 64;
        private static final int MAX_RESERVE = 64;

        /** Returns limits with a number of connections in total, at least 1. */
        static Limits ofTotal(int connections) {
            int reserve = Math.min(MAX_RESERVE, connections / 4);
            return new Limits(connections - reserve, SHARE, reserve);
        }
    }

    /** A connection. Its fields are guarded by the lock of the limit. */
    private static final class Client {
        final EndPoint endPoint;
        final PeerNetwork network;
        boolean hasToken;
        /** The number of requests with a valid token that are in progress. */
        int requests;

        Client(EndPoint endPoint, PeerNetwork network) {
            this.endPoint = endPoint;
            this.network = network;
        }

        /** Returns the time since something was received from the client or sent to it. */
        long idleMillis() {
            return endPoint instanceof IdleTimeout idle ? idle.getIdleFor() : 0;
        }
    }

    HttpConnectionLimit(Limits limits) {
        this.limits = limits;
    }

    @Override
    public void onOpened(Connection connection) {
        EndPoint endPoint = connection.getEndPoint();
        // With TLS, a socket has two connections: that of HTTP is within that of TLS. A closed one has no address.
        if (!(endPoint instanceof EndPoint.Wrapper)
                && endPoint.getRemoteSocketAddress() instanceof InetSocketAddress from) {
            close(add(new Client(endPoint, PeerNetwork.of(from))));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        remove(connection.getEndPoint());
    }

    /** Called when a request with a valid token begins. */
    void admit(Request request) {
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        EndPoint socket = endPoint instanceof EndPoint.Wrapper wrapper ? wrapper.unwrap() : endPoint;
        close(begin(socket));
        Request.addCompletionListener(request, _ -> end(socket));
    }

    /** Closes the connection without a token that has been idle for longest, of the address that has most. */
    void makeRoom() {
        close(removeLongestIdle());
    }

    private synchronized @Nullable Client removeLongestIdle() {
        Client idle = longestIdle(0, other -> !other.hasToken).orElse(null);
        if (idle != null) {
            remove(idle.endPoint);
        }
        return idle;
    }

    private static void close(@Nullable Client displaced) {
        if (displaced != null) {
            displaced.endPoint.close();
        }
    }

    private synchronized @Nullable Client add(Client client) {
        clients.put(client.endPoint, client);
        byNetwork.computeIfAbsent(client.network, _ -> new HashSet<>()).add(client);
        return displace(client);
    }

    private synchronized @Nullable Client begin(EndPoint socket) {
        Client client = clients.get(socket);
        if (client == null) {
            return null;
        }
        client.hasToken = true;
        client.requests++;
        return displace(client);
    }

    private synchronized void end(EndPoint socket) {
        Client client = clients.get(socket);
        if (client != null) {
            client.requests--;
        }
    }

    private synchronized void remove(EndPoint endPoint) {
        Client client = clients.remove(endPoint);
        if (client != null) {
            byNetwork.computeIfPresent(client.network, (_, all) -> {
                all.remove(client);
                return all.isEmpty() ? null : all;
            });
        }
    }

    /** Removes the connection that this one displaces, possibly itself, and returns it; null if there is room. */
    private @Nullable Client displace(Client by) {
        int excess = clients.size() - limits.connections;
        if (excess <= 0) {
            return null;
        }
        Predicate<Client> mayBeDisplaced = other -> other != by && (by.hasToken || !other.hasToken);
        Client displaced = longestIdle(limits.share, mayBeDisplaced)
                .or(() -> excess <= limits.reserve ? Optional.empty() : longestIdle(0, mayBeDisplaced))
                .orElse(excess <= limits.reserve ? null : by);
        if (displaced != null) {
            remove(displaced.endPoint);
        }
        return displaced;
    }

    /** Returns the longest idle connection of the address that has most, of those with more than a number of them. */
    private Optional<Client> longestIdle(int share, Predicate<Client> wanted) {
        return byNetwork.values().stream()
                .filter(all -> all.size() > share)
                .sorted(Comparator.<Collection<Client>>comparingInt(Collection::size)
                        .reversed())
                .flatMap(all ->
                        all.stream().filter(client -> client.requests == 0).filter(wanted).max(LONGEST_IDLE).stream())
                .findFirst();
    }
}
