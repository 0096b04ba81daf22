package net.beaconcontroller.core.session;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.io.PeerNetwork;
import net.beaconcontroller.openflow.message.PortStatus;
import net.beaconcontroller.openflow.structure.Port;
import org.jspecify.annotations.Nullable;

/**
 * The ports of one switch. Written by the switch's executor and read by any thread.
 *
 * <p>A port-status message that arrives before the complete description of the ports is newer than the description of
 * its port: the switch reports each change, so its last message about a port has the state of the port.
 */
public final class PortTable {
    /** The maximum number of ports. Messages about further ports are ignored. */
    static final int MAX_PORTS = 1 << 16;

    private final PortTotal total;
    private final PeerNetwork network;
    private final Consumer<String> refuse;
    private volatile Map<Long, Port> byNumber = new ConcurrentSkipListMap<>();
    /** The size of the map, which takes linear time to count its entries. */
    private int size;
    /** The number of ports that floods exclude. */
    private int excluded;
    /** The ports that have changed before the description was complete, also removed ones; null afterwards. */
    private @Nullable Set<Long> changed = new HashSet<>();

    /**
     * Creates an empty table.
     *
     * @param network the network of the switch
     * @param refuse called by any thread with the reason why the switch is to be disconnected, if there are too many
     *     ports in total
     */
    public PortTable(PortTotal total, PeerNetwork network, Consumer<String> refuse) {
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

    /** Sets the ports to those of a complete description, except the ports that have changed before. */
    public void set(Collection<Port> ports) {
        Set<Long> newer = changed == null ? Set.of() : changed;
        var map = new ConcurrentSkipListMap<Long, Port>(byNumber);
        map.keySet().retainAll(newer);
        ports.stream()
                .filter(port -> !newer.contains(port.number()))
                .limit(MAX_PORTS - map.size())
                .forEach(port -> map.put(port.number(), port));
        byNumber = map;
        excluded =
                (int) map.values().stream().filter(Port::isExcludedFromFloods).count();
        changed = null;
        resize(map.size());
    }

    private void resize(int newSize) {
        size = newSize;
        total.update(this, newSize + (changed == null ? 0 : changed.size()));
    }

    /** Applies a port-status message. Returns the event for applications, or null if nothing changed. */
    @Nullable
    SwitchEvent update(Session sw, PortStatus status) {
        Port port = status.port();
        if (changed != null && changed.size() < MAX_PORTS && changed.add(port.number())) {
            resize(size);
        }
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
        excluded += excluded(port) - excluded(before);
        boolean wasUp = before != null && before.isUp();
        if (port.isUp() != wasUp) {
            return port.isUp() ? new SwitchEvent.PortUp(sw, port) : new SwitchEvent.PortDown(sw, port);
        }
        return port.equals(before) ? null : new SwitchEvent.PortChanged(sw, port);
    }

    private boolean remove(Port port) {
        Port removed = byNumber.remove(port.number());
        if (removed != null) {
            excluded -= excluded(removed);
            resize(size - 1);
        }
        return removed != null;
    }

    private static int excluded(@Nullable Port port) {
        return port != null && port.isExcludedFromFloods() ? 1 : 0;
    }

    /** Returns whether floods exclude a port. On the executor. */
    boolean hasExcludedFromFloods() {
        return excluded > 0;
    }

    /** Returns the number of ports. On the executor. */
    int size() {
        return size;
    }

    Collection<Port> all() {
        return Collections.unmodifiableCollection(byNumber.values());
    }

    Optional<Port> get(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }
}
