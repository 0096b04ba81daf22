package net.beaconcontroller.devices;

/** The reason why an observation was ignored. */
public enum RejectionReason {
    /**
     * ARP or Neighbor Discovery whose sender differs from the source of the frame, or a DHCP lease that was not
     * requested.
     */
    FORGED,
    /** A malformed ARP, Neighbor Discovery or DHCP message. */
    MALFORMED,
    /** A multicast, loopback or unspecified address, which no host can have. */
    UNUSABLE_ADDRESS,
    /** The IP address of another device, which answered a probe. */
    ADDRESS_IN_USE,
    /** A move of a device that answered a probe at its previous port. */
    STILL_AT_OLD_PORT,
    /** The limit of devices, of devices at one port, or of IP addresses is reached. */
    FULL,
    /** The queue of the device thread is full. */
    BUSY
}
