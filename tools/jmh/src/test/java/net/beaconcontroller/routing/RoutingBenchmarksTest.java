package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RoutingBenchmarksTest {
    private static final int K = 4;

    @ParameterizedTest
    @EnumSource
    void theRoutesReflectEachChange(RouteChanges.Change change) {
        var changes = new RouteChanges();
        changes.k = K;
        changes.change = change;
        changes.network();
        Routes routes = changes.update();
        int lostPaths =
                switch (change) {
                    case EVERYTHING, NOTHING, LINK_UP, CORE_SWITCH_UP -> 0;
                    case LINK_DOWN -> 2;
                    case CORE_SWITCH_DOWN -> 1;
                };
        assertThat(routes.paths(Network.fatTreeEdge(K, 0, 0), Network.fatTreeEdge(K, 1, 0), 4))
                .filteredOn(path -> path.hops() == 4)
                .hasSize(4 - lostPaths);
    }

    @Test
    void selectsPathsBetweenPods() {
        var choice = new PathChoice();
        choice.k = K;
        choice.network();
        assertThat(choice.path()).get().extracting(Path::hops).isEqualTo(4);
        assertThat(choice.tenPaths()).hasSize(10);
    }
}
