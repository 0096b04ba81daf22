package net.beaconcontroller.learningswitch;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import net.beaconcontroller.packet.Ethernet;
import org.jspecify.annotations.Nullable;

/**
 * On which port of a switch each Ethernet address was last heard, per VLAN. What was not heard for {@link #LIFETIME_SECONDS}
 * is forgotten, give or take an epoch. A table for each VLAN has the port's {@link PortIndex} and the epoch:
 *
 * <pre>
 *   15       12 11           0
 *   | epoch    | port index   |
 * </pre>
 *
 * Time comes with the packets. As it goes on the tables are swept bit by bit, all of them once an epoch, so that none of 16
 * epochs ago is left when its number comes again, and no sweep takes long. When a switch has more addresses than anybody
 * should believe, all are forgotten: those in use are soon heard again.
 */
final class MacTable {
    /** The port of an address that was not heard. */
    static final long UNKNOWN = -1;

    static final int LIFETIME_SECONDS = 300; // the ageing time of IEEE 802.1Q, section 8.8.3
    static final int MAX_ENTRIES = 1 << 24;

    private static final int EPOCHS = 16;
    private static final long EPOCH_NANOS = TimeUnit.SECONDS.toNanos(LIFETIME_SECONDS) / (EPOCHS - 1);
    private static final int EPOCH_SHIFT = 12;
    private static final int PORT_MASK = (1 << EPOCH_SHIFT) - 1;

    /** A sweep's parts. */
    private static final int PARTS = 256;

    /** Where to look in a table for the next packets. */
    private final int[] homes = new int[64];

    private final PortIndex ports = new PortIndex();
    private final IntPredicate dead = this::isDead;
    private MacHashMap untagged = new MacHashMap(dead);
    private @Nullable MacHashMap[] tagged = {};
    private int size;

    private boolean started;
    private long nowNanos;
    private long epochNanos;
    private int epoch;
    private int part;
    /** Epochs ago; what was heard then or before is dead. */
    private int deadAge = EPOCHS - 1;

    /** The time has come this far; to be told before what was heard then. */
    void advance(long nanos) {
        if (nanos != nowNanos) {
            nowNanos = nanos;
            goOn();
        }
    }

    private void goOn() {
        if (!started) {
            started = true;
            epochNanos = nowNanos;
        }
        long passed = (nowNanos - epochNanos) / EPOCH_NANOS;
        if (passed > 0) {
            deadAge =
                    (int) Math.max(0, EPOCHS - passed); // or the number of its epoch would soon be that of a later one
            part = passed == 1 ? part : 0;
            sweepTo(PARTS);
            deadAge = EPOCHS - 1;
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

    private boolean isDead(int value) {
        return age(value) >= deadAge || ports.port(value & PORT_MASK) == UNKNOWN;
    }

    private int age(int value) {
        return epoch - (value >>> EPOCH_SHIFT) & EPOCHS - 1;
    }

    /**
     * Takes note of an address.
     *
     * @param vlan less than 1 for a frame without a tag, or whose tag has a priority only
     * @return whether it was known on another port
     */
    boolean learn(int vlan, long address, long port) {
        int index = ports.of(port);
        if (index == PortIndex.NONE) {
            return false; // thousands of ports have hosts already; what goes to the others is flooded
        }
        int before = table(vlan).put(address, epoch << EPOCH_SHIFT | index);
        if (before == MacHashMap.NONE) {
            count();
            return false;
        }
        return (before & PORT_MASK) != index && !isDead(before);
    }

    private void count() {
        if (++size > MAX_ENTRIES) {
            untagged = new MacHashMap(dead);
            tagged = new MacHashMap[0];
            size = 0;
        }
    }

    /** The port, or {@link #UNKNOWN}. */
    long portOf(int vlan, long address) {
        int value = table(vlan).get(address);
        return age(value) < deadAge ? ports.port(value & PORT_MASK) : UNKNOWN; // the port of no index is unknown too
    }

    /** Loads what will be asked for frames that begin at these places, if they have no tag; returns whether that is of use. */
    boolean loadFor(byte[] bytes, int[] frames, int count) {
        if (!untagged.isLarge()) {
            return false;
        }
        int homeCount = 0;
        for (int i = 0; i < count; i++) {
            int frame = frames[i];
            if (!Ethernet.isTagged(bytes, frame)) {
                homes[homeCount++] = untagged.home(Ethernet.sourceOf(bytes, frame));
                homes[homeCount++] = untagged.home(Ethernet.destinationOf(bytes, frame));
            }
            if (homeCount > homes.length - 2) {
                break;
            }
        }
        untagged.load(homes, homeCount);
        return true;
    }

    /** Forgets all addresses of a port. */
    void forget(long port) {
        ports.retire(port);
    }

    /** How many addresses there are, those among them that are to be swept away. */
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
            tagged[vlan] = new MacHashMap(dead);
        }
        return Objects.requireNonNull(tagged[vlan]);
    }
}
