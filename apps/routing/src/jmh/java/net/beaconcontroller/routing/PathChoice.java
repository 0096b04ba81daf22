package net.beaconcontroller.routing;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.jmh.NetworkBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Measures how long it takes to select a path for a flow, and to find the ten shortest paths. The network is a fat tree
 * of 980 switches with 28 ports. Each query is for a new flow between edge switches of different pods, which have 196
 * shortest paths of four links.
 *
 * <pre>java -cp 'tools/jmh/target/*:tools/jmh/target/lib/*' org.openjdk.jmh.Main PathChoice</pre>
 */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PathChoice extends NetworkBenchmark {
    @Param("28")
    public int k = 28;

    private final SplittableRandom random = new SplittableRandom(1);
    private Routes routes = new ShortestRoutes(CsrGraph.EMPTY);

    @Setup
    public void network() {
        routes = new ShortestRoutes(
                CsrGraph.EMPTY.next(Network.fatTree(k).change().after(), LinkWeights.HOPS::weight));
    }

    private long randomEdgeSwitch(int from, int to) {
        return Network.fatTreeEdge(k, random.nextInt(from, to), random.nextInt(k / 2));
    }

    @Benchmark
    public Optional<Path> path() {
        return routes.path(randomEdgeSwitch(0, k / 2), randomEdgeSwitch(k / 2, k), random.nextLong());
    }

    @Benchmark
    public List<Path> tenPaths() {
        return routes.paths(randomEdgeSwitch(0, k / 2), randomEdgeSwitch(k / 2, k), 10);
    }
}
