package net.beaconcontroller.core;

import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.TreeMap;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.openflow.Port;
import net.beaconcontroller.openflow.PortStatus;
import org.jspecify.annotations.Nullable;

/** The ports of one switch. Changed by its loop, read by anyone: each change makes a new map. */
final class Ports {
    private volatile TreeMap<Long, Port> byNumber = new TreeMap<>();

    void set(Collection<Port> ports) {
        var map = new TreeMap<Long, Port>();
        ports.forEach(port -> map.put(port.number(), port));
        byNumber = map;
    }

    /** Takes in what a port-status says; returns what that means, or null where nothing is new. */
    @Nullable
    SwitchEvent update(Session sw, PortStatus status) {
        PortStatus.Reason reason = status.reason();
        Port port = status.port();
        var map = new TreeMap<>(byNumber);
        Port before = reason == PortStatus.Reason.DELETE ? map.remove(port.number()) : map.put(port.number(), port);
        byNumber = map;
        if (reason == PortStatus.Reason.DELETE) {
            return before == null ? null : new SwitchEvent.PortDown(sw, port);
        }
        boolean wasUp = before != null && before.isUp();
        if (port.isUp() != wasUp) {
            return port.isUp() ? new SwitchEvent.PortUp(sw, port) : new SwitchEvent.PortDown(sw, port);
        }
        return port.equals(before) ? null : new SwitchEvent.PortChanged(sw, port);
    }

    Collection<Port> all() {
        return Collections.unmodifiableCollection(byNumber.values());
    }

    Optional<Port> get(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }
}
