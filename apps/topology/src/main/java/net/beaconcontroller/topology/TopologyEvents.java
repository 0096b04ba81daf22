package net.beaconcontroller.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Publishes links that are added, removed or refused as events. */
@Component
public final class TopologyEvents implements TopologyListener {
    /** The maximum number of events for one change: a hostile switch can cause refused links between all its ports. */
    private static final int MAX_REFUSED = 100;

    private final Events events;

    @Activate
    public TopologyEvents(@Reference Events events) {
        this.events = events;
    }

    @Override
    public void topologyChanged(TopologyChange change) {
        publish("removed", Severity.WARNING, change.linksRemoved());
        publish("added", Severity.INFO, change.linksAdded());
        pairs(change.refusedRemoved(), change.after()).forEach(this::publishEnded);
        pairs(change.refusedAdded(), change.before()).forEach(refused -> publishRefused(refused, change.after()));
    }

    private void publishEnded(RefusedLink refused) {
        if (refused.isLoop()) {
            publishLoop("port.looped.ended", refused, Severity.INFO, "port %s does not return its own frames any more");
        } else {
            publishRefused(
                    "link.refused.ended",
                    refused,
                    Severity.INFO,
                    "link %s is not refused any more: its probes do not arrive".formatted(refused.link()));
        }
    }

    private void publishRefused(RefusedLink refused, TopologySnapshot now) {
        if (refused.isLoop()) {
            publishLoop(
                    "port.looped",
                    refused,
                    Severity.WARNING,
                    "port %s returns its own frames: nothing is flooded to it or learned from it");
        } else {
            String flooding = now.floodingPort(refused)
                    .map("; only %s sends floods to the network between its ports"::formatted)
                    .orElse("");
            publishRefused(
                    "link.refused",
                    refused,
                    Severity.WARNING,
                    "link %s refused: %s%s"
                            .formatted(refused.link(), refused.reason().text(), flooding));
        }
    }

    /** @param text has a place for the port */
    private void publishLoop(String type, RefusedLink loop, Severity severity, String text) {
        SwitchPort at = loop.link().from();
        events.publish(new Event(type, at.toString(), severity, text.formatted(at), describe(at)));
    }

    /** Returns a refused link for each pair of ports that has none in another snapshot. */
    private static List<RefusedLink> pairs(List<RefusedLink> links, TopologySnapshot other) {
        Set<Set<SwitchPort>> known =
                other.refusedLinks().stream().map(TopologyEvents::ports).collect(Collectors.toSet());
        return links.stream()
                .filter(link -> known.add(ports(link)))
                .limit(MAX_REFUSED)
                .toList();
    }

    private static Set<SwitchPort> ports(RefusedLink refused) {
        return Set.copyOf(refused.link().ends());
    }

    private void publishRefused(String type, RefusedLink refused, Severity severity, String text) {
        var details = new HashMap<>(describe(refused.link()));
        details.put("reason", refused.reason().text());
        events.publish(new Event(type, refused.link().toString(), severity, text, details));
    }

    private void publish(String what, Severity severity, List<Link> links) {
        for (Link link : links) {
            events.publish(new Event(
                    "link." + what, link.toString(), severity, "link %s %s".formatted(link, what), describe(link)));
        }
    }

    private static Map<String, Object> describe(Link link) {
        return Map.of("from", describe(link.from()), "to", describe(link.to()), "kind", Words.of(link.kind()));
    }

    private static Map<String, Object> describe(SwitchPort port) {
        return Map.of("switch", DatapathId.toString(port.datapathId()), "port", port.port());
    }
}
