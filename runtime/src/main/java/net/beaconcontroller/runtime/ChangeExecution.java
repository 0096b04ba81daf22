package net.beaconcontroller.runtime;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.api.Registration;
import net.beaconcontroller.runtime.ApplicationPlan.Step;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/** Makes the steps of one change of applications, and undoes them if a later one fails. For one thread. */
final class ChangeExecution {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    private static final String START = "start";
    private static final String STOP = "stop";

    private final OsgiFramework framework;
    private final ApplicationConfiguration settings;
    private final ApplicationStates states;
    private final Map<String, InstalledApplication> installed;
    private final Set<InstalledApplication> leaving;
    /** The actions that undo the steps, that of the last step first. */
    private final Deque<Runnable> undo = new ArrayDeque<>();

    /**
     * Creates an execution without steps.
     *
     * @param installed the installed applications by name, which the steps change
     * @param leaving receives the versions that are being uninstalled
     */
    ChangeExecution(
            OsgiFramework framework,
            ApplicationConfiguration settings,
            ApplicationStates states,
            Map<String, InstalledApplication> installed,
            Set<InstalledApplication> leaving) {
        this.framework = framework;
        this.settings = settings;
        this.states = states;
        this.installed = installed;
        this.leaving = leaving;
    }

    /**
     * Makes a step.
     *
     * @throws ApplicationException if it is not possible; this step has changed nothing then
     * @throws SettingsException if a setting of an application that starts is wrong; likewise
     */
    void execute(Step step) {
        InstalledApplication application = step.application();
        switch (step.action()) {
            case INSTALL -> {
                installed.put(application.name(), application);
                undo.push(() -> installed.remove(application.name()));
            }
            case START -> {
                start(application);
                undo.push(() -> stop(application));
            }
            case STOP -> {
                stop(application);
                undo.push(() -> restart(application));
            }
            case REMOVE -> {
                uninstall(application);
                undo.push(() -> installAgain(application));
            }
            case UPDATE -> {
                InstalledApplication old = Objects.requireNonNull(step.replaced());
                update(old, application);
                undo.push(() -> {
                    uninstall(application);
                    installAgain(old);
                    if (application.started) {
                        restart(old);
                    }
                });
            }
            // These happen by themselves.
            case WAIT, RESUME, RESTART -> {}
        }
    }

    /** Undoes the steps. */
    void undo() {
        undo.forEach(Runnable::run);
    }

    /**
     * Starts an application whose needs are met. It is stopped again if that fails. If it hangs, it has failed, which
     * does not undo the change: it may still start.
     */
    private void start(InstalledApplication application) {
        application.lifecycle.hanging().ifPresent(hanging -> {
            throw new ApplicationException(cannot("start", application, hanging));
        });
        // Those of an application that hung when it started
        settings.takeErrors();
        application.started = true;
        application.notRestored = "";
        try {
            if (application.lifecycle.run(START, () -> startBundle(application))) {
                requireStarted(application);
            }
        } catch (BundleException e) {
            stop(application);
            throw new ApplicationException(cannot("start", application, reason(application, e)), e);
        } catch (ApplicationException | SettingsException e) {
            stop(application);
            throw e;
        }
    }

    private void startBundle(InstalledApplication application) throws BundleException {
        try {
            framework.start(application.bundle);
            application.failure = "";
        } catch (BundleException e) {
            application.failure = reason(application, e);
            throw e;
        }
    }

    private String reason(InstalledApplication application, BundleException e) {
        String missing = states.missingPackages(application);
        if (!missing.isEmpty()) {
            return missing;
        }
        // The cause of an activator's exception
        return e.getCause() == null || e.getType() == BundleException.RESOLVE_ERROR
                ? String.valueOf(e.getMessage())
                : e.getCause().toString();
    }

    /** Checks the settings that a bundle has read when it started, and its components. */
    private void requireStarted(InstalledApplication application) {
        Map<String, Set<String>> errors = settings.takeErrors();
        if (!errors.isEmpty()) {
            throw new SettingsException(errors.entrySet().stream()
                    .map(entry -> "cannot start application %s: %s"
                            .formatted(entry.getKey(), String.join("; ", entry.getValue())))
                    .collect(Collectors.joining(System.lineSeparator())));
        }
        new Components(framework.components(), application.bundle).failure().ifPresent(failure -> {
            throw new ApplicationException(cannot("start", application, failure));
        });
    }

    private static String cannot(String verb, InstalledApplication application, String reason) {
        return "cannot %s application %s: %s".formatted(verb, application.name(), reason);
    }

    private void stop(InstalledApplication application) {
        application.started = false;
        application.notRestored = "";
        stopBundle(application);
    }

    private void stopBundle(InstalledApplication application) {
        try {
            if (!application.lifecycle.run(STOP, application.bundle::stop)) {
                framework.silence(application.bundle);
            }
        } catch (BundleException e) {
            // An activator threw it. The bundle is stopped anyway.
            LOG.log(Level.WARNING, "application %s failed while it stopped".formatted(application), e);
        }
    }

    /** Uninstalls a version. Those that use its packages restart, to use the versions that are installed then. */
    private void uninstall(InstalledApplication application) {
        installed.remove(application.name(), application);
        List<InstalledApplication> users = framework.usersOfPackages(application.bundle).stream()
                .flatMap(user -> Stream.ofNullable(installed.get(user.getSymbolicName()))
                        .filter(known -> known.started && known.bundle.equals(user)))
                .toList();
        // Before the services of the version end, so that no user is without them.
        users.forEach(this::stopBundle);
        unload(application);
        users.reversed().forEach(this::startWaiting);
    }

    private void unload(InstalledApplication application) {
        leaving.add(application);
        try {
            boolean isUnloaded = application.lifecycle.run(STOP, () -> {
                try {
                    framework.uninstall(application.bundle);
                    framework.refresh(List.of(application.bundle));
                } finally {
                    leaving.remove(application);
                }
            });
            if (!isUnloaded) {
                framework.silence(application.bundle);
            }
        } catch (BundleException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Undoes {@link #uninstall}, except that the application is stopped. */
    private void installAgain(InstalledApplication application) {
        try {
            InstalledApplication again = application.again(framework.install(application.file));
            installed.put(again.name(), again);
        } catch (IOException e) {
            LOG.log(Level.ERROR, "cannot install application %s again".formatted(application), e);
        }
    }

    /** Starts an application that ran before, if it is still installed. */
    private void restart(InstalledApplication application) {
        InstalledApplication present = installed.get(application.name());
        try {
            if (present != null) {
                start(present);
            }
        } catch (ApplicationException | SettingsException e) {
            LOG.log(Level.ERROR, e.getMessage(), e);
        }
    }

    /** Starts the new version beside the old one, lets it take over the listeners, and uninstalls the old one. */
    private void update(InstalledApplication old, InstalledApplication fresh) {
        // One of the setting apps is installed again from its path at the next start.
        fresh.recorded = old.recorded || old.isBuiltIn();
        Registration services = old.started ? replace(old, fresh) : () -> {};
        installed.put(fresh.name(), fresh);
        uninstall(old);
        services.close();
    }

    /**
     * Starts the new version beside the old one, and lets it take over the listeners.
     *
     * @return ends the use of the services of the new version for which the old one has users
     */
    private Registration replace(InstalledApplication old, InstalledApplication fresh) {
        var services = new AtomicReference<Registration>(() -> {});
        try {
            boolean isStarted = fresh.lifecycle.run(START, () -> {
                framework.startHeld(fresh.bundle);
                services.set(framework.createServices(old.bundle, fresh.bundle));
            });
            if (!isStarted) {
                throw new ApplicationException(fresh.lifecycle.hanging().orElse("interrupted"));
            }
            requireStarted(fresh);
            framework.takeOver(old.bundle, fresh.bundle);
            fresh.started = true;
            return services.get();
        } catch (BundleException | ApplicationException | SettingsException e) {
            stop(fresh);
            String reason = e instanceof BundleException failure ? reason(fresh, failure) : e.getMessage();
            throw new ApplicationException(
                    "cannot update application %s to version %s: %s; version %s continues"
                            .formatted(old.name(), fresh.version(), reason, old.version()),
                    e);
        }
    }

    /** Starts those of the started applications that lacked a package. */
    void startWaiting() {
        installed.values().forEach(this::startWaiting);
    }

    private void startWaiting(InstalledApplication application) {
        boolean isDown = application.bundle.getState() != Bundle.ACTIVE
                && application.lifecycle.hanging().isEmpty();
        if (application.started && isDown) {
            try {
                application.lifecycle.run(START, () -> startBundle(application));
            } catch (BundleException _) {
                // It is the failure of the application.
            }
        }
    }

    /** Uninstalls an application that has not become known, and deletes its copy. */
    void discard(InstalledApplication application) {
        unload(application);
        try {
            Files.deleteIfExists(application.file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot delete %s".formatted(application.file), e);
        }
    }
}
