package net.beaconcontroller.devices;

import net.beaconcontroller.packet.Ethernet;

/** What tells devices apart, the Ethernet address and the VLAN, in one number: the address in 48 bits, the VLAN and one in 13. */
final class HostKey {
    private static final int VLAN_BITS = 13;
    private static final int VLAN_MASK = (1 << VLAN_BITS) - 1;

    private HostKey() {}

    /** The key; VLAN 0 is a tag that has a priority only, and none. */
    static long of(long mac, int vlan) {
        return mac << VLAN_BITS | normal(vlan) + 1;
    }

    static int normal(int vlan) {
        return vlan == 0 ? Ethernet.NO_VLAN : vlan;
    }

    static long mac(long key) {
        return key >>> VLAN_BITS;
    }

    static int vlan(long key) {
        return (int) (key & VLAN_MASK) - 1;
    }
}
