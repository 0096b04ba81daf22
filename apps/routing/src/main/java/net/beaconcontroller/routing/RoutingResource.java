package net.beaconcontroller.routing;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The REST resource {@code /api/routing}. */
@Component(service = RoutingResource.class, property = "osgi.jakartars.resource=true")
@Path("")
@Produces("application/json")
public final class RoutingResource {
    private static final String HOST = "MAC, IPv4 or IPv6 address of a device";
    private static final int MAX_PATHS = 4;

    private final Controller controller;
    private final Devices devices;
    private final Forwarding forwarding;
    private volatile RoutingEngine engine = new ShortestPaths(LinkWeights.HOPS);

    /** A path between two devices. */
    public record PathView(
            @Description("MAC address of the first device") String from,
            @Description("MAC address of the second device") String to,
            @Description("sum of the weights of its links") int cost,

            @Description("the switches on the path, in order")
            List<HopView> hops,

            @Description("the shortest paths between the two switches, this one perhaps among them; each a list of "
                    + "datapath ids")
            List<List<String>> shortest) {}

    /** A switch on a path. */
    public record HopView(
            @Description("datapath id") @JsonProperty("switch")
            String datapathId,

            @Description("port at which the packets arrive") long inPort,
            @Description("port to which they are sent") long outPort,

            @Description("the flows of the switch for the two devices, as ovs-ofctl prints them; null if it did not "
                    + "answer")
            @Nullable
            List<String> flows) {}

    /** The numbers of installed paths, and of packet-ins by outcome. */
    public record RoutingView(
            @Description("number of installed paths over several switches")
            int paths,

            @Description("what became of the packet-ins") List<OutcomeView> outcomes) {}

    /** The number of packet-ins with an outcome. */
    public record OutcomeView(
            @Description("what became of them") String outcome,
            @Description("their number since the start") long count) {}

    @Activate
    public RoutingResource(
            @Reference Controller controller, @Reference Devices devices, @Reference Forwarding forwarding) {
        this.controller = controller;
        this.devices = devices;
        this.forwarding = forwarding;
    }

    /** Sets the engine that computes the paths from now on. */
    @Reference(policy = ReferencePolicy.DYNAMIC, policyOption = ReferencePolicyOption.GREEDY)
    public void setEngine(RoutingEngine engine) {
        this.engine = engine;
    }

    /** Does nothing, because the replacement is set first. */
    void unsetEngine(RoutingEngine engine) {}

    @GET
    @Description("Returns the number of installed paths, and the number of packet-ins by what became of them.")
    public RoutingView routing() {
        return new RoutingView(
                forwarding.pathCount(),
                forwarding.counters().entrySet().stream()
                        .map(entry -> new OutcomeView(Words.spaced(entry.getKey()), entry.getValue()))
                        .toList());
    }

    @GET
    @Path("path")
    @Description("Returns the path that packets of one device to another take, with the flows that forward them.")
    public PathView path(
            @QueryParam("from") @Description(HOST) @Example("10.0.0.1") @Nullable String from,
            @QueryParam("to") @Description(HOST) @Example("10.0.0.3") @Nullable String to) {
        Device source = find("from", from);
        Device destination = find("to", to);
        SwitchPort start = attachment(source);
        SwitchPort end = attachment(destination);
        Routes routes = engine.routes();
        var key = new FlowKey(FlowKey.FIRST_TABLE, source.vlan(), source.mac(), destination.mac());
        net.beaconcontroller.routing.Path path = routes.path(start.datapathId(), end.datapathId(), key.hash())
                .orElseThrow(() -> Problem.of(
                        404,
                        "no path leads from switch %s to switch %s"
                                .formatted(
                                        DatapathId.toString(start.datapathId()),
                                        DatapathId.toString(end.datapathId()))));
        List<Hop> hops = InstalledPath.of(0, key, start, path, end).hops();
        return new PathView(
                MacAddress.toString(source.mac()),
                MacAddress.toString(destination.mac()),
                path.cost(),
                describe(hops, key),
                routes.paths(start.datapathId(), end.datapathId(), MAX_PATHS).stream()
                        .filter(one -> one.cost() == path.cost())
                        .map(one -> switches(start, one))
                        .toList());
    }

    private static List<String> switches(SwitchPort start, net.beaconcontroller.routing.Path path) {
        var ids = new ArrayList<String>();
        ids.add(DatapathId.toString(start.datapathId()));
        for (Link link : path.links()) {
            ids.add(DatapathId.toString(link.to().datapathId()));
        }
        return ids;
    }

    private Device find(String field, @Nullable String text) {
        if (text == null) {
            throw Problem.ofMissing(field, "is missing; needs the " + HOST);
        }
        String wanted = text.toLowerCase(Locale.ROOT);
        return devices.all()
                .filter(device -> names(device).anyMatch(wanted::equals))
                .findFirst()
                .orElseThrow(() -> Problem.ofField(404, field, text, "no such device; needs the " + HOST));
    }

    private static Stream<String> names(Device device) {
        return Stream.of(
                        Stream.of(MacAddress.toString(device.mac())),
                        device.ipv4Addresses().stream().map(Ipv4Address::toString),
                        device.ipv6Addresses().stream().map(Ipv6Address::toString))
                .flatMap(texts -> texts);
    }

    private static SwitchPort attachment(Device device) {
        return device.attachment()
                .orElseThrow(
                        () -> Problem.of(404, "device %s is detached".formatted(MacAddress.toString(device.mac()))));
    }

    /** Asks all the switches at once for their flows. */
    private List<HopView> describe(List<Hop> hops, FlowKey key) {
        var answers = new LinkedHashMap<Hop, CompletableFuture<FlowStats.Reply>>();
        for (Hop hop : hops) {
            controller.switchOf(hop.datapathId()).ifPresent(sw -> answers.put(hop, sw.request(flowsOf(key))));
        }
        return hops.stream().map(hop -> describe(hop, answers)).toList();
    }

    private static FlowStats.Request flowsOf(FlowKey key) {
        Match match = Match.of(Field.ETH_DST.is(key.destination()), Field.ETH_SRC.is(key.source()));
        return new FlowStats.Request(FlowMod.ALL_TABLES, PortNumber.ANY, GroupNumber.ANY, 0, 0, match);
    }

    private static HopView describe(Hop hop, Map<Hop, CompletableFuture<FlowStats.Reply>> answers) {
        List<String> flows = null;
        try {
            CompletableFuture<FlowStats.Reply> answer = answers.get(hop);
            flows = answer == null
                    ? null
                    : answer.join().flows().stream().map(FlowStats::toString).toList();
        } catch (CompletionException | CancellationException _) {
            // the switch has refused the request, or is gone
        }
        return new HopView(DatapathId.toString(hop.datapathId()), hop.inPort(), hop.outPort(), flows);
    }
}
