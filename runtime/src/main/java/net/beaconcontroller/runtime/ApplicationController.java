package net.beaconcontroller.runtime;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Listener;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.api.Switch;
import net.beaconcontroller.api.concurrent.Threads;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;

/** The controller for one application. Its registrations and timers end when the application stops. */
final class ApplicationController implements Controller {
    /**
     * Gives each bundle its own controller.
     *
     * @param isReplaced returns whether a new version has taken over from a bundle
     */
    record Factory(Controller controller, Predicate<Bundle> isReplaced) implements ServiceFactory<Controller> {
        @Override
        public Controller getService(Bundle bundle, ServiceRegistration<Controller> registration) {
            return new ApplicationController(controller, bundle.getSymbolicName(), () -> isReplaced.test(bundle));
        }

        @Override
        public void ungetService(Bundle bundle, ServiceRegistration<Controller> registration, Controller service) {
            ((ApplicationController) service).stop();
        }
    }

    private final Controller controller;
    private final String application;
    private final BooleanSupplier isReplaced;
    private final Registrations registrations = new Registrations();

    /** @param isReplaced returns whether a new version has taken over from the application */
    ApplicationController(Controller controller, String application, BooleanSupplier isReplaced) {
        this.controller = controller;
        this.application = application;
        this.isReplaced = isReplaced;
    }

    @Override
    public Collection<Switch> switches() {
        return controller.switches();
    }

    @Override
    public Optional<Switch> switchOf(long datapathId) {
        return controller.switchOf(datapathId);
    }

    /** Registers a listener under the name of the bundle, so that it counts to no other application. */
    @Override
    public Registration register(String name, Listener listener) {
        return registrations.add(() -> controller.register(application, listener));
    }

    @Override
    public Registration every(Duration period, Runnable task) {
        return registrations.add(() -> controller.every(period, task));
    }

    @Override
    public Threads threads() {
        return controller.threads();
    }

    @Override
    public boolean hasSuccessor() {
        return isReplaced.getAsBoolean();
    }

    /** Ends all registrations. */
    void stop() {
        registrations.close();
    }
}
