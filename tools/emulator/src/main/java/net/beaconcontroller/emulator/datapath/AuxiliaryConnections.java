package net.beaconcontroller.emulator.datapath;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * The auxiliary connections of a switch, OpenFlow 1.3.5 section 6.3.6, over which it sends its packet-ins in turn. They
 * are open while the main connection is, and use its version. For the loop's thread.
 */
final class AuxiliaryConnections {
    private final SelectLoop loop;
    private final String name;
    private final ControllerAddress controller;
    private final int count;
    private final ControllerConnection.Handler handler;
    private List<ControllerConnection> connections = List.of();
    /** The index of the connection for the next packet-in. */
    private int next;

    /**
     * Creates the connections, closed.
     *
     * @param count the number of connections; with OpenFlow 1.2 and earlier, there are none
     */
    AuxiliaryConnections(
            SelectLoop loop,
            String name,
            ControllerAddress controller,
            int count,
            ControllerConnection.Handler handler) {
        this.loop = loop;
        this.name = name;
        this.controller = controller;
        this.count = count;
        this.handler = handler;
    }

    /** Opens the connections, unless they are open. */
    void open(Version version) {
        if (connections.isEmpty() && version.isAtLeast(Version.OF13)) {
            connections = IntStream.rangeClosed(1, count)
                    .mapToObj(id -> new ControllerConnection(loop, name, controller, Set.of(version), id, handler))
                    .toList();
            connections.forEach(ControllerConnection::open);
        }
    }

    void close() {
        List<ControllerConnection> open = connections;
        connections = List.of();
        next = 0;
        open.forEach(ControllerConnection::close);
    }

    /** Returns the connection for the next packet-in: {@code main} if the auxiliary connection is not ready. */
    ControllerConnection forPacketIn(ControllerConnection main) {
        return connections.isEmpty() || !connections.get(next).hasSentFeatures() ? main : connections.get(next);
    }

    /** Called when a packet-in was sent. */
    void advance() {
        next = connections.isEmpty() ? 0 : (next + 1) % connections.size();
    }
}
