package net.beaconcontroller.topology;

import net.beaconcontroller.api.web.WebPage;
import org.osgi.service.component.annotations.Component;

/** The panel with the links of a switch and their latencies. */
@Component
public final class SwitchLinksPanel implements WebPage {
    @Override
    public String title() {
        return "Latency of its links";
    }

    @Override
    public String file() {
        return "links.html";
    }

    @Override
    public Place place() {
        return Place.SWITCH;
    }
}
