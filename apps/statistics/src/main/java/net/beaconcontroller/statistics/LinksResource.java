package net.beaconcontroller.statistics;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.List;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The REST resource {@code /api/statistics/links}, which exists while the application topology runs. */
@Component(service = LinksResource.class, property = "osgi.jakartars.resource=true")
@Path("links")
@Produces("application/json")
public final class LinksResource {
    private final LinkStatistics statistics;

    /** A port of a switch. */
    public record EndView(
            @Description("datapath id, 16 hexadecimal digits") @JsonProperty("switch")
            String datapathId,

            @Description("port number") long port) {
        static EndView of(SwitchPort port) {
            return new EndView(DatapathId.toString(port.datapathId()), port.port());
        }
    }

    /** The rates of a link in one direction. */
    public record LinkView(
            @Description("where it begins") EndView from,
            @Description("where it ends") EndView to,

            @Description("bits per second; null if unknown") @Nullable
            Double bitsPerSecond,

            @Description("packets per second; null if unknown") @Nullable
            Double packetsPerSecond,

            @Description("speed in bits per second: that of the slower end; null if unknown") @Nullable
            Long speed,

            @Description("share of the speed that is used, from 0 to 1; null if unknown") @Nullable
            Double load) {
        static LinkView of(LinkRate rate) {
            return new LinkView(
                    EndView.of(rate.link().from()),
                    EndView.of(rate.link().to()),
                    Views.rate(rate.bits()),
                    Views.rate(rate.packets()),
                    Views.known(rate.speed()),
                    Views.rate(rate.load()));
        }
    }

    @Activate
    public LinksResource(@Reference LinkStatistics statistics) {
        this.statistics = statistics;
    }

    @GET
    @Description("Returns the rates of the links, each in one direction, as they were read last.")
    public List<LinkView> links() {
        return LazyList.of(statistics.links(), LinkView::of);
    }
}
