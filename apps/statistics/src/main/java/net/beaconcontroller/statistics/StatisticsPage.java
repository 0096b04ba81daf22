package net.beaconcontroller.statistics;

import net.beaconcontroller.api.web.WebPage;
import org.osgi.service.component.annotations.Component;

/** The page of the rates of ports and links, the top flows and the use of tables. */
@Component
public final class StatisticsPage implements WebPage {
    @Override
    public String title() {
        return "Statistics";
    }

    @Override
    public String file() {
        return "statistics.html";
    }
}
