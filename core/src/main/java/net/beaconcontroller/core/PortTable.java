package net.beaconcontroller.core;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import org.jspecify.annotations.Nullable;

/** The ports of one switch. Written by the switch's executor and read by any thread. */
final class PortTable {
    /** The maximum number of ports. Messages about further ports are ignored. */
    static final int MAX_PORTS = 1 << 16;

    private volatile Map<Long, Port> byNumber = new ConcurrentSkipListMap<>();
    /** The size of the map, which takes linear time to count its entries. */
    private int size;

    void set(Collection<Port> ports) {
        var map = new ConcurrentSkipListMap<Long, Port>();
        ports.stream().limit(MAX_PORTS).forEach(port -> map.put(port.number(), port));
        byNumber = map;
        size = map.size();
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
            size++;
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
            size--;
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
