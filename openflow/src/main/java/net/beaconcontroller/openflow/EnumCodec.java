package net.beaconcontroller.openflow;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The things that a number on the wire can stand for, by that number, and the error with which any other number is refused.
 *
 * @param <E> the things, enum constants as a rule
 */
final class EnumCodec<E> {
    private final @Nullable E[] byWire;
    private final ErrorCode refusal;

    /** The place in the array is the number on the wire; null where a number stands for nothing. */
    @SafeVarargs
    EnumCodec(ErrorCode refusal, @Nullable E... byWire) {
        this.byWire = byWire;
        this.refusal = refusal;
    }

    @Nullable
    E ofWire(long wire) {
        return wire < byWire.length ? byWire[(int) wire] : null;
    }

    int wire(E value) {
        return Arrays.asList(byWire).indexOf(value);
    }

    ErrorCode refusal() {
        return refusal;
    }

    /** What would be right, such as {@code 0 to 4}. */
    String known() {
        var known = new StringBuilder();
        for (int i = 0; i < byWire.length; i++) {
            if (byWire[i] != null) {
                known.append(known.isEmpty() ? "" : ", ").append(i).append(' ').append(byWire[i]);
            }
        }
        return known.toString();
    }
}
