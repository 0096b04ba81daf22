package net.beaconcontroller.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.zip.CRC32C;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;

/**
 * The cookies of the flows of an application: those that are equal to {@code first} in the bits of {@code mask}. An
 * application that deletes only flows of its range leaves those of other applications, controllers and operators alone.
 *
 * <p>The first byte of the cookies of Beacon is 0xbe. Three bytes follow that depend on the name of the application, so
 * that its flows are recognized after a restart, and 32 bits that the application can use as it likes.
 *
 * @param first the lowest cookie of the range
 * @param mask the bits in which all cookies of the range are equal
 */
public record CookieRange(long first, long mask) {
    /** The cookies of all applications. */
    public static final CookieRange BEACON = new CookieRange(0xbeL << 56, 0xffL << 56);

    private static final int NAME_SHIFT = 32;
    private static final long NAME_MASK = 0xff_ffff;
    private static final long NUMBER_MASK = 0xffff_ffffL;

    /** Returns the range of an application. */
    public static CookieRange of(String application) {
        var checksum = new CRC32C();
        checksum.update(application.getBytes(StandardCharsets.UTF_8));
        long name = checksum.getValue() & NAME_MASK;
        return new CookieRange(BEACON.first | name << NAME_SHIFT, ~NUMBER_MASK);
    }

    /** Returns ranges that together have all cookies of Beacon except those of the given applications' ranges. */
    public static List<CookieRange> allExcept(Collection<CookieRange> excluded) {
        var all = new ArrayList<CookieRange>();
        BEACON.addExcept(excluded, all);
        return all;
    }

    private void addExcept(Collection<CookieRange> excluded, List<CookieRange> all) {
        if (excluded.contains(this)) {
            return;
        }
        if (excluded.stream().noneMatch(range -> contains(range.first))) {
            all.add(this);
            return;
        }
        long next = Long.lowestOneBit(mask) >>> 1;
        new CookieRange(first, mask | next).addExcept(excluded, all);
        new CookieRange(first | next, mask | next).addExcept(excluded, all);
    }

    /** Returns the cookie with these low 32 bits. */
    public long cookie(long number) {
        return first | (number & ~mask);
    }

    /** Returns whether a cookie is in the range. */
    public boolean contains(long cookie) {
        return (cookie & mask) == first;
    }

    /**
     * Returns a builder of a flow-mod that deletes flows of this range. OpenFlow 1.0 cannot select flows by their
     * cookies: there, it deletes all flows that match.
     */
    public FlowMod.Builder delete(Version version) {
        return version == Version.OF10
                ? FlowMod.delete()
                : FlowMod.delete().cookie(first).cookieMask(mask);
    }
}
