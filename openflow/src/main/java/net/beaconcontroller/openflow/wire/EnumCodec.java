package net.beaconcontroller.openflow.wire;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.beaconcontroller.openflow.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The values of an enumerated field by their numbers on the wire, and the error code with which any other number is
 * refused.
 *
 * @param <E> the type of the values, as a rule an enum
 */
public final class EnumCodec<E> {
    private final @Nullable E[] byWire;
    private final ErrorCode refusal;

    /**
     * Creates a codec.
     *
     * @param byWire the values by their numbers; null for an unused number
     */
    @SafeVarargs
    public EnumCodec(ErrorCode refusal, @Nullable E... byWire) {
        this.byWire = byWire;
        this.refusal = refusal;
    }

    /** Returns the value with this number, or null if the number is unknown. */
    public @Nullable E ofWire(long wire) {
        return wire < byWire.length ? byWire[(int) wire] : null;
    }

    /** Returns the number of this value, or -1 if the version does not have the value. */
    int wire(E value) {
        return Arrays.asList(byWire).indexOf(value);
    }

    ErrorCode refusal() {
        return refusal;
    }

    /** Returns the known numbers and values, such as {@code 0 ADD, 1 MODIFY}. */
    String known() {
        return IntStream.range(0, byWire.length)
                .filter(wire -> byWire[wire] != null)
                .mapToObj(wire -> wire + " " + byWire[wire])
                .collect(Collectors.joining(", "));
    }
}
