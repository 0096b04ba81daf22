package net.beaconcontroller.devices;

/** The devices that are attached to one switch, for lookups on its loop: see {@link Devices#on}. */
public interface LocalDevices {
    /**
     * Returns the port to which the device with this MAC address is attached; {@link
     * net.beaconcontroller.openflow.PortNumber#ANY} if it is unknown, detached or attached to another switch.
     */
    long port(long mac, int vlan);
}
