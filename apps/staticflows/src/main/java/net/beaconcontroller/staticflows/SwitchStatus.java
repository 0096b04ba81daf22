package net.beaconcontroller.staticflows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.staticflows.Repair.Difference;
import org.jspecify.annotations.Nullable;

/**
 * The status of a switch and its entries.
 *
 * @param state the state
 * @param reason why it is not in sync, in words; empty if it is
 * @param refusals the entries that the switch does not have, and why
 * @param entries the number of its static entries
 * @param drift the differences since the start that others have caused, by kind
 * @param at when it was last compared; null if it never was
 * @param took how long that took, the repairs included
 */
record SwitchStatus(
        State state,
        String reason,
        List<Refusal> refusals,
        int entries,
        Map<Difference, Long> drift,
        @Nullable Instant at,
        Duration took) {
    static final SwitchStatus UNKNOWN =
            new SwitchStatus(State.UNREACHABLE, "is not connected", List.of(), 0, Map.of(), null, Duration.ZERO);

    /** The states of a switch. */
    enum State {
        /** The switch matches the static entries. */
        IN_SYNC,
        /** It is being compared, or waits for that. */
        RECONCILING,
        /** It refuses an entry, or cannot have it. */
        REFUSED,
        /** It is not connected, or does not answer. */
        UNREACHABLE
    }

    /**
     * An entry that a switch does not have.
     *
     * @param entry its name
     * @param reason in words
     */
    record Refusal(String entry, String reason) {
        @Override
        public String toString() {
            return entry + ": " + reason;
        }
    }

    SwitchStatus with(State newState, String newReason) {
        return new SwitchStatus(newState, newReason, refusals, entries, drift, at, took);
    }
}
