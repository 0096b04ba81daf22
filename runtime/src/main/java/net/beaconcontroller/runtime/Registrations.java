package net.beaconcontroller.runtime;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import net.beaconcontroller.api.Registration;

/** The registrations of an application, which end when it stops. Safe for use by several threads. */
final class Registrations implements AutoCloseable {
    private final Set<Registration> open = new HashSet<>();
    private boolean closed;

    /**
     * Adds a registration.
     *
     * @param register makes the registration; ended again if the application has stopped in the meantime
     * @return ends the registration
     */
    Registration add(Supplier<? extends Registration> register) {
        // not under the lock, because registering a listener calls it
        Registration registration = register.get();
        var tracked = new Registration() {
            @Override
            public void close() {
                synchronized (open) {
                    open.remove(this);
                }
                registration.close();
            }
        };
        synchronized (open) {
            if (!closed) {
                open.add(tracked);
                return tracked;
            }
        }
        registration.close();
        throw new IllegalStateException("the application is stopped");
    }

    /** Ends all registrations. */
    @Override
    public void close() {
        List<Registration> last;
        synchronized (open) {
            closed = true;
            last = List.copyOf(open);
        }
        last.forEach(Registration::close);
    }
}
