package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.api.Next;
import net.beaconcontroller.api.concurrent.EnumCounters;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.PortNumber;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.testkit.TestTime;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class HostLearnerTest {
    private static final int PORT_LIMIT = 50_000;
    private static final long MOVE_DELAY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final SwitchPort P = new SwitchPort(1, 1);
    private static final SwitchPort Q = new SwitchPort(1, 2);
    private static final long MAC = 0x0200_0000_000aL;
    private static final long CLIENT = 0x0200_0000_000cL;
    private static final Bytes FRAME = Frames.udp(1, MAC, 1, 2);

    private long nowNanos;
    private final FakeTopology topology = new FakeTopology().withEdges(P, Q);
    private final List<DeviceEvent> events = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final EnumCounters<RejectionReason> rejections = new EnumCounters<>(RejectionReason.class);
    private final DeviceTable table = new DeviceTable(
            topology,
            new DeviceTable.Options(PORT_LIMIT, MOVE_DELAY_NANOS, Set.of()),
            new RecordedProbes(),
            events::add,
            rejections,
            warnings::add,
            new TestTime(() -> nowNanos));
    private boolean isBusy;
    private int submitted;
    private final LearnerHarness harness =
            new LearnerHarness(() -> new HostLearner(topology, table, this::submit, rejections));

    private boolean submit(Runnable task) {
        if (isBusy) {
            return false;
        }
        submitted++;
        task.run();
        return true;
    }

    private void send(SwitchPort at) {
        harness.packetIn(at, FRAME, ++nowNanos);
    }

    private Device device() {
        return Objects.requireNonNull(table.index().host(HostKey.of(MAC, VlanId.NONE)))
                .device();
    }

    @Test
    void reportsOnlyUnknownHostsAtAPortThatReturnsItsOwnFrames() {
        send(P);
        topology.hostsSeen().clear();
        topology.loop(Q);
        send(Q);
        assertThat(topology.hostsSeen()).isEmpty();
        harness.packetIn(Q, Frames.udp(1, CLIENT, 1, 2), ++nowNanos);
        assertThat(topology.hostsSeen()).containsExactly(Q);
        assertThat(table.index().host(HostKey.of(CLIENT, VlanId.NONE))).isNull();
    }

    @Test
    void submitsANewHostOnceAndThenOnlyUpdatesTheTime() {
        send(P);
        send(P);
        Device before = device();
        nowNanos += TimeUnit.SECONDS.toNanos(1);
        send(P);
        assertThat(submitted).isEqualTo(1);
        assertThat(device().lastSeen()).isAfter(before.lastSeen());
    }

    @Test
    void learnsNoHostFromTheProtocolsOfBridges() {
        for (long destination : new long[] {0x0180_c200_0000L, 0x0180_c200_0021L, 0x0100_0ccc_cccdL}) {
            assertThat(isForwarded(P, Frames.udp(destination, MAC, 1, 2))).isTrue();
        }
        assertThat(submitted).isZero();
        assertThat(isForwarded(P, Frames.udp(0x0100_5e00_0001L, MAC, 1, 2))).isTrue();
        assertThat(submitted).isEqualTo(1);
    }

    @Test
    void reportsAFullPortAtMostOncePerSecond() {
        int rejected = 3;
        for (int i = 0; i < PORT_LIMIT + rejected; i++) {
            harness.packetIn(P, Frames.udp(1, MAC + i, 1, 2), ++nowNanos);
        }
        assertThat(submitted).isEqualTo(PORT_LIMIT + 1);
        assertThat(rejections.values()).containsEntry(RejectionReason.FULL, (long) rejected);
        nowNanos += TimeUnit.SECONDS.toNanos(1);
        harness.packetIn(P, Frames.udp(1, MAC - 1, 1, 2), nowNanos);
        assertThat(submitted).isEqualTo(PORT_LIMIT + 2);
    }

    @Test
    void submitsNoMoveWhileOneIsVerified() {
        send(P);
        send(Q);
        send(Q);
        assertThat(submitted).isEqualTo(2);
        nowNanos += MOVE_DELAY_NANOS;
        send(Q);
        assertThat(submitted).isEqualTo(3);
    }

    @Test
    void aPacketAtTheOldPortWhileAMoveIsVerifiedKeepsTheHostThere() {
        send(P);
        send(P);
        send(Q);
        send(P);
        nowNanos += MOVE_DELAY_NANOS;
        Objects.requireNonNull(table.timers().poll(nowNanos)).run();
        assertThat(device().attachment()).contains(P);
    }

    @Test
    void findsThePortOfAHostUntilItIsDetached() {
        send(P);
        send(P);
        assertThat(port()).isEqualTo(P.port());
        assertThat(port()).as("in the cache").isEqualTo(P.port());
        assertThat(harness.learner(Q.datapathId() + 1).on(Q.datapathId() + 1).port(MAC, VlanId.NONE))
                .as("at another switch")
                .isEqualTo(PortNumber.ANY);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        assertThat(port()).isEqualTo(PortNumber.ANY);
        topology.withEdges(P);
        send(P);
        assertThat(port()).isEqualTo(P.port());
    }

    private long port() {
        return harness.learner(P.datapathId()).on(P.datapathId()).port(MAC, VlanId.NONE);
    }

    @Test
    void submitsASightingAtTheOldPortOfADetachedHostWhileAMoveIsVerified() {
        send(P);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        topology.withEdges(P);
        send(Q);
        send(Q);
        assertThat(submitted).isEqualTo(2);
        send(P);
        assertThat(device().attachment()).contains(P);
    }

    @Test
    void stopsMessagesOfDhcpServersAtUntrustedPorts() {
        assertThat(isForwarded(Q, HostFrames.dhcpRequest(CLIENT, CLIENT, 7))).isTrue();
        assertThat(isForwarded(P, HostFrames.dhcpAck(MAC, CLIENT, 7, 0x0a00_0001, 60)))
                .isTrue();
        assertThat(isForwarded(Q, HostFrames.dhcpAck(CLIENT, MAC, 7, 0x0a00_0002, 60)))
                .isFalse();
        assertThat(isForwarded(Q, HostFrames.dhcpAck(CLIENT + 1, MAC, 7, 0x0a00_0002, 60)))
                .isFalse();
        assertThat(isForwarded(Q, HostFrames.dhcpRequest(CLIENT, CLIENT, 8))).isTrue();
        assertThat(isForwarded(P, HostFrames.dhcpAck(MAC, CLIENT, 8, 0x0a00_0001, 60)))
                .isTrue();
        assertThat(rejections.values()).containsEntry(RejectionReason.UNTRUSTED_DHCP_SERVER, 2L);
        assertThat(table.index().host(HostKey.of(CLIENT + 1, VlanId.NONE))).isNull();
        assertThat(warnings)
                .containsExactly("DHCP server not trusted: message of 02:00:00:00:00:0c at 0000000000000001:2 dropped; "
                        + "trusted: [0000000000000001:1]; to change this, list the ports of all DHCP servers in "
                        + "app.devices.dhcp-ports");
    }

    private boolean isForwarded(SwitchPort at, Bytes frame) {
        return harness.packetIn(at, frame, ++nowNanos) == Next.PASS;
    }

    @Test
    void ignoresABroadcastThatReturnsFromASharedDomain() {
        SwitchPort inSharedDomain = new SwitchPort(1, 3);
        topology.withEdges(inSharedDomain).withIndirectLink(Q, inSharedDomain);
        send(P);
        harness.packetIn(Q, Frames.udp(MacAddress.BROADCAST, MAC, 1, 2), ++nowNanos);
        assertThat(submitted).isEqualTo(1);
        send(Q);
        assertThat(submitted).as("unicast from the other port").isEqualTo(2);
    }

    @Test
    void relearnsARemovedHost() {
        send(P);
        send(P);
        while (events.size() == 1) {
            nowNanos += table.timers().nanosToNext(nowNanos);
            Objects.requireNonNull(table.timers().poll(nowNanos)).run();
        }
        assertThat(events.getLast()).isInstanceOf(DeviceEvent.Removed.class);
        send(P);
        assertThat(device().attachment()).contains(P);
    }

    @Test
    void reattachesAHostAfterItsPortWasDown() {
        send(P);
        send(P);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved(), table.now());
        send(P);
        assertThat(device().attachment()).isEmpty();
        topology.withEdges(P);
        send(P);
        assertThat(device().attachment()).contains(P);
    }

    @Test
    void learnsMoreHostsThanTheCacheHolds() {
        for (int round = 0; round < 2; round++) {
            for (int host = 0; host < 50_000; host++) {
                harness.packetIn(P, Frames.udp(1, MAC + host, 1, 2), ++nowNanos);
            }
        }
        assertThat(table.index().hostCount()).isEqualTo(50_000);
        assertThat(submitted).isEqualTo(50_000);
    }

    @Test
    void countsPacketsWhileTheQueueIsFull() {
        isBusy = true;
        send(P);
        isBusy = false;
        assertThat(rejections.values()).containsEntry(RejectionReason.BUSY, 1L);
        send(P);
        assertThat(device().attachment()).contains(P);
    }
}
