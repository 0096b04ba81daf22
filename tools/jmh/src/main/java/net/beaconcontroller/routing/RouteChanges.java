package net.beaconcontroller.routing;

import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.TopologySnapshot;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long does it take until the routes know of a change of the topology? The network is a fat tree of switches with 28 ports,
 * 980 of them, with 21,952 links; all distances were asked for before, and are up to date afterwards. {@code EVERYTHING}
 * computes all of them from nothing; {@code NOTHING} has no change in it, and is a part of all others but that.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main RouteChanges</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms2g", "-Xmx2g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouteChanges {
    /** What happens to the network. The link is one between the two rows of a pod, in both directions. */
    public enum Change {
        EVERYTHING,
        NOTHING,
        LINK_DOWN,
        LINK_UP,
        CORE_SWITCH_DOWN,
        CORE_SWITCH_UP
    }

    /** What a link weighs. */
    public enum Weights {
        /** All the same, so that there are many shortest paths. */
        HOPS,
        /** Up to 1,000, so that there is mostly one. */
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
        boolean isMended = change == Change.LINK_UP || change == Change.CORE_SWITCH_UP;
        before = allOf(CsrGraph.EMPTY.next(isMended ? broken : whole, weightOf));
        after = isMended ? whole : broken;
    }

    private TopologySnapshot broken(Network network, TopologySnapshot whole) {
        return switch (change) {
            case EVERYTHING, NOTHING -> whole;
            case LINK_DOWN, LINK_UP -> {
                Link link = whole.linksFrom(Network.fatTreeLower(k, 0, 0)).getFirst();
                yield network.remove(link).change().after();
            }
            case CORE_SWITCH_DOWN, CORE_SWITCH_UP ->
                network.removeSwitch(Network.fatTreeCore(k, 0, 0)).change().after();
        };
    }

    /** Routes that know all distances. */
    private static ShortestRoutes allOf(CsrGraph graph) {
        var routes = new ShortestRoutes(graph);
        for (long datapathId : graph.topology().switches()) {
            routes.cost(datapathId, datapathId);
        }
        return routes;
    }

    @Benchmark
    public Routes takeUp() {
        CsrGraph graph = before.graph().next(after, weightOf);
        return change == Change.EVERYTHING ? allOf(graph) : before.next(graph);
    }
}
