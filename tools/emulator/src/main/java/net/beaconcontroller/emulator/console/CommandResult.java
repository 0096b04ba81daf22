package net.beaconcontroller.emulator.console;

import java.util.Map;

/**
 * The result of a command.
 *
 * @param text the result for people; may be empty or have several lines
 * @param values the result for programs, by name: numbers, strings and lists of strings
 */
public record CommandResult(Status status, String text, Map<String, Object> values) {

    /** Whether a command succeeded, in ascending severity. */
    public enum Status {
        OK,
        /** A check had a negative result, for example a ping without an answer. */
        FAILED,
        /** The command cannot be executed: it is misspelled, or names a node that does not exist. */
        INVALID;

        /** Returns the more severe of two. */
        public Status worst(Status other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }

    /** The result of a command that prints nothing. */
    static final CommandResult DONE = ok("", Map.of());

    static CommandResult ok(String text, Map<String, Object> values) {
        return new CommandResult(Status.OK, text, values);
    }

    static CommandResult of(boolean succeeded, String text, Map<String, Object> values) {
        return new CommandResult(succeeded ? Status.OK : Status.FAILED, text, values);
    }

    static CommandResult failed(String reason) {
        return new CommandResult(Status.FAILED, reason, Map.of());
    }

    static CommandResult invalid(String reason) {
        return new CommandResult(Status.INVALID, reason, Map.of());
    }

    public boolean isOk() {
        return status == Status.OK;
    }

    /** Returns the result of a check that must fail. */
    CommandResult inverted() {
        return switch (status) {
            case OK -> new CommandResult(Status.FAILED, text + "\nThe command succeeded, but must fail.", values);
            case FAILED -> new CommandResult(Status.OK, text, values);
            case INVALID -> this;
        };
    }
}
