package net.beaconcontroller.probe;

import net.beaconcontroller.switchkit.ReceivedMessage;

/** A listener to the messages of switches. Called by the threads that send and receive. */
public interface Traffic {
    /** Listens to nothing. */
    Traffic IGNORED = new Traffic() {};

    /** A switch sends a message that a scenario has crafted. */
    default void sent(ProbeSwitch from, CraftedMessage message) {}

    /** A switch has received a message and has not replied to it yet. */
    default void received(ProbeSwitch to, ReceivedMessage message) {}
}
