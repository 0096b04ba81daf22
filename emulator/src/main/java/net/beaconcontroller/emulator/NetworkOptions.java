package net.beaconcontroller.emulator;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Set;
import java.util.stream.Stream;
import net.beaconcontroller.openflow.Version;

/**
 * How a network is emulated.
 *
 * @param versions what the switches speak, at least one version
 * @param seed decides which frames are lost: the same seed, the same losses of each link
 */
public record NetworkOptions(Set<Version> versions, long seed) {
    /** OpenFlow 1.0 and 1.3, as switches come. */
    public static final NetworkOptions DEFAULT = of(Version.OF10, Version.OF13);

    public NetworkOptions {
        versions = Set.copyOf(versions);
    }

    /** Switches that speak these versions. */
    public static NetworkOptions of(Version first, Version... others) {
        return new NetworkOptions(
                Stream.concat(Stream.of(first), Stream.of(others)).collect(toUnmodifiableSet()), 1);
    }

    public NetworkOptions withSeed(long newSeed) {
        return new NetworkOptions(versions, newSeed);
    }
}
