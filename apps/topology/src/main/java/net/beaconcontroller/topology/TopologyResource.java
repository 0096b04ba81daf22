package net.beaconcontroller.topology;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import java.util.stream.Stream;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The REST resource {@code /api/topology}. */
@Component(service = TopologyResource.class, property = "osgi.jakartars.resource=true")
@Path("")
@Produces("application/json")
public final class TopologyResource {
    private final Topology topology;

    /** The topology. */
    public record TopologyView(
            @Description("version number, which increases with each change")
            long version,

            @Description("datapath ids of the switches") List<String> switches,

            @Description("datapath ids of those switches that lost their connection; their links and edges are kept"
                    + " for the time of app.topology.lost-switch-timeout")
            List<String> disconnected,

            @Description("the links, each in one direction") List<LinkView> links,

            @Description("the ports to which hosts can be attached")
            List<PortView> edges,

            @Description("the ports that return their own frames; nothing is flooded to them or learned from them")
            List<PortView> looped) {}

    /** A port of a switch. */
    public record PortView(
            @Description("datapath id") @JsonProperty("switch")
            String datapathId,

            @Description("port number") long port) {
        static PortView of(SwitchPort port) {
            return new PortView(DatapathId.toString(port.datapathId()), port.port());
        }
    }

    /** A link in one direction. */
    public record LinkView(
            @Description("where it begins") PortView from,
            @Description("where it ends") PortView to,

            @Description("direct: a cable; indirect: across switches of others")
            String kind,

            @Description("one-way latency in microseconds; null if unknown") @Nullable
            Double latencyMicros) {}

    /** A link that is not used as a path. */
    public record RefusedLinkView(
            @Description("where it begins") PortView from,
            @Description("where it ends") PortView to,

            @Description("direct: a cable; indirect: across switches of others")
            String kind,

            @Description("why: proven edge, second peer, slow, too many; looped: a port returns its own frames")
            String reason,

            @Description(
                    "the port that sends floods to the network between the ports; null if both do, because no other"
                            + " path connects the switches, or if the port is looped and sends none")
            @Nullable
            PortView floodingPort) {}

    /** The number of probes with an outcome. */
    public record ProbesView(
            @Description("what became of them") String outcome,
            @Description("their number since the start") long count) {}

    @Activate
    public TopologyResource(@Reference Topology topology) {
        this.topology = topology;
    }

    @GET
    @Description("Returns the topology as it is now.")
    public TopologyView topology() {
        TopologySnapshot now = topology.snapshot();
        return new TopologyView(
                now.version(),
                now.switches().stream().map(DatapathId::toString).toList(),
                now.switches().stream()
                        .filter(id -> !now.isConnected(id))
                        .map(DatapathId::toString)
                        .toList(),
                links(now),
                now.switches().stream().flatMap(id -> ports(id, now.edges(id))).toList(),
                now.switches().stream().flatMap(id -> ports(id, now.looped(id))).toList());
    }

    @GET
    @Path("links")
    @Description("Returns the links, each in one direction.")
    public List<LinkView> links() {
        return links(topology.snapshot());
    }

    @GET
    @Path("refused")
    @Description("Returns the links that are not used as paths, because hosts may have relayed the probes,"
            + " and the ports that return their own frames, as links to themselves.")
    public List<RefusedLinkView> refused() {
        TopologySnapshot now = topology.snapshot();
        return LazyList.of(
                now.refusedLinks(),
                refused -> new RefusedLinkView(
                        PortView.of(refused.link().from()),
                        PortView.of(refused.link().to()),
                        kind(refused.link()),
                        refused.reason().text(),
                        now.floodingPort(refused).map(PortView::of).orElse(null)));
    }

    @GET
    @Path("probes")
    @Description("Returns how many probes were received, by outcome.")
    public List<ProbesView> probes() {
        return topology.probeCounters().entrySet().stream()
                .map(entry -> new ProbesView(entry.getKey().text(), entry.getValue()))
                .toList();
    }

    private List<LinkView> links(TopologySnapshot now) {
        return LazyList.of(
                now.links(),
                link -> new LinkView(
                        PortView.of(link.from()),
                        PortView.of(link.to()),
                        kind(link),
                        topology.latency(link)
                                .map(latency -> latency.toNanos() / 1e3)
                                .orElse(null)));
    }

    private static String kind(Link link) {
        return Words.of(link.kind());
    }

    private static Stream<PortView> ports(long datapathId, PortSet ports) {
        return ports.numbers().stream().map(port -> PortView.of(new SwitchPort(datapathId, port)));
    }
}
