package net.beaconcontroller.statistics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The rates of links: a service that exists while the application topology runs. A component of its own, because its
 * class needs that of topology. All methods may be called from any thread, and do not block.
 */
@Component(service = LinkStatistics.class)
public final class LinkStatistics {
    private final Statistics statistics;
    private final Topology topology;

    @Activate
    public LinkStatistics(@Reference Statistics statistics, @Reference Topology topology) {
        this.statistics = statistics;
        this.topology = topology;
    }

    /** Returns the rates of all links, each in one direction, in the order of the topology. */
    public List<LinkRate> links() {
        List<Link> links = topology.snapshot().links();
        Map<SwitchPort, PortRate> ports = new HashMap<>();
        statistics.ports().forEach(rate -> ports.put(new SwitchPort(rate.datapathId(), rate.port()), rate));
        return links.stream()
                .map(link -> new LinkRate(link, ports.get(link.from()), ports.get(link.to())))
                .toList();
    }
}
