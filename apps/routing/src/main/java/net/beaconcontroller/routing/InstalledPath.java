package net.beaconcontroller.routing;

import java.util.List;
import net.beaconcontroller.topology.SwitchPort;

/**
 * A path that is in the flow tables of its switches, a flow in each.
 *
 * @param cookie of its flows, and of no others
 * @param hops from the switch that the packets come in at to that which hands them out
 */
record InstalledPath(long cookie, FlowKey pair, List<Hop> hops, int cost) {
    SwitchPort ingress() {
        return new SwitchPort(hops.getFirst().datapathId(), hops.getFirst().inPort());
    }

    SwitchPort egress() {
        return hops.getLast().out();
    }
}
