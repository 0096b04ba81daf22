package net.beaconcontroller.devices;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.common.Ipv6Address;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that are known. A service; all methods may be called from any thread, and wait for nothing. A VLAN is that of the
 * frames' outermost tag; {@link net.beaconcontroller.common.VlanId#NONE} or 0 for frames without one.
 */
public interface Devices {
    /** The device with this Ethernet address. */
    Optional<Device> byMac(long mac, int vlan);

    /** The port that leads to the device with this Ethernet address; null if there is none. The quickest question. */
    @Nullable
    SwitchPort attachment(long mac, int vlan);

    /** The device with this IPv4 address, which is the low 32 bits. */
    Optional<Device> byIpv4(long address, int vlan);

    /** The device with this IPv6 address. */
    Optional<Device> byIpv6(Ipv6Address address, int vlan);

    /** The devices at this port, in no order. Those of a domain are at whichever of its ports they were heard first. */
    List<Device> at(SwitchPort port);

    /** All devices, in no order. The stream shows some of the changes that happen while it is used. */
    Stream<Device> all();

    /**
     * The devices that a person may mean: of those whose Ethernet address, an IP address, or port this is a part of, in the way it
     * is printed, in letters of either case. All of them are looked at.
     */
    Stream<Device> search(String text);

    /** How many there are. */
    int count();

    /** How often something that was heard has changed nothing, by the reason; since the start. */
    Map<RejectionReason, Long> refusals();
}
