package net.beaconcontroller.devices;

import net.beaconcontroller.common.VlanId;

/** What tells devices apart, the Ethernet address and the VLAN, in one number: the address in the low 48 bits, the VLAN and one above. */
final class HostKey {
    private static final int MAC_BITS = 48;
    private static final long MAC_MASK = (1L << MAC_BITS) - 1;

    private HostKey() {}

    /** The key; VLAN 0 is a tag that has a priority only, and none. */
    static long of(long mac, int vlan) {
        return (long) (normal(vlan) + 1) << MAC_BITS | mac;
    }

    static int normal(int vlan) {
        return VlanId.ofTag(vlan);
    }

    static long mac(long key) {
        return key & MAC_MASK;
    }

    static int vlan(long key) {
        return (int) (key >>> MAC_BITS) - 1;
    }
}
