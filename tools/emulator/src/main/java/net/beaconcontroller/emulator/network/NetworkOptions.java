package net.beaconcontroller.emulator.network;

import java.util.Set;
import net.beaconcontroller.openflow.Version;

/**
 * How a network is emulated.
 *
 * @param versions what the switches speak, at least one version
 * @param seed decides which frames are lost: the same seed, the same losses of each link
 */
public record NetworkOptions(Set<Version> versions, long seed) {
    /** OpenFlow 1.0 and 1.3, as switches come. */
    public static final NetworkOptions DEFAULT = of(Set.of(Version.OF10, Version.OF13));

    public NetworkOptions {
        versions = Set.copyOf(versions);
    }

    /** Switches that speak these versions. */
    public static NetworkOptions of(Set<Version> versions) {
        return new NetworkOptions(versions, 1);
    }
}
