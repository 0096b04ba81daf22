package net.beaconcontroller.core;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;

/** Registers the listeners of applications, and ends what an application has registered. */
public interface ListenerRegistry {
    /** See {@link net.beaconcontroller.api.Controller#register}. */
    Registration register(String application, Listener listener);

    /**
     * Replaces listeners of an application by others in one change: each message passes either the old or the new ones.
     * Like {@link #register}, it informs the new listeners of the active switches. When it returns, the old ones are
     * not called any more.
     *
     * @param old registrations of this registry; those that are closed have no effect
     * @return the registrations of the new listeners, in their order
     */
    List<Registration> replace(String application, Collection<Registration> old, Collection<Listener> listeners);

    /**
     * Sets how to find the application that a class belongs to. It is used for the tasks of {@link Switch#execute},
     * {@link Switch#after} and {@link net.beaconcontroller.api.Controller#every}, and for requests; without a result,
     * they belong to the application whose call the thread is executing.
     *
     * @param function returns the name of the application, or empty if the class belongs to none
     */
    void setApplicationOf(Function<Class<?>, Optional<String>> function);

    /**
     * Sets a listener to quarantines, in place of the previous one.
     *
     * @param listener receives the name of the application and the reason; called on a thread of the controller, and
     *     must not block
     */
    void setQuarantineListener(BiConsumer<String, String> listener);

    /**
     * Ends what a version of an application has registered: its listeners, periodic tasks and timers. Its tasks that
     * have not started do not run any more, and its requests without a reply fail with a {@link
     * java.util.concurrent.CancellationException}. Its measurements are discarded, and a quarantine ends. Has no effect
     * if it has registered nothing.
     *
     * @param loader the class loader of the version
     */
    void end(String application, ClassLoader loader);
}
