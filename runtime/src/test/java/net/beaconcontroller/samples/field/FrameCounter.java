package net.beaconcontroller.samples.field;

/** A service of the sample. */
public interface FrameCounter {
    long frames();
}
