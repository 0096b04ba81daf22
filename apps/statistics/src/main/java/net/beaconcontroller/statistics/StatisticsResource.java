package net.beaconcontroller.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.openflow.DatapathId;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The REST resource {@code /api/statistics}. */
@Component(service = StatisticsResource.class, property = "osgi.jakartars.resource=true")
@Path("")
@Produces("application/json")
public final class StatisticsResource {
    private static final String SWITCH = "datapath id, 16 hexadecimal digits";
    private static final String ONLY_SWITCH = "datapath id, 1 to 16 hexadecimal digits, of the only switch; else all";
    private static final String BITS = "bits per second; null if unknown";
    private static final String PACKETS = "packets per second; null if unknown";

    private final Statistics statistics;

    /** The rates of a port. */
    public record PortView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("port number") long port,
            @Description("name, as the switch says") String name,

            @Description("speed in bits per second; null if unknown") @Nullable
            Long speed,

            @Description("when the port was read last") Instant time,
            @Description(BITS) @Nullable Double receivedBitsPerSecond,
            @Description(BITS) @Nullable Double sentBitsPerSecond,
            @Description(PACKETS) @Nullable Double receivedPacketsPerSecond,
            @Description(PACKETS) @Nullable Double sentPacketsPerSecond,

            @Description("receive and transmit errors per second; null if unknown") @Nullable
            Double errorsPerSecond,

            @Description("dropped packets per second; null if unknown") @Nullable
            Double dropsPerSecond,

            @Description("share of the speed that the busier direction uses, from 0 to 1; null if unknown") @Nullable
            Double load) {
        static PortView of(PortRate rate) {
            return new PortView(
                    DatapathId.toString(rate.datapathId()),
                    rate.port(),
                    rate.name(),
                    Views.known(rate.speed()),
                    rate.time(),
                    Views.rate(rate.receivedBits()),
                    Views.rate(rate.sentBits()),
                    Views.rate(rate.receivedPackets()),
                    Views.rate(rate.sentPackets()),
                    Views.rate(rate.errors()),
                    Views.rate(rate.drops()),
                    Views.rate(rate.load()));
        }
    }

    /** The rates of a port at an earlier time. */
    public record SampleView(
            @Description("when it was read") Instant time,
            @Description(BITS) @Nullable Double receivedBitsPerSecond,
            @Description(BITS) @Nullable Double sentBitsPerSecond) {
        static SampleView of(PortSample sample) {
            return new SampleView(sample.time(), Views.rate(sample.receivedBits()), Views.rate(sample.sentBits()));
        }
    }

    /** The rates of a flow. */
    public record FlowView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("the flow, as ovs-ofctl prints it") String flow,
            @Description("bits per second") double bitsPerSecond,
            @Description(PACKETS) @Nullable Double packetsPerSecond) {
        static FlowView of(FlowRate rate) {
            return new FlowView(
                    DatapathId.toString(rate.datapathId()),
                    rate.flow().toString(),
                    rate.bits(),
                    Views.rate(rate.packets()));
        }
    }

    /** The use of a flow table. */
    public record TableView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("number of the table") int table,

            @Description("name; empty if the switch has not reported it")
            String name,

            @Description("number of flows") long flows,

            @Description("maximum number of flows; null if unknown") @Nullable
            Long maxFlows,

            @Description("share of the table that is in use, from 0 to 1; null if unknown") @Nullable
            Double fill,

            @Description("packets looked up per second; null if unknown") @Nullable
            Double lookupsPerSecond,

            @Description("packets that matched a flow per second; null if unknown") @Nullable
            Double matchedPerSecond) {
        static TableView of(TableUsage table) {
            return new TableView(
                    DatapathId.toString(table.datapathId()),
                    table.tableId(),
                    table.name(),
                    table.flows(),
                    Views.known(table.maxFlows()),
                    Views.rate(table.fill()),
                    Views.rate(table.lookups()),
                    Views.rate(table.matched()));
        }
    }

    /** The rates of a queue. */
    public record QueueView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("port number") long port,

            @Description("number of the queue, within the port")
            long queue,

            @Description(BITS) @Nullable Double bitsPerSecond,
            @Description(PACKETS) @Nullable Double packetsPerSecond,

            @Description("packets per second that were dropped because the queue was full; null if unknown") @Nullable
            Double errorsPerSecond) {
        static QueueView of(QueueRate rate) {
            return new QueueView(
                    DatapathId.toString(rate.datapathId()),
                    rate.port(),
                    rate.queueId(),
                    Views.rate(rate.bits()),
                    Views.rate(rate.packets()),
                    Views.rate(rate.errors()));
        }
    }

    /** The rates of a group. */
    public record GroupView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("number of the group") long group,

            @Description("number of flows and groups that use it")
            long references,

            @Description(BITS) @Nullable Double bitsPerSecond,
            @Description(PACKETS) @Nullable Double packetsPerSecond) {
        static GroupView of(GroupRate rate) {
            return new GroupView(
                    DatapathId.toString(rate.datapathId()),
                    rate.groupId(),
                    rate.references(),
                    Views.rate(rate.bits()),
                    Views.rate(rate.packets()));
        }
    }

    /** The rates of a meter. */
    public record MeterView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,
            @Description("number of the meter") long meter,
            @Description("number of flows that use it") long references,
            @Description(BITS) @Nullable Double bitsPerSecond,
            @Description(PACKETS) @Nullable Double packetsPerSecond,

            @Description("packets per second that exceed the rate of a band; null if unknown") @Nullable
            Double exceedingPacketsPerSecond) {
        static MeterView of(MeterRate rate) {
            return new MeterView(
                    DatapathId.toString(rate.datapathId()),
                    rate.meterId(),
                    rate.references(),
                    Views.rate(rate.bits()),
                    Views.rate(rate.packets()),
                    Views.rate(rate.exceedingPackets()));
        }
    }

    /** How the statistics of a switch are collected. */
    public record CollectionView(
            @Description(SWITCH) @JsonProperty("switch") String datapathId,

            @Description("seconds between the last two readings of its ports; null before the second one") @Nullable
            Double intervalSeconds,

            @Description("time of its last reply in milliseconds; null before the first one") @Nullable
            Double replyMillis,

            @Description("kinds of statistics that it or its version does not have, or that it has refused")
            List<String> refused,

            @Description("requests to which it has not replied in time")
            long timeouts,

            @Description("number of its flows; null if unknown") @Nullable
            Long flows,

            @Description("number of its flows if it has more than are read, else 0")
            long skippedFlows) {
        static CollectionView of(CollectionState state) {
            Duration interval = state.interval();
            Duration replyTime = state.replyTime();
            return new CollectionView(
                    DatapathId.toString(state.datapathId()),
                    interval == null ? null : interval.toNanos() / 1e9,
                    replyTime == null ? null : replyTime.toNanos() / 1e6,
                    state.refused(),
                    state.timeouts(),
                    state.flows() < 0 ? null : (Long) state.flows(),
                    state.skippedFlows());
        }
    }

    @Activate
    public StatisticsResource(@Reference Statistics statistics) {
        this.statistics = statistics;
    }

    @GET
    @Path("ports")
    @Description("Returns the rates of the ports, as they were read last.")
    public List<PortView> ports(@QueryParam("switch") @Description(ONLY_SWITCH) @Nullable String sw) {
        return select(statistics.ports(), PortRate::datapathId, sw, PortView::of);
    }

    @GET
    @Path("ports/{switch}/{port}/history")
    @Description("Returns the earlier rates of a port, the oldest first.")
    public List<SampleView> history(
            @PathParam("switch") @Description(SWITCH) @Example("0000000000000001") String sw,
            @PathParam("port") @Description("port number") @Example("1") long port) {
        long datapathId = parse(sw);
        if (statistics.port(datapathId, port).isEmpty()) {
            throw new WebApplicationException(
                    "port %s:%d: is unknown; needs a port of a connected switch that was read".formatted(sw, port),
                    404);
        }
        return statistics.history(datapathId, port).stream().map(SampleView::of).toList();
    }

    @GET
    @Path("flows")
    @Description("Returns the flows with the highest rates, those with most bits per second first.")
    public List<FlowView> flows(@QueryParam("switch") @Description(ONLY_SWITCH) @Nullable String sw) {
        List<FlowRate> flows = sw == null ? statistics.topFlows() : statistics.topFlows(parse(sw));
        return flows.stream().map(FlowView::of).toList();
    }

    @GET
    @Path("tables")
    @Description("Returns the use of the flow tables that have flows or lookups.")
    public List<TableView> tables(@QueryParam("switch") @Description(ONLY_SWITCH) @Nullable String sw) {
        return select(statistics.tables(), TableUsage::datapathId, sw, TableView::of);
    }

    @GET
    @Path("queues")
    @Description("Returns the rates of the queues.")
    public List<QueueView> queues(@QueryParam("switch") @Description(ONLY_SWITCH) @Nullable String sw) {
        return select(statistics.queues(), QueueRate::datapathId, sw, QueueView::of);
    }

    @GET
    @Path("groups")
    @Description("Returns the rates of the groups.")
    public List<GroupView> groups(@QueryParam("switch") @Description(ONLY_SWITCH) @Nullable String sw) {
        return select(statistics.groups(), GroupRate::datapathId, sw, GroupView::of);
    }

    @GET
    @Path("meters")
    @Description("Returns the rates of the meters.")
    public List<MeterView> meters(@QueryParam("switch") @Description(ONLY_SWITCH) @Nullable String sw) {
        return select(statistics.meters(), MeterRate::datapathId, sw, MeterView::of);
    }

    @GET
    @Path("collection")
    @Description("Returns how the statistics of the switches are collected.")
    public List<CollectionView> collection(@QueryParam("switch") @Description(ONLY_SWITCH) @Nullable String sw) {
        return select(statistics.collection(), CollectionState::datapathId, sw, CollectionView::of);
    }

    /** Describes those of one switch, or all. */
    private static <T, V> List<V> select(
            List<T> all, ToLongFunction<T> datapathId, @Nullable String sw, Function<T, V> describe) {
        if (sw == null) {
            return all.stream().map(describe).toList();
        }
        long wanted = parse(sw);
        return all.stream()
                .filter(one -> datapathId.applyAsLong(one) == wanted)
                .map(describe)
                .toList();
    }

    private static long parse(String sw) {
        try {
            return DatapathId.parse(sw);
        } catch (NumberFormatException _) {
            throw new WebApplicationException(
                    "switch = %s: needs a datapath id, 1 to 16 hexadecimal digits".formatted(sw), 400);
        }
    }
}
