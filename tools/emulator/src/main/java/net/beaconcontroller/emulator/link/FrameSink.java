package net.beaconcontroller.emulator.link;

import net.beaconcontroller.switchkit.io.SelectLoop;

/** A receiver of the frames that leave a port. For the thread of the {@link SelectLoop}. */
@FunctionalInterface
public interface FrameSink {
    /** Accepts a frame. Neither the caller nor the receiver modifies the array afterwards. */
    void send(byte[] frame);
}
