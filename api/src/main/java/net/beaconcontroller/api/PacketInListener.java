package net.beaconcontroller.api;

/** Receives packet-ins (OFPT_PACKET_IN, OpenFlow 1.5.1 section 7.4.1). */
public non-sealed interface PacketInListener extends Listener {
    /**
     * Handles a packet-in. Called on the switch's loop, for the packet-ins of one switch in the order of their arrival.
     * An exception is logged and counted, and the packet-in continues to the next listener.
     *
     * @param sw the switch that sent the packet-in
     * @param in valid until this method returns; {@link PacketInContext#copy()} returns a value that remains valid
     * @return whether the packet-in continues to the next listener
     */
    Next packetIn(Switch sw, PacketInContext in);
}
