package net.beaconcontroller.routing;

import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.topology.SwitchPort;

/** A switch on a path, with its ingress and egress port. */
record Hop(long datapathId, long inPort, long outPort) {
    SwitchPort in() {
        return new SwitchPort(datapathId, inPort);
    }

    SwitchPort out() {
        return new SwitchPort(datapathId, outPort);
    }

    /**
     * Returns the port for an output action. A packet that is in transit when its path changes may have to turn back,
     * and a switch sends a packet out of its ingress port only if that is OFPP_IN_PORT (OpenFlow 1.3.5 section 4.5).
     */
    long outputPort() {
        return outPort == inPort ? PortNumber.IN_PORT : outPort;
    }
}
