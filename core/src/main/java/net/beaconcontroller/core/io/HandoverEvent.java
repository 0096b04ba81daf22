package net.beaconcontroller.core.io;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An event of the JDK Flight Recorder: a switch moves to another event loop. */
@Name("net.beaconcontroller.Handover")
@Label("Switch Handover")
@Description("From the last message on one event loop until the other reads from the switch")
@Category("Beacon")
@StackTrace(false)
final class HandoverEvent extends Event {
    @Label("Switch")
    String datapath = "";

    @Label("From Loop")
    String from = "";

    @Label("To Loop")
    String to = "";

    /** Ends the move of a connection. */
    void end(InboundHandler handler, Loop previous, Loop next) {
        end();
        if (shouldCommit()) {
            datapath = handler.toString();
            from = previous.name();
            to = next.name();
            commit();
        }
    }
}
