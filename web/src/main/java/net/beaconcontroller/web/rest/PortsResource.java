package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.structure.Port;
import org.jspecify.annotations.Nullable;

/** The ports of a switch, which reports their counters at each request. The application statistics has their rates. */
@Path("switches/{id}/ports")
@Produces("application/json")
public final class PortsResource {
    private final Controller controller;

    /** A port with its counters, which are null if the switch does not count. */
    public record PortView(
            @Description("port number") long number,
            @Description("name, as the switch says") String name,
            @Description("MAC address") String mac,

            @Description("whether it is enabled and has a link")
            boolean isUp,

            @Description(
                    "whether the switch refuses to send packets to it: then it is left out of packet-outs, flows and "
                            + "groups, and tried again after a minute")
            boolean refusesOutput,

            @Description("configuration: OFPPC_ flags") List<String> config,
            @Description("state: OFPPS_ flags") List<String> state,

            @Description("current speed in kbit/s; null if unknown") @Nullable
            Long speedKbps,

            @Description("age of the counters in seconds") @Nullable
            Double seconds,

            @Nullable Long receivedPackets,
            @Nullable Long sentPackets,
            @Nullable Long receivedBytes,
            @Nullable Long sentBytes,
            @Nullable Long receivedDropped,
            @Nullable Long sentDropped,
            @Nullable Long receivedErrors,
            @Nullable Long sentErrors) {}

    public PortsResource(Controller controller) {
        this.controller = controller;
    }

    @GET
    @Description("Returns the ports of a switch, with the counters that the switch reports now.")
    public List<PortView> list(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        Switch sw = LiveRequests.find(controller, id);
        Map<Long, PortStats> counters = LiveRequests.byKey(
                LiveRequests.ask(sw, new PortStats.Request(PortNumber.ANY)).ports(), PortStats::port);
        return LazyList.of(List.copyOf(sw.ports()), port -> describe(sw, port, counters.get(port.number())));
    }

    private static PortView describe(Switch sw, Port port, @Nullable PortStats counters) {
        return new PortView(
                port.number(),
                port.name(),
                MacAddress.toString(port.address()),
                port.isUp(),
                sw.refusedPorts().contains(port.number()),
                Port.CONFIG.namesOf(port.config()),
                Port.states(sw.version()).namesOf(port.state()),
                port.ethernet()
                        .map(Port.Ethernet::currentSpeed)
                        .filter(speed -> speed > 0)
                        .orElse(null),
                counters == null ? null : seconds(counters.durationSeconds(), counters.durationNanos()),
                counters == null ? null : Counts.of(counters.receivedPackets()),
                counters == null ? null : Counts.of(counters.sentPackets()),
                counters == null ? null : Counts.of(counters.receivedBytes()),
                counters == null ? null : Counts.of(counters.sentBytes()),
                counters == null ? null : Counts.of(counters.receivedDropped()),
                counters == null ? null : Counts.of(counters.sentDropped()),
                counters == null ? null : Counts.of(counters.receivedErrors()),
                counters == null ? null : Counts.of(counters.sentErrors()));
    }

    private static @Nullable Double seconds(long seconds, long nanos) {
        return seconds == 0xffff_ffffL ? null : (Double) (seconds + nanos / 1e9);
    }
}
