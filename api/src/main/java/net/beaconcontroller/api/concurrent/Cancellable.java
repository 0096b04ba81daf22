package net.beaconcontroller.api.concurrent;

/** A scheduled task that can be cancelled. */
@FunctionalInterface
public interface Cancellable {
    /** Stands for the absence of a task. */
    Cancellable NONE = () -> {};

    /** Prevents the task from running. Has no effect if the task has run or was cancelled before. */
    void cancel();
}
