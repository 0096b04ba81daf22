package net.beaconcontroller.openflow;

import java.util.Arrays;
import java.util.Optional;

/** A version of the OpenFlow protocol, OpenFlow 1.3.5 section 7.1.1 (ofp_header). */
public enum Version {
    /** OpenFlow 1.0.0. */
    OF10(1, "1.0"),
    /** OpenFlow 1.1.0. Only messages that are the same in all versions are decoded; the others are {@code Opaque}. */
    OF11(2, "1.1"),
    /** OpenFlow 1.2. */
    OF12(3, "1.2"),
    /** OpenFlow 1.3.0 to 1.3.5. */
    OF13(4, "1.3"),
    /** OpenFlow 1.4.0 and 1.4.1. */
    OF14(5, "1.4"),
    /** OpenFlow 1.5.0 and 1.5.1. */
    OF15(6, "1.5");

    private static final Version[] BY_WIRE = {null, OF10, OF11, OF12, OF13, OF14, OF15};

    private final int wire;
    private final String number;

    Version(int wire, String number) {
        this.wire = wire;
        this.number = number;
    }

    /** Returns the version byte of the header. */
    public int wire() {
        return wire;
    }

    /** Returns whether this is the given version or a later one. */
    public boolean isAtLeast(Version other) {
        return wire >= other.wire;
    }

    /** Returns the version with this header byte, or empty if it is unknown. */
    public static Optional<Version> ofWire(int wire) {
        return wire > 0 && wire < BY_WIRE.length ? Optional.of(BY_WIRE[wire]) : Optional.empty();
    }

    /** Returns the version with this number, such as "1.3", or empty if it is unknown. */
    public static Optional<Version> ofNumber(String number) {
        return Arrays.stream(values())
                .filter(version -> version.number.equals(number))
                .findFirst();
    }

    /** Returns the number, such as "1.3". */
    @Override
    public String toString() {
        return number;
    }
}
