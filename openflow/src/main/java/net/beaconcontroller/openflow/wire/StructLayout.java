package net.beaconcontroller.openflow.wire;

/**
 * The layout of a structure on the wire: the one place that names the fields of the structure, in wire order, for all
 * versions. The same layout reads, writes and prints the structure, depending on the {@link FieldVisitor}.
 *
 * @param <T> the structure
 */
@FunctionalInterface
public interface StructLayout<T> {
    /** Visits all fields and returns the structure that they form. */
    T visit(FieldVisitor<T> f);

    /** Returns whether {@link Object#toString} of the structure is the notation that people read, as for actions. */
    default boolean hasNotation() {
        return false;
    }
}
