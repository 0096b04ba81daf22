package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.pipeline.PipelineDescription;
import net.beaconcontroller.net.Words;

/** The listeners, in the order in which they are called. */
@Path("pipelines")
@Produces("application/json")
public final class PipelinesResource {
    private final OpenFlowController controller;

    /** The listeners of one kind of events. */
    public record Pipeline(
            @Description("packet-in, message, switch-event or initializer")
            String kind,

            @Description("the listeners in the order in which they are called")
            List<Listener> listeners) {}

    /** A listener. */
    public record Listener(
            @Description("its application; controller if it is the controller's own")
            String application,

            @Description("its class") String listener,

            @Description("its stage: observe, filter or forward")
            String stage,

            @Description("why it has this place") String reason,

            @Description("number of exceptions that it has thrown")
            long failures,

            @Description("share, 0 to 1, of the time of a loop that it took in the last second")
            double loopShare) {}

    public PipelinesResource(OpenFlowController controller) {
        this.controller = controller;
    }

    @GET
    @Description("Returns the listeners for each kind of events, in the order in which they are called.")
    public List<Pipeline> pipelines() {
        return controller.pipelines().stream().map(PipelinesResource::describe).toList();
    }

    private static Pipeline describe(PipelineDescription pipeline) {
        return new Pipeline(
                Words.of(pipeline.kind()),
                pipeline.listeners().stream()
                        .map(entry -> new Listener(
                                entry.application(),
                                entry.listener(),
                                Words.of(entry.stage()),
                                entry.reason(),
                                entry.failures(),
                                entry.loopShare()))
                        .toList());
    }
}
