package net.beaconcontroller.devices;

import static net.beaconcontroller.devices.DeviceEvent.Removed.Reason.DETACHED;
import static net.beaconcontroller.devices.DeviceEvent.Removed.Reason.IDLE;
import static net.beaconcontroller.devices.DeviceEvent.Removed.Reason.PORT_FULL;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.AddressesChanged;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.devices.DeviceEvent.Removed;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.testkit.TestTime;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class DeviceTableTest {
    private static final int PORT_LIMIT = 50_000;
    private static final long MOVE_DELAY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long FIRST_OF_MANY = 0x0200_0000_0000L;
    private static final SwitchPort P = new SwitchPort(1, 1);
    private static final SwitchPort Q = new SwitchPort(1, 2);
    private static final SwitchPort R = new SwitchPort(2, 1);
    private static final long A = HostKey.of(0xa, VlanId.NONE);
    private static final long B = HostKey.of(0xb, VlanId.NONE);
    /** A DHCP server. */
    private static final long S = HostKey.of(0x5, VlanId.NONE);

    private static final long IP = 0x0a00_0001;

    /** System.nanoTime has an arbitrary origin and may overflow. */
    private long nowNanos = Long.MAX_VALUE - TimeUnit.MINUTES.toNanos(1);

    private final FakeTopology topology = new FakeTopology().withEdges(P, Q, R);
    private final List<Binding> probes = new ArrayList<>();
    private final List<DeviceEvent> events = new ArrayList<>();
    private final EnumCounters<RejectionReason> rejections = new EnumCounters<>(RejectionReason.class);
    private final List<String> warnings = new ArrayList<>();
    private DeviceTable table = table(PORT_LIMIT);

    private DeviceTable table(int portLimit, SwitchPort... dhcpPorts) {
        return table(new RecordedProbes(probes), portLimit, dhcpPorts);
    }

    private DeviceTable table(Prober prober, int portLimit, SwitchPort... dhcpPorts) {
        var options = new DeviceTable.Options(portLimit, MOVE_DELAY_NANOS, Set.of(dhcpPorts));
        return new DeviceTable(
                topology, options, prober, events::add, rejections, warnings::add, new TestTime(() -> nowNanos));
    }

    private void see(long key, SwitchPort at) {
        table.hostSeen(key, at, nowNanos);
    }

    private void claim(long key, SwitchPort at, long ip) {
        see(key, at);
        table.addresses().claimed(key, at, 0, IpAddresses.mapped(ip), nowNanos);
    }

    private void pass(long nanos) {
        long end = nowNanos + nanos;
        while (table.timers().nanosToNext(nowNanos) <= end - nowNanos) {
            nowNanos += Math.max(0, table.timers().nanosToNext(nowNanos));
            Objects.requireNonNull(table.timers().poll(nowNanos)).run();
        }
        nowNanos = end;
    }

    private void passSeconds(long seconds) {
        pass(TimeUnit.SECONDS.toNanos(seconds));
    }

    private Device device(long key) {
        return Objects.requireNonNull(table.index().host(key)).device();
    }

    private List<Class<?>> kinds() {
        return events.stream().<Class<?>>map(Object::getClass).toList();
    }

    @Test
    void aHostIsAttachedWhereItIsFirstSeen() {
        see(A, P);
        assertThat(device(A).attachment()).contains(P);
        assertThat(device(A).mac()).isEqualTo(0xa);
        assertThat(device(A).vlan()).isEqualTo(VlanId.NONE);
        assertThat(events).containsExactly(new Added(device(A)));
        assertThat(table.index().at(P)).hasSize(1);
        assertThat(topology.hostsSeen()).containsExactly(P);
    }

    @Test
    void aHostIsNotLearnedAtAPortThatIsNoEdge() {
        see(A, new SwitchPort(1, 9));
        assertThat(table.index().hosts()).isEmpty();
    }

    @Test
    void theDeviceLimitAppliesToEachPortSeparately() {
        fill(P);
        see(A, P);
        assertThat(table.index().hostCount()).isEqualTo(PORT_LIMIT);
        assertThat(rejections.values()).containsEntry(RejectionReason.FULL, 1L);
        assertThat(warnings)
                .containsExactly("device limit reached: 00:00:00:00:00:0a at 0000000000000001:1 not learned; "
                        + "50000 devices at the port, 50000 in total; port-limit=50000");
        see(A, Q);
        assertThat(device(A).attachment()).contains(Q);
    }

    @Test
    void aDeviceThatMovesAwayMakesRoomForAnother() {
        fill(P);
        see(HostKey.of(FIRST_OF_MANY, VlanId.NONE), Q);
        pass(MOVE_DELAY_NANOS);
        see(A, P);
        assertThat(device(A).attachment()).contains(P);
    }

    private void fill(SwitchPort port) {
        for (int i = 0; i < PORT_LIMIT; i++) {
            see(HostKey.of(FIRST_OF_MANY + i, VlanId.NONE), port);
        }
    }

    @Test
    void theSameAddressInAnotherVlanIsAnotherDevice() {
        see(A, P);
        see(HostKey.of(0xa, 5), Q);
        assertThat(device(A).attachment()).contains(P);
        assertThat(device(HostKey.of(0xa, 5)).attachment()).contains(Q);
        assertThat(device(HostKey.of(0xa, 5)).vlan()).isEqualTo(5);
        assertThat(HostKey.of(0xa, 0)).as("priority tag").isEqualTo(A);
    }

    @Test
    void aHostWithoutAKnownAddressMovesWhenItsPortIsSilentForTheMoveDelay() {
        see(A, P);
        pass(1000);
        see(A, Q);
        pass(MOVE_DELAY_NANOS - 1);
        assertThat(device(A).attachment()).contains(P);
        pass(1);
        assertThat(events).endsWith(new Moved(device(A), P));
        assertThat(device(A).attachment()).contains(Q);
        assertThat(table.index().at(P)).isEmpty();
        assertThat(probes).isEmpty();
    }

    @Test
    void aHostWithoutAKnownAddressThatIsSeenAtItsPortDoesNotMove() {
        see(A, P);
        pass(1000);
        see(A, Q);
        pass(1000);
        see(A, P);
        pass(MOVE_DELAY_NANOS);
        assertThat(device(A).attachment()).contains(P);
        assertThat(rejections.values()).containsEntry(RejectionReason.STILL_AT_OLD_PORT, 1L);
    }

    @Test
    void furtherMovesAreIgnoredForASecond() {
        claim(A, P, IP);
        pass(1000);
        see(A, Q);
        pass(HostMoves.MOVE_PROBE_TIMEOUT_NANOS);
        assertThat(device(A).attachment()).contains(Q);
        see(A, P);
        assertThat(probes).hasSize(1);
        passSeconds(1);
        see(A, P);
        assertThat(probes).hasSize(2);
    }

    @Test
    void aHostMovesAfterAProbeAtTheOldPortTimesOut() {
        claim(A, P, IP);
        passSeconds(2);
        see(A, Q);
        assertThat(probes).extracting(Binding::toString).containsExactly("10.0.0.1");
        pass(HostMoves.MOVE_PROBE_TIMEOUT_NANOS - 1);
        see(A, R);
        assertThat(device(A).attachment()).contains(P);
        pass(1);
        assertThat(device(A).attachment()).contains(Q);
        assertThat(probes).hasSize(1);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aHostThatAnswersAtTheOldPortDoesNotMove() {
        claim(A, P, IP);
        passSeconds(2);
        see(A, Q);
        pass(1000);
        claim(A, P, IP);
        passSeconds(1);
        assertThat(device(A).attachment()).contains(P);
        assertThat(rejections.values()).containsEntry(RejectionReason.STILL_AT_OLD_PORT, 1L);
        assertThat(warnings)
                .containsExactly("host move rejected: 00:00:00:00:00:0a seen at 0000000000000001:2, but still is at "
                        + "0000000000000001:1");
        assertThat(kinds()).containsExactly(Added.class, AddressesChanged.class);
    }

    /** A loop gives all packets of an iteration the time of its begin. */
    @Test
    void aReplyWithATimeBeforeItsProbeKeepsAHostAtItsPort() {
        claim(A, P, IP);
        passSeconds(2);
        long iteration = nowNanos;
        pass(1000);
        see(A, Q);
        table.hostSeen(A, P, iteration);
        passSeconds(1);
        assertThat(device(A).attachment()).contains(P);
        assertThat(rejections.values()).containsEntry(RejectionReason.STILL_AT_OLD_PORT, 1L);
    }

    @Test
    void aClaimFromAnotherPortIsIgnored() {
        claim(A, P, IP);
        passSeconds(2);
        claim(A, Q, IP + 1);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aHostWhosePortGoesDownIsDetachedAndKeepsItsAddresses() {
        claim(A, P, IP);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        assertThat(events).endsWith(new Detached(device(A), P));
        assertThat(device(A).attachment()).isEmpty();
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        passSeconds(299);
        see(A, Q);
        assertThat(events).endsWith(new Attached(device(A)));
        assertThat(device(A).attachment()).contains(Q);
        passSeconds(301);
        assertThat(table.index().hostCount()).isEqualTo(1);
    }

    /** Its packet has been received after the port settled, and before the device thread could detach the host. */
    @Test
    void aHostThatWasSeenSinceItsPortIsAnEdgeAgainIsAttachedAgain() {
        see(A, P);
        see(B, P);
        long nanos = table.now();
        passSeconds(1);
        Objects.requireNonNull(table.index().host(A)).seen(nowNanos);
        table.edgesRemoved(List.of(P), nanos);
        assertThat(events).contains(new Attached(device(A)));
        assertThat(device(A).attachment()).contains(P);
        assertThat(device(B).attachment()).isEmpty();
    }

    @Test
    void theHostsOfAPortAreProbedWhenItIsAnEdgeAgain() {
        claim(A, P, IP);
        see(B, P);
        claim(S, Q, IP + 1);
        table.edgesRemoved(topology.without(List.of(P, Q)).edgesRemoved(), table.now());
        topology.withEdges(P);
        table.edgesAdded(List.of(P));
        assertThat(probes).extracting(Binding::host).extracting(Host::key).containsExactly(A);
    }

    @Test
    void aPortWithManyHostsIsProbedForSomeOfThem() {
        for (int i = 0; i < 2 * DeviceTable.MAX_RETURN_PROBES; i++) {
            claim(HostKey.of(FIRST_OF_MANY + i, VlanId.NONE), P, IP + i);
        }
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        topology.withEdges(P);
        table.edgesAdded(List.of(P));
        assertThat(probes).hasSize(DeviceTable.MAX_RETURN_PROBES);
    }

    @Test
    void aDetachedHostIsRemovedAfterFiveMinutes() {
        claim(A, P, IP);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        Device last = device(A);
        passSeconds(300);
        assertThat(events).endsWith(new Removed(last, DETACHED));
        assertThat(table.index().hostCount()).isZero();
        assertThat(table.index().bindingCount()).isZero();
        assertThat(table.timers().nanosToNext(nowNanos)).as("remaining timers").isEqualTo(Long.MAX_VALUE);
    }

    /** An attacker that sends as fast as possible delays the replies of other hosts. */
    @Test
    void aHostWhoseReplyWaitsAtABusySwitchDoesNotMove() {
        var waiting = new ArrayDeque<Runnable>();
        table = table(new BusySwitch(waiting), PORT_LIMIT);
        claim(A, P, IP);
        passSeconds(2);
        see(A, Q);
        passSeconds(5);
        waiting.remove().run();
        passSeconds(5);
        claim(A, P, IP);
        waiting.remove().run();
        assertThat(waiting).isEmpty();
        assertThat(device(A).attachment()).contains(P);
        assertThat(rejections.values()).containsEntry(RejectionReason.STILL_AT_OLD_PORT, 1L);
    }

    /** A switch that handles its input when the test runs the tasks that wait for it. */
    private record BusySwitch(Queue<Runnable> waiting) implements Prober {
        @Override
        public void probe(Binding binding, SwitchPort at) {}

        @Override
        public void probe(long key, SwitchPort at, long high, long low) {}

        @Override
        public void afterInput(SwitchPort port, Runnable task) {
            waiting.add(task);
        }
    }

    @Test
    void aHostWhosePortWentDownMovesAfterTheMoveDelay() {
        claim(A, P, IP);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        pass(1000);
        see(A, Q);
        see(A, R);
        pass(MOVE_DELAY_NANOS - 1001);
        assertThat(device(A).attachment()).isEmpty();
        pass(1);
        assertThat(device(A).attachment()).contains(Q);
        assertThat(events).endsWith(new Attached(device(A)));
        assertThat(rejections.values()).containsEntry(RejectionReason.STILL_AT_OLD_PORT, 0L);
    }

    @Test
    void aHostDoesNotTakeThePlaceOfAnotherThatReturnsWithinTheMoveDelay() {
        claim(A, P, IP);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        pass(1000);
        see(A, Q);
        topology.withEdges(P);
        pass(MOVE_DELAY_NANOS - 2000);
        see(A, P);
        assertThat(device(A).attachment()).contains(P);
        passSeconds(3);
        assertThat(device(A).attachment()).contains(P);
        assertThat(rejections.values()).containsEntry(RejectionReason.STILL_AT_OLD_PORT, 1L);
        assertThat(warnings).hasSize(1);
    }

    @Test
    void aHostThatReturnsAfterItHasMovedIsVerifiedAtTheNewPort() {
        claim(A, P, IP);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        see(A, Q);
        passSeconds(4);
        topology.withEdges(P);
        see(A, P);
        assertThat(probes).hasSize(1);
        passSeconds(1);
        assertThat(events).endsWith(new Moved(device(A), Q));
        assertThat(device(A).attachment()).contains(P);
    }

    @Test
    void aHostWhosePortIsUpAgainIsReattachedThereAtOnce() {
        claim(A, P, IP);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        topology.withEdges(P);
        see(A, P);
        assertThat(device(A).attachment()).contains(P);
        assertThat(rejections.values().values()).containsOnly(0L);
    }

    @Test
    void aSightingBeforeTheEventThatTheOldPortIsGoneWaitsForTheMoveDelay() {
        claim(A, P, IP);
        topology.without(List.of(P));
        see(A, Q);
        assertThat(events).endsWith(new Detached(device(A), P));
        table.edgesRemoved(List.of(P), table.now());
        pass(MOVE_DELAY_NANOS);
        assertThat(device(A).attachment()).contains(Q);
        assertThat(kinds()).containsExactly(Added.class, AddressesChanged.class, Detached.class, Attached.class);
    }

    @Test
    void aPendingMoveWaitsForTheMoveDelayWhenTheOldPortGoesDown() {
        claim(A, P, IP);
        passSeconds(2);
        see(A, Q);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        pass(MOVE_DELAY_NANOS - 1);
        assertThat(device(A).attachment()).isEmpty();
        pass(1);
        assertThat(device(A).attachment()).contains(Q);
    }

    @Test
    void aHostThatHasJustMovedStaysAttachedThoughItsPortWasDownBefore() {
        claim(A, P, IP);
        topology.without(List.of(Q));
        topology.withEdges(Q);
        passSeconds(2);
        see(A, Q);
        pass(HostMoves.MOVE_PROBE_TIMEOUT_NANOS);
        topology.without(List.of(P));
        table.edgesRemoved(List.of(P), table.now());
        assertThat(device(A).attachment()).contains(Q);
    }

    @Test
    void aHostDoesNotMoveWithinASharedDomain() {
        topology.withIndirectLink(P, R);
        see(A, R);
        passSeconds(2);
        see(A, P);
        claim(A, P, IP);
        assertThat(device(A).attachment()).contains(R);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        assertThat(kinds()).containsExactly(Added.class, AddressesChanged.class);
    }

    @Test
    void anAddressStaysWithAnOwnerThatAnswers() {
        claim(A, P, IP);
        claim(B, Q, IP);
        pass(DeviceTable.HAND_OVER_NANOS);
        assertThat(probes)
                .extracting(Binding::host)
                .containsExactly(table.index().host(A));
        pass(1000);
        claim(A, P, IP);
        passSeconds(1);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        assertThat(device(B).ipv4Addresses()).isEmpty();
        assertThat(rejections.values()).containsEntry(RejectionReason.ADDRESS_IN_USE, 1L);
        claim(B, Q, IP);
        pass(DeviceTable.HAND_OVER_NANOS);
        assertThat(probes).as("probes within the defend interval").hasSize(1);
        passSeconds(10);
        claim(B, Q, IP);
        pass(DeviceTable.HAND_OVER_NANOS);
        assertThat(probes).hasSize(2);
    }

    @Test
    void anAddressStaysWithAnOwnerWhoseReplyHasATimeBeforeTheProbe() {
        claim(A, P, IP);
        passSeconds(2);
        long iteration = nowNanos;
        pass(1000);
        claim(B, Q, IP);
        pass(DeviceTable.HAND_OVER_NANOS);
        table.addresses().claimed(A, P, 0, IpAddresses.mapped(IP), iteration);
        passSeconds(2);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        assertThat(device(B).ipv4Addresses()).isEmpty();
    }

    @Test
    void anAddressGoesToTheClaimantIfTheOwnerDoesNotAnswer() {
        claim(A, P, IP);
        claim(B, Q, IP);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        passSeconds(1);
        assertThat(device(A).ipv4Addresses()).isEmpty();
        assertThat(device(B).ipv4Addresses()).containsExactly(IP);
        assertThat(kinds())
                .containsExactly(
                        Added.class,
                        AddressesChanged.class,
                        Added.class,
                        AddressesChanged.class,
                        AddressesChanged.class);
    }

    @Test
    void anAddressOfADetachedHostGoesToTheClaimantAtOnce() {
        claim(A, P, IP);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        claim(B, Q, IP);
        assertThat(device(B).ipv4Addresses()).containsExactly(IP);
        assertThat(probes).isEmpty();
    }

    @Test
    void theSameAddressMayBeInTwoVlans() {
        claim(A, P, IP);
        claim(HostKey.of(0xb, 5), Q, IP);
        assertThat(device(HostKey.of(0xb, 5)).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void theLeastRecentlyUsedAddressIsEvicted() {
        for (int i = 0; i < DeviceIndex.MAX_ADDRESSES_PER_DEVICE; i++) {
            pass(1000);
            claim(A, P, IP + i);
        }
        pass(1000);
        claim(A, P, IP);
        claim(A, P, IP + 1000);
        assertThat(device(A).ipv4Addresses())
                .hasSize(DeviceIndex.MAX_ADDRESSES_PER_DEVICE)
                .contains(IP, IP + 1000)
                .doesNotContain(IP + 1);
        assertThat(table.index().bindingCount()).isEqualTo(DeviceIndex.MAX_ADDRESSES_PER_DEVICE);
    }

    @Test
    void anIdleHostThatDoesNotAnswerIsRemoved() {
        claim(A, P, IP);
        passSeconds(1800);
        Objects.requireNonNull(table.index().host(A)).seen(nowNanos);
        passSeconds(3599);
        assertThat(probes).isEmpty();
        passSeconds(1);
        assertThat(probes).hasSize(1);
        Device last = device(A);
        passSeconds(1);
        assertThat(events).endsWith(new Removed(last, IDLE));
        assertThat(table.index().hosts()).isEmpty();
        assertThat(table.index().at(P)).isEmpty();
    }

    @Test
    void anIdleHostThatAnswersIsKept() {
        claim(A, P, IP);
        passSeconds(3600);
        pass(1000);
        Objects.requireNonNull(table.index().host(A)).seen(nowNanos);
        passSeconds(3599);
        assertThat(table.index().hostCount()).isEqualTo(1);
        passSeconds(2);
        assertThat(table.index().hostCount()).isZero();
    }

    /** The server S, at the port R, acknowledges a request. */
    private void acknowledge(long client, int transaction, long ip, long seconds) {
        see(S, R);
        table.dhcp().answered(S, R, client, transaction, new DhcpTable.Lease(ip, seconds), nowNanos);
    }

    private void lease(long client, SwitchPort at, long ip, long seconds) {
        see(client, at);
        table.dhcp().requested(client, at, 77);
        acknowledge(client, 77, ip, seconds);
    }

    /** Answers a request of B with an offer. Returns whether the message may be forwarded. */
    private boolean offer(long server, SwitchPort at) {
        if (!mayServe(at)) {
            return false;
        }
        see(server, at);
        see(B, Q);
        table.dhcp().requested(B, Q, 5);
        table.dhcp().answered(server, at, B, 5, null, nowNanos);
        return true;
    }

    private boolean mayServe(SwitchPort at) {
        return table.dhcp().servers().mayServe(topology.snapshot(), VlanId.NONE, at);
    }

    private List<Long> dhcpServers() {
        return table.dhcp().servers().of(VlanId.NONE).stream().map(Host::key).toList();
    }

    @Test
    void aRequestedLeaseIsAssigned() {
        lease(A, P, IP, 0);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aLeaseThatWasNotRequestedIsForged() {
        see(A, P);
        acknowledge(A, 77, IP, 0);
        table.dhcp().requested(A, P, 77);
        acknowledge(A, 78, IP, 0);
        table.dhcp().requested(A, Q, 79);
        acknowledge(A, 79, IP, 0);
        passSeconds(61);
        acknowledge(A, 77, IP, 0);
        assertThat(device(A).ipv4Addresses()).isEmpty();
        assertThat(rejections.values()).containsEntry(RejectionReason.FORGED, 4L);
    }

    @Test
    void anAddressWhoseLeaseExpiresIsKeptIfTheHostAnswers() {
        lease(A, P, IP, 600);
        lease(B, Q, IP + 1, 600);
        passSeconds(600);
        assertThat(probes).hasSize(2);
        pass(1000);
        claim(A, P, IP);
        passSeconds(1);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        assertThat(device(B).ipv4Addresses()).isEmpty();
    }

    @Test
    void aLeaseIsAssignedThoughAnotherHostClaimsTheAddress() {
        claim(A, P, IP);
        lease(B, Q, IP, 600);
        assertThat(device(A).ipv4Addresses()).isEmpty();
        assertThat(device(B).ipv4Addresses()).containsExactly(IP);
        assertThat(probes).isEmpty();
    }

    @Test
    void aHostDoesNotGainAnAddressByAnsweringItsOwnRequest() {
        claim(A, P, IP);
        see(B, Q);
        see(S, Q);
        table.dhcp().requested(B, Q, 77);
        table.dhcp().answered(S, Q, B, 77, new DhcpTable.Lease(IP, 600), nowNanos);
        pass(DeviceTable.HAND_OVER_NANOS);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        assertThat(probes).hasSize(1);
        pass(1000);
        claim(A, P, IP);
        passSeconds(1);
        assertThat(device(B).ipv4Addresses()).isEmpty();
    }

    @Test
    void aLeasedAddressIsLeasedToAnotherHostOnlyIfTheOwnerDoesNotAnswer() {
        lease(A, P, IP, 600);
        lease(B, Q, IP, 600);
        pass(DeviceTable.HAND_OVER_NANOS);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        assertThat(probes).hasSize(1);
        passSeconds(1);
        assertThat(device(B).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aDetachedHostKeepsALeasedAddressUntilTheLeaseEnds() {
        lease(A, P, IP, 100);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        claim(B, Q, IP);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        assertThat(rejections.values()).containsEntry(RejectionReason.ADDRESS_IN_USE, 1L);
        passSeconds(101);
        claim(B, Q, IP);
        assertThat(device(B).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aLeaseIsAssignedThoughADetachedHostHasOneForTheAddress() {
        lease(A, P, IP, 600);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        lease(B, Q, IP, 600);
        assertThat(device(B).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void theFirstPortAtWhichADhcpServerAnswersIsTrusted() {
        assertThat(mayServe(P)).isTrue();
        assertThat(offer(S, R)).isTrue();
        assertThat(mayServe(P)).isFalse();
        assertThat(mayServe(R)).isTrue();
        assertThat(table.dhcp().servers().mayServe(topology.snapshot(), 5, P))
                .as("in another VLAN")
                .isTrue();
        assertThat(dhcpServers()).containsExactly(S);
    }

    @Test
    void aDhcpServerThatAnswersNoRequestOfAnotherPortIsNotTrusted() {
        see(S, R);
        table.dhcp().answered(S, R, B, 5, null, nowNanos);
        see(A, R);
        table.dhcp().requested(A, R, 5);
        table.dhcp().answered(S, R, A, 5, null, nowNanos);
        assertThat(dhcpServers()).isEmpty();
        assertThat(mayServe(P)).isTrue();
    }

    @Test
    void anAnswerThatWasReceivedBeforeAnotherPortBecameTrustedIsRejected() {
        offer(S, R);
        see(A, P);
        table.dhcp().answered(A, P, B, 5, new DhcpTable.Lease(IP, 0), nowNanos);
        assertThat(device(B).ipv4Addresses()).isEmpty();
        assertThat(dhcpServers()).containsExactly(S);
        assertThat(rejections.values()).containsEntry(RejectionReason.UNTRUSTED_DHCP_SERVER, 1L);
    }

    @Test
    void aPortIsTrustedUntilItHasHadNoHostForFiveMinutes() {
        offer(S, R);
        table.edgesRemoved(topology.without(List.of(R)).edgesRemoved(), table.now());
        passSeconds(200);
        topology.withEdges(R);
        see(S, R);
        table.edgesRemoved(topology.without(List.of(R)).edgesRemoved(), table.now());
        passSeconds(299);
        assertThat(mayServe(P)).isFalse();
        passSeconds(1);
        assertThat(mayServe(P)).isTrue();
        assertThat(dhcpServers()).isEmpty();
    }

    @Test
    void aTrustedPortThatGoesDownAndUpAgainAndAgainHasOneTimer() {
        offer(S, R);
        for (int i = 0; i < 1_000; i++) {
            table.edgesRemoved(topology.without(List.of(R)).edgesRemoved(), table.now());
            topology.withEdges(R);
            see(S, R);
        }
        int timers = 0;
        while (table.timers().poll(nowNanos + TimeUnit.DAYS.toNanos(1)) != null) {
            timers++;
        }
        assertThat(timers).isLessThan(10);
    }

    @Test
    void aHostThatTakesThePlaceOfADhcpServerIsNotTrusted() {
        offer(S, R);
        table.edgesRemoved(topology.without(List.of(R)).edgesRemoved(), table.now());
        passSeconds(3);
        see(S, P);
        assertThat(device(S).attachment()).contains(P);
        assertThat(mayServe(P)).isFalse();
    }

    @Test
    void dhcpServersAreTrustedOnlyAtConfiguredPorts() {
        table = table(PORT_LIMIT, P, R);
        assertThat(offer(S, R)).isTrue();
        assertThat(offer(A, P)).isTrue();
        assertThat(mayServe(Q)).isFalse();
        assertThat(dhcpServers()).containsExactly(S, A);
    }

    @Test
    void aDhcpServerIsNotReplacedByOthersBeforeItIsSilentForAnHour() {
        for (int i = 0; i <= DhcpServers.MAX_SERVERS_PER_VLAN; i++) {
            offer(HostKey.of(FIRST_OF_MANY + i, VlanId.NONE), R);
        }
        assertThat(dhcpServers())
                .hasSize(DhcpServers.MAX_SERVERS_PER_VLAN)
                .contains(HostKey.of(FIRST_OF_MANY, VlanId.NONE));
        assertThat(rejections.values()).containsEntry(RejectionReason.FULL, 1L);
        nowNanos += DhcpServers.RECENT_NANOS;
        offer(S, R);
        assertThat(dhcpServers())
                .hasSize(DhcpServers.MAX_SERVERS_PER_VLAN)
                .doesNotContain(HostKey.of(FIRST_OF_MANY, VlanId.NONE))
                .endsWith(S);
    }

    @Test
    void aPortThatGoesDownAndUpDoesNotGainDevices() {
        table = table(10);
        for (int first = 0; first < 30; first += 10) {
            for (int i = first; i < first + 10; i++) {
                claim(HostKey.of(FIRST_OF_MANY + i, VlanId.NONE), P, IP + i);
            }
            assertThat(table.index().hostCount()).isEqualTo(10);
            assertThat(table.index().bindingCount()).isEqualTo(10);
            table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
            topology.withEdges(P);
        }
        assertThat(events.stream().filter(event -> event instanceof Removed(var _, var reason) && reason == PORT_FULL))
                .hasSize(20);
    }

    @Test
    void aPortAtItsLimitRemovesItsLongestDetachedDevicesOnly() {
        table = table(2);
        see(S, R);
        see(A, P);
        see(B, P);
        table.edgesRemoved(topology.without(List.of(P, R)).edgesRemoved(), table.now());
        topology.withEdges(P, R);
        pass(1000);
        see(A, P);
        see(HostKey.of(0xc, VlanId.NONE), P);
        assertThat(table.index().host(B)).isNull();
        assertThat(device(A).attachment()).contains(P);
        assertThat(device(S).attachment()).isEmpty();
    }

    @Test
    void devicesDoNotMoveToAPortAtItsLimit() {
        table = table(1);
        see(A, P);
        see(B, Q);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        passSeconds(3);
        see(A, Q);
        assertThat(device(A).attachment()).isEmpty();
        assertThat(rejections.values()).containsEntry(RejectionReason.FULL, 1L);
    }

    @Test
    void theAddressesOfAPortAreLimited() {
        table = table(100);
        int limit = 400;
        for (int i = 0; i <= limit; i++) {
            claim(HostKey.of(FIRST_OF_MANY + i / 60, VlanId.NONE), P, IP + i);
        }
        assertThat(table.index().bindingCount()).isEqualTo(limit);
        assertThat(rejections.values()).containsEntry(RejectionReason.FULL, 1L);
        claim(A, Q, IP + limit);
        assertThat(device(A).ipv4Addresses()).hasSize(1);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        topology.withEdges(P);
        claim(B, P, IP - 1);
        assertThat(device(B).ipv4Addresses()).hasSize(1);
        assertThat(table.index().bindingCount()).isLessThan(limit);
    }

    @Test
    void aHundredThousandDevicesAreLearnedFoundAndRemoved() {
        int count = 100_000;
        for (int i = 0; i < count; i++) {
            claim(HostKey.of(i + 1, i % 3 - 1), i % 2 == 0 ? P : Q, IP + i);
        }
        assertThat(table.index().hostCount()).isEqualTo(count);
        assertThat(table.index().at(P)).hasSize(count / 2);
        for (int i = 0; i < count; i++) {
            long key = HostKey.of(i + 1, i % 3 - 1);
            Binding binding = table.index().binding(new Binding.Key(HostKey.vlan(key), 0, IpAddresses.mapped(IP + i)));
            assertThat(Objects.requireNonNull(binding).host())
                    .isSameAs(table.index().host(key));
        }
        table.edgesRemoved(topology.without(List.of(Q)).edgesRemoved(), table.now());
        passSeconds(300);
        assertThat(table.index().hostCount()).isEqualTo(count / 2);
        passSeconds(3302);
        assertThat(table.index().hostCount()).isZero();
        assertThat(probes).hasSize(count / 2);
    }
}
