package net.beaconcontroller.probe;

import java.io.IOException;

/** An action of a switch before it replies to a request. Called by the thread that reads. */
@FunctionalInterface
public interface ReplyHook {
    /** Called before a switch sends this reply, which is correct. */
    void before(ProbeSwitch sw, CraftedMessage reply) throws IOException;
}
