package net.beaconcontroller.probe;

/** A listener to the messages of switches. Called by the threads that send and receive. */
public interface Traffic {
    /** A switch sends a message that a scenario has crafted. */
    void sent(ProbeSwitch from, CraftedMessage message);

    /** A switch has received a message and has not replied to it yet. */
    void received(ProbeSwitch to, ReceivedMessage message);
}
