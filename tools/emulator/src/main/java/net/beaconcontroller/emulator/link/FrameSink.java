package net.beaconcontroller.emulator.link;

import net.beaconcontroller.emulator.loop.EmulatorLoop;

/** Where a frame goes that leaves a port. Called on the thread of the {@link EmulatorLoop}. */
@FunctionalInterface
public interface FrameSink {
    /** Takes a frame, which nobody changes after. */
    void send(byte[] frame);
}
