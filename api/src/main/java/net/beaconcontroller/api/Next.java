package net.beaconcontroller.api;

/** The result of a listener: whether the message continues through the pipeline. */
public enum Next {
    /** The message continues to the next listener. */
    PASS,
    /**
     * The message is consumed: no listener of {@link Stage#FILTER} or {@link Stage#FORWARD} after this one receives it.
     * If this listener is in {@link Stage#OBSERVE}, the other observers still receive it.
     */
    STOP
}
