package net.beaconcontroller.openflow.message;

import java.util.List;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.openflow.wire.FieldVisitor;
import net.beaconcontroller.openflow.wire.Names;

/**
 * Who a switch is and what it can do, OpenFlow 1.5.1 section 7.3.1 (OFPT_FEATURES_REPLY).
 *
 * @param datapathId the switch's 64-bit id: an Ethernet address in the low 48 bits, as a rule
 * @param buffers how many packets it can keep while the controller decides, 32 bits
 * @param tables how many flow tables it has, 0 to 255
 * @param auxiliaryId 0 for the main connection, 1 to 255 for others; OpenFlow 1.3 and later, else 0
 * @param capabilities OFPC_ bits, 32: 1 counts flows, 2 tables, 4 ports, 8 groups (in OpenFlow 1.0: has a spanning
 *     tree), 32 puts IP fragments together, 64 counts queues, 128 matches addresses in ARP (in 1.0), 256 blocks ports
 *     against circles (from 1.2 on), 512 bundles, 1024 monitors flows (both in 1.5)
 * @param actions in OpenFlow 1.0 one bit for each OFPAT_ type of action that it can do; reserved later
 * @param ports its ports, in OpenFlow 1.0 to 1.2; later a {@code PortDescription.Request} asks for them
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
        long datapathId = f.as(Names.HEX).u64("datapath_id", FeaturesReply::datapathId);
        long buffers = f.u32("n_buffers", FeaturesReply::buffers);
        int tables = f.u8("n_tables", FeaturesReply::tables);
        int auxiliaryId = f.since(Version.OF13)
                ? f.u8("auxiliary_id", FeaturesReply::auxiliaryId)
                : f.absent("auxiliary_id", FeaturesReply::auxiliaryId, 0);
        f.pad(f.since(Version.OF13) ? 2 : 3);
        return new FeaturesReply(
                datapathId,
                buffers,
                tables,
                auxiliaryId,
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
