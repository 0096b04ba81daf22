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

    /** Records the received frames with their times. For the loop's thread, or when the loop is idle. */
    private final class Stub implements EmulatedLink.Endpoint {
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
    void deliversAFrameAtTheOtherEndOnly() {
        EmulatedLink link = wiring.link(Duration.ZERO, 0);
        Stub a = attachA(link);
        Stub b = attachB(link);
        byte[] frame = {1};
        send(link, frame);
        await().until(() -> b.received() == 1);
        assertThat(b.frames).containsExactly(frame);
        assertThat(a.received()).isZero();
    }

    @Test
    void deliversFramesInOrderAfterTheLatency() {
        EmulatedLink link = wiring.link(Duration.ofMillis(20), 0);
        Stub b = attachB(link);
        long begin = System.nanoTime();
        send(link, new byte[] {1}, new byte[] {2}, new byte[] {3});
        await().until(() -> b.received() == 3);
        assertThat(b.frames).containsExactly(new byte[] {1}, new byte[] {2}, new byte[] {3});
        assertThat(TimeUnit.NANOSECONDS.toMillis(b.lastNanos - begin)).isGreaterThanOrEqualTo(20);
    }

    @Test
    void losesTheConfiguredShareOfFrames() {
        EmulatedLink link = wiring.link(Duration.ZERO, 0.25);
        Stub b = attachB(link);
        for (int i = 0; i < 20; i++) {
            byte[][] frames = new byte[500][1];
            send(link, frames);
        }
        await().until(() ->
                b.received() + wiring.loop.call(wiring.framesInFlight::counters).lost() == 10_000);
        assertThat(b.received()).isBetween(7_300, 7_700);
    }

    @Test
    void hasACarrierOnlyIfTheLinkIsUpAndItsEndsHavePower() {
        EmulatedLink link = wiring.link(Duration.ZERO, 0);
        Stub a = attachA(link);
        wiring.onLoop(() -> {
            link.update(false);
            link.update(true);
            link.setUp(false);
            link.update(true);
        });
        assertThat(a.carriers).containsExactly(true, false, true, false);
    }

    @Test
    void losesFramesInFlightWhenTheLinkFailsAndRecoversImmediately() {
        EmulatedLink link = wiring.link(Duration.ofMillis(5), 0);
        Stub b = attachB(link);
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
    void boundsTheFramesOnALink() {
        EmulatedLink link = wiring.link(Duration.ofMillis(5), 0);
        Stub b = attachB(link);
        byte[][] frames = new byte[FramesInFlight.MAX_FRAMES_OF_A_WIRE + 10][1];
        send(link, frames);
        await().until(() -> b.received() == FramesInFlight.MAX_FRAMES_OF_A_WIRE);
        assertThat(wiring.loop.call(wiring.framesInFlight::counters).dropped()).isEqualTo(10);
    }

    @Test
    void boundsTheBytesOnAllLinks() {
        byte[] large = new byte[1 << 20];
        List<EmulatedLink> links = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            EmulatedLink link = wiring.link(Duration.ofMillis(5), 0);
            attachB(link);
            links.add(link);
        }
        wiring.onLoop(() -> links.forEach(link -> link.fromA().send(large)));
        assertThat(wiring.loop.call(wiring.framesInFlight::counters).dropped())
                .isEqualTo(70 - (FramesInFlight.MAX_BYTES >> 20));
    }

    /** Both ends return each frame immediately, until the test ends. */
    @Test
    void aForwardingLoopDoesNotStarveTheEventLoop() {
        EmulatedLink link = wiring.link(Duration.ZERO, 0);
        wiring.onLoop(() -> {
            link.attachA(mirror(link.fromA()));
            link.attachB(mirror(link.fromB()));
            link.update(true);
        });
        byte[][] frames = new byte[FramesInFlight.MAX_FRAMES_OF_A_WIRE][1];
        send(link, frames);
        var isDue = new AtomicBoolean();
        wiring.onLoop(() -> wiring.loop.after(1_000_000, () -> isDue.set(true)));
        await().untilTrue(isDue);
        assertThat(wiring.loop.call(wiring.framesInFlight::counters).delivered())
                .isGreaterThan(1000);
    }

    private static EmulatedLink.Endpoint mirror(FrameSink wire) {
        return new EmulatedLink.Endpoint() {
            @Override
            public void receive(byte[] frame) {
                wire.send(frame);
            }

            @Override
            public void carrier(boolean up) {}
        };
    }

    private Stub attachA(EmulatedLink link) {
        var stub = new Stub();
        wiring.onLoop(() -> {
            link.attachA(stub);
            link.update(true);
        });
        return stub;
    }

    private Stub attachB(EmulatedLink link) {
        var stub = new Stub();
        wiring.onLoop(() -> {
            link.attachB(stub);
            link.update(true);
        });
        return stub;
    }

    private void send(EmulatedLink link, byte[]... frames) {
        wiring.onLoop(() -> List.of(frames).forEach(link.fromA()::send));
    }
}
