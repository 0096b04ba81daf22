package net.beaconcontroller.statistics;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.statistics.Views.CollectionView;
import net.beaconcontroller.statistics.Views.FlowView;
import net.beaconcontroller.statistics.Views.GroupView;
import net.beaconcontroller.statistics.Views.MeterView;
import net.beaconcontroller.statistics.Views.PortView;
import net.beaconcontroller.statistics.Views.QueueView;
import net.beaconcontroller.statistics.Views.SampleView;
import net.beaconcontroller.statistics.Views.TableView;
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

    private final Statistics statistics;

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
            throw Problem.of(
                    404,
                    "port %s:%d: is unknown; needs a port of a connected switch that was read".formatted(sw, port));
        }
        return LazyList.of(statistics.history(datapathId, port), SampleView::of);
    }

    @GET
    @Path("flows")
    @Description("Returns the flows with the highest rates, those with most bits per second first.")
    public List<FlowView> flows(@QueryParam("switch") @Description(ONLY_SWITCH) @Nullable String sw) {
        List<FlowRate> flows = sw == null ? statistics.topFlows() : statistics.topFlows(parse(sw));
        return LazyList.of(flows, FlowView::of);
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
            return LazyList.of(all, describe);
        }
        long wanted = parse(sw);
        return LazyList.of(
                all.stream()
                        .filter(one -> datapathId.applyAsLong(one) == wanted)
                        .toList(),
                describe);
    }

    private static long parse(String sw) {
        return Problem.parse("switch", sw, DatapathId::parse, DatapathId.NEEDED);
    }
}
