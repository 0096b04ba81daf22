package net.beaconcontroller.routing;

import net.beaconcontroller.common.SeededHash;

/**
 * The identity of a flow: the table in which the switches look for it, the VLAN id, or {@link
 * net.beaconcontroller.common.VlanId#NONE}, and both MAC addresses.
 */
record FlowKey(int table, int vlan, long source, long destination) {
    /** The table of switches that have only one, and of all packets that no flow sends to another table. */
    static final int FIRST_TABLE = 0;

    /** Returns the hash that selects one of the shortest paths. The two directions of a conversation may differ. */
    long hash() {
        return (source * 31 + destination) * 31 + vlan;
    }

    @Override
    public int hashCode() {
        return SeededHash.of(table << 16 | (vlan & 0xffff), source, destination);
    }
}
