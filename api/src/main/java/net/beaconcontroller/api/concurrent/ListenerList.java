package net.beaconcontroller.api.concurrent;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The listeners of an event source. A listener that throws is logged and does not affect the others. Thread-safe: a
 * change of the list takes effect from the next call on.
 *
 * @param <L> the listener type
 */
public final class ListenerList<L> {
    private final List<L> listeners = new CopyOnWriteArrayList<>();
    private final Logger logger;

    /** Creates an empty list that logs failing listeners to {@code logger}. */
    public ListenerList(Logger logger) {
        this.logger = logger;
    }

    public void add(L listener) {
        listeners.add(listener);
    }

    public void remove(L listener) {
        listeners.remove(listener);
    }

    /** Calls each listener, in the order in which they were added. */
    public void callAll(Consumer<? super L> call) {
        for (L listener : listeners) {
            call(listener, call);
        }
    }

    /** Calls one listener, in the list or not, and logs its exceptions. */
    public void call(L listener, Consumer<? super L> call) {
        try {
            call.accept(listener);
        } catch (RuntimeException | Error e) {
            logger.log(Level.ERROR, "listener failed: " + listener.getClass().getName(), e);
        }
    }
}
