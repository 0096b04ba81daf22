package net.beaconcontroller.core.io;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.beaconcontroller.openflow.Version;

/**
 * The main connections by datapath id, from their features reply until they are closed. An auxiliary connection is tied
 * to one of them, see {@link AuxiliaryConnections}. Thread-safe.
 */
public final class MainConnections {
    private record Main(Connection connection, Version version) {}

    /** The connections in the order of their features replies. No list is empty. */
    private final Map<Long, List<Main>> byDatapath = new HashMap<>();

    synchronized void add(long datapathId, Version version, Connection connection) {
        byDatapath.computeIfAbsent(datapathId, _ -> new ArrayList<>()).add(new Main(connection, version));
    }

    synchronized void remove(long datapathId, Connection connection) {
        byDatapath.computeIfPresent(datapathId, (_, connections) -> {
            connections.removeIf(main -> main.connection == connection);
            return connections.isEmpty() ? null : connections;
        });
    }

    /**
     * Returns the main connection of an auxiliary one; empty if there is none. If several have the datapath id, the
     * latest is the one that the switch uses: the controller may not have noticed yet that the others were lost. Both
     * use the same OpenFlow version (1.3.5, section 6.3.6).
     */
    synchronized Optional<Connection> find(long datapathId, Version version, Connection auxiliary) {
        return byDatapath.getOrDefault(datapathId, List.of()).reversed().stream()
                .filter(main -> main.version == version && isSameSwitch(main.connection, auxiliary))
                .map(Main::connection)
                .findFirst();
    }

    /**
     * Returns whether two connections with the same datapath id belong to the same switch. A datapath id is not a
     * secret, so both must come from the same address, with the same certificate or both without TLS.
     */
    private static boolean isSameSwitch(Connection main, Connection auxiliary) {
        return host(main.remoteAddress()).equals(host(auxiliary.remoteAddress()))
                && main.peerCertificate().equals(auxiliary.peerCertificate());
    }

    private static Object host(SocketAddress address) {
        return address instanceof InetSocketAddress inet ? inet.getAddress() : address;
    }
}
