package net.beaconcontroller.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.core.ListenerRegistry;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.runtime.ApplicationEvents.Status;
import net.beaconcontroller.runtime.ApplicationPlan.Step;
import net.beaconcontroller.runtime.ApplicationStore.Stored;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/**
 * The applications, each a bundle in an OSGi framework. They are installed, started, stopped, updated and removed while
 * the controller runs. A component that implements a {@link net.beaconcontroller.api.Listener} interface joins the
 * pipelines when its bundle starts and leaves them when it stops. Changes are made one after the other, and are
 * recorded in the data folder, so that they survive a restart. Safe for use by several threads.
 */
public final class Applications implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    /** The time in which all applications have to stop when the controller does. */
    private static final Duration STOP_TIME = Duration.ofSeconds(5);

    private final OsgiFramework framework;
    private final ApplicationStore kept;
    private final ApplicationConfiguration settings;
    private final ApplicationEvents events;
    private final AtomicBoolean isUpdatePending = new AtomicBoolean();
    private final Optional<Duration> limit;
    private final Map<String, InstalledApplication> installed = new ConcurrentSkipListMap<>();
    /** The versions that are being uninstalled. */
    private final Set<InstalledApplication> leaving = ConcurrentHashMap.newKeySet();

    private final ApplicationRecords records;
    private final ApplicationStates states;
    private volatile boolean closed;

    /**
     * Starts the framework, and installs the built-in and the recorded applications, without starting them.
     *
     * @param controller the controller that applications receive
     * @param registry the registry of the same controller
     * @param settings the settings that applications receive
     * @param events receives the changes of applications, and is the service by which they publish others
     * @param store has the records of earlier changes, and is the service by which applications keep documents
     * @param folder the data folder
     * @param limit the time that an application may take to start or to stop; empty for no limit
     * @throws ApplicationException if a built-in application or the record cannot be read
     */
    Applications(
            Controller controller,
            ListenerRegistry registry,
            ApplicationConfiguration settings,
            Events events,
            Store store,
            BundledApplications bundled,
            Path folder,
            Optional<Duration> limit) {
        this.settings = settings;
        this.limit = limit;
        this.events = new ApplicationEvents(events);
        kept = new ApplicationStore(folder.resolve("applications"), store);
        records = new ApplicationRecords(kept);
        framework = new OsgiFramework(folder.resolve("framework"), controller, registry, settings, events, store);
        states = new ApplicationStates(framework, installed, leaving);
        try {
            for (Path jar : bundled.jars()) {
                Bundle bundle = framework.install(jar);
                if (records.isReplaced(bundle.getSymbolicName())) {
                    framework.uninstall(bundle);
                } else {
                    add(new InstalledApplication(bundle, jar, InstalledApplication.BUILT_IN, limit));
                }
            }
        } catch (IOException e) {
            framework.close();
            throw new ApplicationException(
                    "cannot install the applications in %s: %s".formatted(bundled.folder(), e.getMessage()), e);
        }
        records.copies().forEach(this::installRecorded);
        installed.values().forEach(application -> this.events.note(application.name(), states.status(application)));
        registry.setQuarantineListener(this.events::quarantined);
        framework.onComponentChange(this::updateEvents);
    }

    private void installRecorded(Stored record) {
        Path file = kept.resolve(record.file());
        try {
            var application = new InstalledApplication(framework.install(file), file, record.origin(), limit);
            application.recorded = true;
            add(application);
        } catch (IOException e) {
            LOG.log(
                    Level.ERROR,
                    "application %s is lost: cannot install %s: %s".formatted(record.name(), file, e.getMessage()));
        }
    }

    private void add(InstalledApplication application) {
        installed.put(application.name(), application);
    }

    // Looking at applications

    /** Returns the installed applications, ordered by name. */
    public List<Application> list() {
        return installed.keySet().stream().flatMap(name -> find(name).stream()).toList();
    }

    /** Returns an installed application. */
    public Optional<Application> find(String name) {
        while (true) {
            InstalledApplication application = installed.get(name);
            if (application == null) {
                return Optional.empty();
            }
            Application described = states.describe(application);
            // Another thread may have updated or removed it in the meantime.
            if (installed.get(name) == application) {
                return Optional.of(described);
            }
        }
    }

    /** Returns when the application with this origin was installed or updated. */
    Optional<FileTime> installedAt(String origin) {
        return installed.values().stream()
                .filter(application -> application.origin.equals(origin))
                .findFirst()
                .map(application -> {
                    try {
                        return Files.getLastModifiedTime(application.file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /** Returns the context of the framework, for modules of the controller that use services of applications. */
    public BundleContext context() {
        return framework.context();
    }

    /** Publishes the changes of the applications, on another thread, because this may be in the middle of a change. */
    private void updateEvents() {
        if (!isUpdatePending.getAndSet(true)) {
            Thread.startVirtualThread(() -> {
                isUpdatePending.set(false);
                publishChanges();
            });
        }
    }

    private synchronized void publishChanges() {
        if (!closed) {
            var now = new TreeMap<String, Status>();
            installed.forEach((name, application) -> now.put(name, states.status(application)));
            events.update(now);
        }
    }

    // Changing applications

    /**
     * Makes several changes in one step: all, or none if one fails.
     *
     * @param dryRun whether to return the steps without making them
     * @return the steps, in their order, with those that the changes imply
     * @throws ApplicationException if a change is not possible; the message says why
     * @throws SettingsException if a setting of an application that starts is wrong
     */
    public List<ApplicationStep> apply(List<ApplicationChange> changes, boolean dryRun) {
        return change((plan, staged) -> changes.forEach(change -> plan(change, plan, staged)), dryRun, true);
    }

    private void plan(ApplicationChange change, ApplicationPlan plan, List<InstalledApplication> staged) {
        switch (change) {
            case ApplicationChange.Install(Path file, String origin, boolean start) -> {
                InstalledApplication fresh = stage(file, origin, staged);
                fresh.recorded = true;
                plan.install(fresh);
                if (start) {
                    plan.start(fresh.name());
                }
            }
            case ApplicationChange.Update(Path file, String origin) -> plan.update(stage(file, origin, staged));
            case ApplicationChange.Start(String name) -> plan.start(name);
            case ApplicationChange.Stop(String name) -> plan.stop(name);
            case ApplicationChange.Remove(String name) -> plan.remove(name);
        }
    }

    /**
     * Makes a change.
     *
     * @param planning plans the steps, and adds the applications that it installs in the framework to the list
     * @param recorded whether to record the change
     */
    private synchronized List<ApplicationStep> change(
            BiConsumer<ApplicationPlan, List<InstalledApplication>> planning, boolean dryRun, boolean recorded) {
        var staged = new ArrayList<InstalledApplication>();
        var execution = new ChangeExecution(framework, settings, states, installed, leaving);
        boolean made = false;
        try {
            var plan = new ApplicationPlan(framework.context(), installed);
            planning.accept(plan, staged);
            if (!dryRun) {
                plan.steps().forEach(execution::execute);
                execution.startWaiting();
                if (recorded) {
                    records.record(plan.steps(), copiesInUse());
                }
                made = true;
                updateEvents();
                plan.steps().stream()
                        .filter(step -> recorded || !step.reason().isEmpty())
                        .forEach(step -> LOG.log(Level.INFO, describe(step)));
            }
            return plan.steps().stream().map(step -> step.described(!dryRun)).toList();
        } finally {
            if (!made) {
                execution.undo();
            }
            staged.stream()
                    .filter(application -> installed.get(application.name()) != application)
                    .forEach(execution::discard);
        }
    }

    private static String describe(Step step) {
        return "application %s: %s%s"
                .formatted(
                        step.application(),
                        Words.of(step.action()),
                        step.reason().isEmpty() ? "" : " (" + step.reason() + ")");
    }

    /** Copies an application and installs the copy, without making it known. */
    private InstalledApplication stage(Path file, String origin, List<InstalledApplication> staged) {
        try {
            if (!Files.exists(file)) {
                throw new IOException("the file does not exist");
            }
            Path copy = kept.copy(file);
            try {
                staged.add(new InstalledApplication(framework.install(copy), copy, origin, limit));
                return staged.getLast();
            } catch (IOException e) {
                Files.delete(copy);
                throw e;
            }
        } catch (IOException | NotStoredException e) {
            String reason = e instanceof ZipException ? "not a complete JAR file" : e.getMessage();
            throw new ApplicationException("cannot install %s: %s".formatted(origin, reason), e);
        }
    }

    private Set<Path> copiesInUse() {
        return installed.values().stream().map(application -> application.file).collect(Collectors.toSet());
    }

    // Starting the controller

    /**
     * Starts applications, in any order, with those that they need.
     *
     * @param apps names of installed applications, or paths of JAR files, which stay installed while the controller
     *     runs
     * @throws ApplicationException if one cannot be started; then none is
     * @throws SettingsException if one of their settings is wrong; then none is started
     */
    void startAll(List<String> apps) {
        change(
                (plan, staged) -> {
                    var names = new ArrayList<String>();
                    for (String app : apps) {
                        if (app.contains("/") || app.endsWith(".jar")) {
                            InstalledApplication fresh = stage(Path.of(app), app, staged);
                            plan.install(fresh);
                            names.add(fresh.name());
                        } else if (installed.containsKey(app)) {
                            names.add(app);
                        } else {
                            throw new ApplicationException(("apps: application %s is not installed; installed are: %s; "
                                            + "the path of a JAR file contains a / or ends with .jar")
                                    .formatted(app, names(installed.keySet())));
                        }
                    }
                    names.forEach(plan::start);
                },
                false,
                false);
    }

    /**
     * Starts applications as {@link #startAll} does, except those that were stopped or removed while a controller with
     * this data folder ran; and those that were started. One of the latter that fails is logged, and
     * has the state {@link Application.State#FAILED}.
     */
    void startAllAndRecorded(List<String> apps) {
        startAll(apps.stream().filter(app -> !records.isStopped(app)).toList());
        for (String name : records.started()) {
            if (installed.containsKey(name)) {
                try {
                    startAll(List.of(name));
                } catch (ApplicationException | SettingsException e) {
                    String reason = String.valueOf(e.getMessage());
                    LOG.log(Level.ERROR, reason);
                    Objects.requireNonNull(installed.get(name)).notRestored = reason;
                }
            }
        }
    }

    static String names(Collection<String> applications) {
        return applications.isEmpty() ? "none" : String.join(", ", applications);
    }

    /** Returns the class loader of an installed application, for tests that check that it is collected. */
    ClassLoader classLoaderOf(String name) {
        return OsgiFramework.classLoader(Objects.requireNonNull(installed.get(name)).bundle);
    }

    /**
     * Returns the number of class loaders of removed or updated versions that are leaked, by application: a collection
     * of the whole heap has not released them.
     */
    public Map<String, Integer> leakedClassLoaders() {
        return framework.classLoaders().leaked();
    }

    /** Stops all applications, the latest first, and the framework. */
    @Override
    public void close() {
        closed = true;
        framework.closeListeners();
        long deadline = System.nanoTime() + STOP_TIME.toNanos();
        boolean areStopped = installed.values().stream()
                .sorted(Comparator.comparingLong(application -> -application.bundle.getBundleId()))
                .map(application -> close(application, deadline))
                .reduce(true, Boolean::logicalAnd);
        // The framework waits for an application that hangs.
        framework.close(areStopped && leaving.isEmpty() ? timeUntil(deadline) : Duration.ZERO);
    }

    /** Returns whether the application has stopped. */
    private static boolean close(InstalledApplication application, long deadline) {
        try {
            return application.lifecycle.run("stop", application.bundle::stop, timeUntil(deadline));
        } catch (BundleException e) {
            LOG.log(Level.WARNING, "application %s failed while it stopped".formatted(application), e);
            return true;
        }
    }

    private static Duration timeUntil(long deadline) {
        return Duration.ofNanos(deadline - System.nanoTime());
    }
}
