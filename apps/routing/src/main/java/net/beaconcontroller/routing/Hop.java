package net.beaconcontroller.routing;

import net.beaconcontroller.topology.SwitchPort;

/** One switch that packets pass, from a port to a port. */
record Hop(long datapathId, long inPort, long outPort) {
    SwitchPort out() {
        return new SwitchPort(datapathId, outPort);
    }
}
