package net.beaconcontroller.topology;

import static net.beaconcontroller.topology.Link.Kind.DIRECT;
import static net.beaconcontroller.topology.Link.Kind.INDIRECT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import net.beaconcontroller.topology.TopologySnapshot.FloodPorts;
import org.junit.jupiter.api.Test;

class TopologyModelTest {
    private static final String TOKEN = "first";
    private static final Duration CONFIRMATION = Duration.ofSeconds(10);
    private static final long NOW = CONFIRMATION.toNanos() + 1;

    private final List<Link> removed = new ArrayList<>();
    private final TopologyModel model = new TopologyModel(CONFIRMATION, removed::add);

    /** Three switches of four ports, all edges. */
    private void threeSwitches() {
        for (long id = 1; id <= 3; id++) {
            model.addSwitch(id, 0);
            for (long port = 1; port <= 4; port++) {
                model.addPort(at(id, port));
                model.unsettle(at(id, port), TOKEN);
                model.settle(at(id, port), TOKEN, 0);
            }
        }
        model.publish();
    }

    private static SwitchPort at(long datapathId, long port) {
        return new SwitchPort(datapathId, port);
    }

    private static Link direct(SwitchPort from, SwitchPort to) {
        return new Link(from, to, DIRECT);
    }

    private static Link indirect(SwitchPort from, SwitchPort to) {
        return new Link(from, to, INDIRECT);
    }

    private void addBoth(Link link) {
        model.addLink(link, NOW);
        model.addLink(link.reversed(), NOW);
    }

    private TopologyChange change() {
        return Objects.requireNonNull(model.publish());
    }

    @Test
    void aPortIsNoEdgeUntilItIsSettled() {
        model.addSwitch(1, 0);
        model.addPort(at(1, 7));
        model.unsettle(at(1, 7), TOKEN);
        assertThat(change().after().isEdge(at(1, 7))).isFalse();
        model.settle(at(1, 7), "another time", 0);
        assertThat(model.publish()).isNull();
        model.settle(at(1, 7), TOKEN, 0);
        TopologyChange change = change();
        assertThat(change.after().isEdge(at(1, 7))).isTrue();
        assertThat(change.edgesAdded()).containsExactly(at(1, 7));
    }

    @Test
    void ofTooManySwitchesWithoutAConnectionThoseAreRemovedThatWereKnownForTheShortestTime() {
        int ports = 1_000;
        int kept = TopologyModel.MAX_DISCONNECTED / (TopologyModel.SWITCH_SIZE + ports);
        for (long id = 0; id < kept + 20; id++) {
            model.addSwitch(id, id);
            for (long port = 1; port <= ports; port++) {
                model.addPort(at(id, port));
            }
            if (id != 5) {
                model.disconnect(id, 0, id + 1);
            }
        }
        assertThat(model.expired(Duration.ofMinutes(1), NOW))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(kept + 1, kept + 20).boxed().toList());
    }

    @Test
    void publishesNothingIfNothingHasChanged() {
        threeSwitches();
        assertThat(model.publish()).isNull();
        long version = model.snapshot().version();
        addBoth(direct(at(1, 1), at(2, 1)));
        assertThat(change().after().version()).isEqualTo(version + 1);
    }

    @Test
    void portsOfADirectLinkAreNoEdges() {
        threeSwitches();
        model.addLink(direct(at(1, 1), at(2, 1)), NOW);
        TopologyChange change = change();
        TopologySnapshot now = change.after();
        assertThat(now.isEdge(at(1, 1))).isFalse();
        assertThat(now.isEdge(at(2, 1))).isFalse();
        assertThat(now.isInfrastructure(at(2, 1)))
                .as("end of a link in one direction")
                .isTrue();
        assertThat(change.edgesRemoved()).containsExactlyInAnyOrder(at(1, 1), at(2, 1));
    }

    @Test
    void aLinkIsUsedWhenItIsSeenInBothDirections() {
        threeSwitches();
        model.addLink(direct(at(1, 1), at(2, 1)), NOW);
        TopologyChange oneWay = change();
        assertThat(oneWay.linksAdded()).isEmpty();
        assertThat(oneWay.after().links()).isEmpty();
        assertThat(oneWay.after().areConnected(1, 2)).isFalse();
        model.addLink(direct(at(2, 1), at(1, 1)), NOW);
        TopologyChange bothWays = change();
        assertThat(bothWays.linksAdded())
                .containsExactlyInAnyOrder(direct(at(1, 1), at(2, 1)), direct(at(2, 1), at(1, 1)));
        assertThat(bothWays.after().linksFrom(1)).containsExactly(direct(at(1, 1), at(2, 1)));
        assertThat(bothWays.after().areConnected(1, 2)).isTrue();
        model.removeLink(direct(at(2, 1), at(1, 1)));
        assertThat(change().linksRemoved()).hasSize(2);
    }

    @Test
    void removesTheLinksOfAPortThatGoesDownAndReturnsTheOtherEnd() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        model.publish();
        assertThat(model.removePort(at(1, 1))).containsExactly(at(2, 1));
        TopologyChange change = change();
        assertThat(change.linksRemoved())
                .containsExactlyInAnyOrder(direct(at(1, 1), at(2, 1)), direct(at(2, 1), at(1, 1)));
        assertThat(removed).containsExactlyInAnyOrderElementsOf(change.linksRemoved());
        assertThat(change.after().links()).isEmpty();
        assertThat(change.after().isInfrastructure(at(2, 1))).isFalse();
    }

    @Test
    void aPortIsNoEdgeWhileItSettlesAgain() {
        threeSwitches();
        model.unsettle(at(1, 1), "again");
        assertThat(change().after().isEdge(at(1, 1))).isFalse();
        model.settle(at(1, 1), TOKEN, 0);
        assertThat(model.publish()).isNull();
        model.settle(at(1, 1), "again", 0);
        assertThat(change().after().isEdge(at(1, 1))).isTrue();
    }

    @Test
    void removesTheLinksOfASwitchThatIsRemoved() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        addBoth(direct(at(2, 2), at(3, 1)));
        model.publish();
        assertThat(model.removeSwitch(2)).containsExactlyInAnyOrder(at(1, 1), at(3, 1));
        TopologyChange change = change();
        assertThat(change.switchesRemoved()).containsExactly(2L);
        assertThat(change.linksRemoved()).hasSize(4);
        assertThat(change.after().switches()).containsExactly(1L, 3L);
        assertThat(change.after().links()).isEmpty();
    }

    @Test
    void aSwitchThatIsRemovedAndAddedBetweenSnapshotsIsReportedAsBoth() {
        threeSwitches();
        model.removeSwitch(2);
        model.addSwitch(2, 0);
        TopologyChange change = change();
        assertThat(change.switchesRemoved()).containsExactly(2L);
        assertThat(change.switchesAdded()).containsExactly(2L);
        assertThat(change.edgesRemoved()).hasSize(4);
    }

    @Test
    void aSwitchThatLosesItsConnectionKeepsItsLinksAndEdges() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        model.publish();
        model.disconnect(2, 0, 5);
        TopologyChange lost = change();
        assertThat(lost.switchesDisconnected()).containsExactly(2L);
        assertThat(lost.switchesRemoved()).isEmpty();
        assertThat(lost.edgesRemoved()).isEmpty();
        TopologySnapshot now = lost.after();
        assertThat(now.isConnected(2)).isFalse();
        assertThat(now.isConnected(1)).isTrue();
        assertThat(now.switches()).contains(2L);
        assertThat(now.links()).hasSize(2);
        assertThat(now.isEdge(at(2, 2))).isTrue();
        assertThat(now.areConnected(1, 2)).isTrue();
        assertThat(now.floodPorts(1)).containsExactly(new FloodPorts(1, List.of(2L, 3L, 4L)));
        assertThat(model.expired(Duration.ofNanos(10), 14)).isEmpty();
        assertThat(model.expired(Duration.ofNanos(10), 15)).containsExactly(2L);
        model.addSwitch(2, 0);
        TopologyChange returned = change();
        assertThat(returned.switchesReconnected()).containsExactly(2L);
        assertThat(returned.switchesAdded()).isEmpty();
        assertThat(returned.after().isConnected(2)).isTrue();
        assertThat(returned.after().isEdge(at(2, 2))).isTrue();
    }

    @Test
    void reportsALossAndAReturnBetweenTwoSnapshots() {
        threeSwitches();
        model.disconnect(2, 0, 0);
        model.addSwitch(2, 0);
        TopologyChange change = change();
        assertThat(change.switchesDisconnected()).containsExactly(2L);
        assertThat(change.switchesReconnected()).containsExactly(2L);
        assertThat(change.after().isConnected(2)).isTrue();
    }

    @Test
    void aPortOfAConnectedSwitchRepresentsABroadcastDomain() {
        threeSwitches();
        addBoth(indirect(at(1, 4), at(2, 3)));
        model.disconnect(1, 0, 0);
        TopologySnapshot now = change().after();
        assertThat(now.designatedPort(at(1, 4))).isEqualTo(at(2, 3));
        assertThat(now.floodPorts(2)).containsExactly(new FloodPorts(2, List.of(1L, 2L, 3L, 4L)));
        model.disconnect(2, 0, 0);
        assertThat(change().after().designatedPort(at(2, 3))).isEqualTo(at(1, 4));
    }

    @Test
    void rejectsADirectLinkToAProvenEdge() {
        threeSwitches();
        model.hostSeen(at(1, 1), 0);
        assertThat(model.addLink(direct(at(1, 1), at(2, 1)), NOW)).isEqualTo(ProbeOutcome.PROVEN_EDGE);
        assertThat(model.addLink(direct(at(2, 1), at(1, 1)), NOW))
                .as("from a silent port")
                .isEqualTo(ProbeOutcome.PROVEN_EDGE);
        assertThat(model.addLink(direct(at(1, 2), at(2, 2)), NOW))
                .as("between silent ports")
                .isEqualTo(ProbeOutcome.ACCEPTED);
    }

    @Test
    void anEdgeIsProvenAfterItHasHadAHostForSomeTime() {
        threeSwitches();
        model.hostSeen(at(1, 1), NOW / 2);
        assertThat(model.addLink(direct(at(1, 1), at(2, 1)), NOW)).isEqualTo(ProbeOutcome.ACCEPTED);
        assertThat(model.isProvenEdge(at(1, 1), 3 * NOW))
                .as("port with a direct link")
                .isFalse();
    }

    @Test
    void aPortThatWasDownIsNoProvenEdge() {
        threeSwitches();
        model.hostSeen(at(1, 1), 0);
        model.hostSeen(at(2, 1), 0);
        model.removePort(at(2, 1));
        model.addPort(at(2, 1));
        assertThat(model.addLink(direct(at(1, 1), at(2, 1)), NOW))
                .as("the other port was down")
                .isEqualTo(ProbeOutcome.PROVEN_EDGE);
        model.removePort(at(1, 1));
        model.addPort(at(1, 1));
        assertThat(model.addLink(direct(at(1, 1), at(2, 1)), NOW)).isEqualTo(ProbeOutcome.ACCEPTED);
    }

    @Test
    void aSwitchThatJustConnectedMayBeLinkedToAProvenEdge() {
        threeSwitches();
        model.hostSeen(at(1, 1), 0);
        model.addSwitch(4, NOW);
        model.addPort(at(4, 1));
        assertThat(model.addLink(direct(at(4, 1), at(1, 1)), NOW + 1)).isEqualTo(ProbeOutcome.ACCEPTED);
        assertThat(model.addLink(direct(at(1, 1), at(4, 1)), NOW + 2)).isEqualTo(ProbeOutcome.ACCEPTED);
        model.hostSeen(at(1, 2), 0);
        model.addPort(at(4, 2));
        assertThat(model.addLink(direct(at(4, 2), at(1, 2)), 2 * NOW + 1))
                .as("later")
                .isEqualTo(ProbeOutcome.PROVEN_EDGE);
    }

    @Test
    void aPortHasADirectLinkToOneOtherPort() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        model.publish();
        assertThat(model.addLink(direct(at(1, 1), at(3, 1)), NOW)).isEqualTo(ProbeOutcome.SECOND_PEER);
        assertThat(model.addLink(direct(at(3, 1), at(2, 1)), NOW)).isEqualTo(ProbeOutcome.SECOND_PEER);
        assertThat(model.publish()).isNull();
        model.removeLink(direct(at(1, 1), at(2, 1)));
        assertThat(model.addLink(direct(at(1, 1), at(3, 1)), NOW))
                .as("the reverse link has not expired")
                .isEqualTo(ProbeOutcome.SECOND_PEER);
        model.removeLink(direct(at(2, 1), at(1, 1)));
        assertThat(model.addLink(direct(at(1, 1), at(3, 1)), NOW)).isEqualTo(ProbeOutcome.ACCEPTED);
    }

    @Test
    void rejectsAnIndirectLinkBetweenProvenEdges() {
        threeSwitches();
        model.hostSeen(at(1, 1), 0);
        model.hostSeen(at(2, 1), 0);
        assertThat(model.addLink(indirect(at(1, 1), at(2, 1)), NOW)).isEqualTo(ProbeOutcome.PROVEN_EDGE);
        assertThat(model.addLink(indirect(at(1, 1), at(3, 1)), NOW))
                .as("a further cable to a foreign switch with hosts")
                .isEqualTo(ProbeOutcome.ACCEPTED);
    }

    @Test
    void anIndirectLinkBetweenPortsWithHostsMayReturn() {
        threeSwitches();
        addBoth(indirect(at(1, 1), at(2, 1)));
        model.removeLink(indirect(at(1, 1), at(2, 1)));
        model.removeLink(indirect(at(2, 1), at(1, 1)));
        model.hostSeen(at(1, 1), NOW);
        model.hostSeen(at(2, 1), NOW);
        assertThat(model.isProvenEdge(at(2, 1), 3 * NOW)).isTrue();
        assertThat(model.addLink(indirect(at(1, 1), at(2, 1)), 3 * NOW)).isEqualTo(ProbeOutcome.ACCEPTED);
    }

    @Test
    void bothPortsOfALinkFromASwitchToItselfAreInfrastructurePorts() {
        threeSwitches();
        model.addLink(direct(at(1, 1), at(1, 2)), NOW);
        TopologySnapshot now = change().after();
        assertThat(now.isInfrastructure(at(1, 1))).isTrue();
        assertThat(now.isInfrastructure(at(1, 2))).isTrue();
        assertThat(now.edges(1).numbers()).containsExactly(3L, 4L);
    }

    @Test
    void linksFormConnectedComponents() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        TopologySnapshot now = change().after();
        assertThat(now.areConnected(1, 2)).isTrue();
        assertThat(now.areConnected(2, 1)).isTrue();
        assertThat(now.areConnected(1, 3)).isFalse();
        assertThat(now.areConnected(3, 3)).isTrue();
        assertThat(now.areConnected(3, 4)).isFalse();
        assertThat(now.floodPorts(3)).containsExactly(new FloodPorts(3, List.of(1L, 2L, 3L, 4L)));
        assertThat(now.floodPorts(2))
                .containsExactly(new FloodPorts(1, List.of(2L, 3L, 4L)), new FloodPorts(2, List.of(2L, 3L, 4L)));
        assertThat(now.floodPorts(4)).isEmpty();
    }

    @Test
    void indirectLinksFormABroadcastDomainWithOneDesignatedPort() {
        threeSwitches();
        addBoth(indirect(at(2, 3), at(1, 4)));
        addBoth(indirect(at(2, 3), at(3, 2)));
        TopologySnapshot now = change().after();
        assertThat(now.isEdge(at(2, 3))).as("end of an indirect link").isTrue();
        assertThat(now.broadcastDomain(at(3, 2))).containsExactlyInAnyOrder(at(1, 4), at(2, 3), at(3, 2));
        assertThat(now.designatedPort(at(3, 2))).isEqualTo(at(1, 4));
        assertThat(now.designatedPort(at(3, 1))).isEqualTo(at(3, 1));
        assertThat(now.broadcastDomain(at(3, 1))).containsExactly(at(3, 1));
        assertThat(now.areConnected(1, 3)).isTrue();
        assertThat(now.floodPorts(3))
                .containsExactly(
                        new FloodPorts(1, List.of(1L, 2L, 3L, 4L)),
                        new FloodPorts(2, List.of(1L, 2L, 4L)),
                        new FloodPorts(3, List.of(1L, 3L, 4L)));
    }

    @Test
    void theLastDirectionOfAnIndirectLinkEndsTheBroadcastDomain() {
        threeSwitches();
        Link link = indirect(at(1, 1), at(2, 1));
        model.addLink(link, NOW);
        assertThat(change().after().hasSharedDomains()).isTrue();
        model.addLink(link.reversed(), NOW);
        model.removeLink(link);
        assertThat(change().after().hasSharedDomains()).isTrue();
        model.removeLink(link.reversed());
        assertThat(change().after().hasSharedDomains()).isFalse();
    }

    @Test
    void aDirectLinkReplacesAnIndirectOne() {
        threeSwitches();
        addBoth(indirect(at(1, 1), at(2, 1)));
        model.publish();
        addBoth(direct(at(1, 1), at(2, 1)));
        TopologyChange change = change();
        assertThat(change.after().links()).containsExactly(direct(at(1, 1), at(2, 1)), direct(at(2, 1), at(1, 1)));
        assertThat(removed).containsExactlyInAnyOrder(indirect(at(1, 1), at(2, 1)), indirect(at(2, 1), at(1, 1)));
        model.addLink(indirect(at(1, 1), at(2, 1)), NOW);
        assertThat(model.hasLink(indirect(at(1, 1), at(2, 1)))).isFalse();
    }

    @Test
    void removingTheLinksOfBothDirectionsReturnsBothPorts() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        assertThat(model.removeLink(direct(at(1, 1), at(2, 1))))
                .as("ports that still have the reverse link")
                .isEmpty();
        assertThat(model.removeLink(direct(at(2, 1), at(1, 1)))).containsExactlyInAnyOrder(at(1, 1), at(2, 1));
    }

    @Test
    void aRefusedLinkJoinsItsPortsForFloodsOnly() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        model.publish();
        assertThat(model.refuse(indirect(at(2, 2), at(1, 3)), ProbeOutcome.PROVEN_EDGE, NOW))
                .isTrue();
        TopologyChange change = change();
        assertThat(change.refusedAdded())
                .containsExactly(new RefusedLink(indirect(at(2, 2), at(1, 3)), ProbeOutcome.PROVEN_EDGE));
        TopologySnapshot now = change.after();
        assertThat(now.refusedLinks()).isEqualTo(change.refusedAdded());
        assertThat(now.areInOneFloodDomain(at(1, 3), at(2, 2))).isTrue();
        assertThat(now.floodingPort(at(2, 2))).isEqualTo(at(1, 3));
        assertThat(now.floodPorts(2))
                .containsExactly(new FloodPorts(1, List.of(2L, 3L, 4L)), new FloodPorts(2, List.of(3L, 4L)));
        assertThat(now.floodDomainEdges(1).numbers()).containsExactly(3L);
        assertThat(now.links()).hasSize(2);
        assertThat(now.hasSharedDomains()).isFalse();
        assertThat(now.designatedPort(at(2, 2))).isEqualTo(at(2, 2));
        assertThat(now.edgesOutsideSharedDomains(2).numbers()).containsExactly(2L, 3L, 4L);
    }

    @Test
    void aRefusedLinkIsForgottenWithItsLastProbe() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        model.publish();
        Link link = indirect(at(2, 2), at(1, 3));
        model.refuse(link, ProbeOutcome.PROVEN_EDGE, 0);
        model.publish();
        assertThat(model.refusedPorts()).containsExactly(at(2, 2));
        assertThat(model.refuse(link, ProbeOutcome.PROVEN_EDGE, 5)).isFalse();
        model.forgetRefused(Duration.ofNanos(10), 15);
        assertThat(model.publish()).isNull();
        model.forgetRefused(Duration.ofNanos(10), 16);
        TopologyChange change = change();
        assertThat(change.refusedRemoved()).hasSize(1);
        assertThat(change.after().hasFloodDomains()).isFalse();
        assertThat(model.refusedPorts()).isEmpty();
    }

    @Test
    void aRefusedLinkGoesWithItsPort() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        model.refuse(indirect(at(2, 2), at(1, 3)), ProbeOutcome.PROVEN_EDGE, 0);
        model.publish();
        model.removePort(at(1, 3));
        assertThat(change().after().refusedLinks()).isEmpty();
        model.forgetRefused(Duration.ZERO, 1);
        assertThat(model.refusedPorts()).isEmpty();
    }

    @Test
    void switchesWithoutAPathBothFloodIntoAFloodDomain() {
        threeSwitches();
        model.refuse(direct(at(1, 1), at(2, 1)), ProbeOutcome.SLOW, 0);
        TopologySnapshot now = change().after();
        assertThat(now.areInOneFloodDomain(at(1, 1), at(2, 1))).isFalse();
        assertThat(now.floodPorts(1)).containsExactly(new FloodPorts(1, List.of(1L, 2L, 3L, 4L)));
        assertThat(now.floodPorts(2)).containsExactly(new FloodPorts(2, List.of(1L, 2L, 3L, 4L)));
    }

    @Test
    void anEdgeFloodsForAFloodDomainWithInfrastructurePorts() {
        threeSwitches();
        addBoth(direct(at(1, 1), at(2, 1)));
        addBoth(direct(at(2, 4), at(3, 4)));
        // a hub between four ports, two of which have a link
        model.refuse(direct(at(2, 2), at(1, 1)), ProbeOutcome.SECOND_PEER, 0);
        model.refuse(direct(at(3, 2), at(1, 1)), ProbeOutcome.SECOND_PEER, 0);
        TopologySnapshot now = change().after();
        assertThat(now.floodingPort(at(3, 2))).isEqualTo(at(2, 2));
        assertThat(now.floodPorts(3))
                .containsExactly(
                        new FloodPorts(1, List.of(2L, 3L, 4L)),
                        new FloodPorts(2, List.of(2L, 3L)),
                        new FloodPorts(3, List.of(1L, 3L)));
    }

    @Test
    void indirectLinksBetweenAllPortsAreBounded() {
        int ports = 50;
        model.addSwitch(1, 0);
        for (int port = 1; port <= ports; port++) {
            model.addPort(at(1, port));
        }
        var outcomes = EnumSet.noneOf(ProbeOutcome.class);
        for (int from = 1; from <= ports; from++) {
            for (int to = 1; to <= ports; to++) {
                if (to != from) {
                    outcomes.add(model.addLink(indirect(at(1, from), at(1, to)), 0));
                }
            }
        }
        assertThat(outcomes).containsExactlyInAnyOrder(ProbeOutcome.ACCEPTED, ProbeOutcome.TOO_MANY);
        assertThat(model.links(1)).hasSizeLessThanOrEqualTo(ports * TopologyModel.MAX_INDIRECT / 2);
    }

    @Test
    void manyRefusedLinksOfAPortAreBoundedAndStayConnected() {
        int ports = 50;
        model.addSwitch(1, 0);
        for (int port = 1; port <= ports; port++) {
            model.addPort(at(1, port));
            model.unsettle(at(1, port), TOKEN);
            model.settle(at(1, port), TOKEN, 0);
        }
        for (int from = ports; from >= 1; from--) {
            for (int to = 1; to <= ports; to++) {
                if (to != from) {
                    model.refuse(indirect(at(1, from), at(1, to)), ProbeOutcome.PROVEN_EDGE, 0);
                }
            }
        }
        TopologySnapshot now = change().after();
        assertThat(now.refusedLinks()).hasSizeLessThanOrEqualTo(ports * 4);
        assertThat(now.floodPorts(1)).containsExactly(new FloodPorts(1, List.of(1L)));
    }
}
