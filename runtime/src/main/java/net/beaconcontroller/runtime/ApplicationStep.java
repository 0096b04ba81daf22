package net.beaconcontroller.runtime;

/**
 * A step of a change of applications.
 *
 * @param application the name of the application that changes
 * @param version its version after the step
 * @param reason why the step is necessary, in words; empty for a requested step
 * @param hanging the start or stop that has not returned in time, with its thread, in words; empty if there is none,
 *     and for a step that is only planned
 */
public record ApplicationStep(Action action, String application, String version, String reason, String hanging) {
    /** What happens to the application. */
    public enum Action {
        INSTALL,
        UPDATE,
        START,
        /** Runs again, because its needs are available again. */
        RESUME,
        /** Stops and starts, to use the new version of its needs. */
        RESTART,
        /** Stops running until its needs are available again. */
        WAIT,
        STOP,
        REMOVE
    }
}
