package net.beaconcontroller.runtime.events;

import java.time.Instant;
import java.util.function.Supplier;
import net.beaconcontroller.api.Event;
import org.jspecify.annotations.Nullable;

/** An event of the {@link EventLog}. Safe for use by several threads. */
public final class KeptEvent {
    private final long id;
    private final Instant time;
    private final String type;
    private final int bytes;
    private final Supplier<Event> maker;
    private volatile @Nullable Event event;

    KeptEvent(long id, Instant time, String type, int bytes, Supplier<Event> maker) {
        this.id = id;
        this.time = time;
        this.type = type;
        this.bytes = bytes;
        this.maker = maker;
    }

    /** Returns the number of the event: larger than that of all earlier events, also of those before a restart. */
    public long id() {
        return id;
    }

    /** Returns when it was published. */
    public Instant time() {
        return time;
    }

    /** Returns the type of the event. */
    public String type() {
        return type;
    }

    /** Returns an estimate of the memory that it takes. */
    int bytes() {
        return bytes;
    }

    /** Returns the event. */
    public Event event() {
        Event known = event;
        if (known == null) {
            known = maker.get();
            event = known;
        }
        return known;
    }
}
