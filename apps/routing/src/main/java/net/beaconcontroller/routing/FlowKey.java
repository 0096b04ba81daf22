package net.beaconcontroller.routing;

import java.util.List;
import net.beaconcontroller.net.SeededHash;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Ethernet;

/**
 * The identity of a flow.
 *
 * @param table the table in which the switches look for it
 * @param vlan the VLAN id, or {@link net.beaconcontroller.net.VlanId#NONE}
 * @param source the MAC address
 * @param destination the MAC address
 * @param claim the further match fields of ARP or Neighbor Discovery that claims a certain address, ordered by number;
 *     empty for all other packets between the two hosts
 */
record FlowKey(int table, int vlan, long source, long destination, List<Oxm> claim) {
    /** The match field of ARP. */
    static final Oxm ARP = Field.ETH_TYPE.is(Ethernet.TYPE_ARP);

    /** The table of switches that have only one, and of all packets that no flow sends to another table. */
    static final int FIRST_TABLE = 0;

    FlowKey {
        claim = List.copyOf(claim);
    }

    /** Creates the identity of the flow of all packets between two hosts that do not claim an address. */
    FlowKey(int table, int vlan, long source, long destination) {
        this(table, vlan, source, destination, List.of());
    }

    boolean hasClaim() {
        return !claim.isEmpty();
    }

    /** Returns whether a version can match the packets: OpenFlow 1.0 cannot match Neighbor Discovery. */
    boolean canBeMatched(Version version) {
        return version != Version.OF10 || claim.isEmpty() || claim.contains(ARP);
    }

    /** Returns the hash that selects one of the shortest paths. The two directions of a conversation may differ. */
    long hash() {
        return (source * 31 + destination) * 31 + vlan;
    }

    @Override
    public int hashCode() {
        return SeededHash.of((long) claim.hashCode() << 32 | table << 16 | (vlan & 0xffff), source, destination);
    }
}
