package net.beaconcontroller.packet;

/**
 * The group addresses of protocols between bridges. A bridge sends frames to them with an address of its own, such as
 * that of the port, in the protocols of spanning trees, link aggregation and discovery.
 */
public final class BridgeAddresses {
    /** 01-80-c2-00-00-00: the first address of IEEE 802.1Q table 8-1. */
    public static final long FIRST = 0x0180_c200_0000L;

    /** 01-80-c2-00-00-2f: the last one of the applications of bridges, IEEE 802.1Q table 10-1. */
    private static final long LAST = 0x0180_c200_002fL;

    /** 01-80-c2-00-00-0f: the last one that bridges do not forward, IEEE 802.1Q table 8-1. */
    private static final long LAST_NOT_FORWARDED = 0x0180_c200_000fL;

    /** 01-00-0c-cc-cc-cc: CDP, VTP, DTP, PAgP and UDLD of Cisco. */
    private static final long CISCO = 0x0100_0ccc_ccccL;

    /** 01-00-0c-cc-cc-cd: the spanning tree per VLAN of Cisco. */
    private static final long CISCO_SPANNING_TREE = 0x0100_0ccc_cccdL;

    private BridgeAddresses() {}

    /** Returns whether frames to this address are of a protocol between bridges. Their sources identify no hosts. */
    public static boolean contains(long destination) {
        return (destination >= FIRST && destination <= LAST)
                || destination == CISCO
                || destination == CISCO_SPANNING_TREE;
    }

    /** Returns whether bridges do not forward frames to this address. */
    public static boolean isNotForwarded(long destination) {
        return destination >= FIRST && destination <= LAST_NOT_FORWARDED;
    }
}
