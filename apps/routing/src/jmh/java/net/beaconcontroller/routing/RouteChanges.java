package net.beaconcontroller.routing;

import java.util.function.ToIntFunction;
import net.beaconcontroller.jmh.NetworkBenchmark;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.TopologySnapshot;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Measures how long it takes to update the routes after a topology change. The network is a fat tree of 980 switches
 * with 28 ports and 21,952 links. All distance rows were queried before the change and are updated. {@code EVERYTHING}
 * computes all rows without an update; {@code NOTHING} updates them without a change, which is a part of the other
 * cases.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main RouteChanges</pre>
 */
public class RouteChanges extends NetworkBenchmark {
    /** The change of the network. The link is one within a pod, in both directions. */
    public enum Change {
        EVERYTHING,
        NOTHING,
        LINK_DOWN,
        LINK_UP,
        CORE_SWITCH_DOWN,
        CORE_SWITCH_UP
    }

    /** The weights of links. */
    public enum Weights {
        /** All 1, so that there are many shortest paths. */
        HOPS,
        /** From 1 to 1,000, so that there is mostly one shortest path. */
        MANY
    }

    @Param("28")
    public int k = 28;

    @Param
    public Change change = Change.NOTHING;

    @Param
    public Weights weights = Weights.HOPS;

    private ToIntFunction<Link> weightOf = LinkWeights.HOPS::weight;
    private ShortestRoutes before = new ShortestRoutes(CsrGraph.EMPTY);
    private TopologySnapshot after = TopologySnapshot.EMPTY;

    @Setup
    public void network() {
        if (weights == Weights.MANY) {
            weightOf = link ->
                    1 + Math.floorMod(31 * link.from().hashCode() + link.to().hashCode(), 1_000);
        }
        Network network = Network.fatTree(k);
        TopologySnapshot whole = network.change().after();
        TopologySnapshot broken = broken(network, whole);
        boolean isRecovery = change == Change.LINK_UP || change == Change.CORE_SWITCH_UP;
        before = allOf(CsrGraph.EMPTY.next(isRecovery ? broken : whole, weightOf));
        after = isRecovery ? whole : broken;
    }

    private TopologySnapshot broken(Network network, TopologySnapshot whole) {
        return switch (change) {
            case EVERYTHING, NOTHING -> whole;
            case LINK_DOWN, LINK_UP -> {
                Link link = whole.linksFrom(Network.fatTreeEdge(k, 0, 0)).getFirst();
                yield network.remove(link).change().after();
            }
            case CORE_SWITCH_DOWN, CORE_SWITCH_UP ->
                network.removeSwitch(Network.fatTreeCore(k, 0, 0)).change().after();
        };
    }

    /** Returns routes with all distance rows. */
    private static ShortestRoutes allOf(CsrGraph graph) {
        var routes = new ShortestRoutes(graph);
        for (long datapathId : graph.topology().switches()) {
            routes.cost(datapathId, datapathId);
        }
        return routes;
    }

    @Benchmark
    public Routes update() {
        CsrGraph graph = before.graph().next(after, weightOf);
        return change == Change.EVERYTHING ? allOf(graph) : before.next(graph);
    }
}
