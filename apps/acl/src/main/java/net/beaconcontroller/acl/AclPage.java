package net.beaconcontroller.acl;

import net.beaconcontroller.api.web.WebPage;
import org.osgi.service.component.annotations.Component;

/** The page of the access rules, with the explanation of their decisions. */
@Component
public final class AclPage implements WebPage {
    @Override
    public String title() {
        return "Access rules";
    }

    @Override
    public String file() {
        return "rules.html";
    }
}
