package net.beaconcontroller.api;

/** A registration or a timer, which {@link #close} ends. Safe for use by several threads. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    /** Ends the registration. Closing it twice has no effect. */
    @Override
    void close();
}
