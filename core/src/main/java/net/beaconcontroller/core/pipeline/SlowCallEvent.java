package net.beaconcontroller.core.pipeline;

import java.util.Optional;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** An event of the JDK Flight Recorder: a call of an application that lasted longer than isolation.slow-call. */
@Name("net.beaconcontroller.SlowCall")
@Label("Slow Call")
@Description("From the time at which the call is slow (setting isolation.slow-call) until it returns")
@Category("Beacon")
@StackTrace(false)
final class SlowCallEvent extends Event {
    @Label("Application")
    String application = "";

    @Label("Called Code")
    String code = "";

    @Label("Loop")
    String loop = "";

    @Label("Location")
    @Description("The line of code that the call was executing when it became slow; empty if it had just returned")
    String location = "";

    @Label("Call Time")
    @Description("The duration of the whole call, measured by samples")
    @Timespan
    long callNanos;

    /** Begins the event of a call that has become slow. */
    static SlowCallEvent begin(CallStatistics call, String loop, Optional<StackTraceElement> location) {
        var event = new SlowCallEvent();
        event.application = call.account().name();
        event.code = call.code();
        event.loop = loop;
        event.location = location.map(StackTraceElement::toString).orElse("");
        event.begin();
        return event;
    }

    /** Ends the call. */
    void end(long nanos) {
        end();
        callNanos = nanos;
        commit();
    }
}
