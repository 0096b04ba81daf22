package net.beaconcontroller.api;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import net.beaconcontroller.api.concurrent.Threads;

/**
 * The controller: its switches, listeners and timers. A component receives it as a constructor argument. Registrations
 * and timers of an application end when the application stops. All methods may be called from any thread.
 */
public interface Controller {
    /** Returns the switches that are active, in no particular order: a live, read-only view. */
    Collection<Switch> switches();

    /** Returns the active switch that has this datapath id. */
    Optional<Switch> switchOf(long datapathId);

    /**
     * Adds a listener to the pipelines of all {@link Listener} interfaces that it implements. Components are registered
     * automatically. When this method returns, the listener has received {@link SwitchEvent.Connected} of all active
     * switches, and it receives every message from then on.
     *
     * @param application the name of the application, which {@link Pipeline} refers to; for a bundle, its symbolic name
     *     applies instead
     * @param listener the listener
     * @return removes the listener; when {@link Registration#close} returns, no method of the listener is running,
     *     unless one runs for longer than five seconds
     */
    Registration register(String application, Listener listener);

    /**
     * Runs a task periodically: first after one period, then each time one period after the previous run has ended.
     * The tasks of an application run one at a time on a thread of the controller that is not an event loop; a task
     * that uses the state of a switch runs that part with {@link Switch#execute}. An exception is logged and counted,
     * and the task runs again.
     *
     * @param period at least 1 ms
     * @param task the task
     * @return cancels the timer; when {@link Registration#close} returns, the task is not running, unless it runs for
     *     longer than five seconds
     * @throws IllegalArgumentException if the period is shorter than 1 ms
     */
    Registration every(Duration period, Runnable task);

    /**
     * Returns the clocks and the maker of threads that the controller itself uses. An application that takes them from
     * here, and not from the JDK, can be tested in virtual time.
     */
    default Threads threads() {
        return Threads.system();
    }

    /**
     * Returns whether a new version of the application has taken over from this one. A method with the annotation
     * {@code @Deactivate} distinguishes an update from a stop by this: at an update, the new version has already
     * received {@link SwitchEvent.Connected} of all active switches, and may have added flows with the same cookies.
     */
    default boolean hasSuccessor() {
        return false;
    }
}
