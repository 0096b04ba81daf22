package net.beaconcontroller.devices;

import net.beaconcontroller.topology.SwitchPort;

/** The messages to switches by which a {@link DeviceTable} verifies that hosts are at their ports. */
interface Prober {
    /** Sends a probe for a binding to a port, at which its host may be. */
    void probe(Binding binding, SwitchPort at);

    /** Sends a probe for an IP address out of a port, to a host that may have it. */
    void probe(long key, SwitchPort at, long high, long low);

    /**
     * Runs a task on the device thread when the switch of a port has received the messages sent to it before, and when
     * all that it sent before has been handled: at once if it is not connected. So a reply counts however long the
     * messages of a busy switch, or of a busy controller, wait.
     */
    void afterInput(SwitchPort port, Runnable task);
}
