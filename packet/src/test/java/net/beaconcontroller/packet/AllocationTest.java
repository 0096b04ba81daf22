package net.beaconcontroller.packet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("measuring")
class AllocationTest {
    private static final int FRAMES = 1_000_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[][] frames = Frames.ALL.values().toArray(byte[][]::new);
    private final Ethernet view = new Ethernet();
    private final LongBuffer read = LongBuffer.allocate(1024);

    private void readFrames() {
        for (int i = 0; i < FRAMES; i++) {
            byte[] frame = frames[i % frames.length];
            read.clear();
            view.wrap(frame, 0, frame.length);
            Frames.readAll(view, 0, read);
        }
    }

    private long allocatedBytes() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
    }

    @Test
    void readsAMillionFramesWithoutAllocating() {
        // The first run links the method handles and loads the classes.
        readFrames();
        long before = allocatedBytes();
        readFrames();
        assertThat(allocatedBytes() - before).isLessThan(10_000);
    }
}
