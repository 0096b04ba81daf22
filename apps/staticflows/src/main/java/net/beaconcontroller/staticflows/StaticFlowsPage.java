package net.beaconcontroller.staticflows;

import net.beaconcontroller.api.web.WebPage;
import org.osgi.service.component.annotations.Component;

/** The page of the static flows, groups and meters, and of the states of the switches. */
@Component
public final class StaticFlowsPage implements WebPage {
    @Override
    public String title() {
        return "Static flows";
    }

    @Override
    public String file() {
        return "staticflows.html";
    }
}
