package net.beaconcontroller.devices;

import net.beaconcontroller.net.VlanId;

/** The identity of a host packed into a {@code long}: the MAC address in the low 48 bits, the VLAN plus one above. */
final class HostKey {
    private static final int MAC_BITS = 48;
    private static final long MAC_MASK = (1L << MAC_BITS) - 1;

    private HostKey() {}

    static long of(long mac, int vlan) {
        return (long) (VlanId.ofTag(vlan) + 1) << MAC_BITS | mac;
    }

    static long mac(long key) {
        return key & MAC_MASK;
    }

    static int vlan(long key) {
        return (int) (key >>> MAC_BITS) - 1;
    }
}
