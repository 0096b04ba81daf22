package net.beaconcontroller.api.store;

/**
 * Thrown if something was not stored, because the disk is full, failed, or is not writable, or the store has reached
 * its limit. The content of the store is unchanged.
 */
public final class NotStoredException extends StoreException {
    private static final long serialVersionUID = 1;

    /** Creates an exception with a message that has the file and the reason. */
    public NotStoredException(String message, Throwable cause) {
        super(message, cause);
    }
}
