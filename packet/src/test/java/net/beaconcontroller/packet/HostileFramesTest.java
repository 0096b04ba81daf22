package net.beaconcontroller.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Tests that no view throws on any bytes, or reads outside the frame. The results of all accessors must be the same for
 * a frame at the end of an array, where reading beyond the frame throws, for one between bytes of 0xff, and for one
 * between bytes of 0.
 */
class HostileFramesTest {
    private static final int MARGIN = 600;

    private final Ethernet view = new Ethernet();
    private final LongBuffer read = LongBuffer.allocate(1024);

    private long[] readAll(byte[] array, int offset, int length) {
        read.clear();
        view.wrap(array, offset, length);
        Frames.readAll(view, offset, read);
        return Arrays.copyOf(read.array(), read.position());
    }

    private long[] readAllBetween(int margin, byte[] frame, int length) {
        byte[] array = new byte[MARGIN + length + MARGIN];
        Arrays.fill(array, (byte) margin);
        System.arraycopy(frame, 0, array, MARGIN, length);
        return readAll(array, MARGIN, length);
    }

    private void assertReadsNothingOutside(String name, byte[] frame, int length) {
        byte[] array = new byte[MARGIN + length];
        System.arraycopy(frame, 0, array, MARGIN, length);
        long[] atTheEnd = readAll(array, MARGIN, length);
        long[] betweenOnes = readAllBetween(0xff, frame, length);
        long[] betweenZeros = readAllBetween(0, frame, length);
        if (!Arrays.equals(atTheEnd, betweenOnes) || !Arrays.equals(atTheEnd, betweenZeros)) {
            assertThat(betweenOnes)
                    .as("%s, %d bytes, between ones", name, length)
                    .isEqualTo(atTheEnd);
            assertThat(betweenZeros)
                    .as("%s, %d bytes, between zeros", name, length)
                    .isEqualTo(atTheEnd);
        }
    }

    @Test
    void readsNothingOutsideAFrameTruncatedAnywhere() {
        Frames.ALL.forEach((name, frame) -> {
            for (int length = Ethernet.HEADER_LENGTH; length <= frame.length; length++) {
                assertReadsNothingOutside(name, frame, length);
            }
        });
    }

    @Test
    void readsNothingOutsideAFrameOfRandomBytes() {
        var random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            byte[] frame = new byte[random.nextInt(Ethernet.HEADER_LENGTH, 128)];
            random.nextBytes(frame);
            assertReadsNothingOutside("random frame " + i, frame, frame.length);
        }
    }

    @Test
    void readsNothingOutsideAFrameWithSomeRandomBytes() {
        var random = new Random(2);
        byte[][] frames = Frames.ALL.values().toArray(byte[][]::new);
        for (int i = 0; i < 100_000; i++) {
            byte[] frame = frames[i % frames.length].clone();
            for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
                frame[random.nextInt(12, frame.length)] = (byte) random.nextInt();
            }
            assertReadsNothingOutside(
                    "changed frame " + i, frame, random.nextInt(Ethernet.HEADER_LENGTH, frame.length + 1));
        }
    }
}
