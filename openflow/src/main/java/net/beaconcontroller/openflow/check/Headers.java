package net.beaconcontroller.openflow.check;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.openflow.match.Prerequisite;

/** The known headers of a packet: the values of fields that are prerequisites of others. */
final class Headers {
    /** OFPHTN_ETHERTYPE, in the upper half of a packet type: the lower half is an Ethernet type. */
    private static final int ETHER_TYPES = 1;

    private static final long ETHERNET_IPV6 = 0x86dd;

    /** Whether packets fulfil a condition. */
    enum Fit {
        MET,
        UNKNOWN,
        CONTRADICTED
    }

    private record Known(long value, long mask) {}

    private final Version version;
    private final Map<Field, Known> known = new EnumMap<>(Field.class);
    /** The number of VLAN tags that packets are known to have. */
    private int tags;

    Headers(Version version) {
        this.version = version;
    }

    /** Learns a field of the match. */
    void learn(Oxm oxm) {
        Field field = oxm.field().orElse(null);
        if (field == null || field.length() > Long.BYTES) {
            return;
        }
        long value = oxm.value().toLong();
        long mask = oxm.mask() == null ? -1 : oxm.mask().toLong();
        known.put(field, new Known(value, mask));
        if (field == Field.VLAN_VID) {
            tags = (value & mask & Field.VLAN_PRESENT) == 0 ? 0 : 1;
        }
        if (field == Field.PACKET_TYPE && mask == -1 && value >>> 16 == ETHER_TYPES) {
            learnEtherType((int) value & 0xffff);
        }
    }

    private void learnEtherType(int etherType) {
        known.putIfAbsent(Field.ETH_TYPE, new Known(etherType, -1));
    }

    /** Returns whether packets are Ethernet frames. */
    boolean areEthernet() {
        Known type = known.get(Field.PACKET_TYPE);
        return type == null || type.value == 0;
    }

    Fit fit(Prerequisite condition) {
        Known field = known.get(condition.field());
        if (field == null || (field.mask & condition.mask()) != condition.mask()) {
            return Fit.UNKNOWN;
        }
        // OpenFlow 1.0 has fields of IPv4, not of IPv6.
        boolean isIpv6 = condition.field() == Field.ETH_TYPE && field.value == ETHERNET_IPV6;
        return condition.allows(field.value) && !(isIpv6 && version == Version.OF10) ? Fit.MET : Fit.CONTRADICTED;
    }

    /** Returns the fit of all conditions together. */
    Fit fit(List<Prerequisite> conditions) {
        Fit fit = Fit.MET;
        for (Prerequisite condition : conditions) {
            Fit one = fit(condition);
            fit = one.compareTo(fit) > 0 ? one : fit;
        }
        return fit;
    }

    void pushVlan() {
        tags++;
        known.put(Field.VLAN_VID, new Known(Field.VLAN_PRESENT, Field.VLAN_PRESENT));
    }

    void popVlan() {
        tags = Math.max(0, tags - 1);
        if (tags == 0) {
            known.remove(Field.VLAN_VID);
        }
    }

    /** Changes the Ethernet type, after which the payload is unknown. */
    void setEtherType(int etherType) {
        forgetPayload();
        known.put(Field.ETH_TYPE, new Known(etherType, -1));
    }

    /** Forgets the Ethernet type and the payload. */
    void forgetPayload() {
        known.remove(Field.ETH_TYPE);
        known.remove(Field.IP_PROTO);
        known.remove(Field.ICMPV6_TYPE);
    }
}
