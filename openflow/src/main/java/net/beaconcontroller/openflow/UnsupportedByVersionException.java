package net.beaconcontroller.openflow;

/**
 * Thrown when a message cannot be encoded in a version because the version has no such field or value. Nothing is sent.
 */
public final class UnsupportedByVersionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param what the unsupported part of the message, such as {@code importance=5}
     */
    public UnsupportedByVersionException(String what, Version version) {
        super("OpenFlow %2$s does not support %1$s".formatted(what, version));
    }
}
