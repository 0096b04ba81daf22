package net.beaconcontroller.openflow;

import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A version of the OpenFlow protocol, with the number that stands in the first byte of every message's header. */
public enum Version {
    OF10(1, "1.0"),
    OF11(2, "1.1"),
    OF12(3, "1.2"),
    OF13(4, "1.3"),
    OF14(5, "1.4"),
    OF15(6, "1.5");

    private static final Version[] BY_WIRE = {null, OF10, OF11, OF12, OF13, OF14, OF15};

    private final int wire;
    private final String number;

    Version(int wire, String number) {
        this.wire = wire;
        this.number = number;
    }

    /** The header's version byte. */
    public int wire() {
        return wire;
    }

    public boolean isAtLeast(Version other) {
        return wire >= other.wire;
    }

    /** The version with this header byte; empty when there is none. */
    public static Optional<Version> ofWire(int wire) {
        return wire > 0 && wire < BY_WIRE.length ? Optional.of(BY_WIRE[wire]) : Optional.empty();
    }

    /** The version that people call by this number, such as "1.3"; empty when there is none. */
    public static Optional<Version> ofNumber(String number) {
        for (Version version : values()) {
            if (version.number.equals(number)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    /**
     * The version that two sides speak, OpenFlow 1.5.1 section 6.3.1: the highest that both bitmaps have, if the peer sent a
     * bitmap; else the smaller of both sides' highest, if we speak it.
     *
     * @param ours what this side speaks, not empty
     * @param peerWire the version byte of the peer's HELLO
     * @return empty when the two have no version in common
     */
    public static Optional<Version> negotiate(Collection<Version> ours, int peerWire, Hello hello) {
        Optional<Bytes> bitmap = hello.versionBitmap();
        Version best = null;
        Version highest = null;
        for (Version version : ours) {
            highest = max(highest, version);
            if (bitmap.isPresent() && Hello.hasBit(bitmap.get(), version.wire)) {
                best = max(best, version);
            }
        }
        if (bitmap.isPresent()) {
            return Optional.ofNullable(best);
        }
        int wire = Math.min(highest == null ? 0 : highest.wire, peerWire);
        return ofWire(wire).filter(ours::contains);
    }

    private static Version max(@Nullable Version a, Version b) {
        return a == null || b.wire > a.wire ? b : a;
    }

    /** The number alone, such as "1.3". */
    @Override
    public String toString() {
        return number;
    }
}
