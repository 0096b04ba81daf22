package net.beaconcontroller.openflow.wire;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.beaconcontroller.openflow.Writer;
import net.beaconcontroller.openflow.wire.FieldLocation.Kind;

/** A writer that records where the fields of a message are. Not thread-safe. */
public final class LocatingWriter extends Writer {
    private static final int CAPACITY = 256;

    private final List<FieldLocation> locations = new ArrayList<>();

    public LocatingWriter() {
        super(CAPACITY);
    }

    /** Records the field that takes the last {@code size} bytes. */
    public void located(String name, Kind kind, int size) {
        locate(name, kind, length() - size, size);
    }

    /** Records a field. A field of no bytes is left out. */
    public void locate(String name, Kind kind, int offset, int size) {
        if (size > 0) {
            locations.add(new FieldLocation(name, kind, offset, size));
        }
    }

    /** Returns the fields that were recorded, by offset. */
    public List<FieldLocation> locations() {
        return locations.stream()
                .sorted(Comparator.comparingInt(FieldLocation::offset))
                .toList();
    }
}
