package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import net.beaconcontroller.api.MessageCounters;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.io.LoopStatistics;
import net.beaconcontroller.core.pipeline.ApplicationHealth;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.runtime.Applications;
import net.beaconcontroller.runtime.Beacon;
import org.jspecify.annotations.Nullable;

/** The counters from which a client computes rates and loads. */
@Path("performance")
@Produces("application/json")
public final class PerformanceResource {
    private final OpenFlowController controller;
    private final Applications applications;

    /** The counters at one moment. */
    public record Performance(
            @Description("the time of day") Instant time,

            @Description("a clock in nanoseconds that is never set: a rate is the difference of a counter, divided by"
                    + " the difference of this")
            long nanos,

            @Description("the event loops") List<Loop> loops,

            @Description("the connected switches, ordered by datapath id")
            List<SwitchLoad> switches,

            @Description("the applications, ordered by name")
            List<ApplicationLoad> applications,

            @Description("bytes in use on the heap") long heapUsedBytes,

            @Description("milliseconds that garbage collections have taken since the start")
            long collectionMillis) {}

    /** An event loop. */
    public record Loop(
            @Description("name of its thread") String name,

            @Description("nanoseconds since the start that it has spent handling events")
            long busyNanos) {}

    /** A switch. The counters are those of its present connection. */
    public record SwitchLoad(
            @Description("datapath id") String id,

            @Description("the event loop that handles its events at present; null if that is not one loop") @Nullable
            String loop,

            @Description("packet-ins received") long packetIns,
            @Description("packet-outs sent") long packetOuts,
            @Description("flow-mods sent") long flowMods) {}

    /** An application, since it was started. */
    public record ApplicationLoad(
            @Description("its name") String name,

            @Description("nanoseconds that it has taken on all loops, measured by samples")
            long loopNanos,

            @Description("exceptions that it has thrown") long failures,

            @Description("whether it is quarantined: its listeners are not called")
            boolean quarantined) {}

    public PerformanceResource(Beacon beacon) {
        this.controller = beacon.controller();
        this.applications = beacon.applications();
    }

    @GET
    @Description("Returns counters of event loops, switches and applications, from which clients compute rates.")
    public Performance performance() {
        return new Performance(
                Instant.now(),
                System.nanoTime(),
                controller.loopStatistics().stream()
                        .map(PerformanceResource::describe)
                        .toList(),
                controller.switches().stream()
                        .sorted(Comparator.comparing(Switch::datapathId, Long::compareUnsigned))
                        .map(this::describe)
                        .toList(),
                controller.health().stream()
                        // not the controller's own listeners
                        .filter(health ->
                                applications.find(health.application()).isPresent())
                        .map(PerformanceResource::describe)
                        .toList(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .sum());
    }

    private static Loop describe(LoopStatistics loop) {
        return new Loop(loop.name(), loop.busyTime().toNanos());
    }

    private SwitchLoad describe(Switch sw) {
        MessageCounters counters = sw.counters();
        return new SwitchLoad(
                sw.toString(),
                controller.loopOf(sw).orElse(null),
                counters.received(MessageType.PACKET_IN),
                counters.sent(MessageType.PACKET_OUT),
                counters.sent(MessageType.FLOW_MOD));
    }

    private static ApplicationLoad describe(ApplicationHealth application) {
        return new ApplicationLoad(
                application.application(),
                application.loopTime().toNanos(),
                application.failures(),
                application.quarantine().isPresent());
    }
}
