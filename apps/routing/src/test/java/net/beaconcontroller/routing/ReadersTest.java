package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import net.beaconcontroller.topology.Link;
import org.junit.jupiter.api.Test;

/** Concurrent queries while the topology changes. */
class ReadersTest {
    private static final int READERS = 3;
    private static final int CHANGES = 200;
    private static final int QUERIES = 300;

    private final ShortestPaths engine = new ShortestPaths(LinkWeights.HOPS);
    private final Network network = Network.fatTree(6);
    private final AtomicBoolean isStopped = new AtomicBoolean();

    @Test
    void resultsOfConcurrentQueriesAreConsistent() throws Exception {
        engine.topologyChanged(network.change());
        try (ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
            List<Future<Integer>> readers = IntStream.range(0, READERS)
                    .mapToObj(seed -> threads.submit(() -> read(new SplittableRandom(seed))))
                    .toList();
            var random = new SplittableRandom(READERS);
            for (int i = 0; i < CHANGES; i++) {
                network.changeRandomly(random);
                engine.topologyChanged(network.change());
            }
            isStopped.set(true);
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        }
    }

    /** Queries random paths, and returns the number of topologies seen. */
    private int read(SplittableRandom random) {
        long version = 0;
        int seen = 0;
        do {
            Routes routes = engine.routes();
            assertThat(routes.topology().version()).isGreaterThanOrEqualTo(version);
            seen += routes.topology().version() > version ? 1 : 0;
            version = routes.topology().version();
            var links = new HashSet<Link>(routes.topology().links());
            List<Long> switches = List.copyOf(routes.topology().switches());
            for (int i = 0; i < QUERIES; i++) {
                long from = switches.get(random.nextInt(switches.size()));
                long to = switches.get(random.nextInt(switches.size()));
                routes.path(from, to, random.nextLong()).ifPresent(path -> {
                    assertThat(links).containsAll(path.links());
                    assertThat(routes.cost(from, to)).hasValue(path.cost());
                });
            }
        } while (!isStopped.get());
        return seen;
    }
}
