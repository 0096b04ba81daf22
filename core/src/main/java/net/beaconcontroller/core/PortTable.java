package net.beaconcontroller.core;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.common.socket.PeerNetwork;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import org.jspecify.annotations.Nullable;

/** The ports of one switch. Written by the switch's executor and read by any thread. */
final class PortTable {
    /** The maximum number of ports. Messages about further ports are ignored. */
    static final int MAX_PORTS = 1 << 16;

    private final PortTotal total;
    private final PeerNetwork network;
    private final Consumer<String> refuse;
    private volatile Map<Long, Port> byNumber = new ConcurrentSkipListMap<>();
    /** The size of the map, which takes linear time to count its entries. */
    private int size;

    /**
     * Creates an empty table.
     *
     * @param network the network of the switch
     * @param refuse called by any thread with the reason why the switch is to be disconnected, if there are too many
     *     ports in total
     */
    PortTable(PortTotal total, PeerNetwork network, Consumer<String> refuse) {
        this.total = total;
        this.network = network;
        this.refuse = refuse;
    }

    PeerNetwork network() {
        return network;
    }

    void refuse(String reason) {
        refuse.accept(reason);
    }

    /** Subtracts the ports from the total. They are not changed any more. */
    void close() {
        total.remove(this);
    }

    void set(Collection<Port> ports) {
        var map = new ConcurrentSkipListMap<Long, Port>();
        ports.stream().limit(MAX_PORTS).forEach(port -> map.put(port.number(), port));
        byNumber = map;
        resize(map.size());
    }

    private void resize(int newSize) {
        size = newSize;
        total.update(this, newSize);
    }

    /** Applies a port-status message. Returns the event for applications, or null if nothing changed. */
    @Nullable
    SwitchEvent update(Session sw, PortStatus status) {
        Port port = status.port();
        if (status.reason() == PortStatus.Reason.DELETE) {
            return remove(port) ? new SwitchEvent.PortDown(sw, port) : null;
        }
        Port before = byNumber.get(port.number());
        if (before == null) {
            if (size == MAX_PORTS) {
                return null;
            }
            resize(size + 1);
        }
        byNumber.put(port.number(), port);
        boolean wasUp = before != null && before.isUp();
        if (port.isUp() != wasUp) {
            return port.isUp() ? new SwitchEvent.PortUp(sw, port) : new SwitchEvent.PortDown(sw, port);
        }
        return port.equals(before) ? null : new SwitchEvent.PortChanged(sw, port);
    }

    private boolean remove(Port port) {
        boolean removed = byNumber.remove(port.number()) != null;
        if (removed) {
            resize(size - 1);
        }
        return removed;
    }

    Collection<Port> all() {
        return Collections.unmodifiableCollection(byNumber.values());
    }

    Optional<Port> get(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }
}
