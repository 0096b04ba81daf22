package net.beaconcontroller.topology;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.openflow.DatapathId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Publishes links that are added or removed as events. */
@Component
public final class TopologyEvents implements TopologyListener {
    private final Events events;

    @Activate
    public TopologyEvents(@Reference Events events) {
        this.events = events;
    }

    @Override
    public void topologyChanged(TopologyChange change) {
        publish("removed", Severity.WARNING, change.linksRemoved());
        publish("added", Severity.INFO, change.linksAdded());
    }

    private void publish(String what, Severity severity, List<Link> links) {
        for (Link link : links) {
            events.publish(new Event(
                    "link." + what,
                    link.toString(),
                    severity,
                    "link %s %s".formatted(link, what),
                    Map.of(
                            "from",
                            describe(link.from()),
                            "to",
                            describe(link.to()),
                            "kind",
                            link.kind().name().toLowerCase(Locale.ROOT))));
        }
    }

    private static Map<String, Object> describe(SwitchPort port) {
        return Map.of("switch", DatapathId.toString(port.datapathId()), "port", port.port());
    }
}
