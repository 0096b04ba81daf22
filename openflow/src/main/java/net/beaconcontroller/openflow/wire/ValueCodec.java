package net.beaconcontroller.openflow.wire;

import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.Writer;

/**
 * The codec of a structure that a {@link StructLayout} cannot describe, such as a match: it reads, writes and prints
 * the structure as a whole.
 *
 * @param <V> the structure
 */
public interface ValueCodec<V> {
    /** Reads the structure at the reader's position. */
    V read(FieldReader<?> in);

    /** Appends the structure in the given version. */
    void write(V value, Writer out, Version version);

    /** Returns the structure in the form for programs and in the form for people. */
    PrintedValue print(V value);
}
