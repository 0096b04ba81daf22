package net.beaconcontroller.acl;

import java.util.Optional;
import net.beaconcontroller.net.Ipv6Address;

/** The hosts that the controller knows. Applications that track no hosts have none. */
interface HostDirectory {
    HostDirectory EMPTY = (_, _) -> Optional.empty();

    /**
     * A host.
     *
     * @param port the port to which it is attached, such as {@code 0000000000000001:3}
     */
    record KnownHost(long mac, Optional<Long> ipv4, Optional<Ipv6Address> ipv6, Optional<String> port) {}

    /** Returns the host with an address. */
    Optional<KnownHost> find(Endpoint address, int vlan);
}
