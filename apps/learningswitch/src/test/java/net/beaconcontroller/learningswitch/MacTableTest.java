package net.beaconcontroller.learningswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MacTableTest {
    private static final int UNTAGGED = -1;

    private final MacTable hosts = new MacTable();
    private long nowNanos = -TimeUnit.SECONDS.toNanos(100); // System.nanoTime may begin anywhere

    private void pass(double seconds) {
        nowNanos += (long) (seconds * 1e9);
        hosts.advance(nowNanos);
    }

    @Test
    void knowsThePortOnWhichAnAddressWasLastHeard() {
        assertThat(hosts.portOf(UNTAGGED, 0xa)).isEqualTo(MacTable.UNKNOWN);
        assertThat(hosts.learn(UNTAGGED, 0xa, 3)).isFalse();
        assertThat(hosts.portOf(UNTAGGED, 0xa)).isEqualTo(3);
        assertThat(hosts.learn(UNTAGGED, 0xa, 3)).isFalse();
        assertThat(hosts.learn(UNTAGGED, 0xa, 4)).as("it has moved").isTrue();
        assertThat(hosts.portOf(UNTAGGED, 0xa)).isEqualTo(4);
        assertThat(hosts.size()).isEqualTo(1);
    }

    @Test
    void keepsVlansApartAndPriorityTagsWithUntaggedFrames() {
        hosts.learn(5, 0xa, 1);
        hosts.learn(4095, 0xa, 2);
        hosts.learn(0, 0xa, 3);
        assertThat(hosts.portOf(5, 0xa)).isEqualTo(1);
        assertThat(hosts.portOf(4095, 0xa)).isEqualTo(2);
        assertThat(hosts.portOf(UNTAGGED, 0xa)).isEqualTo(3);
        assertThat(hosts.portOf(7, 0xa)).isEqualTo(MacTable.UNKNOWN);
    }

    @Test
    void loadingAheadIsOfUseInALargeTableAndChangesNothing() {
        byte[] frames = new byte[40 * 14];
        int[] begins = new int[40];
        for (int i = 0; i < begins.length; i++) {
            begins[i] = 14 * i;
            frames[14 * i + 5] = (byte) i;
            frames[14 * i + 11] = (byte) (i + 1);
            frames[14 * i + 12] = (byte) (i % 3 == 0 ? 0x81 : 8); // every third has a tag, and is cut off in it
        }
        assertThat(hosts.prefetch(frames, begins, begins.length)).as("small").isFalse();
        for (int i = 0; i < 20_000; i++) {
            hosts.learn(UNTAGGED, i, i % 5);
        }
        assertThat(hosts.prefetch(frames, begins, begins.length)).as("large").isTrue();
        assertThat(hosts.size()).isEqualTo(20_000);
        assertThat(hosts.portOf(UNTAGGED, 7)).isEqualTo(2);
    }

    @Test
    void holdsPortsOf32Bits() {
        hosts.learn(UNTAGGED, 0, 0xfffffffeL);
        assertThat(hosts.portOf(UNTAGGED, 0)).isEqualTo(0xfffffffeL);
    }

    @Test
    void forgetsAllAddressesOfAPortAndNoOthers() {
        for (int i = 0; i < 1000; i++) {
            hosts.learn(UNTAGGED, i, i % 3);
        }
        hosts.forget(1);
        for (int i = 0; i < 1000; i++) {
            assertThat(hosts.portOf(UNTAGGED, i)).isEqualTo(i % 3 == 1 ? MacTable.UNKNOWN : i % 3);
        }
        hosts.learn(UNTAGGED, 2, 1);
        assertThat(hosts.portOf(UNTAGGED, 2)).as("the port is up again").isEqualTo(1);
        assertThat(hosts.portOf(UNTAGGED, 1))
                .as("what was heard before it went down")
                .isEqualTo(MacTable.UNKNOWN);
    }

    @Test
    void doesNotTakeAHostForMovedWhosePortWentDown() {
        hosts.learn(UNTAGGED, 0xa, 1);
        hosts.forget(1);
        assertThat(hosts.learn(UNTAGGED, 0xa, 2)).isFalse();
        assertThat(hosts.portOf(UNTAGGED, 0xa)).isEqualTo(2);
    }

    @Test
    void forgetsWhatWasNotHeardForTheLifetime() {
        pass(0);
        hosts.learn(UNTAGGED, 0xa, 1);
        hosts.learn(UNTAGGED, 0xb, 2);
        for (int seconds = 0; seconds < MacTable.LIFETIME_SECONDS - 25; seconds++) {
            pass(1);
            hosts.learn(UNTAGGED, 0xb, 2);
            assertThat(hosts.portOf(UNTAGGED, 0xa)).isEqualTo(1);
        }
        pass(50);
        assertThat(hosts.portOf(UNTAGGED, 0xa)).isEqualTo(MacTable.UNKNOWN);
        assertThat(hosts.portOf(UNTAGGED, 0xb)).isEqualTo(2);
        pass(20);
        pass(20);
        assertThat(hosts.size()).as("its memory too").isEqualTo(1);
    }

    @Test
    void forgetsAfterAnySilence() {
        for (double seconds : new double[] {280, 300, 301, 319, 320, 321, 340, 600, 640, 5_000, 1e6}) {
            pass(0);
            hosts.learn(UNTAGGED, 0xa, 1);
            pass(seconds);
            boolean forgotten = hosts.portOf(UNTAGGED, 0xa) == MacTable.UNKNOWN;
            assertThat(forgotten).as("after %s s", seconds).isEqualTo(seconds > 280);
            pass(1e6);
            assertThat(hosts.size()).isZero();
        }
    }

    @Test
    void neverTakesAPortForAnotherHoweverOftenPortsGoDown() {
        for (int round = 0; round < 20_000; round++) {
            long port = 1L + round % 5_000;
            hosts.learn(UNTAGGED, round % 700, port);
            long known = hosts.portOf(UNTAGGED, round % 700);
            assertThat(known).isIn(port, MacTable.UNKNOWN);
            hosts.forget(port);
            assertThat(hosts.portOf(UNTAGGED, round % 700)).isEqualTo(MacTable.UNKNOWN);
            pass(0.1);
        }
    }

    @Test
    void knowsHostsOnAllPortsUpToTheMost() {
        for (long port = 1; port <= PortIndex.MAX + 10; port++) {
            hosts.learn(UNTAGGED, port, port * 1000);
        }
        for (long port = 1; port <= PortIndex.MAX; port++) {
            assertThat(hosts.portOf(UNTAGGED, port)).isEqualTo(port * 1000);
        }
        assertThat(hosts.portOf(UNTAGGED, PortIndex.MAX + 1)).isEqualTo(MacTable.UNKNOWN);
    }

    @Test
    void usesTheNumbersOfPortsThatWentDownAgain() {
        pass(0);
        for (long port = 1; port <= PortIndex.MAX; port++) {
            hosts.learn(UNTAGGED, port, port);
            hosts.forget(port);
        }
        assertThat(hosts.learn(UNTAGGED, 0xa, 9_999)).isFalse();
        assertThat(hosts.portOf(UNTAGGED, 0xa)).as("none is left yet").isEqualTo(MacTable.UNKNOWN);
        for (int epoch = 0; epoch < 3; epoch++) {
            pass(20);
        }
        hosts.learn(UNTAGGED, 0xa, 9_999);
        assertThat(hosts.portOf(UNTAGGED, 0xa)).isEqualTo(9_999);
    }
}
