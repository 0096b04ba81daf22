package net.beaconcontroller.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Events;

/** Records the events that are published. Safe for use by several threads. */
public final class TestEvents implements Events {
    private final List<Event> published = new CopyOnWriteArrayList<>();

    @Override
    public void publish(Event event) {
        published.add(event);
    }

    /** Returns the events in their order. */
    public List<Event> published() {
        return List.copyOf(published);
    }

    /** Returns the types of the events in their order. */
    public List<String> types() {
        return published.stream().map(Event::type).toList();
    }
}
