package net.beaconcontroller.routing;

import net.beaconcontroller.common.SeededHash;

/** The identity of a flow: the VLAN id, or {@link net.beaconcontroller.common.VlanId#NONE}, and both MAC addresses. */
record FlowKey(int vlan, long source, long destination) {
    /** Returns the hash that selects one of the shortest paths. The two directions of a conversation may differ. */
    long hash() {
        return (source * 31 + destination) * 31 + vlan;
    }

    @Override
    public int hashCode() {
        return SeededHash.of(vlan, source, destination);
    }
}
