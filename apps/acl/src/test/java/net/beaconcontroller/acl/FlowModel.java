package net.beaconcontroller.acl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import net.beaconcontroller.acl.AclFlow.Effect;
import net.beaconcontroller.acl.RandomRules.Made;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.check.CanonicalMatch;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Oxm;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Transport;

/** The effect of flows on packets, as the specification of OpenFlow defines it. */
final class FlowModel {
    private FlowModel() {}

    /** Returns the effect of the flows on a packet; {@link Effect#CONTINUE} if none matches. */
    static Effect effect(Collection<AclFlow> flows, CanonicalMatch packet) {
        AclFlow best = null;
        for (AclFlow flow : flows) {
            if ((best == null || flow.priority() > best.priority())
                    && flow.match().overlaps(packet)) {
                best = flow;
            }
        }
        return best == null ? Effect.CONTINUE : best.effect();
    }

    /** Returns the match of exactly this packet, with all fields that it has. */
    static CanonicalMatch exactly(Made packet, Version version) {
        var ethernet = new Ethernet();
        ethernet.wrap(packet.frame().toArray(), 0, packet.frame().length());
        PacketHeaders headers = new PacketHeaders().read(ethernet);
        List<Oxm> fields = new ArrayList<>();
        fields.add(Field.ETH_DST.is(packet.destination()));
        fields.add(Field.ETH_SRC.is(packet.source()));
        fields.add(Field.ETH_TYPE.is(packet.type()));
        fields.add(Field.VLAN_VID.is(packet.vlan() == VlanId.NONE ? 0 : Field.VLAN_PRESENT | packet.vlan()));
        boolean is10 = version == Version.OF10;
        switch (packet.type()) {
            case Ethernet.TYPE_ARP -> {
                fields.add(Field.ARP_SPA.is(headers.ipv4Source));
                fields.add(Field.ARP_TPA.is(headers.ipv4Destination));
            }
            case Ethernet.TYPE_IPV4 -> {
                fields.add(Field.IP_PROTO.is(packet.protocol()));
                fields.add(Field.IPV4_SRC.is(headers.ipv4Source));
                fields.add(Field.IPV4_DST.is(headers.ipv4Destination));
                addPorts(fields, packet, is10);
            }
            case Ethernet.TYPE_IPV6 -> {
                if (!is10) {
                    fields.add(Field.IP_PROTO.is(packet.protocol()));
                    fields.add(Field.IPV6_SRC.is(bytes(headers.ipv6SourceHigh, headers.ipv6SourceLow)));
                    fields.add(Field.IPV6_DST.is(bytes(headers.ipv6DestinationHigh, headers.ipv6DestinationLow)));
                    addPorts(fields, packet, false);
                }
            }
            default -> {}
        }
        return CanonicalMatch.of(new Match(fields), version);
    }

    private static Bytes bytes(long high, long low) {
        byte[] bytes = new byte[Ipv6Address.LENGTH];
        new Ipv6Address(high, low).write(bytes, 0);
        return Bytes.of(bytes);
    }

    private static void addPorts(List<Oxm> fields, Made packet, boolean is10) {
        switch (packet.protocol()) {
            case Transport.TCP -> {
                fields.add(Field.TCP_SRC.is(packet.sourcePort()));
                fields.add(Field.TCP_DST.is(packet.destinationPort()));
            }
            case Transport.UDP -> {
                fields.add(Field.UDP_SRC.is(packet.sourcePort()));
                fields.add(Field.UDP_DST.is(packet.destinationPort()));
            }
            case Protocol.SCTP -> {
                if (!is10) {
                    fields.add(Field.SCTP_SRC.is(packet.sourcePort()));
                    fields.add(Field.SCTP_DST.is(packet.destinationPort()));
                }
            }
            default -> {}
        }
    }
}
