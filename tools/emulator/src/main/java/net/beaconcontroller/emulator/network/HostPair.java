package net.beaconcontroller.emulator.network;

import net.beaconcontroller.emulator.host.EmulatedHost;

/** The source and the destination of traffic. For the loop's thread. */
public record HostPair(EmulatedHost from, EmulatedHost to) {
    /** Whether a packet with these IPv4 addresses is one from the source to the destination. */
    boolean matches(long source, long destination) {
        return source == from.currentAddress() && destination == to.currentAddress();
    }
}
