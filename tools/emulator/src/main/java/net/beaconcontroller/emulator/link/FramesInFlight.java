package net.beaconcontroller.emulator.link;

import java.util.ArrayDeque;
import net.beaconcontroller.emulator.loop.EmulatorLoop;

/**
 * The frames that are on links. None is delivered by the call that sent it: those of links without latency wait in one
 * queue, which is worked off in the same turn of the loop or, if there are many, in the next ones. So frames that run in a
 * circle neither fill the stack nor keep the loop from its other work. What is on the way at once is bounded, in frames for
 * each direction of a link and in bytes for the network; what exceeds that is dropped and counted.
 */
public final class FramesInFlight {
    static final int MAX_FRAMES_OF_A_WIRE = 1000;

    /** For all wires together, so that a storm in a large network is bounded too. */
    static final long MAX_BYTES = 64L << 20;

    private static final int FRAMES_A_TURN = 1000;

    private static final class OnTheWay {
        private final EmulatedLink.Wire wire;
        private final int epoch;
        private final byte[] frame;

        OnTheWay(EmulatedLink.Wire wire, byte[] frame) {
            this.wire = wire;
            this.epoch = wire.epoch();
            this.frame = frame;
        }
    }

    private final EmulatorLoop loop;
    private final ArrayDeque<OnTheWay> immediate = new ArrayDeque<>();
    private boolean isScheduled;
    private long bytes;

    private long delivered;
    private long lost;
    private long dropped;

    public FramesInFlight(EmulatorLoop loop) {
        this.loop = loop;
    }

    /** Takes a frame into a wire that has a carrier. */
    void carry(EmulatedLink.Wire wire, byte[] frame) {
        if (wire.onTheWay == MAX_FRAMES_OF_A_WIRE || bytes + frame.length > MAX_BYTES) {
            dropped++;
            return;
        }
        wire.onTheWay++;
        bytes += frame.length;
        var carried = new OnTheWay(wire, frame);
        if (wire.latencyNanos() == 0) {
            immediate.add(carried);
            schedule();
        } else {
            loop.after(wire.latencyNanos(), () -> arrive(carried));
        }
    }

    /** Counts a frame that a link lost: by its loss, or because it has no carrier. */
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
            arrive(immediate.remove());
        }
        isScheduled = !immediate.isEmpty();
        if (isScheduled) {
            loop.after(0, this::deliver); // a task could be run in the same turn, again and again
        }
    }

    private void arrive(OnTheWay carried) {
        EmulatedLink.Wire wire = carried.wire;
        wire.onTheWay--;
        bytes -= carried.frame.length;
        if (wire.epoch() == carried.epoch) {
            delivered++;
            wire.arrive(carried.frame);
        } else {
            lost++;
        }
    }

    public long delivered() {
        return delivered;
    }

    public long lost() {
        return lost;
    }

    public long dropped() {
        return dropped;
    }
}
