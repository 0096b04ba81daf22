package net.beaconcontroller.core;

import java.util.Collection;
import java.util.List;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Registration;

/** Registers the listeners of applications. */
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
}
