package net.beaconcontroller.simulator.world;

import java.time.Duration;

/** What can happen to the network of a world. docs/simulator.md has the table of the bounds. */
public enum EventKind {
    HOST_MOVES(5, false),
    HOST_LEAVES(3, false),
    HOST_RETURNS(5, false),
    ADDRESS_CHANGES(5, false),
    ADDRESS_IS_TAKEN_OVER(5, false),
    BROADCAST(1, false),
    STREAM(3, false),
    BRIDGE_PROTOCOL(1, false),
    FORGED_CLAIM(2, false),
    APPLICATION_FAILS(1, false),
    CONNECTION_RESETS(8, false),
    FLOWS_ARE_DELETED(5, true),
    SWITCH_FAILS(5, true),
    SWITCH_RETURNS(12, true),
    SWITCH_RESTARTS(12, true),
    NEIGHBOURS_RESTART(12, true),
    SWITCH_IS_REPLACED(12, true),
    LINK_FAILS(5, true),
    LINK_RETURNS(12, true),
    LINK_BECOMES_ONE_WAY(45, true),
    LINK_IS_WHOLE_AGAIN(12, true),
    CABLE_IS_ADDED(12, true),
    LOOP_IS_PLUGGED_IN(12, true),
    LOOP_IS_REMOVED(12, true),
    BRIDGE_IS_JOINED(45, true),
    BRIDGE_IS_CUT(45, true),
    ROUTING_IS_REPLACED(21, false);

    private final Duration bound;
    private final boolean changesPaths;

    EventKind(int boundSeconds, boolean changesPaths) {
        this.bound = Duration.ofSeconds(boundSeconds);
        this.changesPaths = changesPaths;
    }

    /** Returns the time after it within which all pairs of hosts that the links permit reach each other. */
    Duration bound() {
        return bound;
    }

    /** Returns whether the paths between hosts may have to change that it does not name. */
    boolean changesPaths() {
        return changesPaths;
    }
}
