package net.beaconcontroller.routing;

import java.util.BitSet;
import java.util.List;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.Icmp;
import net.beaconcontroller.packet.NeighborDiscovery;

/**
 * The flows that send ARP and Neighbor Discovery to the controller, which forwards the messages that {@link ClaimCheck}
 * does not refuse, and adds flows for verified claims. Without them, such a message would follow the flow of its two
 * hosts, which matches any EtherType. They are in each table in which a switch has such flows, do not expire, and are
 * added again if others delete them. OpenFlow 1.0 cannot match Neighbor Discovery. Used on the loops of the switches.
 */
final class InspectionFlows {
    /** Higher than that of the flows between hosts, and lower than that of verified claims. */
    static final int PRIORITY = FlowEntry.PRIORITY + 1;

    private static final Match ARP = Match.of(FlowKey.ARP);
    private static final List<Match> ALL = List.of(
            ARP,
            neighborDiscovery(NeighborDiscovery.ROUTER_SOLICITATION),
            neighborDiscovery(NeighborDiscovery.NEIGHBOR_SOLICITATION),
            neighborDiscovery(NeighborDiscovery.NEIGHBOR_ADVERTISEMENT));

    private final Controller controller;
    private final boolean isEnabled;
    /** The tables in which a switch has these flows. */
    private final PerSwitch<BitSet> tables = PerSwitch.of(BitSet::new);

    InspectionFlows(Controller controller, boolean isEnabled) {
        this.controller = controller;
        this.isEnabled = isEnabled;
    }

    private static Match neighborDiscovery(int type) {
        return Match.of(Field.ETH_TYPE.is(Ethernet.TYPE_IPV6), Field.IP_PROTO.is(Icmp.V6), Field.ICMPV6_TYPE.is(type));
    }

    /** Adds the flows to a switch that has connected. */
    void connected(Switch sw) {
        add(sw, FlowKey.FIRST_TABLE);
    }

    /** Adds the flows to this table of a switch, before a flow between hosts is added there. */
    void extendTo(Switch sw, int table) {
        if (table != FlowKey.FIRST_TABLE && !tables.of(sw).get(table)) {
            tables.of(sw).set(table);
            add(sw, table);
        }
    }

    /** Adds the flows again if one of them was removed. */
    void flowRemoved(Switch sw, FlowRemoved flow) {
        if (flow.cookie() == FlowEntry.INSPECTION_COOKIE) {
            add(sw, flow.tableId());
        }
    }

    private void add(Switch sw, int table) {
        if (isEnabled && InstalledPaths.hasTable(sw, table)) {
            (sw.version() == Version.OF10 ? List.of(ARP) : ALL).forEach(match -> sw.send(add(match, table)));
        }
    }

    private FlowMod add(Match match, int table) {
        return FlowMod.add()
                .tableId(table)
                .match(match)
                .priority(PRIORITY)
                .cookie(FlowEntry.INSPECTION_COOKIE)
                .flags(FlowMod.SEND_FLOW_REMOVED)
                .actions(new Action.Output(PortNumber.CONTROLLER))
                .build();
    }

    /** Returns whether a flow of this application that a switch has is one of these. */
    boolean contains(FlowStats stats) {
        return isEnabled && stats.cookie() == FlowEntry.INSPECTION_COOKIE;
    }

    /**
     * Deletes the flows: without this application, they would keep the messages from other flows. At an update they
     * stay, because they are those of the new version now.
     */
    void close() {
        if (controller.hasSuccessor()) {
            return;
        }
        for (Switch sw : controller.switches()) {
            FlowMod.Builder delete = FlowMod.delete();
            if (sw.version() == Version.OF10) {
                delete.command(FlowMod.Command.DELETE_STRICT).match(ARP).priority(PRIORITY);
            } else {
                delete.cookie(FlowEntry.INSPECTION_COOKIE).cookieMask(-1);
            }
            sw.send(delete.build());
        }
    }
}
