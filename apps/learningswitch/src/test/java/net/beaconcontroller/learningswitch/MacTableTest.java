package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.testkit.PacketIns;
import org.junit.jupiter.api.Test;

class MacTableTest {
    private static final int UNTAGGED = -1;
    private static final int LIMIT = 100_000;

    private final AddressTotal total = new AddressTotal(LIMIT);
    private final MacTable table = new MacTable(total);
    /** Negative at first, because the origin of System.nanoTime is arbitrary. */
    private long nowNanos = -TimeUnit.SECONDS.toNanos(100);

    private int invented;

    private void advanceBy(double seconds) {
        nowNanos += (long) (seconds * 1e9);
        table.advance(nowNanos);
    }

    @Test
    void returnsThePortWhereAnAddressWasLastSeen() {
        assertThat(table.portOf(UNTAGGED, 0xa)).isEqualTo(MacTable.UNKNOWN);
        assertThat(table.learn(UNTAGGED, 0xa, 3)).isFalse();
        assertThat(table.portOf(UNTAGGED, 0xa)).isEqualTo(3);
        assertThat(table.learn(UNTAGGED, 0xa, 3)).isFalse();
        assertThat(table.learn(UNTAGGED, 0xa, 4)).as("moved").isTrue();
        assertThat(table.portOf(UNTAGGED, 0xa)).isEqualTo(4);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void separatesVlansAndTreatsPriorityTaggedFramesAsUntagged() {
        table.learn(5, 0xa, 1);
        table.learn(4095, 0xa, 2);
        table.learn(0, 0xa, 3);
        assertThat(table.portOf(5, 0xa)).isEqualTo(1);
        assertThat(table.portOf(4095, 0xa)).isEqualTo(2);
        assertThat(table.portOf(UNTAGGED, 0xa)).isEqualTo(3);
        assertThat(table.portOf(7, 0xa)).isEqualTo(MacTable.UNKNOWN);
    }

    @Test
    void prefetchingInALargeTableDoesNotModifyIt() {
        for (int i = 0; i < 20_000; i++) {
            table.learn(UNTAGGED, i, i % 5);
            table.learn(7, i, i % 3);
        }
        PacketIn untagged = PacketIn.of(1, 1, Frames.udp(2, 30_000, 1, 2));
        PacketIn tagged = PacketIn.of(1, 2, Frames.taggedUdp(7, 3, 30_001, 1, 2));
        PacketIn unknownVlan = PacketIn.of(1, 3, Frames.taggedUdp(8, 4, 30_002, 1, 2));
        table.prefetch(PacketIns.batch(nowNanos, untagged, tagged, unknownVlan));
        table.prefetch(PacketIns.batch(nowNanos, tagged, untagged, unknownVlan));
        table.prefetch(PacketIns.batch(nowNanos, unknownVlan, tagged, untagged));
        assertThat(table.size()).isEqualTo(40_000);
        assertThat(table.portOf(UNTAGGED, 7)).isEqualTo(2);
        assertThat(table.portOf(7, 7)).isEqualTo(1);
        assertThat(table.portOf(UNTAGGED, 30_000)).isEqualTo(MacTable.UNKNOWN);
    }

    @Test
    void supports32BitPortNumbers() {
        table.learn(UNTAGGED, 0, 0xfffffffeL);
        assertThat(table.portOf(UNTAGGED, 0)).isEqualTo(0xfffffffeL);
    }

    /** Learns addresses that no other call learns. */
    private void invent(MacTable learning, int count, long port) {
        for (int i = 0; i < count; i++) {
            learning.learn(UNTAGGED, (1L << 40) + invented++, port);
        }
    }

    @Test
    void aPortWithInventedAddressesDisplacesNoAddressOfAnotherPort() {
        for (int i = 0; i < 1_000; i++) {
            table.learn(UNTAGGED, i, 2);
        }
        invent(table, 2 * LIMIT, 1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(table.portOf(UNTAGGED, i)).isEqualTo(2);
        }
        assertThat(table.size()).isEqualTo(LIMIT / 2 + 500);
        assertThat(table.refused())
                .isEqualTo(2 * LIMIT - (table.size() - 1_000))
                .isEqualTo(total.refused());
        table.learn(UNTAGGED, 0xabcd, 3);
        assertThat(table.portOf(UNTAGGED, 0xabcd))
                .as("an address of a further port")
                .isEqualTo(3);
    }

    @Test
    void aPortHasItsRoomAgainWhenAddressesExpireOrMove() {
        advanceBy(0);
        for (int round = 0; round < 5; round++) {
            invent(table, LIMIT, 1);
            assertThat(table.size()).isBetween(LIMIT / 2 - 1, LIMIT / 2 + 1);
            long first = (1L << 40) + invented - LIMIT;
            for (int i = 0; i < 100; i++) {
                assertThat(table.learn(UNTAGGED, first + i, 2)).isTrue();
            }
            advanceBy(2 * MacTable.LIFETIME_SECONDS);
            assertThat(table.size()).isZero();
        }
    }

    @Test
    void aPortHasItsRoomAgainAfterItWasDown() {
        advanceBy(0);
        for (int round = 0; round < 5; round++) {
            invent(table, LIMIT, 1);
            assertThat(table.portOf(UNTAGGED, (1L << 40) + invented - LIMIT)).isEqualTo(1);
            table.forget(1);
            advanceBy(25);
            advanceBy(25);
            assertThat(table.size()).isZero();
        }
    }

    @Test
    void aSwitchWithInventedAddressesLeavesRoomForOthers() {
        var other = new MacTable(total);
        for (int port = 1; port <= 100; port++) {
            invent(table, LIMIT / 100, port);
            advanceBy(0.1);
        }
        assertThat(table.size()).isBetween(LIMIT / 3, LIMIT / 2 + LIMIT / 50);
        other.advance(nowNanos);
        invent(other, LIMIT / 10, 1);
        assertThat(other.refused()).isZero();
        table.close();
        other.advance(nowNanos + TimeUnit.SECONDS.toNanos(1));
        assertThat(total.value()).isEqualTo(other.size());
    }

    @Test
    void removesAllAddressesOfAPortAndNoOthers() {
        for (int i = 0; i < 1000; i++) {
            table.learn(UNTAGGED, i, i % 3);
        }
        table.forget(1);
        for (int i = 0; i < 1000; i++) {
            assertThat(table.portOf(UNTAGGED, i)).isEqualTo(i % 3 == 1 ? MacTable.UNKNOWN : i % 3);
        }
        table.learn(UNTAGGED, 2, 1);
        assertThat(table.portOf(UNTAGGED, 2)).as("the port is up again").isEqualTo(1);
        assertThat(table.portOf(UNTAGGED, 1))
                .as("learned before the port went down")
                .isEqualTo(MacTable.UNKNOWN);
    }

    @Test
    void doesNotReportAMoveIfTheOldPortWentDown() {
        table.learn(UNTAGGED, 0xa, 1);
        table.forget(1);
        assertThat(table.learn(UNTAGGED, 0xa, 2)).isFalse();
        assertThat(table.portOf(UNTAGGED, 0xa)).isEqualTo(2);
    }

    @Test
    void removesEntriesThatWereNotRefreshedWithinTheLifetime() {
        advanceBy(0);
        table.learn(UNTAGGED, 0xa, 1);
        table.learn(UNTAGGED, 0xb, 2);
        for (int seconds = 0; seconds < MacTable.LIFETIME_SECONDS - 25; seconds++) {
            advanceBy(1);
            table.learn(UNTAGGED, 0xb, 2);
            assertThat(table.portOf(UNTAGGED, 0xa)).isEqualTo(1);
        }
        advanceBy(50);
        assertThat(table.portOf(UNTAGGED, 0xa)).isEqualTo(MacTable.UNKNOWN);
        assertThat(table.portOf(UNTAGGED, 0xb)).isEqualTo(2);
        advanceBy(20);
        advanceBy(20);
        assertThat(table.size()).as("number of entries").isEqualTo(1);
    }

    @Test
    void expiresEntriesHoweverFarTheClockAdvances() {
        for (double seconds : new double[] {280, 300, 301, 319, 320, 321, 340, 600, 640, 5_000, 1e6}) {
            advanceBy(0);
            table.learn(UNTAGGED, 0xa, 1);
            advanceBy(seconds);
            boolean expired = table.portOf(UNTAGGED, 0xa) == MacTable.UNKNOWN;
            assertThat(expired).as("after %s s", seconds).isEqualTo(seconds > 280);
            advanceBy(1e6);
            assertThat(table.size()).isZero();
        }
    }

    @Test
    void neverConfusesPortsWhenTheirIndexesAreReused() {
        for (int round = 0; round < 20_000; round++) {
            long port = 1L + round % 5_000;
            table.learn(UNTAGGED, round % 700, port);
            long learned = table.portOf(UNTAGGED, round % 700);
            assertThat(learned).isIn(port, MacTable.UNKNOWN);
            table.forget(port);
            assertThat(table.portOf(UNTAGGED, round % 700)).isEqualTo(MacTable.UNKNOWN);
            advanceBy(0.1);
        }
    }

    @Test
    void learnsAddressesOnAsManyPortsAsThereAreIndexes() {
        for (long port = 1; port <= PortIndex.MAX + 10; port++) {
            table.learn(UNTAGGED, port, port * 1000);
        }
        for (long port = 1; port <= PortIndex.MAX; port++) {
            assertThat(table.portOf(UNTAGGED, port)).isEqualTo(port * 1000);
        }
        assertThat(table.portOf(UNTAGGED, PortIndex.MAX + 1)).isEqualTo(MacTable.UNKNOWN);
    }

    @Test
    void reusesTheIndexesOfPortsThatWentDown() {
        advanceBy(0);
        for (long port = 1; port <= PortIndex.MAX; port++) {
            table.learn(UNTAGGED, port, port);
            table.forget(port);
        }
        assertThat(table.learn(UNTAGGED, 0xa, 9_999)).isFalse();
        assertThat(table.portOf(UNTAGGED, 0xa)).as("no free index").isEqualTo(MacTable.UNKNOWN);
        for (int epoch = 0; epoch < 3; epoch++) {
            advanceBy(20);
        }
        table.learn(UNTAGGED, 0xa, 9_999);
        assertThat(table.portOf(UNTAGGED, 0xa)).isEqualTo(9_999);
    }
}
