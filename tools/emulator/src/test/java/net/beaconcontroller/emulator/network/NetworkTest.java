package net.beaconcontroller.emulator.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import net.beaconcontroller.emulator.spec.NetworkException;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the shape of a network whose controller does not answer. */
class NetworkTest {
    /** An address without a listener. */
    private static final InetSocketAddress NOWHERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private final Network network = Network.start(NetworkSpec.of("ring,4"), NOWHERE, NetworkOptions.DEFAULT);

    NetworkTest() throws IOException {}

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void allLinksHaveACarrierAtFirst() {
        assertThat(network.links()).hasSize(8).allMatch(Network.LinkState::hasCarrier);
    }

    @Test
    void cutsAndRestoresALink() {
        network.linkDown("s1", "s2");
        assertThat(down()).containsExactly("s2:2-s1:2");
        network.linkUp("s2", "s1");
        assertThat(down()).isEmpty();
    }

    @Test
    void cutsAllLinksBetweenTwoSwitches() throws IOException {
        var builder = new NetworkSpecBuilder();
        String a = builder.addSwitch();
        String b = builder.addSwitch();
        NetworkSpec spec = builder.link(a, b).link(a, b).build();
        try (var twin = Network.start(spec, NOWHERE, NetworkOptions.DEFAULT)) {
            twin.linkDown(a, b);
            assertThat(twin.links()).hasSize(2).noneMatch(Network.LinkState::hasCarrier);
        }
    }

    @Test
    void cutsAndRestoresTheLinkAtAPort() {
        network.portDown("s4", 1);
        assertThat(down()).containsExactly("h4:0-s4:1");
        network.portUp("s4", 1);
        assertThat(down()).isEmpty();
    }

    @Test
    void linksOfASwitchWithoutPowerHaveNoCarrier() {
        network.switchDown("s2");
        assertThat(down()).containsExactlyInAnyOrder("h2:0-s2:1", "s2:2-s1:2", "s3:2-s2:3");
        assertThat(network.counters().running()).isEqualTo(3);
        assertThat(network.links()).as("no link was cut").allMatch(Network.LinkState::isUp);
        network.switchUp("s2");
        assertThat(down()).isEmpty();
    }

    @Test
    void aCutLinkStaysDownWhenItsSwitchIsPoweredOn() {
        network.linkDown("s1", "s2");
        network.switchDown("s2");
        network.switchUp("s2");
        assertThat(down()).containsExactly("s2:2-s1:2");
    }

    @Test
    void aMovedHostGetsTheLowestFreePort() {
        assertThat(network.moveHost("h1", "s3")).isEqualTo(4);
        assertThat(network.link("s3", 4).place().a()).isEqualTo(new NetworkSpec.End("h1", 0));
        assertThat(network.link("s3", 4).hasCarrier()).isTrue();
        assertThatThrownBy(() -> network.link("s1", 1)).hasMessage("switch s1 has no port 1; it has 2 to 3");
        assertThat(network.moveHost("h2", "s1")).isEqualTo(1);
    }

    @Test
    void aMovedHostHasANewLinkAfterItsLinkWasCut() {
        network.linkDown("h1", "s1");
        network.moveHost("h1", "s2");
        assertThat(down()).isEmpty();
    }

    @Test
    void aHostMovedToASwitchWithoutPowerHasNoCarrierUntilPowerOn() {
        network.switchDown("s2");
        network.moveHost("h1", "s2");
        assertThat(network.link("s2", 4).hasCarrier()).isFalse();
        network.switchUp("s2");
        assertThat(network.link("s2", 4).hasCarrier()).isTrue();
    }

    @Test
    void theExchangedCablesOfASwitchWithoutPowerLeadToTheSameNodesFromOtherPorts() {
        network.switchDown("s2");
        network.portDown("s3", 2);
        network.exchangeCables("s2", 1, 3);
        network.switchUp("s2");
        assertThat(down()).containsExactly("s3:2-s2:1");
        assertThat(network.link("s2", 3).place().a().node()).isEqualTo("h2");
    }

    @Test
    void refusesToExchangeCablesWithPowerOrOfOnePort() {
        assertThatThrownBy(() -> network.exchangeCables("s2", 1, 3))
                .isInstanceOf(NetworkException.class)
                .hasMessageContaining("while it has power");
        network.switchDown("s2");
        assertThatThrownBy(() -> network.exchangeCables("s2", 1, 1))
                .isInstanceOf(NetworkException.class)
                .hasMessageContaining("needs two ports");
    }

    @Test
    void refusesUnknownNamesAndNamesTheValidOnes() {
        assertThatThrownBy(() -> network.switchDown("s9"))
                .isInstanceOf(NetworkException.class)
                .hasMessage("unknown switch s9; switches: s1 to s4");
        assertThatThrownBy(() -> network.host("h9")).hasMessage("unknown host h9; hosts: h1 to h4");
        assertThatThrownBy(() -> network.moveHost("s1", "s2")).hasMessage("unknown host s1; hosts: h1 to h4");
        assertThatThrownBy(() -> network.linkDown("s1", "x"))
                .hasMessage("unknown node x; nodes: s1 to s4 and h1 to h4");
        assertThatThrownBy(() -> network.linkDown("s1", "s3"))
                .hasMessage("no link between s1 and s3; s1 has links to h1, s2, s4");
        assertThatThrownBy(() -> network.portDown("s1", 4)).hasMessage("switch s1 has no port 4; it has 1 to 3");
    }

    @Test
    void withoutAControllerNoSwitchConnectsAndNoPingIsAnswered() throws InterruptedException {
        assertThat(network.awaitConnected(Duration.ofMillis(1))).isFalse();
        PingReport report = network.pingAll(Duration.ofMillis(20));
        assertThat(report.total()).isEqualTo(12);
        assertThat(report.reached()).isZero();
        assertThat(report.lost())
                .hasSize(12)
                .contains(new PingReport.Pair("h1", "h4"), new PingReport.Pair("h4", "h1"));
    }

    @Test
    void pingsARandomSampleOfPairs() {
        assertThat(network.startPingSome(5, Duration.ofMillis(20))
                        .report()
                        .join()
                        .total())
                .isEqualTo(5);
    }

    @Test
    void closingTheNetworkFailsPendingPings() {
        var report =
                CompletableFuture.supplyAsync(() -> network.pingAll(Duration.ofMinutes(1)), Thread.ofPlatform()::start);
        var ping = network.host("h1").ping(NetworkSpecBuilder.address(2), Duration.ofMinutes(1));
        network.close();
        assertThat(List.of(report, ping)).allSatisfy(NetworkTest::requireFailure);
        assertThatThrownBy(network::counters).isInstanceOf(RejectedExecutionException.class);
    }

    private static void requireFailure(Future<?> pending) {
        assertThat(pending).failsWithin(Duration.ofSeconds(10)).withThrowableOfType(ExecutionException.class);
    }

    private List<String> down() {
        return network.links().stream()
                .filter(link -> !link.hasCarrier())
                .map(link -> link.place().a() + "-" + link.place().b())
                .toList();
    }
}
