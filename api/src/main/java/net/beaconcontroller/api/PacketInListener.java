package net.beaconcontroller.api;

/** Hears the packets that switches hand to the controller. */
public non-sealed interface PacketInListener extends Listener {
    /**
     * A packet came in. Called on the switch's loop, for the packets of one switch in their order.
     *
     * <p>An exception is logged and counted, and the packet passes on to the next listener.
     *
     * @param in good until this method returns; {@link PacketIn#copy()} keeps it
     */
    Next packetIn(Switch sw, PacketIn in);
}
