package net.beaconcontroller.openflow.entry;

import net.beaconcontroller.openflow.check.Problem.Severity;

/**
 * A problem of an entry, in terms of what its author wrote.
 *
 * @param severity an error keeps the entry from being used, a warning does not
 * @param line the line of the file, from 1; 0 if it is of no file
 * @param entry the name of the entry, or its kind and position if it has none
 * @param field the field that is wrong, such as {@code match.tcp_dst} or {@code switches}
 * @param value the value of the field; empty if it is absent
 * @param reason the error
 * @param valid the valid values
 * @param scope where it is wrong, such as {@code OpenFlow 1.0} or a switch; empty for everywhere
 */
public record EntryProblem(
        Severity severity,
        int line,
        String entry,
        String field,
        String value,
        String reason,
        String valid,
        String scope) {

    static EntryProblem error(Definition of, String field, String value, String reason, String valid) {
        String entry = of.name().isEmpty() ? Entry.word(of.kind()) : of.name();
        return new EntryProblem(Severity.ERROR, of.line(), entry, field, value, reason, valid, "");
    }

    /** Returns this problem with another scope. */
    public EntryProblem in(String newScope) {
        return new EntryProblem(severity, line, entry, field, value, reason, valid, newScope);
    }

    /** Returns this problem with another name of the entry. */
    EntryProblem of(String newEntry) {
        return new EntryProblem(severity, line, newEntry, field, value, reason, valid, scope);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** Returns the error without the entry: {@code match.tcp_dst=80: eth_type is missing; needs ...}. */
    public String description() {
        return "%s%s: %s%s%s"
                .formatted(
                        field,
                        value.isEmpty() ? "" : "=" + value,
                        reason,
                        valid.isEmpty() ? "" : "; needs " + valid,
                        scope.isEmpty() ? "" : " (%s)".formatted(scope));
    }

    /** Returns the problem in one line: {@code line 3: web: match.tcp_dst=80: eth_type is missing; needs ...}. */
    @Override
    public String toString() {
        return "%s%s: %s".formatted(line == 0 ? "" : "line %d: ".formatted(line), entry, description());
    }
}
