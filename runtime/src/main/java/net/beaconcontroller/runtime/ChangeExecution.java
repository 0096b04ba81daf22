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
import java.util.stream.Collectors;
import net.beaconcontroller.runtime.ApplicationPlan.Step;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/** Makes the steps of one change of applications, and undoes them if a later one fails. For one thread. */
final class ChangeExecution {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    private final OsgiFramework framework;
    private final ApplicationConfiguration settings;
    private final ApplicationStates states;
    private final Map<String, InstalledApplication> installed;
    /** The actions that undo the steps, that of the last step first. */
    private final Deque<Runnable> undo = new ArrayDeque<>();

    /** @param installed the installed applications by name, which the steps change */
    ChangeExecution(
            OsgiFramework framework,
            ApplicationConfiguration settings,
            ApplicationStates states,
            Map<String, InstalledApplication> installed) {
        this.framework = framework;
        this.settings = settings;
        this.states = states;
        this.installed = installed;
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

    /** Starts an application whose needs are met. It is stopped again if that fails. */
    private void start(InstalledApplication application) {
        application.started = true;
        try {
            application.bundle.start();
            requireStarted(application);
        } catch (BundleException e) {
            stop(application);
            throw new ApplicationException(cannot("start", application, reason(application, e)), e);
        } catch (ApplicationException | SettingsException e) {
            stop(application);
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
        try {
            application.bundle.stop();
        } catch (BundleException e) {
            // An activator threw it. The bundle is stopped anyway.
            LOG.log(Level.WARNING, "application %s failed while it stopped".formatted(application), e);
        }
    }

    private void uninstall(InstalledApplication application) {
        installed.remove(application.name());
        framework.uninstall(application.bundle);
        framework.refresh(List.of(application.bundle));
    }

    /** Undoes {@link #uninstall}, except that the application is stopped. */
    private void installAgain(InstalledApplication application) {
        try {
            var again =
                    new InstalledApplication(framework.install(application.file), application.file, application.origin);
            again.recorded = application.recorded;
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
        if (old.started) {
            try {
                framework.startHeld(fresh.bundle);
                requireStarted(fresh);
                framework.replaceListeners(old.bundle, fresh.bundle);
                fresh.started = true;
            } catch (BundleException | ApplicationException | SettingsException e) {
                framework.release();
                stop(fresh);
                String reason = e instanceof BundleException failure ? reason(fresh, failure) : e.getMessage();
                throw new ApplicationException(
                        "cannot update application %s to version %s: %s; version %s continues"
                                .formatted(old.name(), fresh.version(), reason, old.version()),
                        e);
            }
        }
        installed.put(fresh.name(), fresh);
        framework.uninstall(old.bundle);
        framework.refresh(List.of(old.bundle));
    }

    /** Starts those of the started applications that lacked a package. */
    void startWaiting() {
        for (InstalledApplication application : installed.values()) {
            if (application.started && application.bundle.getState() != Bundle.ACTIVE) {
                try {
                    application.bundle.start();
                    application.failure = "";
                } catch (BundleException e) {
                    application.failure = reason(application, e);
                }
            }
        }
    }

    /** Uninstalls an application that has not become known, and deletes its copy. */
    void discard(InstalledApplication application) {
        framework.uninstall(application.bundle);
        framework.refresh(List.of(application.bundle));
        try {
            Files.deleteIfExists(application.file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot delete %s".formatted(application.file), e);
        }
    }
}
