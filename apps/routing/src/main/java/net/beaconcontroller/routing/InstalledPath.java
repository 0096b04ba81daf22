package net.beaconcontroller.routing;

import java.util.List;
import net.beaconcontroller.topology.SwitchPort;

/**
 * A path whose flows are installed, one in each switch.
 *
 * @param cookie the cookie of these flows, which no other flow has
 * @param hops from the ingress switch to the egress switch
 */
record InstalledPath(long cookie, FlowKey flow, List<Hop> hops, int cost) {
    SwitchPort ingress() {
        return hops.getFirst().in();
    }

    SwitchPort egress() {
        return hops.getLast().out();
    }
}
