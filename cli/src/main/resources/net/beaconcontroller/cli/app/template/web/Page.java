package @package@;

import net.beaconcontroller.api.web.WebPage;
import org.osgi.service.component.annotations.Component;

/** The page with the counts. Its files are in src/main/resources/web. */
@Component
public final class @class@Page implements WebPage {
    @Override
    public String title() {
        return "Packet-ins";
    }

    @Override
    public String file() {
        return "index.html";
    }
}
