package net.beaconcontroller.routing;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.IntSupplier;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
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
 * The default routing engine: shortest paths between all switches, updated incrementally. One thread at a time applies
 * a change; meanwhile, other threads get the previous routes. See {@link ShortestRoutes} for the lookup of paths, and
 * {@link Distances} for the update.
 */
@Component
public final class ShortestPaths implements RoutingEngine, TopologyListener {
    private static final System.Logger LOG = System.getLogger(ShortestPaths.class.getName());

    /** The additional weight of indirect links, in units of the default weight. */
    private static final int INDIRECT_PENALTY = 100;

    /**
     * The additional weight of links of a switch whose connection is lost, in units of the default weight. No flow can
     * be added there, so that new paths go another way if there is one.
     */
    private static final int DISCONNECTED_PENALTY = 1_000;

    private volatile ShortestRoutes routes = new ShortestRoutes(CsrGraph.EMPTY);
    private final LinkWeights configuredWeights;
    private LinkWeights weights;
    /** Limits the log to one invalid weight for each {@link LinkWeights} service. */
    private boolean isInvalidWeightLogged;

    /** Creates an engine with the configured weights, which a {@link LinkWeights} service replaces. */
    @Activate
    public ShortestPaths(@Reference ApplicationSettings settings, @Reference Topology topology) {
        this(ConfiguredWeights.of(settings, topology));
    }

    ShortestPaths(LinkWeights configuredWeights) {
        this.configuredWeights = configuredWeights;
        this.weights = configuredWeights;
    }

    @Override
    public Routes routes() {
        return routes;
    }

    @Override
    public Routes routes(TopologySnapshot topology) {
        Routes current = routes;
        return current.topology().version() < topology.version() ? update(topology) : current;
    }

    @Override
    public void topologyChanged(TopologyChange change) {
        update(change.after());
    }

    /** Computes the routes of a topology, unless another thread has computed them, or those of a later one. */
    private synchronized Routes update(TopologySnapshot topology) {
        if (routes.topology().version() < topology.version()) {
            compute(topology);
        }
        return routes;
    }

    @Override
    public synchronized void weightsChanged() {
        compute(routes.topology());
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    synchronized void setWeights(LinkWeights weights) {
        this.weights = weights;
        isInvalidWeightLogged = false;
        weightsChanged();
    }

    /** Reverts to the configured weights, unless a replacement was set before this call. */
    synchronized void unsetWeights(LinkWeights weights) {
        if (this.weights == weights) {
            setWeights(configuredWeights);
        }
    }

    private void compute(TopologySnapshot topology) {
        int defaultWeight = checked(weights::defaultWeight, "the default weight", LinkWeights.HOPS.defaultWeight());
        ShortestRoutes before = routes;
        routes = before.next(before.graph().next(topology, link -> weight(topology, link, defaultWeight)));
    }

    private int weight(TopologySnapshot topology, Link link, int defaultWeight) {
        int weight = checked(() -> weights.weight(link), link, defaultWeight);
        int penalty = link.kind() == Link.Kind.INDIRECT ? INDIRECT_PENALTY : 0;
        for (SwitchPort end : List.of(link.from(), link.to())) {
            penalty += topology.isConnected(end.datapathId()) ? 0 : DISCONNECTED_PENALTY;
        }
        return weight + penalty * defaultWeight;
    }

    /** Returns a weight, or the fallback if it is invalid or its computation fails. */
    private int checked(IntSupplier weight, Object subject, int fallback) {
        try {
            int value = weight.getAsInt();
            if (value >= 1 && value <= LinkWeights.MAX) {
                return value;
            }
            throw new IllegalArgumentException("weight %d is not from 1 to %d".formatted(value, LinkWeights.MAX));
        } catch (RuntimeException e) {
            if (!isInvalidWeightLogged) {
                isInvalidWeightLogged = true;
                LOG.log(
                        Level.WARNING,
                        "invalid weight of %s: using %d; further invalid weights are not logged"
                                .formatted(subject, fallback),
                        e);
            }
            return fallback;
        }
    }
}
