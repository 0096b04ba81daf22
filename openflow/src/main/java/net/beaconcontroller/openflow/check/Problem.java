package net.beaconcontroller.openflow.check;

import java.util.Locale;

/**
 * A problem of a field of an entry.
 *
 * @param kind the kind of the entry
 * @param index the index of the entry in its list in {@link Entries}
 * @param field the path of the field, such as {@code match.tcp_dst} or {@code actions[2].set_field}
 * @param value the value of the field; empty if it is absent
 * @param reason the error
 * @param valid the valid values
 */
public record Problem(
        Severity severity, Entries.Kind kind, int index, String field, String value, String reason, String valid) {
    /** Whether a switch refuses the entry. */
    public enum Severity {
        /** The entry cannot be encoded, or a switch that follows the specification refuses it. */
        ERROR,
        /** A switch accepts the entry, but it has no effect or an undefined one. */
        WARNING
    }

    /** Returns the problem as one line, such as {@code flow 3: match.tcp_dst=80: eth_type is missing; needs ...}. */
    @Override
    public String toString() {
        return "%s %d: %s%s: %s; needs %s"
                .formatted(
                        kind.name().toLowerCase(Locale.ROOT),
                        index,
                        field,
                        value.isEmpty() ? "" : "=" + value,
                        reason,
                        valid);
    }
}
