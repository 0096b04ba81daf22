package net.beaconcontroller.openflow;

/** A message says what the version that it is to be written in cannot say. Thrown when it is encoded; nothing is sent. */
public final class UnsupportedByVersionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Refuses a message.
     *
     * @param what what cannot be said, such as {@code importance=5}
     */
    public UnsupportedByVersionException(String what, Version version) {
        super("%s cannot be said in OpenFlow %s".formatted(what, version));
    }
}
