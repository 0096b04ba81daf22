package net.beaconcontroller.staticflows;

/** Who defines an entry. */
public enum Source {
    /** Requests, which may change it. */
    REST,
    /** The file of the setting {@code app.staticflows.file}; requests cannot change it. */
    FILE
}
