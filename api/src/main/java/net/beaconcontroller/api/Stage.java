package net.beaconcontroller.api;

/** A stage of the pipelines. Each message passes the stages in the order of these constants. */
public enum Stage {
    /**
     * Observes messages: topology discovery, statistics, logging. Every observer sees every message: {@link Next#STOP}
     * of an observer keeps the message from the later stages only.
     */
    OBSERVE,
    /** Decides which packets may be forwarded, as a firewall does. {@link Next#STOP} discards the message. */
    FILTER,
    /** Forwards packets. The first listener that forwards a packet returns {@link Next#STOP}. */
    FORWARD
}
