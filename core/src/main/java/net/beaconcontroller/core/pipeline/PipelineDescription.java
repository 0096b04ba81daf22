package net.beaconcontroller.core.pipeline;

import java.util.List;
import net.beaconcontroller.api.Stage;

/**
 * The listeners of one kind of events, in the order in which they are called.
 *
 * @param listeners those of applications that are not quarantined
 */
public record PipelineDescription(PipelineKind kind, List<Entry> listeners) {
    /**
     * A listener.
     *
     * @param application the name of its application
     * @param listener the name of its class; for a lambda expression, of the class that contains it
     * @param stage its stage, which has no effect on applications in the setting {@code pipeline.order}
     * @param reason why it has this place, such as "stage FORWARD, before hub"
     * @param failures the number of exceptions that it has thrown, for any kind of events
     * @param loopShare the share of the time of a loop, see {@link ApplicationHealth#loopShare}, for any kind of events
     */
    public record Entry(
            String application, String listener, Stage stage, String reason, long failures, double loopShare) {}
}
