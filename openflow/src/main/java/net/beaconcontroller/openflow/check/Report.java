package net.beaconcontroller.openflow.check;

import java.util.List;
import net.beaconcontroller.openflow.check.Problem.Severity;

/** Adds the problems of one entry to the list of all problems. */
final class Report {
    private final List<Problem> problems;
    private final Entries.Kind kind;
    private final int index;
    private boolean hasErrors;

    Report(List<Problem> problems, Entries.Kind kind, int index) {
        this.problems = problems;
        this.kind = kind;
        this.index = index;
    }

    void error(String field, Object value, String reason, String valid) {
        hasErrors = true;
        add(Severity.ERROR, field, value, reason, valid);
    }

    void warning(String field, Object value, String reason, String valid) {
        add(Severity.WARNING, field, value, reason, valid);
    }

    private void add(Severity severity, String field, Object value, String reason, String valid) {
        problems.add(new Problem(severity, kind, index, field, value.toString(), reason, valid));
    }

    /** Reports a number that is not within the bounds. Returns whether it is within them. */
    boolean requireRange(String field, long value, long least, long most) {
        boolean fits = value >= least && value <= most;
        if (!fits) {
            error(field, value, "out of range", "%d to %d".formatted(least, most));
        }
        return fits;
    }

    /** Returns whether the entry has an error. */
    boolean hasErrors() {
        return hasErrors;
    }
}
