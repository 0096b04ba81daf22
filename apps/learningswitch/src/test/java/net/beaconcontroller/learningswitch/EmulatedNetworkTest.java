package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.emulator.console.CommandInterpreter;
import net.beaconcontroller.emulator.console.CommandResult;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.network.Network;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.network.PingReport;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.emulator.spec.NetworkSpecBuilder;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.openflow.EachVersion;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.packet.FrameBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The learning switch in emulated networks without loops, over real connections. */
class EmulatedNetworkTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** 10.255.255.255. */
    private static final long BROADCAST = 0x0aff_ffffL;
    /** IEEE 802 local experimental Ethertype 1. */
    private static final int EXPERIMENTAL_TYPE = 0x88b5;

    private OpenFlowController controller;
    private @Nullable Network started;

    @BeforeEach
    void startController() throws IOException {
        controller = new OpenFlowController(ControllerOptions.onFreePort());
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
    }

    @AfterEach
    void stop() {
        network().close();
        controller.close();
    }

    private Network start(String topology, Version version) throws IOException {
        return start(NetworkSpec.of(topology), version);
    }

    private Network start(NetworkSpec spec, Version version) throws IOException {
        started = Network.start(spec, controller.address(), NetworkOptions.of(Set.of(version)));
        awaitSwitches(spec.switches().size());
        return network();
    }

    private void awaitSwitches(int count) {
        await().until(() -> controller.switches().size() == count);
    }

    private Network network() {
        return Objects.requireNonNull(started);
    }

    @EachVersion
    void allHostsOfATreeReachEachOtherWithoutDuplicates(Version version) throws Exception {
        Network network = start("tree,2,3", version);
        assertThat(network.awaitConnected(TIMEOUT)).isTrue();
        PingReport report = network.pingAll(TIMEOUT);
        assertThat(report.lost()).isEmpty();
        assertThat(report.duplicated()).isEmpty();
        assertThat(report.reached()).isEqualTo(72);
    }

    @Test
    void aBroadcastReachesEachHostExactlyOnce() throws Exception {
        Network network = start("linear,4", Version.OF13);
        network.host("h1").sendDatagram(BROADCAST);
        await().until(() -> network.counters().probesReceived() == 3);
        assertThat(network.counters().duplicates()).isZero();
    }

    @Test
    void aLoopCausesDuplicatesAndTheNetworkCanStillBeControlled() throws Exception {
        Network network = start("ring,3", Version.OF13);
        network.host("h1").sendDatagram(BROADCAST);
        await().until(() -> network.counters().duplicates() > 10);
        network.linkDown("s1", "s3");
    }

    @Test
    void aFailedLinkPartitionsTheNetworkUntilItIsUpAgain() throws Exception {
        Network network = start("linear,2", Version.OF13);
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
        network.linkDown("s1", "s2");
        awaitPort(1, 2, false);
        assertThat(network.pingAll(Duration.ofMillis(100)).reached()).isZero();
        network.linkUp("s1", "s2");
        awaitPort(1, 2, true);
        awaitPort(2, 2, true);
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
    }

    @Test
    void hostsReachEachOtherAfterASwitchRestarts() throws Exception {
        Network network = start("linear,3", Version.OF13);
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
        network.switchDown("s2");
        awaitSwitches(2);
        awaitPort(1, 2, false);
        network.switchUp("s2");
        awaitSwitches(3);
        awaitPort(1, 2, true);
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
    }

    @Test
    void aHostIsReachableAfterItMoves() throws Exception {
        Network network = start("linear,3", Version.OF13);
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
        long port = network.moveHost("h1", "s3");
        awaitPort(3, port, true);
        await().until(() -> controller.switchOf(1).orElseThrow().port(1).isEmpty());
        await().until(() -> network.pingAll(Duration.ofMillis(500)).isFlawless());
    }

    private static List<FlowStats> flowsTo(Switch sw, EmulatedHost host) throws Exception {
        return sw.request(new FlowStats.Request()).get().flows().stream()
                .filter(flow -> flow.match().fields().contains(Field.ETH_DST.is(host.mac())))
                .toList();
    }

    @Test
    void aForgedSourceAddressDeletesNoFlowOfAnOperator() throws Exception {
        Network network = start("single,3", Version.OF13);
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
        EmulatedHost victim = network.host("h1");
        Switch sw = controller.switchOf(1).orElseThrow();
        sw.sendConfirmed(List.of(FlowMod.add()
                        .ethDestination(victim.mac())
                        .ethType(EXPERIMENTAL_TYPE)
                        .output(1)
                        .build()))
                .get();
        assertThat(flowsTo(sw, victim)).hasSizeGreaterThan(1);
        network.host("h3")
                .send(FrameBuilder.ethernet(MacAddress.BROADCAST, victim.mac())
                        .type(EXPERIMENTAL_TYPE)
                        .build());
        await().untilAsserted(() -> assertThat(flowsTo(sw, victim)).hasSize(1));
        assertThat(flowsTo(sw, victim).getFirst().cookie()).isZero();
    }

    @Test
    void aStreamCompletesAfterATemporaryLinkFailure() throws Exception {
        var spec = new NetworkSpecBuilder();
        String a = spec.addSwitch();
        String b = spec.addSwitch();
        spec.link(a, b, Duration.ofMillis(1), 0);
        spec.addHost(NetworkSpecBuilder.numbered("h1")).addHost(NetworkSpecBuilder.numbered("h2"));
        spec.link("h1", a).link("h2", b);
        Network network = start(spec.build(), Version.OF13);
        var console = new CommandInterpreter(network);
        // 64 KB per round trip of 2 ms, hence at least 300 ms.
        assertThat(console.execute("stream h1 h2 10MB &").isOk()).isTrue();
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> network.host("h2").counters().framesReceived() > 10);
        assertThat(console.execute("link s1 s2 down").isOk()).isTrue();
        awaitPort(1, 1, false);
        assertThat(console.execute("link s1 s2 up").isOk()).isTrue();
        CommandResult result = console.execute("wait");
        assertThat(result.text()).startsWith("stream h1 h2 10MB: h2 received 10,000,000 of 10,000,000 bytes");
        assertThat(result.text()).doesNotContain("retransmitted segments: 0");
    }

    @Test
    void aHostObtainsItsAddressByDhcpAcrossSwitches() throws Exception {
        var spec = new NetworkSpecBuilder();
        String near = spec.addSwitch();
        String far = spec.addSwitch();
        spec.link(near, far);
        NetworkSpec.Host server = NetworkSpecBuilder.numbered("h1");
        spec.addHost(server.withLeases(
                new NetworkSpec.Pool(NetworkSpecBuilder.address(101), NetworkSpecBuilder.address(102))));
        spec.addHost(NetworkSpecBuilder.numbered("h2").withAddress(NetworkSpec.Host.BY_DHCP));
        spec.link("h1", near).link("h2", far);
        Network network = start(spec.build(), Version.OF13);
        EmulatedHost client = network.host("h2");
        await().until(() -> client.address().isPresent());
        assertThat(client.address()).hasValue(NetworkSpecBuilder.address(101));
        assertThat(network.pingAll(TIMEOUT).isFlawless()).isTrue();
    }

    @Test
    void consoleCommandsReportResults() throws Exception {
        var console = new CommandInterpreter(start("linear,2", Version.OF10));
        assertThat(console.execute("connected").text()).isEqualTo("connected: 2 of 2");
        assertThat(console.execute("pingall").text()).isEqualTo("2 of 2 pings answered");
        assertThat(console.execute("ping h1 h2").text()).matches("h2 answered h1 in \\d+\\.\\d{3} ms");
        assertThat(console.execute("send h2 h1 5").text()).isEqualTo("h1 received 5 of 5 datagrams");
        assertThat(console.execute("stream h1 h2").text())
                .matches("h2 received 1,000,000 of 1,000,000 bytes in \\d+\\.\\d{3} s, retransmitted segments: 0");
        assertThat(console.execute("flows s1").text()).contains("dl_src=00:00:00:00:00:01");
    }

    private void awaitPort(long datapathId, long number, boolean up) {
        await().until(() -> controller
                .switchOf(datapathId)
                .orElseThrow()
                .port(number)
                .filter(port -> port.isUp() == up)
                .isPresent());
    }
}
