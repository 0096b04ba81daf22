package net.beaconcontroller.devices;

/** The reason why an observation was ignored. */
public enum RejectionReason {
    /**
     * ARP or Neighbor Discovery for a MAC address that the source of the frame may not speak for, or a DHCP lease that
     * was not requested.
     */
    FORGED,
    /** A malformed ARP, Neighbor Discovery or DHCP message. */
    MALFORMED,
    /** A multicast, loopback or unspecified address, which no host can have. */
    UNUSABLE_ADDRESS,
    /** The IP address of another device, which answered a probe. */
    ADDRESS_IN_USE,
    /** A sighting of a device at another port, while it still is at its port or has returned to it. */
    STILL_AT_OLD_PORT,
    /** A DHCP server message at a port at which servers are not trusted. The message is not forwarded either. */
    UNTRUSTED_DHCP_SERVER,
    /** The limit of devices or IP addresses, in total or at one port, or of DHCP servers is reached. */
    FULL,
    /** The queue of the device thread is full. */
    BUSY
}
