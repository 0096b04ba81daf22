package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * The identity and the features of a switch, OpenFlow 1.5.1 section 7.3.1 (OFPT_FEATURES_REPLY).
 *
 * @param datapathId the 64-bit datapath id; usually an Ethernet address in the low 48 bits
 * @param buffers the number of packets that the switch can buffer, 32 bits
 * @param tables the number of flow tables, 0 to 255
 * @param auxiliaryId 0 for the main connection, 1 to 255 for auxiliary connections; OpenFlow 1.3 and later, else 0
 * @param capabilities OFPC_ bits, 32: 1 flow statistics, 2 table statistics, 4 port statistics, 8 group statistics
 *     (spanning tree in OpenFlow 1.0), 32 reassembly of IP fragments, 64 queue statistics, 128 match of ARP addresses
 *     (1.0), 256 blocking of looping ports (1.2 and later), 512 bundles, 1024 flow monitoring (both 1.5)
 * @param actions in OpenFlow 1.0 one bit for each supported OFPAT_ type; reserved later
 * @param ports the ports in OpenFlow 1.0 to 1.2; {@code PortDescription.Request} later
 */
public record FeaturesReply(
        long datapathId, long buffers, int tables, int auxiliaryId, long capabilities, long actions, List<Port> ports)
        implements Message {
    public static final MessageLayout<FeaturesReply> LAYOUT =
            MessageLayout.of(MessageType.FEATURES_REPLY, FeaturesReply.class, FeaturesReply::visit);

    private static final Names CAPABILITIES = Names.ofBits(
            "FLOW_STATS",
            "TABLE_STATS",
            "PORT_STATS",
            "GROUP_STATS",
            null,
            "IP_REASM",
            "QUEUE_STATS",
            "ARP_MATCH_IP",
            "PORT_BLOCKED",
            "BUNDLES",
            "FLOW_MONITORING");

    private static final Names CAPABILITIES_10 = Names.ofBits(
            "FLOW_STATS", "TABLE_STATS", "PORT_STATS", "STP", null, "IP_REASM", "QUEUE_STATS", "ARP_MATCH_IP");

    public FeaturesReply {
        ports = List.copyOf(ports);
    }

    static FeaturesReply visit(FieldVisitor<FeaturesReply> f) {
        return new FeaturesReply(
                f.as(Names.HEX).u64("datapath_id", FeaturesReply::datapathId),
                f.u32("n_buffers", FeaturesReply::buffers),
                f.u8("n_tables", FeaturesReply::tables),
                f.padAfter(
                        f.u8Since(Version.OF13, "auxiliary_id", FeaturesReply::auxiliaryId, 0),
                        f.since(Version.OF13) ? 2 : 3),
                f.as(f.is10() ? CAPABILITIES_10 : CAPABILITIES).u32("capabilities", FeaturesReply::capabilities),
                f.as(Names.HEX).u32(f.is10() ? "actions" : "reserved", FeaturesReply::actions),
                f.since(Version.OF13)
                        ? f.absentValue("ports", FeaturesReply::ports, List.of())
                        : f.list("ports", FeaturesReply::ports, Port::visit));
    }

    @Override
    public String toString() {
        return MessageLayout.toString(this);
    }
}
