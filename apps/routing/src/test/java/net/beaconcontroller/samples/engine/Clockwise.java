package net.beaconcontroller.samples.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import net.beaconcontroller.routing.Path;
import net.beaconcontroller.routing.Routes;
import net.beaconcontroller.routing.RoutingEngine;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologySnapshot;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** A routing engine for rings of switches 1 to N: all paths lead from each switch to the next higher one. */
@Component(property = "service.ranking:Integer=100")
public final class Clockwise implements RoutingEngine {
    private final Topology topology;

    @Activate
    public Clockwise(@Reference Topology topology) {
        this.topology = topology;
    }

    @Override
    public Routes routes() {
        return new ClockwiseRoutes(topology.snapshot());
    }

    @Override
    public Routes routes(TopologySnapshot snapshot) {
        return new ClockwiseRoutes(snapshot);
    }

    @Override
    public void weightsChanged() {}

    private record ClockwiseRoutes(TopologySnapshot topology) implements Routes {
        @Override
        public OptionalInt cost(long fromDatapathId, long toDatapathId) {
            Optional<Path> path = path(fromDatapathId, toDatapathId, 0);
            return path.isPresent() ? OptionalInt.of(path.get().cost()) : OptionalInt.empty();
        }

        @Override
        public Optional<Path> path(long fromDatapathId, long toDatapathId, long flowHash) {
            int size = topology.switches().size();
            var links = new ArrayList<Link>();
            for (long at = fromDatapathId; at != toDatapathId; at = next(at, size)) {
                Optional<Link> link = link(at, next(at, size));
                if (link.isEmpty()) {
                    return Optional.empty();
                }
                links.add(link.get());
            }
            return Optional.of(new Path(links, links.size()));
        }

        private static long next(long datapathId, int size) {
            return datapathId % size + 1;
        }

        private Optional<Link> link(long from, long to) {
            return topology.linksFrom(from).stream()
                    .filter(link -> link.to().datapathId() == to)
                    .findFirst();
        }

        @Override
        public List<Path> paths(long fromDatapathId, long toDatapathId, int count) {
            return path(fromDatapathId, toDatapathId, 0).stream().toList();
        }
    }
}
