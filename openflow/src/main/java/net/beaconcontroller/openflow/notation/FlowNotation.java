package net.beaconcontroller.openflow.notation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.notation.NotationScanner.Item;

/** The keys of a flow in the notation of {@code ovs-ofctl}, apart from its match and its actions. */
public final class FlowNotation {
    /** The flags of a flow-mod by name, in the order in which they are printed. */
    private static final Map<String, Integer> FLAGS = flags();

    private static final Set<String> NUMBERS = Set.of(
            "table priority cookie idle_timeout hard_timeout importance out_port out_group buffer_id flags".split(" "));

    private FlowNotation() {}

    private static Map<String, Integer> flags() {
        var flags = new LinkedHashMap<String, Integer>();
        flags.put("send_flow_rem", 1);
        flags.put("check_overlap", 1 << 1);
        flags.put("reset_counts", 1 << 2);
        flags.put("no_packet_counts", 1 << 3);
        flags.put("no_byte_counts", 1 << 4);
        flags.put("emerg", 1 << 18);
        return Collections.unmodifiableMap(flags);
    }

    /** Returns whether the item is a numeric key of a flow. */
    public static boolean isNumber(Item item) {
        return NUMBERS.contains(item.key());
    }

    /** Returns the bit of the flag that the item names, or 0. */
    public static int flag(Item item) {
        return FLAGS.getOrDefault(item.key(), 0);
    }

    public static boolean isActions(Item item) {
        return item.keyPart().is("actions") || item.keyPart().is("action");
    }

    /** Adds a part of a text if the condition holds. */
    public static void addIf(StringJoiner text, boolean condition, String part) {
        if (condition) {
            text.add(part);
        }
    }

    /** Adds the timeouts and the importance that are not 0. */
    public static void addTimes(StringJoiner text, int idleTimeout, int hardTimeout, int importance) {
        addIf(text, idleTimeout != 0, "idle_timeout=" + idleTimeout);
        addIf(text, hardTimeout != 0, "hard_timeout=" + hardTimeout);
        addIf(text, importance != 0, "importance=" + importance);
    }

    /** Adds the flags by name, and the other bits as a number. */
    public static void addFlags(StringJoiner text, int flags) {
        int left = flags;
        for (var flag : FLAGS.entrySet()) {
            if ((left & flag.getValue()) != 0) {
                text.add(flag.getKey());
                left &= ~flag.getValue();
            }
        }
        addIf(text, left != 0, "flags=0x%x".formatted(left));
    }
}
