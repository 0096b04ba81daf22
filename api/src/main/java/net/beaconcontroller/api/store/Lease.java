package net.beaconcontroller.api.store;

/**
 * A period of time that its owner extends. The documents that were put {@linkplain Change.Put#with with} a lease are
 * deleted when it ends: when the time to live has passed since the last {@link #keepAlive}, when it is closed, when the
 * application stops, or when the controller ends; in the last case, before the next controller uses the store. Safe for
 * use by several threads.
 */
public interface Lease extends AutoCloseable {
    /**
     * Extends the lease: its time to live begins again.
     *
     * @return false if the lease has ended
     */
    boolean keepAlive();

    /** Ends the lease. Its documents are deleted when this method returns. Closing it twice has no effect. */
    @Override
    void close();
}
