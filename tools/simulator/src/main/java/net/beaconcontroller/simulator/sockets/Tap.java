package net.beaconcontroller.simulator.sockets;

import java.net.InetSocketAddress;

/** Sees what arrives at the ends of connections. */
@FunctionalInterface
public interface Tap {
    Tap NONE = (_, _, _) -> {};

    /** Bytes arrive, in the order of each connection. */
    void arrived(InetSocketAddress from, InetSocketAddress to, byte[] bytes);
}
