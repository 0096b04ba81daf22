package net.beaconcontroller.web.rest;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.GroupNumber;
import net.beaconcontroller.openflow.MessageType;
import net.beaconcontroller.openflow.NotationException;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.openflow.UnsupportedByVersionException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.action.Action;
import net.beaconcontroller.openflow.action.ActionParser;
import net.beaconcontroller.openflow.action.ActionPrinter;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.openflow.message.PacketOut;
import net.beaconcontroller.openflow.multipart.GroupDescription;
import net.beaconcontroller.openflow.multipart.GroupStats;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.multipart.PortStats;
import net.beaconcontroller.openflow.multipart.SwitchDescription;
import net.beaconcontroller.openflow.multipart.TableStats;
import net.beaconcontroller.openflow.structure.Bucket;
import net.beaconcontroller.openflow.structure.Group;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;
import net.beaconcontroller.openflow.structure.Port;
import net.beaconcontroller.web.Body;
import net.beaconcontroller.web.Problem;
import org.jspecify.annotations.Nullable;

/** The connected switches, and what they report about themselves. {@link FlowsResource} has their flows. */
@Path("switches")
@Produces("application/json")
public final class SwitchesResource {
    private static final String EXAMPLE =
            "{\"actions\": \"flood\", \"data\": \"ffffffffffff02000000000188b500000000\"}";

    private final Controller controller;
    private final PortRates rates = new PortRates(System::nanoTime);

    /** A connected switch. */
    public record SwitchView(
            @Description("datapath id, 16 hexadecimal digits")
            String id,

            @Description("OpenFlow version") String version,

            @Description("address of its end of the connection")
            String address,

            @Description("when it connected") Instant connectedSince,

            @Description("round-trip time of the last echo request in milliseconds; null before the first reply")
            @Nullable
            Double roundTripMillis,

            @Description("manufacturer, as the switch says") String manufacturer,
            @Description("hardware, as the switch says") String hardware,
            @Description("software, as the switch says") String software,

            @Description("serial number, as the switch says")
            String serialNumber,

            @Description("description of the datapath, as the switch says")
            String description,

            @Description("number of flow tables") int tables,

            @Description("number of packets that it can buffer")
            long buffers,

            @Description("number of ports") int ports,
            @Description("number of ports that are up") int portsUp,
            @Description("packet-ins received") long packetIns,
            @Description("packet-outs sent") long packetOuts,
            @Description("flow-mods sent") long flowMods,
            @Description("malformed messages received") long malformed) {}

    /** A port with its counters, which are null if the switch does not count. */
    public record PortView(
            @Description("port number") long number,
            @Description("name, as the switch says") String name,
            @Description("MAC address") String mac,

            @Description("whether it is enabled and has a link")
            boolean isUp,

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
            @Nullable Long sentErrors,

            @Description("bits per second, since the ports were read before; null at first") @Nullable
            Double receivedBitsPerSecond,

            @Description("bits per second, since the ports were read before; null at first") @Nullable
            Double sentBitsPerSecond) {}

    /** A flow table. */
    public record TableView(
            @Description("number of the table") int id,

            @Description("name; null if the version has none") @Nullable
            String name,

            @Description("number of flows") long active,

            @Description("packets looked up; null if unknown") @Nullable
            Long lookups,

            @Description("packets that matched a flow; null if unknown") @Nullable
            Long matched,

            @Description("maximum number of flows; null if unknown") @Nullable
            Long maxEntries) {}

    /** A group. */
    public record GroupView(
            @Description("group number") long id,
            @Description("all, select, indirect or ff") String type,
            @Description("its buckets, in order") List<BucketView> buckets,

            @Description("flows and groups that refer to it; null if unknown") @Nullable
            Long references,

            @Description("packets processed; null if unknown") @Nullable
            Long packets,

            @Description("bytes processed; null if unknown") @Nullable
            Long bytes) {}

    /** A bucket of a group. */
    public record BucketView(
            @Description("actions, in the notation of ovs-ofctl")
            String actions,

            @Description("relative weight in a select group")
            int weight,

            @Description("port that has to be live; null for none") @Nullable
            String watchPort,

            @Description("group that has to be live; null for none") @Nullable
            String watchGroup) {}

    /** A meter. */
    public record MeterView(
            @Description("meter number") long id,
            @Description("kbps, pktps, burst or stats") List<String> flags,
            @Description("its bands") List<BandView> bands,

            @Description("packets processed; null if unknown") @Nullable
            Long packets,

            @Description("bytes processed; null if unknown") @Nullable
            Long bytes) {}

    /** A band of a meter. */
    public record BandView(
            @Description("drop, dscp-remark or another type")
            String type,

            @Description("rate, in the unit of the flags") @Nullable
            Long rate,

            @Description("burst, in the unit of the flags") @Nullable
            Long burst) {}

    /** A packet to send. */
    public record NewPacketOut(
            @Description("port at which the packet arrived, for the action in_port; none if it is absent") @Nullable
            Long inPort,

            @Description("what to do with it, in the notation of ovs-ofctl") @Nullable
            String actions,

            @Description("the frame, in hexadecimal") @Nullable
            String data) {}

    public SwitchesResource(Controller controller) {
        this.controller = controller;
    }

    @GET
    @Description("Returns the connected switches.")
    public List<SwitchView> list() {
        return controller.switches().stream()
                .sorted(Comparator.comparing(Switch::datapathId, Long::compareUnsigned))
                .map(SwitchesResource::describe)
                .toList();
    }

    @GET
    @Path("{id}")
    @Description("Returns a connected switch.")
    public SwitchView get(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        return describe(LiveRequests.find(controller, id));
    }

    private static SwitchView describe(Switch sw) {
        SwitchDescription texts = sw.description();
        return new SwitchView(
                sw.toString(),
                sw.version().toString(),
                LiveRequests.text(sw.remoteAddress()),
                sw.connectedSince(),
                sw.roundTripTime().map(SwitchesResource::millis).orElse(null),
                texts.manufacturer(),
                texts.hardware(),
                texts.software(),
                texts.serialNumber(),
                texts.datapath(),
                sw.features().tables(),
                sw.features().buffers(),
                sw.ports().size(),
                (int) sw.ports().stream().filter(Port::isUp).count(),
                sw.counters().received(MessageType.PACKET_IN),
                sw.counters().sent(MessageType.PACKET_OUT),
                sw.counters().sent(MessageType.FLOW_MOD),
                sw.counters().malformed());
    }

    private static Double millis(Duration time) {
        return time.toNanos() / 1e6;
    }

    @GET
    @Path("{id}/ports")
    @Description("Returns the ports of a switch, with the counters that the switch reports now.")
    public List<PortView> ports(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        Switch sw = LiveRequests.find(controller, id);
        Map<Long, PortStats> counters = byKey(
                LiveRequests.ask(sw, new PortStats.Request(PortNumber.ANY)).ports(), PortStats::port);
        Map<Long, PortRates.Rate> current = rates.update(sw, counters.values());
        return sw.ports().stream()
                .map(port -> describe(sw, port, counters.get(port.number()), current.get(port.number())))
                .toList();
    }

    private static <T> Map<Long, T> byKey(List<T> all, Function<T, Long> key) {
        return all.stream().collect(Collectors.toMap(key, one -> one, (one, _) -> one));
    }

    private static PortView describe(
            Switch sw, Port port, @Nullable PortStats counters, PortRates.@Nullable Rate rate) {
        return new PortView(
                port.number(),
                port.name(),
                MacAddress.toString(port.address()),
                port.isUp(),
                Port.CONFIG.namesOf(port.config()),
                Port.states(sw.version()).namesOf(port.state()),
                port.ethernet()
                        .map(Port.Ethernet::currentSpeed)
                        .filter(speed -> speed > 0)
                        .orElse(null),
                counters == null ? null : seconds(counters.durationSeconds(), counters.durationNanos()),
                counters == null ? null : Words.count(counters.receivedPackets()),
                counters == null ? null : Words.count(counters.sentPackets()),
                counters == null ? null : Words.count(counters.receivedBytes()),
                counters == null ? null : Words.count(counters.sentBytes()),
                counters == null ? null : Words.count(counters.receivedDropped()),
                counters == null ? null : Words.count(counters.sentDropped()),
                counters == null ? null : Words.count(counters.receivedErrors()),
                counters == null ? null : Words.count(counters.sentErrors()),
                rate == null ? null : rate.receivedBitsPerSecond(),
                rate == null ? null : rate.sentBitsPerSecond());
    }

    private static @Nullable Double seconds(long seconds, long nanos) {
        return seconds == 0xffff_ffffL ? null : (Double) (seconds + nanos / 1e9);
    }

    @GET
    @Path("{id}/tables")
    @Description("Returns the flow tables of a switch, with the counters that the switch reports now.")
    public List<TableView> tables(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        return LiveRequests.ask(LiveRequests.find(controller, id), new TableStats.Request()).tables().stream()
                .map(SwitchesResource::describe)
                .toList();
    }

    private static TableView describe(TableStats table) {
        TableStats.Abilities abilities = table.abilities();
        return new TableView(
                table.tableId(),
                abilities == null ? null : abilities.name(),
                table.active(),
                Words.count(table.lookups()),
                Words.count(table.matched()),
                abilities == null ? null : (Long) abilities.maxEntries());
    }

    @GET
    @Path("{id}/groups")
    @Description("Returns the groups of a switch, with the counters that it reports now. OpenFlow 1.0 has none.")
    public List<GroupView> groups(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        Switch sw = LiveRequests.find(controller, id);
        if (sw.version() == Version.OF10) {
            return List.of();
        }
        List<Group> groups =
                LiveRequests.ask(sw, new GroupDescription.Request()).groups();
        Map<Long, GroupStats> counters = byKey(
                LiveRequests.ask(sw, new GroupStats.Request(GroupNumber.ALL)).groups(), GroupStats::groupId);
        return groups.stream()
                .sorted(Comparator.comparingLong(Group::groupId))
                .map(group -> describe(group, counters.get(group.groupId())))
                .toList();
    }

    private static GroupView describe(Group group, @Nullable GroupStats counters) {
        return new GroupView(
                group.groupId(),
                Group.TYPES.print(group.groupType()),
                group.buckets().stream().map(SwitchesResource::describe).toList(),
                counters == null ? null : (Long) counters.references(),
                counters == null ? null : Words.count(counters.packets()),
                counters == null ? null : Words.count(counters.bytes()));
    }

    private static BucketView describe(Bucket bucket) {
        return new BucketView(
                ActionPrinter.actions(bucket.actions()),
                bucket.weight(),
                bucket.watchPort() == PortNumber.ANY ? null : PortNumber.toString(bucket.watchPort()),
                bucket.watchGroup() == GroupNumber.ANY ? null : GroupNumber.toString(bucket.watchGroup()));
    }

    @GET
    @Path("{id}/meters")
    @Description("Returns the meters of a switch, with the counters that the switch reports now. Before OpenFlow 1.3, "
            + "there are none.")
    public List<MeterView> meters(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        Switch sw = LiveRequests.find(controller, id);
        if (sw.version().compareTo(Version.OF13) < 0) {
            return List.of();
        }
        List<Meter> meters =
                LiveRequests.ask(sw, new MeterDescription.Request(MeterMod.ALL)).meters();
        Map<Long, MeterStats> counters =
                byKey(LiveRequests.ask(sw, new MeterStats.Request(MeterMod.ALL)).meters(), MeterStats::meterId);
        return meters.stream()
                .sorted(Comparator.comparingLong(Meter::meterId))
                .map(meter -> describe(meter, counters.get(meter.meterId())))
                .toList();
    }

    private static MeterView describe(Meter meter, @Nullable MeterStats counters) {
        return new MeterView(
                meter.meterId(),
                Meter.FLAGS.namesOf(meter.flags()),
                meter.bands().stream().map(SwitchesResource::describe).toList(),
                counters == null ? null : Words.count(counters.packets()),
                counters == null ? null : Words.count(counters.bytes()));
    }

    private static BandView describe(MeterBand band) {
        return switch (band) {
            case MeterBand.Drop drop -> new BandView("drop", drop.rate(), drop.burstSize());
            case MeterBand.DscpRemark remark -> new BandView("dscp-remark", remark.rate(), remark.burstSize());
            case MeterBand.Experimenter other -> new BandView("experimenter", other.rate(), other.burstSize());
            case MeterBand.Unknown other -> new BandView("type " + other.type(), null, null);
        };
    }

    @POST
    @Path("{id}/packet-outs")
    @Consumes("application/json")
    @Description("Sends a packet out of a switch. Returns when the switch has processed it.")
    public void packetOut(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id,
            @Example(EXAMPLE) NewPacketOut body) {
        Switch sw = LiveRequests.find(controller, id);
        String text = Body.require("actions", Body.require(body).actions);
        String hex = Body.require("data", body.data);
        List<Action> actions;
        Bytes data;
        try {
            actions = ActionParser.actions(text);
        } catch (NotationException e) {
            throw Problem.ofField("actions", text, LiveRequests.firstLine(e));
        }
        try {
            data = Bytes.ofHex(hex);
        } catch (IllegalArgumentException _) {
            throw Problem.ofField("data", hex, "needs the bytes of a frame, two hexadecimal digits each");
        }
        long inPort = body.inPort == null ? PortNumber.CONTROLLER : body.inPort;
        try {
            LiveRequests.await(sw, sw.sendConfirmed(List.of(new PacketOut(PacketIn.NO_BUFFER, inPort, actions, data))));
        } catch (UnsupportedByVersionException e) {
            throw Problem.ofField("actions", text, "needs actions of this version: " + e.getMessage());
        }
    }
}
