package net.beaconcontroller.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.DeviceEvent;
import net.beaconcontroller.emulator.network.NetworkOptions;
import net.beaconcontroller.emulator.spec.NetworkSpec;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.FlowMod;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Switches that lose their connections, and return with other hosts and cables, or only without flows. */
@Execution(ExecutionMode.CONCURRENT)
class RebuiltNetworkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PING = Duration.ofSeconds(3);

    /** Switches are not removed before they return. */
    private static final Map<String, String> SETTINGS = Map.of("lost-switch-timeout", "10m");

    private static NetworkSpec withOtherMacs(NetworkSpec layout) {
        List<NetworkSpec.Host> others = layout.hosts().stream()
                .map(host -> host.withMac(host.mac() + 0x100))
                .toList();
        return new NetworkSpec(layout.switches(), others, layout.links());
    }

    private static void awaitPings(RoutedNetwork routed) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(routed.network.pingAll(PING).lost()).isEmpty());
    }

    /** The ports of the emulator have the same addresses in each network. */
    @ParameterizedTest
    @CsvSource({"OF10, true", "OF10, false", "OF13, true", "OF13, false", "OF15, true", "OF15, false"})
    void hostsReachEachOtherAfterTheNetworkWasReplaced(Version version, boolean sameMacs) throws Exception {
        var options = NetworkOptions.of(Set.of(version));
        NetworkSpec tree = NetworkSpec.of("tree,2,2");
        try (var routed = RoutedNetwork.start(NetworkSpec.of("linear,4"), options, SETTINGS)) {
            awaitPings(routed);
            routed.rebuild(sameMacs ? tree : withOtherMacs(tree), options);
            awaitPings(routed);
            assertThat(routed.topology.snapshot().switches()).as("kept").hasSize(4);
        }
    }

    private static Map<Long, List<Long>> attachedAddresses(RoutedNetwork routed) {
        return routed.devices
                .all()
                .filter(device -> device.attachment().isPresent())
                .collect(Collectors.toMap(Device::mac, Device::ipv4Addresses));
    }

    /** Repeats it if the controller has added its permanent flow again before the switch lost its connection. */
    private static void loseFlows(RoutedNetwork routed, long datapathId) {
        Switch sw = routed.controller.switchOf(datapathId).orElseThrow();
        sw.sendConfirmed(List.of(FlowMod.delete().build()))
                .thenRun(() -> sw.disconnect("test"))
                .join();
        await().atMost(PATIENCE).until(() -> routed.controller
                .switchOf(datapathId)
                .filter(next -> next != sw)
                .isPresent());
        if (!routed.controller.switchOf(datapathId).orElseThrow().hasLostFlows()) {
            loseFlows(routed, datapathId);
        }
    }

    /** As by ovs-ofctl del-flows while the switches have no connection. */
    @ParameterizedTest
    @EnumSource(names = {"OF10", "OF13", "OF15"})
    void hostsAndAddressesStayWhenSwitchesOnlyReturnWithoutFlows(Version version) throws Exception {
        try (var routed =
                RoutedNetwork.start(NetworkSpec.of("linear,4"), NetworkOptions.of(Set.of(version)), SETTINGS)) {
            awaitPings(routed);
            // Pings can be answered before the thread of devices has learned the last host.
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(attachedAddresses(routed)).hasSize(4).doesNotContainValue(List.of()));
            Map<Long, List<Long>> known = attachedAddresses(routed);
            var events = new CopyOnWriteArrayList<DeviceEvent>();
            routed.devices.addListener(events::add);
            LongStream.rangeClosed(1, 4).forEach(datapathId -> loseFlows(routed, datapathId));
            // hosts send nothing
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(events)
                    .filteredOn(DeviceEvent.Attached.class::isInstance)
                    .extracting(event -> event.device().mac())
                    .containsAll(known.keySet()));
            assertThat(attachedAddresses(routed)).isEqualTo(known);
            assertThat(events).noneMatch(DeviceEvent.Removed.class::isInstance);
            awaitPings(routed);
        }
    }
}
