package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;

/**
 * A path whose flows are installed, one in each switch.
 *
 * @param cookie the cookie of these flows, which no other flow has
 * @param hops from the ingress switch to the egress switch
 */
record InstalledPath(long cookie, FlowKey flow, List<Hop> hops, int cost) {
    /** Returns the path along a route from one port to another. */
    static InstalledPath of(long cookie, FlowKey flow, SwitchPort from, Path route, SwitchPort to) {
        var hops = new ArrayList<Hop>();
        SwitchPort in = from;
        for (Link link : route.links()) {
            hops.add(new Hop(in.datapathId(), in.port(), link.from().port()));
            in = link.to();
        }
        hops.add(new Hop(in.datapathId(), in.port(), to.port()));
        return new InstalledPath(cookie, flow, hops, route.cost());
    }

    /** Returns the flow entries of the path, one for each hop. */
    Stream<FlowEntry> entries() {
        return hops.stream().map(hop -> new FlowEntry(flow, hop.in()));
    }

    /** Returns where a switch sends the packets that the path receives at one of its ports. */
    long outputPort(SwitchPort in) {
        return hops.stream()
                .filter(hop -> hop.in().equals(in))
                .findFirst()
                .orElseThrow()
                .outputPort();
    }

    SwitchPort ingress() {
        return hops.getFirst().in();
    }

    SwitchPort egress() {
        return hops.getLast().out();
    }
}
