package net.beaconcontroller.openflow.structure;

/** A property that has the same layout for several types, and stores its type. */
public interface TypedProperty extends Property {
    /** Returns the number of the type, 16 bits. */
    int type();
}
