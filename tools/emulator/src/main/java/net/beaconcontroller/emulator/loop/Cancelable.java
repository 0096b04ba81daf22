package net.beaconcontroller.emulator.loop;

/** Something that will happen unless it is cancelled. For the thread of the {@link EmulatorLoop}. */
@FunctionalInterface
public interface Cancelable {
    /** Nothing happens if it has happened, or was cancelled before. */
    void cancel();
}
