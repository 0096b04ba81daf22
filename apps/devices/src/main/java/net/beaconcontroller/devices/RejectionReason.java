package net.beaconcontroller.devices;

/** Why something that was heard changed nothing. */
public enum RejectionReason {
    /** ARP or neighbor discovery in the name of another than the frame's sender, or a DHCP lease that nobody asked for. */
    FORGED,
    /** An ARP, neighbor discovery or DHCP message that is broken. */
    MALFORMED,
    /** An IP address that no host can have: of a group, of a loopback, or unspecified. */
    UNUSABLE_ADDRESS,
    /** An IP address of another device, which was asked and has it still. */
    ADDRESS_IN_USE,
    /** A device at another port than it was, where it was asked and is still. */
    STILL_AT_OLD_PORT,
    /** There are as many devices, devices at a port, or addresses, as there may be. */
    FULL,
    /** Too much was heard at once. */
    BUSY
}
