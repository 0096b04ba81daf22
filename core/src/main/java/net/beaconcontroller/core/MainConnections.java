package net.beaconcontroller.core;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The main connections by datapath id, from their features reply until they are closed. An auxiliary connection is tied
 * to one of them, see {@link AuxiliaryConnections}. Thread-safe.
 */
final class MainConnections {
    /** The connections in the order of their features replies. No list is empty. */
    private final Map<Long, List<Connection>> byDatapath = new HashMap<>();

    synchronized void add(long datapathId, Connection connection) {
        byDatapath.computeIfAbsent(datapathId, _ -> new ArrayList<>()).add(connection);
    }

    synchronized void remove(long datapathId, Connection connection) {
        byDatapath.computeIfPresent(datapathId, (_, connections) -> {
            connections.remove(connection);
            return connections.isEmpty() ? null : connections;
        });
    }

    /**
     * Returns the main connection of an auxiliary one; empty if there is none. If several have the datapath id, the
     * latest is the one that the switch uses: the controller may not have noticed yet that the others were lost.
     */
    synchronized Optional<Connection> find(long datapathId, Connection auxiliary) {
        return byDatapath.getOrDefault(datapathId, List.of()).reversed().stream()
                .filter(main -> isSameSwitch(main, auxiliary))
                .findFirst();
    }

    /**
     * Returns whether two connections with the same datapath id belong to the same switch. A datapath id is not a
     * secret, so both must come from the same address, with the same certificate or both without TLS. They must also
     * use the same OpenFlow version (1.3.5, section 6.3.6).
     */
    private static boolean isSameSwitch(Connection main, Connection auxiliary) {
        return host(main.remoteAddress()).equals(host(auxiliary.remoteAddress()))
                && main.session().peerCertificate().equals(auxiliary.session().peerCertificate())
                && main.session().version() == auxiliary.session().version();
    }

    private static Object host(SocketAddress address) {
        return address instanceof InetSocketAddress inet ? inet.getAddress() : address;
    }
}
