package net.beaconcontroller.learningswitch;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import net.beaconcontroller.api.PacketInBatch;
import org.jspecify.annotations.Nullable;

/**
 * The learned MAC addresses of a switch: the port where each address was last seen, per VLAN. An entry expires after
 * {@link #LIFETIME_SECONDS}, to within an epoch. There is a map for each VLAN, whose values have the port's {@link
 * PortIndex} and the epoch of the last frame:
 *
 * <pre>
 *   15       12 11           0
 *   | epoch    | port index   |
 * </pre>
 *
 * The clock advances with the packets, so that the table needs no timer and no clock read for each packet. The maps are
 * swept incrementally, all of them once per epoch, so that no entry of 16 epochs ago remains when its epoch number is
 * reused, and no sweep takes long.
 *
 * <p>The number of addresses is limited, because hosts choose them. A port may have as many as the table has room for
 * further ones (dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking, 1998): one port uses half
 * of the table, two use a third each. So no port displaces the addresses of another, nor takes all the room. Further
 * addresses are not learned.
 */
final class MacTable {
    /** The port of an unknown address. */
    static final long UNKNOWN = -1;

    /** The default ageing time of IEEE 802.1Q, section 8.8.3. */
    static final int LIFETIME_SECONDS = 300;

    /** The limit of a table, unless that of {@link AddressTotal} is lower. */
    static final int MAX_ENTRIES = 1 << 25;

    private static final int LARGE = 10_000;

    private static final int EPOCHS = 16;
    private static final long EPOCH_NANOS = TimeUnit.SECONDS.toNanos(LIFETIME_SECONDS) / (EPOCHS - 1);
    private static final int EPOCH_SHIFT = 12;
    private static final int PORT_MASK = (1 << EPOCH_SHIFT) - 1;

    /** The number of increments of a sweep. */
    private static final int PARTS = 256;

    private final AddressTotal total;
    private final PortIndex ports = new PortIndex();
    private final IntPredicate expired = this::expire;
    private MacHashMap untagged = new MacHashMap(expired);
    private @Nullable MacHashMap[] tagged = {};
    private int size;
    /** The size when it was last added to the total. */
    private int counted;
    /** The maximum size. */
    private int limit;
    /** The number of packets whose source was not learned. */
    private long refused;

    /** The home slots to prefetch. */
    private final int[] homes = new int[2 * PacketInBatch.CAPACITY];

    private boolean started;
    private long nowNanos;
    private long epochNanos;
    private int epoch;
    private int part;
    /** The age in epochs from which an entry is expired. */
    private int expiredAge = EPOCHS - 1;

    MacTable(AddressTotal total) {
        this.total = total;
        this.limit = total.add(0);
    }

    /** Advances the clock; called before the frames that were received at this time are learned. */
    void advance(long nanos) {
        if (nanos != nowNanos) {
            nowNanos = nanos;
            advance();
        }
    }

    private void advance() {
        if (!started) {
            started = true;
            epochNanos = nowNanos;
        }
        long passed = (nowNanos - epochNanos) / EPOCH_NANOS;
        if (passed > 0) {
            // Removes the entries whose epoch number one of the passed epochs would reuse.
            expiredAge = (int) Math.max(0, EPOCHS - passed);
            part = passed == 1 ? part : 0;
            sweepTo(PARTS);
            expiredAge = EPOCHS - 1;
            epoch = (int) (epoch + passed) & EPOCHS - 1;
            epochNanos += passed * EPOCH_NANOS;
            part = 0;
            ports.swept();
            forEachTable(MacHashMap::trim);
        }
        sweepTo((int) ((nowNanos - epochNanos) * PARTS / EPOCH_NANOS));
    }

    private void sweepTo(int wanted) {
        if (wanted > part) {
            int from = part;
            part = wanted;
            forEachTable(table -> table.sweep(from, wanted));
            limit = total.add(size - counted);
            counted = size;
        }
    }

    private void forEachTable(Consumer<MacHashMap> action) {
        size = 0;
        action.accept(untagged);
        size += untagged.size();
        for (MacHashMap table : tagged) {
            if (table != null) {
                action.accept(table);
                size += table.size();
            }
        }
    }

    private boolean isExpired(int value) {
        return age(value) >= expiredAge || ports.port(value & PORT_MASK) == UNKNOWN;
    }

    /** Returns whether an entry has expired. Then the map removes it. */
    private boolean expire(int value) {
        boolean isExpired = isExpired(value);
        if (isExpired) {
            ports.removed(value & PORT_MASK);
        }
        return isExpired;
    }

    private int age(int value) {
        return epoch - (value >>> EPOCH_SHIFT) & EPOCHS - 1;
    }

    /**
     * Learns the port of an address.
     *
     * @param vlan the VLAN identifier; less than 1 for a frame that is untagged or priority-tagged
     * @return whether the address was known on another port
     */
    boolean learn(int vlan, long address, long port) {
        int index = ports.of(port);
        if (index == PortIndex.NONE) {
            // Too many ports: frames to hosts on this port are flooded.
            return false;
        }
        int before = table(vlan).put(address, epoch << EPOCH_SHIFT | index);
        if (before == MacHashMap.NONE) {
            added(vlan, address, index);
            return false;
        }
        int indexBefore = before & PORT_MASK;
        if (indexBefore == index) {
            return false;
        }
        ports.removed(indexBefore);
        ports.added(index);
        return !isExpired(before);
    }

    /** Counts a new entry, or removes it if its port has too many. */
    private void added(int vlan, long address, int index) {
        size++;
        if (ports.added(index) > limit - size) {
            table(vlan).remove(address);
            ports.removed(index);
            size--;
            refused++;
            total.countRefused();
        }
    }

    /** Returns the port of an address, or {@link #UNKNOWN}. */
    long portOf(int vlan, long address) {
        int value = table(vlan).get(address);
        // The port of index 0 is UNKNOWN too.
        return age(value) < expiredAge ? ports.port(value & PORT_MASK) : UNKNOWN;
    }

    /**
     * Prefetches the entries for the packets of a batch, if the table probably exceeds the inner processor caches. Only
     * for packets in the VLAN of the first one, which usually is the VLAN of all.
     */
    void prefetch(PacketInBatch batch) {
        if (size < LARGE) {
            return;
        }
        int vlan = batch.vlan(0);
        MacHashMap table = table(vlan);
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            if (batch.vlan(i) == vlan) {
                homes[count++] = table.home(batch.source(i));
                homes[count++] = table.home(batch.destination(i));
            }
        }
        table.prefetch(homes, count);
    }

    /** Removes all addresses of a port. */
    void forget(long port) {
        ports.retire(port);
    }

    /** Returns the number of packets whose source was not learned, because its port has too many addresses. */
    long refused() {
        return refused;
    }

    /** Subtracts the addresses from the total. The table is not used any more. */
    void close() {
        total.add(-counted);
        counted = 0;
    }

    /** Returns the number of entries, including expired ones that are not swept yet. */
    int size() {
        return size;
    }

    private MacHashMap table(int vlan) {
        return vlan <= 0 ? untagged : taggedTable(vlan);
    }

    private MacHashMap taggedTable(int vlan) {
        if (vlan >= tagged.length) {
            tagged = Arrays.copyOf(tagged, vlan + 1);
        }
        if (tagged[vlan] == null) {
            tagged[vlan] = new MacHashMap(expired);
        }
        return Objects.requireNonNull(tagged[vlan]);
    }
}
