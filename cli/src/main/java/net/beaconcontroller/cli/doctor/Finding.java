package net.beaconcontroller.cli.doctor;

import java.util.List;

/**
 * The result of a check.
 *
 * @param check what was checked
 * @param found what was found, as a short text
 * @param advice what to do about it, and commands to enter, which are indented; empty if nothing is to be done
 */
record Finding(String check, State state, String found, List<String> advice) {
    enum State {
        OK,
        /** The controller runs, but perhaps not as it is meant to. */
        NOTE,
        /** The controller does not start, or cannot do its work. */
        PROBLEM
    }

    static Finding ok(String check, String found) {
        return new Finding(check, State.OK, found, List.of());
    }

    static Finding note(String check, String found, String... advice) {
        return new Finding(check, State.NOTE, found, List.of(advice));
    }

    static Finding problem(String check, String found, String... advice) {
        return new Finding(check, State.PROBLEM, found, List.of(advice));
    }
}
