package net.beaconcontroller.devices;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.topology.SwitchPort;

/**
 * The state of a host at one point in time. A host is identified by its MAC address and VLAN.
 *
 * @param mac the MAC address in the low 48 bits
 * @param vlan 1 to 4095, or {@link VlanId#NONE}
 * @param ipv4Addresses each in the low 32 bits, in the order of learning
 * @param ipv6Addresses in the order of learning
 * @param attachment the port to which the host is attached; empty while it is detached, see {@link
 *     DeviceEvent.Detached}
 * @param lastSeen when the controller last received a packet of the host; packets that switches forward do not count
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

    /** Returns whether the printed MAC address, an IP address or the port contains this text. */
    boolean matches(String lowerCase) {
        String port = attachment.map(SwitchPort::toString).orElse("");
        return Stream.concat(addresses(), Stream.of(MacAddress.toString(mac), port))
                .anyMatch(text -> text.contains(lowerCase));
    }

    private boolean hasAddress() {
        return !ipv4Addresses.isEmpty() || !ipv6Addresses.isEmpty();
    }

    private Stream<String> addresses() {
        return Stream.concat(
                ipv4Addresses.stream().map(Ipv4Address::toString),
                ipv6Addresses.stream().map(Ipv6Address::toString));
    }

    /** Returns a description such as {@code 00:00:00:00:00:0a vlan 5 at 0000000000000001:3 [10.0.0.1]}. */
    @Override
    public String toString() {
        return MacAddress.toString(mac)
                + (vlan == VlanId.NONE ? "" : " vlan " + vlan)
                + attachment.map(port -> " at " + port).orElse(" detached")
                + (hasAddress() ? addresses().collect(Collectors.joining(", ", " [", "]")) : "");
    }
}
