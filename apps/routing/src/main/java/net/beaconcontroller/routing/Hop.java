package net.beaconcontroller.routing;

import net.beaconcontroller.topology.SwitchPort;

/** A switch on a path, with its ingress and egress port. */
record Hop(long datapathId, long inPort, long outPort) {
    SwitchPort in() {
        return new SwitchPort(datapathId, inPort);
    }

    SwitchPort out() {
        return new SwitchPort(datapathId, outPort);
    }
}
