package net.beaconcontroller.openflow.flyweight;

import static net.beaconcontroller.net.ByteAccess.putLong;
import static net.beaconcontroller.openflow.match.OxmHeaders.ETH_DST;
import static net.beaconcontroller.openflow.match.OxmHeaders.ETH_SRC;
import static net.beaconcontroller.openflow.match.OxmHeaders.IN_PORT;
import static net.beaconcontroller.openflow.match.OxmHeaders.VLAN_VID;

import net.beaconcontroller.openflow.Header;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionTypes;
import net.beaconcontroller.openflow.action.InstructionTypes;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Match10;

/**
 * An encoder of the flow-mods of {@link HostPairFlow}, OpenFlow 1.0 section 5.3.3 and 1.5.1 section 7.3.4. It writes a
 * message of fixed length in stores of eight bytes, which the JIT compiler inlines into the listener. Encoding
 * allocates nothing.
 *
 * <pre>
 * OpenFlow 1.0                                          OpenFlow 1.2 and later
 *  0 | header                                     |      0 | header                                    |
 *  8 | wildcards         | in_port | dl_src       |      8 | cookie                                    |
 * 16 | dl_src            | dl_dst                 |     16 | cookie_mask                               |
 * 24 | dl_dst  | dl_vlan | pcp, pad | dl_type     |     24 | table, command | idle | hard | priority   |
 * 32 | nw_tos, nw_proto, pad       | nw_src       |     32 | buffer_id            | out_port           |
 * 40 | nw_dst            | tp_src  | tp_dst       |     40 | out_group            | flags | pad        |
 * 48 | cookie                                     |     48 | match: type | length | IN_PORT            |
 * 56 | command | idle_timeout | hard | priority   |     56 | in_port              | ETH_DST            |
 * 64 | buffer_id         | out_port | flags       |     64 | destination                  | ETH_SRC    |
 * 72 | OUTPUT  | length  | port     | max_len     |     72 | ETH_SRC    | source                       |
 *                                                       80 | VLAN_VID             | vlan_vid | pad     |
 *                                                       88 | APPLY_ACTIONS | length | pad              |
 *                                                       96 | OUTPUT | length      | port               |
 *                                                      104 | max_len | pad                             |
 * </pre>
 */
public final class HostPairFlowEncoder {
    private static final int LENGTH_10 = 80;
    private static final long WILDCARDS_10 = Match10.WILD_ALL
            & ~(Match10.WILD_IN_PORT | Match10.WILD_DL_DST | Match10.WILD_DL_SRC | Match10.WILD_DL_VLAN);
    private static final long OUTPUT_10 = (long) ActionTypes.OUTPUT << 48 | 8L << 32 | Action.Output.WHOLE_PACKET;

    private static final int LENGTH = 112;
    private static final long MATCH = (long) Match.TYPE_OXM << 48 | 38L << 32;
    private static final long APPLY_ACTIONS = (long) InstructionTypes.APPLY_ACTIONS << 48 | 24L << 32;
    private static final long OUTPUT = (long) ActionTypes.OUTPUT << 48 | 16L << 32;
    private static final long MAX_LEN = (long) Action.Output.WHOLE_PACKET << 48;

    private static final long LOW_32 = 0xffff_ffffL;

    private final boolean version10;
    private final int versionAndType;
    private final Writer out;

    /** Creates an encoder that appends flow-mods of this version to the output. */
    public HostPairFlowEncoder(Version version, Writer out) {
        this.version10 = version == Version.OF10;
        this.versionAndType = Header.versionAndType(version, MessageType.FLOW_MOD.wire(version));
        this.out = out;
    }

    /**
     * Appends a flow-mod that adds a flow and, if the switch has buffered the packet, names its buffer.
     *
     * @param tableId the flow table, 0 to 254; ignored in OpenFlow 1.0, which has no tables
     * @param inPort the ingress port of the packet, see {@link PortNumber}
     * @param vlan the VLAN of the packet, 0 to 4095, or {@link net.beaconcontroller.net.VlanId#NONE}
     * @param source the source address of the packet, in the low 48 bits
     * @param destination the destination address of the packet, in the low 48 bits
     * @param bufferId the buffer of the packet, or {@link net.beaconcontroller.openflow.message.PacketIn#NO_BUFFER}
     * @param port the output port, see {@link PortNumber}
     * @param xid the transaction id, 32 bits
     */
    public void send(
            HostPairFlow flow,
            int tableId,
            long inPort,
            int vlan,
            long source,
            long destination,
            long bufferId,
            long port,
            long xid) {
        if (version10) {
            send10(flow, inPort, vlan, source, destination, bufferId, port, xid);
        } else {
            send12(flow, tableId, inPort, vlan, source, destination, bufferId, port, xid);
        }
    }

    private void send10(
            HostPairFlow flow,
            long inPort,
            int vlan,
            long source,
            long destination,
            long bufferId,
            long port,
            long xid) {
        int at = out.reserve(LENGTH_10);
        byte[] to = out.array();
        putLong(to, at + 8, WILDCARDS_10 << 32 | (long) PortNumber.narrow(inPort) << 16 | source >>> 32);
        putLong(to, at + 16, source << 32 | destination >>> 16);
        putLong(to, at + 24, destination << 48 | (vlan & 0xffffL) << 32);
        putLong(to, at + 32, 0);
        putLong(to, at + 40, 0);
        putLong(to, at + 48, flow.cookie());
        putLong(to, at + 56, flow.commandToPriority());
        putLong(to, at + 64, bufferId << 32 | 0xffff_0000L | flow.flags());
        putLong(to, at + 72, OUTPUT_10 | (long) PortNumber.narrow(port) << 16);
        out.commit(at, at + LENGTH_10, versionAndType, xid);
    }

    private void send12(
            HostPairFlow flow,
            int tableId,
            long inPort,
            int vlan,
            long source,
            long destination,
            long bufferId,
            long port,
            long xid) {
        int at = out.reserve(LENGTH);
        byte[] to = out.array();
        long vlanVid = vlan < 0 ? 0 : Field.VLAN_PRESENT | vlan;
        putLong(to, at + 8, flow.cookie());
        putLong(to, at + 16, 0);
        putLong(to, at + 24, (long) tableId << 56 | flow.commandToPriority());
        putLong(to, at + 32, bufferId << 32 | LOW_32);
        putLong(to, at + 40, LOW_32 << 32 | (long) flow.flags() << 16);
        putLong(to, at + 48, MATCH | (IN_PORT & LOW_32));
        putLong(to, at + 56, inPort << 32 | (ETH_DST & LOW_32));
        putLong(to, at + 64, destination << 16 | ETH_SRC >>> 16);
        putLong(to, at + 72, (long) ETH_SRC << 48 | source);
        putLong(to, at + 80, (long) VLAN_VID << 32 | vlanVid << 16);
        putLong(to, at + 88, APPLY_ACTIONS);
        putLong(to, at + 96, OUTPUT | (port & LOW_32));
        putLong(to, at + 104, MAX_LEN);
        out.commit(at, at + LENGTH, versionAndType, xid);
    }
}
