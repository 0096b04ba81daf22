package net.beaconcontroller.staticflows;

import net.beaconcontroller.openflow.check.Entries.Kind;
import net.beaconcontroller.openflow.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * A difference between a switch and the entries, and the message that repairs it.
 *
 * @param difference the kind of the difference
 * @param id the object that is different, to which errors of the switch refer
 * @param entry the static entry; null for an object to delete
 * @param reported what the switch has in its place, in a form for comparisons; null if it has nothing
 * @param message repairs it
 */
record Repair(
        Difference difference,
        Id id,
        @Nullable KeptEntry entry,
        @Nullable Object reported,
        Message message) {
    /** How a switch can differ from the entries. */
    enum Difference {
        /** The switch does not have the entry. */
        MISSING,
        /** The switch has another form of the entry. */
        CHANGED,
        /** The switch has an object that is not a static entry. */
        STALE
    }

    /**
     * Identifies a flow by its cookie, and a group or meter by its number.
     *
     * @param number the low 32 bits of the cookie, or the number
     */
    record Id(Kind kind, long number) {
        static Id of(KeptEntry kept) {
            Kind kind = kept.entry().kind();
            return new Id(kind, kind == Kind.FLOW ? Integer.toUnsignedLong(kept.number()) : Claim.idOf(kept.entry()));
        }

        static Id ofCookie(long cookie) {
            return new Id(Kind.FLOW, cookie & 0xffff_ffffL);
        }
    }

    boolean isDelete() {
        return difference == Difference.STALE;
    }
}
