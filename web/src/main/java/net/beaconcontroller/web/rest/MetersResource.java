package net.beaconcontroller.web.rest;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.Example;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.MeterMod;
import net.beaconcontroller.openflow.multipart.MeterDescription;
import net.beaconcontroller.openflow.multipart.MeterStats;
import net.beaconcontroller.openflow.structure.Meter;
import net.beaconcontroller.openflow.structure.MeterBand;
import org.jspecify.annotations.Nullable;

/** The meters of a switch. */
@Path("switches/{id}/meters")
@Produces("application/json")
public final class MetersResource {
    private final Controller controller;

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

    public MetersResource(Controller controller) {
        this.controller = controller;
    }

    @GET
    @Description("Returns the meters of a switch, with the counters that the switch reports now. Before OpenFlow 1.3, "
            + "there are none.")
    public List<MeterView> list(
            @PathParam("id") @Description(LiveRequests.SWITCH) @Example(LiveRequests.EXAMPLE_SWITCH) String id) {
        Switch sw = LiveRequests.find(controller, id);
        if (sw.version().compareTo(Version.OF13) < 0) {
            return List.of();
        }
        List<Meter> meters =
                LiveRequests.ask(sw, new MeterDescription.Request(MeterMod.ALL)).meters();
        Map<Long, MeterStats> counters = LiveRequests.byKey(
                LiveRequests.ask(sw, new MeterStats.Request(MeterMod.ALL)).meters(), MeterStats::meterId);
        return LazyList.of(
                meters.stream().sorted(Comparator.comparingLong(Meter::meterId)).toList(),
                meter -> describe(meter, counters.get(meter.meterId())));
    }

    private static MeterView describe(Meter meter, @Nullable MeterStats counters) {
        return new MeterView(
                meter.meterId(),
                Meter.FLAGS.namesOf(meter.flags()),
                meter.bands().stream().map(MetersResource::describe).toList(),
                counters == null ? null : Counts.of(counters.packets()),
                counters == null ? null : Counts.of(counters.bytes()));
    }

    private static BandView describe(MeterBand band) {
        return switch (band) {
            case MeterBand.Drop drop -> new BandView("drop", drop.rate(), drop.burstSize());
            case MeterBand.DscpRemark remark -> new BandView("dscp-remark", remark.rate(), remark.burstSize());
            case MeterBand.Experimenter other -> new BandView("experimenter", other.rate(), other.burstSize());
            case MeterBand.Unknown other -> new BandView("type " + other.type(), null, null);
        };
    }
}
