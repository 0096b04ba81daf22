package net.beaconcontroller.emulator.link;

import java.util.ArrayDeque;
import net.beaconcontroller.switchkit.io.SelectLoop;

/**
 * The frames on all links of a network. The call that sends a frame never delivers it. Frames on links without
 * latency wait in one queue, which the loop processes in the same iteration, or in later ones if there are many. A
 * forwarding loop therefore exhausts neither the stack nor the event loop. The number of frames per direction of a
 * link and the bytes in the network are bounded; frames beyond that are dropped and counted.
 */
public final class FramesInFlight {
    /**
     * The counters of all links.
     *
     * @param delivered frames that reached the other end of a link
     * @param lost frames that links lost, by chance or for lack of a carrier
     * @param dropped frames dropped because a link was full
     */
    public record Counters(long delivered, long lost, long dropped) {}

    static final int MAX_FRAMES_OF_A_WIRE = 1000;

    /** A limit for all links together, which bounds the memory of a broadcast storm in a large network. */
    static final long MAX_BYTES = 64L << 20;

    private static final int FRAMES_A_TURN = 1000;

    private final SelectLoop loop;
    private final ArrayDeque<Runnable> immediate = new ArrayDeque<>();
    private boolean isScheduled;
    private long bytes;

    private long delivered;
    private long lost;
    private long dropped;

    public FramesInFlight(SelectLoop loop) {
        this.loop = loop;
    }

    /** Accepts a frame for a link that has a carrier. */
    void carry(EmulatedLink.Wire wire, byte[] frame) {
        if (wire.inFlight == MAX_FRAMES_OF_A_WIRE || bytes + frame.length > MAX_BYTES) {
            dropped++;
            return;
        }
        wire.inFlight++;
        bytes += frame.length;
        int epoch = wire.epoch();
        Runnable arrival = () -> wire.arrive(frame, epoch);
        if (wire.latencyNanos() == 0) {
            immediate.add(arrival);
            schedule();
        } else {
            loop.after(wire.latencyNanos(), arrival);
        }
    }

    /** Counts a frame that was lost by chance or for lack of a carrier. */
    void lose() {
        lost++;
    }

    private void schedule() {
        if (!isScheduled) {
            isScheduled = true;
            loop.execute(this::deliver);
        }
    }

    private void deliver() {
        for (int i = 0; i < FRAMES_A_TURN && !immediate.isEmpty(); i++) {
            immediate.remove().run();
        }
        isScheduled = !immediate.isEmpty();
        if (isScheduled) {
            // A timer runs in a later iteration, whereas a task could run again and again in this one.
            loop.after(0, this::deliver);
        }
    }

    /** Counts a frame that has left its link. */
    void end(byte[] frame, boolean isDelivered) {
        bytes -= frame.length;
        delivered += isDelivered ? 1 : 0;
        lost += isDelivered ? 0 : 1;
    }

    public Counters counters() {
        return new Counters(delivered, lost, dropped);
    }
}
