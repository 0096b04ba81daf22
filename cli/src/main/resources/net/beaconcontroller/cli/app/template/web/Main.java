package @package@;

import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.PacketInContext;
import net.beaconcontroller.api.PacketInListener;
import net.beaconcontroller.api.PerSwitch;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.web.WebPage;
import org.osgi.service.component.annotations.Component;

/** Counts the packet-ins of each switch, and shows the counts on a page of its own. */
@Component(
        service = {PacketInListener.class, WebPage.class, @class@.class},
        property = "osgi.jakartars.resource=true")
@Path("counts")
@Produces("application/json")
public final class @class@ implements PacketInListener, WebPage {
    /** The count of a switch. An object of JSON has the same members. */
    public record PacketCount(String datapathId, long packetIns) {}

    /** The counters are safe for use by several threads: packet-ins arrive on the switch's loop, requests elsewhere. */
    private final PerSwitch<LongAdder> counters = PerSwitch.of(LongAdder::new);

    @Override
    public Next packetIn(Switch sw, PacketInContext in) {
        counters.of(sw).increment();
        return Next.PASS;
    }

    @GET
    public List<PacketCount> counts() {
        return counters.snapshot().entrySet().stream()
                .map(entry -> new PacketCount(
                        entry.getKey().toString(), entry.getValue().sum()))
                .sorted(Comparator.comparing(PacketCount::datapathId))
                .toList();
    }

    @DELETE
    public void reset() {
        counters.snapshot().values().forEach(LongAdder::reset);
    }

    @Override
    public String title() {
        return "Packet-ins";
    }

    /** A file in src/main/resources/web. */
    @Override
    public String file() {
        return "index.html";
    }
}
