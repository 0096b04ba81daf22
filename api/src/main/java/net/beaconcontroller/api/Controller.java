package net.beaconcontroller.api;

import java.util.Collection;
import java.util.Optional;

/** The controller: its switches, and who listens to them. All methods may be called from any thread. */
public interface Controller {
    /** The switches that are active now, in no order. */
    Collection<Switch> switches();

    /** The active switch with this datapath id. */
    Optional<Switch> switchOf(long datapathId);

    /**
     * Adds a listener to the pipelines of all the interfaces that it implements. Components need not call this: for them it is
     * done. When it returns, the listener has been told of all switches that are active and hears every message from then on.
     *
     * @param application the name by which others may order themselves around it
     * @return closing it removes the listener; when that returns, no loop is in one of its methods any more, unless one of
     *     them did not return within five seconds
     */
    Registration register(String application, Listener listener);
}
