package net.beaconcontroller.openflow;

/**
 * How a structure lies on the wire: the one place that names its fields, in their order, for all versions. The same walk
 * reads, writes and prints it, depending on the {@link FieldVisitor} that it is given.
 *
 * @param <T> the structure
 */
@FunctionalInterface
interface StructLayout<T> {
    /** Goes over all fields and returns the structure that they make. */
    T visit(FieldVisitor<T> f);
}
