package net.beaconcontroller.core.session;

import java.util.HashSet;
import java.util.Set;
import net.beaconcontroller.api.SwitchEvent;
import net.beaconcontroller.core.pipeline.ApplicationAccount;
import net.beaconcontroller.core.pipeline.CallStatistics;
import net.beaconcontroller.core.pipeline.CurrentCall;
import net.beaconcontroller.core.pipeline.PipelineSnapshot;
import net.beaconcontroller.core.pipeline.SerialExecutor;

/**
 * The listeners of one switch: informs them of its events, and leaves out those of applications that do not serve the
 * switch. For the session's executor.
 */
final class SwitchEvents {
    private final Session session;
    private final SerialExecutor executor;
    /** The applications that do not serve the switch any more. */
    private final Set<ApplicationAccount> unservedBy = new HashSet<>();

    /** The listeners without those of {@link #unservedBy}. */
    private PipelineSnapshot served = PipelineSnapshot.EMPTY;

    private long introducedTo;

    SwitchEvents(Session session, SerialExecutor executor) {
        this.session = session;
        this.executor = executor;
    }

    /** Leaves out the listeners of an application from the next message on. Events still reach them. */
    void leaveUnserved(ApplicationAccount application) {
        unservedBy.add(application);
        served = PipelineSnapshot.EMPTY;
    }

    /** Returns the listeners of the messages of this switch. */
    PipelineSnapshot served(PipelineSnapshot all) {
        if (unservedBy.isEmpty()) {
            return all;
        }
        if (served.number != all.number) {
            served = all.without(unservedBy);
        }
        return served;
    }

    /** Sends {@code Connected} to all listeners, when the switch has become active. */
    void activated() {
        introducedTo = executor.thread().pipelines.number;
        raise(new SwitchEvent.Connected(session));
    }

    /** Sends {@code Connected} to the listeners that were added since the last call or {@link #activated}. */
    void introduce() {
        PipelineSnapshot now = executor.thread().pipelines;
        long known = introducedTo;
        introducedTo = now.number;
        for (int i = 0; i < now.switches.length && isActive(); i++) {
            if (now.joined[i] > known) {
                call(now, i, new SwitchEvent.Connected(session));
            }
        }
    }

    /** Returns the number of the latest {@link PipelineSnapshot} whose listeners all know this switch. */
    long introducedTo() {
        return introducedTo;
    }

    /** Sends an event to all listeners, if they know the switch. */
    void raise(SwitchEvent event) {
        if (isActive() || event instanceof SwitchEvent.Disconnected) {
            PipelineSnapshot pipeline = executor.thread().pipelines;
            for (int i = 0; i < pipeline.switches.length; i++) {
                call(pipeline, i, event);
            }
        }
    }

    private boolean isActive() {
        return session.state() == Session.State.ACTIVE;
    }

    private void call(PipelineSnapshot pipeline, int index, SwitchEvent event) {
        CallStatistics statistics = pipeline.switchStatistics[index];
        CurrentCall currentCall = executor.thread().currentCall;
        int surrounding = currentCall.target();
        currentCall.begin(statistics.id());
        try {
            pipeline.switches[index].switchEvent(event);
        } catch (RuntimeException | Error e) {
            statistics.failed(session, pipeline.switches[index], e);
        } finally {
            currentCall.end(surrounding);
        }
    }
}
