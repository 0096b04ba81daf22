package net.beaconcontroller.devices;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.common.Ipv4Address;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.topology.SwitchPort;

/**
 * A host as it was known at one time: an Ethernet address in a VLAN.
 *
 * @param mac the low 48 bits
 * @param vlan 1 to 4095, or {@link VlanId#NONE}
 * @param ipv4Addresses the low 32 bits of each, in the order in which they were learnt
 * @param ipv6Addresses in the order in which they were learnt
 * @param attachment the port that leads to it; empty where the last one is no place for hosts any more, and it was not
 *     heard at another yet
 * @param lastSeen when a packet of it came to the controller; what switches forward by themselves does not count
 */
public record Device(
        long mac,
        int vlan,
        List<Long> ipv4Addresses,
        List<Ipv6Address> ipv6Addresses,
        Optional<SwitchPort> attachment,
        Instant firstSeen,
        Instant lastSeen) {

    public Device {
        ipv4Addresses = List.copyOf(ipv4Addresses);
        ipv6Addresses = List.copyOf(ipv6Addresses);
    }

    /** Whether this is a part of how its Ethernet address, one of its IP addresses, or its port is printed. */
    boolean matches(String lowerCase) {
        return Stream.of(
                        Stream.of(MacAddress.toString(mac)),
                        addresses(),
                        attachment.stream().map(SwitchPort::toString))
                .flatMap(texts -> texts)
                .anyMatch(text -> text.contains(lowerCase));
    }

    private Stream<String> addresses() {
        return Stream.concat(
                ipv4Addresses.stream().map(Ipv4Address::toString),
                ipv6Addresses.stream().map(Ipv6Address::toString));
    }

    /** Like {@code 00:00:00:00:00:0a vlan 5 at 0000000000000001:3 [10.0.0.1]}. */
    @Override
    public String toString() {
        return MacAddress.toString(mac)
                + (vlan == VlanId.NONE ? "" : " vlan " + vlan)
                + attachment.map(port -> " at " + port).orElse(" detached")
                + addresses().collect(Collectors.joining(", ", " [", "]"));
    }
}
