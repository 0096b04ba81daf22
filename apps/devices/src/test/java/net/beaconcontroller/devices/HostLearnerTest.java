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
    private final EnumCounters<RejectionReason> refusals = new EnumCounters<>(RejectionReason.class);
    private final DeviceTable table =
            new DeviceTable(topology, PORT_LIMIT, _ -> {}, events::add, refusals, _ -> {}, () -> nowNanos);
    private boolean isBusy;
    private int told;
    private final Ears ears = new Ears(() -> new HostLearner(topology, table, this::tell, refusals));

    private boolean tell(Runnable news) {
        if (isBusy) {
            return false;
        }
        told++;
        news.run();
        return true;
    }

    private void hear(SwitchPort at) {
        ears.hear(at, FRAME, ++nowNanos);
    }

    private Device device() {
        return Objects.requireNonNull(table.index().host(HostKey.of(MAC, VlanId.NONE)))
                .device();
    }

    @Test
    void tellsOfAHostOnceAndThenOnlyNotesTheTime() {
        hear(P);
        hear(P);
        Device before = device();
        hear(P);
        assertThat(told).isEqualTo(1);
        assertThat(device().lastSeen()).isAfter(before.lastSeen());
    }

    @Test
    void tellsOnceASecondThatAPortIsFull() {
        int refused = 3;
        for (int i = 0; i < PORT_LIMIT + refused; i++) {
            ears.hear(P, Frames.udp(1, MAC + i, 1, 2), ++nowNanos);
        }
        assertThat(told).isEqualTo(PORT_LIMIT + 1);
        assertThat(refusals.values()).containsEntry(RejectionReason.FULL, (long) refused);
        nowNanos += TimeUnit.SECONDS.toNanos(1);
        ears.hear(P, Frames.udp(1, MAC - 1, 1, 2), nowNanos);
        assertThat(told).isEqualTo(PORT_LIMIT + 2);
    }

    @Test
    void saysNothingOfAHostThatHasJustMovedUntilItIsSettled() {
        hear(P);
        hear(Q);
        hear(P);
        assertThat(told).isEqualTo(2);
        nowNanos += TimeUnit.SECONDS.toNanos(1);
        hear(P);
        assertThat(told).isEqualTo(3);
        assertThat(device().attachment()).contains(P);
    }

    @Test
    void aBroadcastThatComesBackFromADomainMovesNobody() {
        SwitchPort inDomain = new SwitchPort(1, 3);
        topology.withEdges(inDomain).withForeign(Q, inDomain);
        hear(P);
        ears.hear(Q, Frames.udp(MacAddress.BROADCAST, MAC, 1, 2), ++nowNanos);
        assertThat(told).isEqualTo(1);
        hear(Q);
        assertThat(told).as("it speaks from there itself").isEqualTo(2);
    }

    @Test
    void learnsAHostAgainThatWasRemoved() {
        hear(P);
        hear(P);
        while (events.size() == 1) {
            nowNanos += table.timers().nanosToNext(nowNanos);
            Objects.requireNonNull(table.timers().poll(nowNanos)).run();
        }
        assertThat(events.getLast()).isInstanceOf(DeviceEvent.Removed.class);
        hear(P);
        assertThat(device().attachment()).contains(P);
    }

    @Test
    void attachesAHostAgainWhosePortWasDown() {
        hear(P);
        hear(P);
        table.edgesRemoved(topology.without(List.of(P)).edgesRemoved());
        hear(P);
        assertThat(device().attachment()).isEmpty();
        topology.withEdges(P);
        hear(P);
        assertThat(device().attachment()).contains(P);
    }

    @Test
    void knowsMoreHostsThanItRemembers() {
        for (int round = 0; round < 2; round++) {
            for (int host = 0; host < 50_000; host++) {
                ears.hear(P, Frames.udp(1, MAC + host, 1, 2), ++nowNanos);
            }
        }
        assertThat(table.index().hostCount()).isEqualTo(50_000);
        assertThat(told).isEqualTo(50_000);
    }

    @Test
    void countsWhatThereIsNoTimeFor() {
        isBusy = true;
        hear(P);
        isBusy = false;
        assertThat(refusals.values()).containsEntry(RejectionReason.BUSY, 1L);
        hear(P);
        assertThat(device().attachment()).contains(P);
    }
}
