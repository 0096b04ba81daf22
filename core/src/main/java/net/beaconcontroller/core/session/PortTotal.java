package net.beaconcontroller.core.session;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import net.beaconcontroller.io.PeerNetwork;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of ports of all switches. When there are too many, a switch is refused: of the network whose
 * switches have most ports, the one that has most of them. So a peer that reports ports without end only displaces its
 * own. Thread-safe.
 */
public final class PortTotal {
    /** The approximate memory of a port, with what the bundled applications know about it. */
    private static final int BYTES_PER_PORT = 1 << 10;

    private final long limit;
    private final Map<PortTable, Integer> sizes = new LinkedHashMap<>();
    private long total;

    /** Creates an object for the number of ports that half of the heap has room for. */
    public PortTotal() {
        this(Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_PORT);
    }

    public PortTotal(long limit) {
        this.limit = limit;
    }

    /** Called when a table has another size. */
    void update(PortTable table, int size) {
        @Nullable PortTable refused = null;
        synchronized (this) {
            Integer before = sizes.put(table, size);
            total += size - (before == null ? 0 : before);
            if (total > limit) {
                refused = largest();
                remove(refused);
            }
        }
        if (refused != null) {
            refused.refuse("the switches have more than %,d ports in total, most of them those of %s"
                    .formatted(limit, refused.network().address()));
        }
    }

    private PortTable largest() {
        Map<PeerNetwork, Integer> byNetwork = sizes.entrySet().stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.getKey().network(), Collectors.summingInt(Map.Entry::getValue)));
        return sizes.keySet().stream()
                .max(Comparator.<PortTable>comparingInt(table -> byNetwork.get(table.network()))
                        .thenComparingInt(sizes::get))
                .orElseThrow();
    }

    /** Called when a table is not used any more. */
    synchronized void remove(PortTable table) {
        Integer size = sizes.remove(table);
        total -= size == null ? 0 : size;
    }

    /** Returns the number of ports. */
    public synchronized long value() {
        return total;
    }
}
