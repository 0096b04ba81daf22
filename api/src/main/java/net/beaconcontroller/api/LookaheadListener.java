package net.beaconcontroller.api;

/**
 * Hears of packet-ins a little before they are its turn, a handful at a time. What it will look up for them it can load then:
 * loads that do not depend on each other overlap, and a table that is larger than the processor's caches costs a fraction of
 * the time. It is only a hint, and nothing may be sent or changed.
 */
public interface LookaheadListener extends PacketInListener {
    /**
     * Some packet-in of this switch, which as a rule comes soon. Called on the switch's loop.
     *
     * @param in good until this method returns
     * @return whether there is a point in going on: false ends it for those read together with this one
     */
    boolean lookAhead(Switch sw, PacketIn in);
}
