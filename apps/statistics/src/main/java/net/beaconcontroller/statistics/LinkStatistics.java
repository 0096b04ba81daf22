package net.beaconcontroller.statistics;

import java.util.List;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;
import org.jspecify.annotations.Nullable;
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
        return LazyList.of(topology.snapshot().links(), this::rate);
    }

    private LinkRate rate(Link link) {
        return new LinkRate(link, rate(link.from()), rate(link.to()));
    }

    private @Nullable PortRate rate(SwitchPort port) {
        return statistics.port(port.datapathId(), port.port()).orElse(null);
    }
}
