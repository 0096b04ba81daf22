package net.beaconcontroller.api.store;

/** Thrown if the store cannot be read or written, or if a value cannot be read as an object of the desired type. */
public sealed class StoreException extends RuntimeException permits NotStoredException {
    private static final long serialVersionUID = 1;

    /** Creates an exception with a message that has the failure and its reason. */
    public StoreException(String message) {
        super(message);
    }

    /** Creates an exception with a message that has the failure and its reason. */
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
