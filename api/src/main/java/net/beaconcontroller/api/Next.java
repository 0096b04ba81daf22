package net.beaconcontroller.api;

/** What becomes of a message after a listener has seen it. */
public enum Next {
    /** The listener behind this one sees it too. */
    PASS,
    /** It is dealt with: no listener behind this one sees it. */
    STOP
}
