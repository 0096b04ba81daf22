package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.DeviceEvent;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.match.Field;
import net.beaconcontroller.openflow.match.Match;
import net.beaconcontroller.openflow.match.Stats;
import net.beaconcontroller.openflow.message.FlowMod;
import net.beaconcontroller.openflow.message.FlowRemoved;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.packet.Ethernet;
import net.beaconcontroller.packet.FrameBuilder;
import net.beaconcontroller.packet.NeighborDiscovery;
import net.beaconcontroller.testkit.TestController;
import net.beaconcontroller.testkit.TestSwitch;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectionFlowsTest {
    private static final Match ARP = Match.of(Field.ETH_TYPE.is(Ethernet.TYPE_ARP));

    private final TestSwitch sw = new TestSwitch();

    private final InspectionFlows inspection = new InspectionFlows(new TestController(sw), true);

    private static List<Integer> tables(TestSwitch of) {
        return of.sent(FlowMod.class).stream()
                .filter(flow -> flow.match().equals(ARP))
                .map(FlowMod::tableId)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"OF10, 1", "OF12, 4", "OF13, 4", "OF15, 4"})
    void areAddedWhenASwitchConnects(Version version, int count) {
        var connected = new TestSwitch(3, version);
        inspection.connected(connected);
        assertThat(connected.sent(FlowMod.class))
                .hasSize(count)
                .allMatch(flow -> flow.priority() > FlowEntry.PRIORITY && flow.idleTimeout() == 0)
                .anyMatch(flow -> flow.match().equals(ARP));
    }

    @Test
    void areAddedAgainWhenOthersDeleteThem() {
        inspection.connected(sw);
        sw.clear();
        inspection.flowRemoved(sw, removed(FlowEntry.INSPECTION_COOKIE));
        assertThat(tables(sw)).containsExactly(0);
        inspection.flowRemoved(sw, removed(FlowEntry.COOKIES.cookie(1)));
        assertThat(tables(sw)).containsExactly(0);
    }

    private static FlowRemoved removed(long cookie) {
        return new FlowRemoved(cookie, InspectionFlows.PRIORITY, 2, 0, 0, 0, Stats.of(1, 0, 0, 0), ARP);
    }

    @Test
    void areNotAddedToATableThatASwitchDoesNotHave() {
        inspection.connected(sw);
        inspection.extendTo(sw, 1);
        assertThat(tables(sw)).containsExactly(0);
    }

    @ParameterizedTest
    @CsvSource({"OF10", "OF13"})
    void areDeletedWithTheApplication(Version version) {
        var connected = new TestSwitch(3, version);
        new InspectionFlows(new TestController(connected), true).close();
        assertThat(connected.sent(FlowMod.class)).singleElement().satisfies(delete -> {
            assertThat(delete.outPort()).isGreaterThan(0xffff_ff00L);
            if (version == Version.OF10) {
                assertThat(delete.match()).isEqualTo(ARP);
                assertThat(delete.priority()).isEqualTo(InspectionFlows.PRIORITY);
            } else {
                assertThat(delete.cookie()).isEqualTo(FlowEntry.INSPECTION_COOKIE);
                assertThat(delete.cookieMask()).isEqualTo(-1);
            }
        });
    }

    @Test
    void stayAtAnUpdateOfTheApplication() {
        var controller = new TestController(sw);
        controller.setSuccessor(true);
        new InspectionFlows(controller, true).close();
        assertThat(sw.sent()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"OF10", "OF13"})
    void theFlowOfAClaimIsDeletedWhenItsHostLosesTheAddress(Version version) {
        var a = new SwitchPort(1, 1);
        try (var fixture =
                new ForwarderFixture(version).withSwitch(1, 2).withHost(1, 7, a).withHost(2, 8, new SwitchPort(1, 2))) {
            Bytes request =
                    Bytes.of(FrameBuilder.ethernet(2, 1).arpRequest(7, 8).build());
            fixture.receive(1, PacketIn.of(1, PacketIn.NO_BUFFER, request));
            assertThat(fixture.sw(1).sent(FlowMod.class)).singleElement().satisfies(flow -> assertThat(
                            flow.match().of(Field.ARP_SPA))
                    .contains(Field.ARP_SPA.is(7)));
            fixture.sw(1).clear();
            Device before =
                    new Device(1, VlanId.NONE, List.of(7L), List.of(), Optional.of(a), Instant.EPOCH, Instant.EPOCH);
            var now = new Device(1, VlanId.NONE, List.of(), List.of(), Optional.of(a), Instant.EPOCH, Instant.EPOCH);
            fixture.forwarder().deviceChanged(new DeviceEvent.AddressesChanged(before, now));
            assertThat(fixture.sw(1).sent()).as("an address was added").isEmpty();
            fixture.forwarder().deviceChanged(new DeviceEvent.AddressesChanged(now, before));
            assertThat(fixture.sw(1).sent(FlowMod.class))
                    .allMatch(flow -> flow.command() == FlowMod.Command.DELETE)
                    .anyMatch(flow ->
                            flow.match().equals(Match.of(Field.ETH_SRC.is(1), Field.ETH_TYPE.is(Ethernet.TYPE_ARP))));
        }
    }

    /** The second switch of the path cannot match Neighbor Discovery. */
    @Test
    void claimsPassSwitchesOfDifferentVersions() {
        var address = new Ipv6Address(0xfd00L << 48, 1);
        try (var fixture = new ForwarderFixture(Version.OF13)
                .withSwitch(1, 2)
                .withSwitch(2, 2, Version.OF10)
                .withLink(new SwitchPort(1, 3), new SwitchPort(2, 3))
                .withHost(1, 7, new SwitchPort(1, 1))
                .withHost(2, 8, new SwitchPort(2, 2))
                .withHost(3, address, new SwitchPort(1, 2))) {
            byte[] arp = FrameBuilder.ethernet(2, 1).arpRequest(7, 8).build();
            fixture.receive(1, PacketIn.of(1, PacketIn.NO_BUFFER, Bytes.of(arp)));
            assertThat(fixture.sw(1).sent(FlowMod.class)).hasSize(1);
            assertThat(fixture.sw(2).sent(FlowMod.class)).hasSize(1);
            byte[] advertisement = FrameBuilder.ethernet(2, 3)
                    .ipv6(address, address)
                    .timeToLive(NeighborDiscovery.HOP_LIMIT)
                    .neighborAdvertisement(address, 3)
                    .build();
            fixture.receive(1, PacketIn.of(2, PacketIn.NO_BUFFER, Bytes.of(advertisement)));
            assertThat(fixture.sw(1).sent(FlowMod.class)).hasSize(2);
            assertThat(fixture.sw(2).sent(FlowMod.class)).hasSize(1);
            fixture.forwarder().forget(new SwitchPort(1, 2));
            assertThat(fixture.outputs(2)).containsExactly(2L, 2L);
        }
    }

    @Test
    void areAbsentIfTurnedOff() {
        var off = new InspectionFlows(new TestController(sw), false);
        off.connected(sw);
        off.extendTo(sw, 1);
        assertThat(sw.sent()).isEmpty();
    }
}
