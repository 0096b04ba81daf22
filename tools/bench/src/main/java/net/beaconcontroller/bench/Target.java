package net.beaconcontroller.bench;

import java.net.InetSocketAddress;
import java.util.OptionalLong;

/**
 * The address and the process of the controller under test.
 *
 * @param address the address on which it listens for switches
 * @param pid its process ID, if known and local; enables the CPU time measurement
 */
public record Target(InetSocketAddress address, OptionalLong pid) {
    /** Returns the address as HOST:PORT. */
    @Override
    public String toString() {
        return address.getHostString() + ":" + address.getPort();
    }
}
