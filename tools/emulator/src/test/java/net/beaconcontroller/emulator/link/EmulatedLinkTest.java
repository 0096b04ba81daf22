package net.beaconcontroller.emulator.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import net.beaconcontroller.emulator.host.Wiring;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EmulatedLinkTest {
    private final Wiring wiring = new Wiring();

    EmulatedLinkTest() throws IOException {}

    /** Keeps what comes, with the time. Only used on the loop, or when that has nothing more to do. */
    private final class Stub implements EmulatedLink.Plug {
        final List<byte[]> frames = new ArrayList<>();
        final List<Boolean> carriers = new ArrayList<>();
        long lastNanos;

        @Override
        public void receive(byte[] frame) {
            frames.add(frame);
            lastNanos = wiring.loop.nowNanos();
        }

        @Override
        public void carrier(boolean up) {
            carriers.add(up);
        }

        int received() {
            return wiring.loop.call(frames::size);
        }
    }

    @AfterEach
    void close() {
        wiring.close();
    }

    @Test
    void aFrameComesOutAtTheOtherEndOnly() {
        EmulatedLink link = wiring.link(Duration.ZERO, 0);
        Stub a = plugA(link);
        Stub b = plugB(link);
        byte[] frame = {1};
        send(link, frame);
        await().until(() -> b.received() == 1);
        assertThat(b.frames).containsExactly(frame);
        assertThat(a.received()).isZero();
    }

    @Test
    void framesKeepTheirOrderAndTakeTheLatency() {
        EmulatedLink link = wiring.link(Duration.ofMillis(20), 0);
        Stub b = plugB(link);
        long begin = System.nanoTime();
        send(link, new byte[] {1}, new byte[] {2}, new byte[] {3});
        await().until(() -> b.received() == 3);
        assertThat(b.frames).containsExactly(new byte[] {1}, new byte[] {2}, new byte[] {3});
        assertThat(TimeUnit.NANOSECONDS.toMillis(b.lastNanos - begin)).isGreaterThanOrEqualTo(20);
    }

    @Test
    void aLinkLosesAsManyFramesAsItShould() {
        EmulatedLink link = wiring.link(Duration.ZERO, 0.25);
        Stub b = plugB(link);
        for (int i = 0; i < 20; i++) {
            byte[][] frames = new byte[500][1];
            send(link, frames);
        }
        await().until(() -> b.received() + wiring.loop.call(wiring.transit::lost) == 10_000);
        assertThat(b.received()).isBetween(7_300, 7_700);
    }

    @Test
    void thereIsNoCarrierUnlessTheLinkIsUpAndItsEndsHavePower() {
        EmulatedLink link = wiring.link(Duration.ZERO, 0);
        Stub a = plugA(link);
        wiring.onLoop(() -> {
            link.update(false);
            link.update(true);
            link.setUp(false);
            link.update(true);
        });
        assertThat(a.carriers).containsExactly(true, false, true, false);
    }

    @Test
    void aFrameThatIsOnTheWayWhenTheLinkFailsIsLostAlsoIfItIsMendedAtOnce() {
        EmulatedLink link = wiring.link(Duration.ofMillis(5), 0);
        Stub b = plugB(link);
        wiring.onLoop(() -> {
            link.fromA().send(new byte[] {1});
            link.update(false);
            link.update(true);
            link.fromA().send(new byte[] {2});
        });
        await().until(() -> b.received() > 0);
        assertThat(b.frames).containsExactly(new byte[] {2});
    }

    @Test
    void whatIsOnALinkIsBounded() {
        EmulatedLink link = wiring.link(Duration.ofMillis(5), 0);
        Stub b = plugB(link);
        byte[][] frames = new byte[FramesInFlight.MAX_FRAMES_OF_A_WIRE + 10][1];
        send(link, frames);
        await().until(() -> b.received() == FramesInFlight.MAX_FRAMES_OF_A_WIRE);
        assertThat(wiring.loop.call(wiring.transit::dropped)).isEqualTo(10);
    }

    @Test
    void whatIsOnAllLinksIsBounded() {
        byte[] large = new byte[1 << 20];
        List<EmulatedLink> links = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            EmulatedLink link = wiring.link(Duration.ofMillis(5), 0);
            plugB(link);
            links.add(link);
        }
        wiring.onLoop(() -> links.forEach(link -> link.fromA().send(large)));
        assertThat(wiring.loop.call(wiring.transit::dropped)).isEqualTo(70 - (FramesInFlight.MAX_BYTES >> 20));
    }

    /** What comes is sent back at once, by both ends, for as long as it takes. */
    @Test
    void framesThatRunInACircleLeaveTheLoopTimeForOtherWork() {
        EmulatedLink link = wiring.link(Duration.ZERO, 0);
        wiring.onLoop(() -> {
            link.plugA(mirror(link.fromA()));
            link.plugB(mirror(link.fromB()));
            link.update(true);
        });
        byte[][] frames = new byte[FramesInFlight.MAX_FRAMES_OF_A_WIRE][1];
        send(link, frames);
        var isDue = new AtomicBoolean();
        wiring.onLoop(() -> wiring.loop.after(1_000_000, () -> isDue.set(true)));
        await().untilTrue(isDue);
        assertThat(wiring.loop.call(wiring.transit::delivered)).isGreaterThan(1000);
    }

    private static EmulatedLink.Plug mirror(FrameSink wire) {
        return new EmulatedLink.Plug() {
            @Override
            public void receive(byte[] frame) {
                wire.send(frame);
            }

            @Override
            public void carrier(boolean up) {}
        };
    }

    private Stub plugA(EmulatedLink link) {
        var stub = new Stub();
        wiring.onLoop(() -> {
            link.plugA(stub);
            link.update(true);
        });
        return stub;
    }

    private Stub plugB(EmulatedLink link) {
        var stub = new Stub();
        wiring.onLoop(() -> {
            link.plugB(stub);
            link.update(true);
        });
        return stub;
    }

    private void send(EmulatedLink link, byte[]... frames) {
        wiring.onLoop(() -> List.of(frames).forEach(link.fromA()::send));
    }
}
