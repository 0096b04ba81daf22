package net.beaconcontroller.routing;

import java.lang.System.Logger.Level;
import java.util.function.IntSupplier;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.Topology;
import net.beaconcontroller.topology.TopologyChange;
import net.beaconcontroller.topology.TopologyListener;
import net.beaconcontroller.topology.TopologySnapshot;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The routing engine that comes along: shortest paths between all switches, kept up to date. What changes is taken up
 * by one thread at a time; who asks for routes meanwhile gets those from before. See {@link ShortestRoutes} for how
 * paths are found, and {@link Distances} for what a change costs.
 */
@Component
public final class ShortestPaths implements RoutingEngine, TopologyListener {
    private static final System.Logger LOG = System.getLogger(ShortestPaths.class.getName());

    /** Links over foreign switches cost so many typical ones more. */
    private static final int FOREIGN_LINKS = 100;

    private volatile ShortestRoutes routes = new ShortestRoutes(CsrGraph.EMPTY);
    /** Where no others are set. */
    private final LinkWeights usualWeights;

    private LinkWeights weights;
    /** So that the log is not full of it. */
    private boolean wrongWeightLogged;

    /** Weighs links as it is configured, unless others do. */
    @Activate
    public ShortestPaths(@Reference ApplicationSettings settings, @Reference Topology topology) {
        this(ConfiguredWeights.of(settings, topology));
    }

    /** Knows no switch yet. */
    ShortestPaths(LinkWeights usualWeights) {
        this.usualWeights = usualWeights;
        this.weights = usualWeights;
    }

    @Override
    public Routes routes() {
        return routes;
    }

    @Override
    public Routes routes(TopologySnapshot topology) {
        Routes now = routes;
        return now.topology().version() < topology.version() ? take(topology) : now;
    }

    @Override
    public void topologyChanged(TopologyChange change) {
        take(change.after());
    }

    /** It may have been taken up meanwhile, or a later one. */
    private synchronized Routes take(TopologySnapshot topology) {
        if (routes.topology().version() < topology.version()) {
            next(topology);
        }
        return routes;
    }

    @Override
    public synchronized void weightsChanged() {
        next(routes.topology());
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    synchronized void setWeights(LinkWeights weights) {
        this.weights = weights;
        wrongWeightLogged = false;
        weightsChanged();
    }

    /** Others may have been set before these go. */
    synchronized void unsetWeights(LinkWeights weights) {
        if (this.weights == weights) {
            setWeights(usualWeights);
        }
    }

    private void next(TopologySnapshot topology) {
        int typical = checked(weights::typical, "a typical link", LinkWeights.HOPS.typical());
        ShortestRoutes before = routes;
        routes = before.next(before.graph().next(topology, link -> weight(link, typical)));
    }

    private int weight(Link link, int typical) {
        int weight = checked(() -> weights.weight(link), link, typical);
        return link.kind() == Link.Kind.INDIRECT ? weight + FOREIGN_LINKS * typical : weight;
    }

    /** A weight if it is one; what is wrong with weights must not keep changes of the topology from being taken up. */
    private int checked(IntSupplier weight, Object of, int otherwise) {
        try {
            int checked = weight.getAsInt();
            if (checked >= 1 && checked <= LinkWeights.MAX) {
                return checked;
            }
            throw new IllegalArgumentException("%d is not from 1 to %d".formatted(checked, LinkWeights.MAX));
        } catch (RuntimeException e) {
            if (!wrongWeightLogged) {
                wrongWeightLogged = true;
                LOG.log(
                        Level.WARNING,
                        "the weight of %s is refused and counts as %d; others like it are not reported"
                                .formatted(of, otherwise),
                        e);
            }
            return otherwise;
        }
    }
}
