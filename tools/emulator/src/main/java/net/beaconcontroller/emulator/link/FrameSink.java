package net.beaconcontroller.emulator.link;

import net.beaconcontroller.emulator.loop.EmulatorLoop;

/** A receiver of the frames that leave a port. For the thread of the {@link EmulatorLoop}. */
@FunctionalInterface
public interface FrameSink {
    /** Accepts a frame. Neither the caller nor the receiver modifies the array afterwards. */
    void send(byte[] frame);
}
