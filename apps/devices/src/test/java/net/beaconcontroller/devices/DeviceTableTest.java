package net.beaconcontroller.devices;

import static net.beaconcontroller.devices.DeviceEvent.Removed.Reason.DETACHED;
import static net.beaconcontroller.devices.DeviceEvent.Removed.Reason.IDLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.AddressesChanged;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.devices.DeviceEvent.Removed;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class DeviceTableTest {
    private static final int PORT_LIMIT = 50_000;
    private static final long FIRST_OF_MANY = 0x0200_0000_0000L;
    private static final SwitchPort P = new SwitchPort(1, 1);
    private static final SwitchPort Q = new SwitchPort(1, 2);
    private static final SwitchPort R = new SwitchPort(2, 1);
    private static final long A = HostKey.of(0xa, VlanId.NONE);
    private static final long B = HostKey.of(0xb, VlanId.NONE);
    private static final long IP = 0x0a00_0001;

    /** System.nanoTime has an arbitrary origin and may overflow. */
    private long nowNanos = Long.MAX_VALUE - TimeUnit.MINUTES.toNanos(1);

    private final FakeTopology topology = new FakeTopology().withEdges(P, Q, R);
    private final List<Binding> probes = new ArrayList<>();
    private final List<DeviceEvent> events = new ArrayList<>();
    private final EnumCounters<RejectionReason> rejections = new EnumCounters<>(RejectionReason.class);
    private final List<String> warnings = new ArrayList<>();
    private final DeviceTable table =
            new DeviceTable(topology, PORT_LIMIT, probes::add, events::add, rejections, warnings::add, () -> nowNanos);

    private void see(long key, SwitchPort at) {
        table.hostSeen(key, at, nowNanos);
    }

    private void claim(long key, SwitchPort at, long ip) {
        see(key, at);
        table.addressClaimed(key, at, 0, IpAddresses.mapped(ip), nowNanos);
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
    void aHostWithoutAKnownAddressMovesWithoutAProbe() {
        see(A, P);
        passSeconds(2);
        see(A, Q);
        assertThat(events).endsWith(new Moved(device(A), P));
        assertThat(device(A).attachment()).contains(Q);
        assertThat(table.index().at(P)).isEmpty();
        assertThat(probes).isEmpty();
    }

    @Test
    void furtherMovesAreIgnoredForASecond() {
        see(A, P);
        see(A, Q);
        see(A, P);
        assertThat(device(A).attachment()).contains(Q);
        passSeconds(1);
        see(A, P);
        assertThat(device(A).attachment()).contains(P);
    }

    @Test
    void aHostMovesAfterAProbeAtTheOldPortTimesOut() {
        claim(A, P, IP);
        passSeconds(2);
        see(A, Q);
        assertThat(probes).extracting(Binding::toString).containsExactly("10.0.0.1");
        pass(DeviceTable.MOVE_PROBE_TIMEOUT_NANOS - 1);
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
                .containsExactly(
                        "host move rejected: 00:00:00:00:00:0a seen at 0000000000000001:2, but answers a probe at "
                                + "0000000000000001:1");
        assertThat(kinds()).containsExactly(Added.class, AddressesChanged.class);
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
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved());
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

    @Test
    void aDetachedHostIsRemovedAfterFiveMinutes() {
        claim(A, P, IP);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved());
        Device last = device(A);
        passSeconds(300);
        assertThat(events).endsWith(new Removed(last, DETACHED));
        assertThat(table.index().hostCount()).isZero();
        assertThat(table.index().bindingCount()).isZero();
        assertThat(table.timers().nanosToNext(nowNanos)).as("remaining timers").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aSightingBeforeTheEventThatTheOldPortIsGoneIsAMove() {
        claim(A, P, IP);
        topology.without(List.of(P));
        see(A, Q);
        assertThat(events).endsWith(new Moved(device(A), P));
        table.edgesRemoved(List.of(P));
        assertThat(device(A).attachment()).contains(Q);
    }

    @Test
    void aPendingMoveCompletesWhenTheOldPortGoesDown() {
        claim(A, P, IP);
        passSeconds(2);
        see(A, Q);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved());
        assertThat(events).endsWith(new Moved(device(A), P));
        assertThat(device(A).attachment()).contains(Q);
        passSeconds(1);
        assertThat(kinds()).containsExactly(Added.class, AddressesChanged.class, Moved.class);
    }

    @Test
    void aHostThatHasJustMovedStaysAttachedThoughItsPortWasDownBefore() {
        claim(A, P, IP);
        topology.without(List.of(Q));
        topology.withEdges(Q);
        passSeconds(2);
        see(A, Q);
        topology.without(List.of(P));
        table.edgesRemoved(List.of(P, Q));
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
        assertThat(probes).as("probes within the defend interval").hasSize(1);
        passSeconds(10);
        claim(B, Q, IP);
        assertThat(probes).hasSize(2);
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
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved());
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
        for (int i = 0; i < DeviceTable.MAX_ADDRESSES_PER_DEVICE; i++) {
            pass(1000);
            claim(A, P, IP + i);
        }
        pass(1000);
        claim(A, P, IP);
        claim(A, P, IP + 1000);
        assertThat(device(A).ipv4Addresses())
                .hasSize(DeviceTable.MAX_ADDRESSES_PER_DEVICE)
                .contains(IP, IP + 1000)
                .doesNotContain(IP + 1);
        assertThat(table.index().bindingCount()).isEqualTo(DeviceTable.MAX_ADDRESSES_PER_DEVICE);
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

    @Test
    void aRequestedLeaseIsAssigned() {
        see(A, P);
        table.leaseRequested(A, P, 77);
        table.leased(A, 77, IP, 0, nowNanos);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
    }

    @Test
    void aLeaseThatWasNotRequestedIsForged() {
        see(A, P);
        table.leased(A, 77, IP, 0, nowNanos);
        table.leaseRequested(A, P, 77);
        table.leased(A, 78, IP, 0, nowNanos);
        table.leaseRequested(A, Q, 79);
        table.leased(A, 79, IP, 0, nowNanos);
        passSeconds(61);
        table.leased(A, 77, IP, 0, nowNanos);
        assertThat(device(A).ipv4Addresses()).isEmpty();
        assertThat(rejections.values()).containsEntry(RejectionReason.FORGED, 4L);
    }

    @Test
    void anAddressWhoseLeaseExpiresIsKeptIfTheHostAnswers() {
        see(A, P);
        see(B, Q);
        for (long key : List.of(A, B)) {
            table.leaseRequested(key, key == A ? P : Q, 77);
            table.leased(key, 77, key == A ? IP : IP + 1, 600, nowNanos);
        }
        passSeconds(600);
        assertThat(probes).hasSize(2);
        pass(1000);
        claim(A, P, IP);
        passSeconds(1);
        assertThat(device(A).ipv4Addresses()).containsExactly(IP);
        assertThat(device(B).ipv4Addresses()).isEmpty();
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
        table.edgesRemoved(topology.without(List.of(Q)).edgesRemoved());
        passSeconds(300);
        assertThat(table.index().hostCount()).isEqualTo(count / 2);
        passSeconds(3302);
        assertThat(table.index().hostCount()).isZero();
        assertThat(probes).hasSize(count / 2);
    }
}
