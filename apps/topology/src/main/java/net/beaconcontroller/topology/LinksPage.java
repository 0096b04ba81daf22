package net.beaconcontroller.topology;

import net.beaconcontroller.api.web.WebPage;
import org.osgi.service.component.annotations.Component;

/** The page of the links with their latencies, and of the probes that discover them. */
@Component
public final class LinksPage implements WebPage {
    @Override
    public String title() {
        return "Links";
    }

    @Override
    public String file() {
        return "links.html";
    }
}
