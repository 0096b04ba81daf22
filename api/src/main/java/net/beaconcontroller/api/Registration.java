package net.beaconcontroller.api;

/** The way out of what one has registered for. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    /** Ends it. A second call does nothing. */
    @Override
    void close();
}
