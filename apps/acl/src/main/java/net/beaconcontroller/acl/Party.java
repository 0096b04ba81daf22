package net.beaconcontroller.acl;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The sender or the receiver of a packet that a user asks about.
 *
 * @param name what the user has written
 * @param mac 0 if it is unknown
 * @param ipv4 in the low 32 bits
 */
record Party(String name, long mac, Optional<Long> ipv4, Optional<Ipv6Address> ipv6, Optional<SwitchPort> attachment) {
    /**
     * Returns the device with this address, or any host with it if there is no such device.
     *
     * @param devices null if the controller does not track devices
     * @throws IllegalArgumentException if the text is no address
     */
    static Party of(String text, int vlan, @Nullable Devices devices) {
        Endpoint endpoint = RuleParser.endpoint(text.strip().toLowerCase(Locale.ROOT));
        return switch (endpoint) {
            case Endpoint.Device(long mac) ->
                find(devices, all -> all.byMac(mac, vlan))
                        .map(device -> of(text, device))
                        .orElse(new Party(text, mac, Optional.empty(), Optional.empty(), Optional.empty()));
            case Endpoint.Ipv4Prefix(long address, int length)
            when length == Endpoint.Ipv4Prefix.BITS ->
                find(devices, all -> all.byIpv4(address, vlan))
                        .map(device -> of(text, device))
                        .orElse(new Party(text, 0, Optional.empty(), Optional.empty(), Optional.empty()))
                        .with(address);
            case Endpoint.Ipv6Prefix(Ipv6Address address, int length)
            when length == Endpoint.Ipv6Prefix.BITS ->
                find(devices, all -> all.byIpv6(address, vlan))
                        .map(device -> of(text, device))
                        .orElse(new Party(text, 0, Optional.empty(), Optional.empty(), Optional.empty()))
                        .with(address);
            default ->
                throw new IllegalArgumentException("%s: needs a MAC, IPv4 or IPv6 address of one host".formatted(text));
        };
    }

    private static Optional<Device> find(@Nullable Devices devices, Function<Devices, Optional<Device>> search) {
        return devices == null ? Optional.empty() : search.apply(devices);
    }

    private static Party of(String name, Device device) {
        return new Party(
                name,
                device.mac(),
                device.ipv4Addresses().stream().findFirst(),
                device.ipv6Addresses().stream().findFirst(),
                device.attachment());
    }

    private Party with(long address) {
        return new Party(name, mac, Optional.of(address), Optional.empty(), attachment);
    }

    private Party with(Ipv6Address address) {
        return new Party(name, mac, Optional.empty(), Optional.of(address), attachment);
    }

    long requireIpv4() {
        return ipv4.orElseThrow(() ->
                new IllegalArgumentException("%s: no IPv4 address is known; needs the IPv4 address".formatted(name)));
    }

    Ipv6Address requireIpv6() {
        return ipv6.orElseThrow(() ->
                new IllegalArgumentException("%s: no IPv6 address is known; needs the IPv6 address".formatted(name)));
    }

    /** Returns the VLAN that a user has written: a number, or none. */
    static int vlan(@Nullable String text) {
        if (text == null || text.isEmpty() || text.equals("none")) {
            return VlanId.NONE;
        }
        return RuleParser.vlan(text);
    }
}
