package net.beaconcontroller.openflow.wire;

import java.util.List;
import java.util.StringJoiner;
import net.beaconcontroller.openflow.GroupNumber;
import org.jspecify.annotations.Nullable;

/** The notation of a number for people: the name of the value, the names of its bits, or hexadecimal digits. */
public final class Names {
    /** Hexadecimal digits after {@code 0x}. */
    public static final Names HEX = new Names(true);

    /** A group number, or the name of a reserved one. */
    public static final Names GROUP = new Names(false);

    private final boolean bits;
    private final @Nullable String[] names;

    private Names(boolean bits, @Nullable String... names) {
        this.bits = bits;
        this.names = names;
    }

    /** Returns the notation for the names of the values 0 and up; null for a value without a name. */
    public static Names ofValues(@Nullable String... names) {
        return new Names(false, names);
    }

    /** Returns the notation for the names of the bits, the lowest first; null for a bit without a name. */
    public static Names ofBits(@Nullable String... names) {
        return new Names(true, names);
    }

    public String print(long value) {
        if (this == GROUP) {
            return GroupNumber.toString(value);
        }
        return bits ? printBits(value) : printValue(value);
    }

    private String printValue(long value) {
        String name = value >= 0 && value < names.length ? names[(int) value] : null;
        return name == null ? Long.toUnsignedString(value) : name;
    }

    /** Returns the names of the bits of a number that are set; hexadecimal digits for those without a name together. */
    public List<String> namesOf(long value) {
        return value == 0 ? List.of() : List.of(printBits(value).split("\\|"));
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
