package net.beaconcontroller.emulator.network;

import java.util.Optional;
import java.util.Set;
import net.beaconcontroller.io.tls.TlsFiles;
import net.beaconcontroller.openflow.Version;

/**
 * The options of an emulated network.
 *
 * @param versions the OpenFlow versions of the switches, at least one
 * @param auxiliaryConnections the number of auxiliary connections of each switch, with OpenFlow 1.3 and later
 * @param seed the seed of the random losses; equal seeds give equal losses on each link
 * @param tls the files of the switches, which then connect with TLS; empty for plain text
 */
public record NetworkOptions(Set<Version> versions, int auxiliaryConnections, long seed, Optional<TlsFiles> tls) {
    /** OpenFlow 1.0 and 1.3, the versions that most hardware switches support. */
    public static final NetworkOptions DEFAULT = of(Set.of(Version.OF10, Version.OF13));

    public NetworkOptions {
        versions = Set.copyOf(versions);
    }

    /** Returns options with these versions, without auxiliary connections and TLS, and with the default seed. */
    public static NetworkOptions of(Set<Version> versions) {
        return new NetworkOptions(versions, 0, 1, Optional.empty());
    }

    public NetworkOptions withAuxiliaryConnections(int count) {
        return new NetworkOptions(versions, count, seed, tls);
    }

    public NetworkOptions withTls(TlsFiles files) {
        return new NetworkOptions(versions, auxiliaryConnections, seed, Optional.of(files));
    }
}
