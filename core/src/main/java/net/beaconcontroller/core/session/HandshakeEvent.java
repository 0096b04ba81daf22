package net.beaconcontroller.core.session;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An event of the JDK Flight Recorder: the handshake of a connection. */
@Name("net.beaconcontroller.Handshake")
@Label("Switch Handshake")
@Description(
        "From the HELLO of the controller until the switch is active, standby or watched, or the connection is closed")
@Category("Beacon")
@StackTrace(false)
final class HandshakeEvent extends Event {
    @Label("Switch")
    @Description("The datapath id, or the address if the datapath id is unknown")
    String datapath = "";

    @Label("Remote Address")
    String remoteAddress = "";

    @Label("OpenFlow Version")
    String version = "";

    @Label("Result")
    @Description("active, standby, watched, or the reason why the connection was closed")
    String result = "";

    /** Ends the handshake of a session. */
    void end(Session session, String outcome) {
        end();
        if (shouldCommit()) {
            datapath = session.toString();
            remoteAddress = session.remoteAddress().toString();
            version = session.version().toString();
            result = outcome;
            commit();
        }
    }
}
