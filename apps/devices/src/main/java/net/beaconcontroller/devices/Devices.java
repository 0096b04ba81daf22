package net.beaconcontroller.devices;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;

/**
 * The known hosts: an OSGi service. All methods may be called from any thread unless their description says otherwise,
 * and do not block. The parameter {@code vlan} is the VLAN id of the outermost tag of a host's frames; {@link
 * net.beaconcontroller.net.VlanId#NONE} and 0 both mean untagged.
 */
public interface Devices {
    /** Returns the device with this MAC address. */
    Optional<Device> byMac(long mac, int vlan);

    /**
     * Returns the port to which the device with this MAC address is attached, or null if the device is unknown or
     * detached. Allocates less than {@link #byMac}.
     */
    @Nullable
    SwitchPort attachment(long mac, int vlan);

    /**
     * Returns the devices of a switch as of now, for lookups while one call of a listener or one task runs. They are
     * faster than {@link #attachment} for the hosts of recent packets. Only on the switch's loop.
     */
    LocalDevices on(Switch sw);

    /** Returns the device with this IPv4 address, given in the low 32 bits. */
    Optional<Device> byIpv4(long address, int vlan);

    /** Returns the device with this IPv6 address. */
    Optional<Device> byIpv6(Ipv6Address address, int vlan);

    /**
     * Reports that a host is known to be at a port, for example because a flow that was installed by an earlier run of
     * the controller shows it. Handled like a packet that is received from the host at this port now: the port must be
     * an edge, and a host that is attached elsewhere moves only if the rules for moves allow it.
     *
     * <p>Returns before the report is handled. If too many reports and packets wait, the report is dropped and counted
     * as {@link RejectionReason#BUSY}.
     */
    void hostSeen(long mac, int vlan, SwitchPort at);

    /**
     * Returns the devices attached to this port, ordered by MAC address and VLAN. A device in a shared broadcast domain
     * is attached to the port of the domain at which it was first seen.
     */
    List<Device> at(SwitchPort port);

    /**
     * Returns the devices of a VLAN that have sent DHCP server messages at a port at which servers are trusted, ordered
     * by their latest message, the oldest first. There are at most 16 of a VLAN.
     */
    List<Device> dhcpServers(int vlan);

    /** Returns all devices, unordered. Concurrent changes may or may not be visible in the stream. */
    Stream<Device> all();

    /**
     * Returns all devices, ordered by MAC address and VLAN. An element is made when it is read, and describes the
     * device at that time.
     */
    List<Device> ordered();

    /**
     * Returns the devices of which the MAC address, an IP address or the port contains this text, compared in the
     * printed form and regardless of case. Takes time proportional to the number of devices.
     */
    Stream<Device> search(String text);

    /** Returns the number of devices. */
    int count();

    /** Returns how many observations were rejected since the start, by reason. */
    Map<RejectionReason, Long> rejections();
}
