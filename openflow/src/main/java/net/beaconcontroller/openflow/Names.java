package net.beaconcontroller.openflow;

import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** How a number is printed for people: the name of the value, the names of its bits, or hexadecimal digits. */
final class Names {
    /** Hexadecimal digits behind {@code 0x}. */
    static final Names HEX = new Names(true);

    /** A group's number, or the name of a reserved one. */
    static final Names GROUP = new Names(false);

    private final boolean bits;
    private final @Nullable String[] names;

    private Names(boolean bits, @Nullable String... names) {
        this.bits = bits;
        this.names = names;
    }

    /** Names of the values from 0 on; null for one that has none. */
    static Names ofValues(@Nullable String... names) {
        return new Names(false, names);
    }

    /** Names of the bits, the lowest first; null for one that has none. */
    static Names ofBits(@Nullable String... names) {
        return new Names(true, names);
    }

    String print(long value) {
        if (this == GROUP) {
            return value == FlowMod.ANY_GROUP ? "ANY" : value == GroupMod.ALL ? "ALL" : Long.toString(value);
        }
        return bits ? printBits(value) : printValue(value);
    }

    private String printValue(long value) {
        String name = value >= 0 && value < names.length ? names[(int) value] : null;
        return name == null ? Long.toUnsignedString(value) : name;
    }

    private String printBits(long value) {
        var named = new StringJoiner("|");
        long left = value;
        for (int bit = 0; bit < names.length; bit++) {
            String name = names[bit];
            if (name != null && (left >> bit & 1) == 1) {
                named.add(name);
                left &= ~(1L << bit);
            }
        }
        if (left != 0 || value == 0) {
            named.add(value == 0 && names.length > 0 ? "0" : "0x" + Long.toHexString(left));
        }
        return named.toString();
    }
}
