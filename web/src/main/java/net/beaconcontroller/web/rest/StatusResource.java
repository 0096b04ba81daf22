package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.runtime.Beacon;

/** The state of the controller as a whole. */
@Path("status")
@Produces("application/json")
public final class StatusResource {
    private final Beacon beacon;
    private final String url;

    /** The state. */
    public record Status(
            @Description("version of the controller") String version,
            @Description("time since the start") double uptimeSeconds,
            @Description("where the controller listens") Addresses addresses,

            @Description("how sockets are read and written: nio or native")
            String transport,

            @Description("number of event loops") int loops,
            @Description("number of active switches") int switches,

            @Description("number of switches of which this controller is a slave")
            int standbySwitches,

            @Description("number of connected switches that the settings do not allow")
            int watchedSwitches,

            @Description("connections of switches that were refused because of the settings")
            long refusedSwitches,

            @Description("packet-ins received from the connected switches")
            long packetIns,

            @Description("exceptions that listeners have thrown")
            long listenerFailures,

            @Description("number of applications by state") Map<String, Long> applications,
            @Description("memory of the process") Memory memory) {}

    /** Where the controller listens. */
    public record Addresses(
            @Description("for switches without TLS, or off") String openflow,

            @Description("for switches with TLS, or off") String openflowTls,

            @Description("of this HTTP server") String http) {}

    /** The memory of the process. */
    public record Memory(
            @Description("bytes in use on the heap") long heapUsedBytes,

            @Description("bytes of the heap that are committed")
            long heapCommittedBytes,

            @Description("limit of the heap in bytes") long heapMaxBytes,

            @Description("bytes in use outside of the heap: classes, compiled code")
            long otherUsedBytes) {}

    public StatusResource(Beacon beacon, String url) {
        this.beacon = beacon;
        this.url = url;
    }

    @GET
    @Description("Returns the state of the controller as a whole.")
    public Status status() {
        Collection<Switch> switches = beacon.controller().switches();
        var memory = ManagementFactory.getMemoryMXBean();
        return new Status(
                Beacon.version(),
                ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0,
                new Addresses(
                        text(beacon.controller().plainAddress()),
                        text(beacon.controller().tlsAddress()),
                        url),
                Words.of(beacon.controller().transport()),
                beacon.controller().loopCount(),
                switches.size(),
                beacon.controller().standbySwitches().size(),
                beacon.controller().watchedSwitches().size(),
                beacon.controller().refusedSwitches(),
                switches.stream()
                        .mapToLong(sw -> sw.counters().received(MessageType.PACKET_IN))
                        .sum(),
                beacon.controller().listenerFailures(),
                new TreeMap<>(new ApplicationsResource(beacon)
                        .list().stream()
                                .collect(Collectors.groupingBy(
                                        ApplicationsResource.ApplicationView::state, Collectors.counting()))),
                new Memory(
                        memory.getHeapMemoryUsage().getUsed(),
                        memory.getHeapMemoryUsage().getCommitted(),
                        memory.getHeapMemoryUsage().getMax(),
                        memory.getNonHeapMemoryUsage().getUsed()));
    }

    private static String text(Optional<InetSocketAddress> address) {
        return address.map(known -> known.getAddress().getHostAddress() + ":" + known.getPort())
                .orElse("off");
    }
}
