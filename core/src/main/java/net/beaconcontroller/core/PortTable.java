package net.beaconcontroller.core;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.openflow.Port;
import net.beaconcontroller.openflow.PortStatus;
import org.jspecify.annotations.Nullable;

/** The ports of one switch. Changed by its loop, read by anyone. */
final class PortTable {
    /** More a switch cannot have here: what it says of others is passed over. */
    static final int MAX = 1 << 16;

    private volatile Map<Long, Port> byNumber = new ConcurrentSkipListMap<>();
    private int size; // a skip list would count

    void set(Collection<Port> ports) {
        var map = new ConcurrentSkipListMap<Long, Port>();
        ports.stream().limit(MAX).forEach(port -> map.put(port.number(), port));
        byNumber = map;
        size = map.size();
    }

    /** Takes in what a port-status says; returns what that means, or null where nothing is new. */
    @Nullable
    SwitchEvent update(Session sw, PortStatus status) {
        Port port = status.port();
        if (status.reason() == PortStatus.Reason.DELETE) {
            return remove(port) ? new SwitchEvent.PortDown(sw, port) : null;
        }
        Port before = byNumber.get(port.number());
        if (before == null) {
            if (size == MAX) {
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
