package net.beaconcontroller.runtime;

import java.util.HashMap;
import java.util.Map;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.runtime.Application.State;
import org.jspecify.annotations.Nullable;

/** Publishes the changes of the applications, which it finds by comparison. Used by one thread at a time. */
final class ApplicationEvents {
    private final Events events;
    private final Map<String, Status> known = new HashMap<>();

    /**
     * An application at one moment.
     *
     * @param reason why it is in this state, in words
     */
    record Status(String version, State state, String reason) {}

    ApplicationEvents(Events events) {
        this.events = events;
    }

    /** Notes an application that is installed from the beginning. */
    void note(String name, Status status) {
        known.put(name, status);
    }

    /** Publishes the changes since the last call. */
    void update(Map<String, Status> applications) {
        known.entrySet().removeIf(entry -> {
            boolean removed = !applications.containsKey(entry.getKey());
            if (removed) {
                publish("removed", Severity.INFO, entry.getKey(), entry.getValue());
            }
            return removed;
        });
        applications.forEach((name, now) -> compare(name, known.put(name, now), now));
    }

    private void compare(String name, @Nullable Status before, Status now) {
        if (before == null) {
            publish("installed", Severity.INFO, name, now);
        } else if (!before.version.equals(now.version)) {
            publish("updated", Severity.INFO, name, now);
        }
        State stateBefore = before == null ? State.STOPPED : before.state;
        if (now.state != stateBefore) {
            publish(Words.of(now.state), severity(now.state), name, now);
        }
    }

    private static Severity severity(State state) {
        return switch (state) {
            case RUNNING, STOPPED -> Severity.INFO;
            case WAITING -> Severity.WARNING;
            case FAILED -> Severity.ALARM;
        };
    }

    /** Publishes that an application was quarantined. Any thread may call this method. */
    void quarantined(String name, String reason) {
        publish("quarantined", Severity.ALARM, name, name, reason);
    }

    private void publish(String what, Severity severity, String name, Status status) {
        publish(what, severity, name, name + " " + status.version, status.reason);
    }

    private void publish(String what, Severity severity, String name, String who, String reason) {
        events.publish(new Event(
                "application." + what,
                name,
                severity,
                "application %s is %s%s".formatted(who, what, reason.isEmpty() ? "" : ": " + reason),
                Map.of("name", name, "state", what, "reason", reason)));
    }
}
