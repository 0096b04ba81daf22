package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import net.beaconcontroller.common.MacAddress;
import net.beaconcontroller.common.VlanId;
import net.beaconcontroller.common.concurrent.EnumCounters;
import net.beaconcontroller.emulator.fake.Frames;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class HostLearnerTest {
    private static final int PORT_LIMIT = 50_000;
    private static final SwitchPort P = new SwitchPort(1, 1);
    private static final SwitchPort Q = new SwitchPort(1, 2);
    private static final long MAC = 0x0200_0000_000aL;
    private static final Bytes FRAME = Frames.udp(1, MAC, 1, 2);

    private long nowNanos;
    private final FakeTopology topology = new FakeTopology().withEdges(P, Q);
    private final List<DeviceEvent> events = new ArrayList<>();
    private final EnumCounters<RejectionReason> rejections = new EnumCounters<>(RejectionReason.class);
    private final DeviceTable table =
            new DeviceTable(topology, PORT_LIMIT, _ -> {}, events::add, rejections, _ -> {}, () -> nowNanos);
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
    void submitsANewHostOnceAndThenOnlyUpdatesTheTime() {
        send(P);
        send(P);
        Device before = device();
        send(P);
        assertThat(submitted).isEqualTo(1);
        assertThat(device().lastSeen()).isAfter(before.lastSeen());
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
    void submitsNoMoveDuringTheHoldDownTime() {
        send(P);
        send(Q);
        send(P);
        assertThat(submitted).isEqualTo(2);
        nowNanos += TimeUnit.SECONDS.toNanos(1);
        send(P);
        assertThat(submitted).isEqualTo(3);
        assertThat(device().attachment()).contains(P);
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
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved());
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
