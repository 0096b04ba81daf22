package net.beaconcontroller.topology;

import static net.beaconcontroller.topology.Link.Kind.DIRECT;
import static net.beaconcontroller.topology.Link.Kind.FOREIGN;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.beaconcontroller.topology.TopologySnapshot.FloodPorts;
import org.junit.jupiter.api.Test;

class TopologyModelTest {
    private static final String WAITING = "waiting";
    private static final Duration PROOF = Duration.ofSeconds(10);
    private static final long NOW = PROOF.toNanos() + 1;

    private final List<Link> gone = new ArrayList<>();
    private final TopologyModel graph = new TopologyModel(PROOF, gone::add);

    /** Three switches of four ports, all edges. */
    private void threeSwitches() {
        for (long id = 1; id <= 3; id++) {
            graph.addSwitch(id);
            for (long port = 1; port <= 4; port++) {
                graph.addPort(at(id, port), WAITING);
                graph.settle(at(id, port), WAITING, 0);
            }
        }
        graph.publish();
    }

    private static SwitchPort at(long datapathId, long port) {
        return new SwitchPort(datapathId, port);
    }

    private static Link direct(SwitchPort from, SwitchPort to) {
        return new Link(from, to, DIRECT);
    }

    private static Link foreign(SwitchPort from, SwitchPort to) {
        return new Link(from, to, FOREIGN);
    }

    private void join(Link link) {
        graph.addLink(link, NOW);
        graph.addLink(link.reversed(), NOW);
    }

    private TopologyChange change() {
        return Objects.requireNonNull(graph.publish());
    }

    @Test
    void aPortIsNoEdgeBeforeItHadItsTime() {
        graph.addSwitch(1);
        graph.addPort(at(1, 7), WAITING);
        assertThat(change().after().isEdge(at(1, 7))).isFalse();
        graph.settle(at(1, 7), "another time", 0);
        assertThat(graph.publish()).isNull();
        graph.settle(at(1, 7), WAITING, 0);
        TopologyChange change = change();
        assertThat(change.after().isEdge(at(1, 7))).isTrue();
        assertThat(change.edgesAdded()).containsExactly(at(1, 7));
    }

    @Test
    void nothingIsPublishedWhereNothingHasChanged() {
        threeSwitches();
        assertThat(graph.publish()).isNull();
        long version = graph.snapshot().version();
        join(direct(at(1, 1), at(2, 1)));
        assertThat(change().after().version()).isEqualTo(version + 1);
    }

    @Test
    void whereALinkBeginsOrEndsIsNoEdge() {
        threeSwitches();
        graph.addLink(direct(at(1, 1), at(2, 1)), NOW);
        TopologyChange change = change();
        TopologySnapshot now = change.after();
        assertThat(now.isEdge(at(1, 1))).isFalse();
        assertThat(now.isEdge(at(2, 1))).isFalse();
        assertThat(now.isBetweenSwitches(at(2, 1)))
                .as("its way back is not known")
                .isTrue();
        assertThat(now.linksFrom(1)).containsExactly(direct(at(1, 1), at(2, 1)));
        assertThat(now.linksFrom(2)).isEmpty();
        assertThat(change.linksAdded()).containsExactly(direct(at(1, 1), at(2, 1)));
        assertThat(change.edgesRemoved()).containsExactlyInAnyOrder(at(1, 1), at(2, 1));
    }

    @Test
    void aPortThatGoesDownTakesItsLinksAlongAndTheOtherEndHasToSettle() {
        threeSwitches();
        join(direct(at(1, 1), at(2, 1)));
        graph.publish();
        assertThat(graph.removePort(at(1, 1))).containsExactly(at(2, 1));
        TopologyChange change = change();
        assertThat(change.linksRemoved())
                .containsExactlyInAnyOrder(direct(at(1, 1), at(2, 1)), direct(at(2, 1), at(1, 1)));
        assertThat(gone).containsExactlyInAnyOrderElementsOf(change.linksRemoved());
        assertThat(change.after().links()).isEmpty();
        assertThat(change.after().isBetweenSwitches(at(2, 1))).isFalse();
    }

    @Test
    void aPortThatWaitsAgainIsNoEdgeMeanwhile() {
        threeSwitches();
        graph.wait(at(1, 1), "again");
        assertThat(change().after().isEdge(at(1, 1))).isFalse();
        graph.settle(at(1, 1), WAITING, 0);
        assertThat(graph.publish()).isNull();
        graph.settle(at(1, 1), "again", 0);
        assertThat(change().after().isEdge(at(1, 1))).isTrue();
    }

    @Test
    void aSwitchThatGoesTakesItsLinksAlong() {
        threeSwitches();
        join(direct(at(1, 1), at(2, 1)));
        join(direct(at(2, 2), at(3, 1)));
        graph.publish();
        assertThat(graph.removeSwitch(2)).containsExactlyInAnyOrder(at(1, 1), at(3, 1));
        TopologyChange change = change();
        assertThat(change.switchesRemoved()).containsExactly(2L);
        assertThat(change.linksRemoved()).hasSize(4);
        assertThat(change.after().switches()).containsExactly(1L, 3L);
        assertThat(change.after().links()).isEmpty();
    }

    @Test
    void aSwitchThatCameBackInBetweenIsAmongBoth() {
        threeSwitches();
        graph.removeSwitch(2);
        graph.addSwitch(2);
        TopologyChange change = change();
        assertThat(change.switchesRemoved()).containsExactly(2L);
        assertThat(change.switchesAdded()).containsExactly(2L);
        assertThat(change.edgesRemoved()).hasSize(4);
    }

    @Test
    void hostsAtBothPortsRuleALinkOut() {
        threeSwitches();
        graph.hostHeard(at(1, 1));
        assertThat(graph.addLink(direct(at(1, 1), at(2, 1)), NOW)).isTrue();
        graph.hostHeard(at(1, 2));
        graph.hostHeard(at(3, 2));
        assertThat(graph.addLink(direct(at(1, 2), at(3, 2)), NOW / 2))
                .as("they are edges for a short time only")
                .isTrue();
        graph.removeLink(direct(at(1, 2), at(3, 2)));
        assertThat(graph.addLink(direct(at(1, 2), at(3, 2)), NOW)).isFalse();
        graph.removePort(at(3, 2));
        graph.addPort(at(3, 2), WAITING);
        assertThat(graph.addLink(direct(at(1, 2), at(3, 2)), NOW))
                .as("it has been down")
                .isTrue();
    }

    @Test
    void aLinkFromASwitchToItselfTakesBothPorts() {
        threeSwitches();
        graph.addLink(direct(at(1, 1), at(1, 2)), NOW);
        TopologySnapshot now = change().after();
        assertThat(now.isBetweenSwitches(at(1, 1))).isTrue();
        assertThat(now.isBetweenSwitches(at(1, 2))).isTrue();
        assertThat(now.edges(1).numbers()).containsExactly(3L, 4L);
    }

    @Test
    void islandsAreJoinedByLinks() {
        threeSwitches();
        graph.addLink(direct(at(1, 1), at(2, 1)), NOW);
        TopologySnapshot now = change().after();
        assertThat(now.areJoined(1, 2)).isTrue();
        assertThat(now.areJoined(2, 1)).isTrue();
        assertThat(now.areJoined(1, 3)).isFalse();
        assertThat(now.areJoined(3, 3)).isTrue();
        assertThat(now.areJoined(3, 4)).isFalse();
        assertThat(now.floodPorts(3)).containsExactly(new FloodPorts(3, List.of(1L, 2L, 3L, 4L)));
        assertThat(now.floodPorts(2))
                .containsExactly(new FloodPorts(1, List.of(2L, 3L, 4L)), new FloodPorts(2, List.of(2L, 3L, 4L)));
        assertThat(now.floodPorts(4)).isEmpty();
    }

    @Test
    void edgesBehindForeignSwitchesAreOneDomainWithOneSpeaker() {
        threeSwitches();
        join(foreign(at(2, 3), at(1, 4)));
        join(foreign(at(2, 3), at(3, 2)));
        TopologySnapshot now = change().after();
        assertThat(now.isEdge(at(2, 3))).as("hosts can be there").isTrue();
        assertThat(now.domain(at(3, 2))).containsExactlyInAnyOrder(at(1, 4), at(2, 3), at(3, 2));
        assertThat(now.speaker(at(3, 2))).isEqualTo(at(1, 4));
        assertThat(now.speaker(at(3, 1))).isEqualTo(at(3, 1));
        assertThat(now.domain(at(3, 1))).containsExactly(at(3, 1));
        assertThat(now.areJoined(1, 3)).isTrue();
        assertThat(now.floodPorts(3))
                .containsExactly(
                        new FloodPorts(1, List.of(1L, 2L, 3L, 4L)),
                        new FloodPorts(2, List.of(1L, 2L, 4L)),
                        new FloodPorts(3, List.of(1L, 3L, 4L)));
    }

    @Test
    void aDirectLinkTakesThePlaceOfAForeignOne() {
        threeSwitches();
        join(foreign(at(1, 1), at(2, 1)));
        graph.publish();
        join(direct(at(1, 1), at(2, 1)));
        TopologyChange change = change();
        assertThat(change.after().links()).containsExactly(direct(at(1, 1), at(2, 1)), direct(at(2, 1), at(1, 1)));
        assertThat(gone).containsExactlyInAnyOrder(foreign(at(1, 1), at(2, 1)), foreign(at(2, 1), at(1, 1)));
        graph.addLink(foreign(at(1, 1), at(2, 1)), NOW);
        assertThat(graph.hasLink(foreign(at(1, 1), at(2, 1)))).isFalse();
    }

    @Test
    void aLinkThatFallsSilentLeavesItsPortsToSettle() {
        threeSwitches();
        join(direct(at(1, 1), at(2, 1)));
        assertThat(graph.removeLink(direct(at(1, 1), at(2, 1))))
                .as("its way back is still there")
                .isEmpty();
        assertThat(graph.removeLink(direct(at(2, 1), at(1, 1)))).containsExactlyInAnyOrder(at(1, 1), at(2, 1));
    }
}
