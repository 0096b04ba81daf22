package net.beaconcontroller.routing;

/** Whose packets a flow is for: from one host to another, both of a VLAN or of none. */
record FlowKey(int vlan, long source, long destination) {
    /** Chooses among equal paths; both directions may get different ones. */
    long hash() {
        return (source * 31 + destination) * 31 + vlan;
    }
}
