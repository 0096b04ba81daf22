package net.beaconcontroller.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import net.beaconcontroller.api.Controller;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.api.store.NotStoredException;
import net.beaconcontroller.api.store.Store;
import net.beaconcontroller.api.store.StoreException;
import net.beaconcontroller.core.ListenerRegistry;
import net.beaconcontroller.runtime.Application.Need;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.runtime.ApplicationEvents.Status;
import net.beaconcontroller.runtime.ApplicationPlan.Step;
import net.beaconcontroller.runtime.ApplicationStore.Stored;
import net.beaconcontroller.runtime.ApplicationStore.Wanted;
import net.beaconcontroller.runtime.Requirements.Requirement;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

/**
 * The applications, each a bundle in an OSGi framework. They are installed, started, stopped, updated and removed while
 * the controller runs. A component that implements a {@link net.beaconcontroller.api.Listener} interface joins the
 * pipelines when its bundle starts and leaves them when it stops. Changes are made one after the other, and are
 * recorded in the data folder, so that they survive a restart. Safe for use by several threads.
 */
public final class Applications implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Applications.class.getName());

    /** The manifest headers of a bundle that has components, is a library, or has an activator. */
    private static final List<String> PURPOSES =
            List.of("Service-Component", Constants.EXPORT_PACKAGE, Constants.BUNDLE_ACTIVATOR);

    private static final String NO_COMPONENT = "does nothing, because it has no component: annotate a class with "
            + "@Component of org.osgi.service.component.annotations, and build it with bnd";

    private final OsgiFramework framework;
    private final ApplicationStore kept;
    private final ApplicationConfiguration settings;
    private final ApplicationEvents events;
    private final AtomicBoolean isUpdatePending = new AtomicBoolean();
    private final Map<String, InstalledApplication> installed = new ConcurrentSkipListMap<>();
    /** The applications that were changed while a controller with this data folder ran, by name. */
    private final Map<String, Stored> records;

    private final Set<String> builtIn = new TreeSet<>();
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
     * @throws ApplicationException if a built-in application or the record cannot be read
     */
    Applications(
            Controller controller,
            ListenerRegistry registry,
            ApplicationConfiguration settings,
            Events events,
            Store store,
            BundledApplications bundled,
            Path folder) {
        this.settings = settings;
        this.events = new ApplicationEvents(events);
        kept = new ApplicationStore(folder.resolve("applications"), store);
        records = kept.records();
        deleteUnusedCopies();
        framework = new OsgiFramework(folder.resolve("framework"), controller, registry, settings, events, store);
        try {
            for (Path jar : bundled.jars()) {
                Bundle bundle = framework.install(jar);
                String name = bundle.getSymbolicName();
                builtIn.add(name);
                if (isReplaced(records.get(name))) {
                    framework.uninstall(bundle);
                } else {
                    add(new InstalledApplication(bundle, jar, InstalledApplication.BUILT_IN));
                }
            }
        } catch (IOException e) {
            framework.close();
            throw new ApplicationException(
                    "cannot install the applications in %s: %s".formatted(bundled.folder(), e.getMessage()), e);
        }
        records.values().stream().filter(record -> !record.file().isEmpty()).forEach(this::installRecorded);
        installed
                .values()
                .forEach(application ->
                        this.events.note(application.name(), new Status(application.version(), State.STOPPED, "")));
        registry.setQuarantineListener(this.events::quarantined);
        framework.onComponentChange(this::updateEvents);
    }

    /** Deletes the copies of applications that were installed only while an earlier controller ran. */
    private void deleteUnusedCopies() {
        try {
            kept.deleteUnused(records.values(), Set.of());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot delete unused copies of applications", e);
        }
    }

    /** Returns whether the record of a built-in application says that it was removed or replaced by a file. */
    private static boolean isReplaced(@Nullable Stored record) {
        return record != null
                && (record.wanted() == Wanted.REMOVED || !record.file().isEmpty());
    }

    private void installRecorded(Stored record) {
        Path file = kept.resolve(record.file());
        try {
            var application = new InstalledApplication(framework.install(file), file, record.origin());
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
            Application described = describe(application);
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

    private Application describe(InstalledApplication application) {
        List<Need> needs = needs(application)
                .map(needed -> new Need(
                        needed.kind(),
                        needed.shortName(),
                        provider(needed).map(InstalledApplication::name).orElse("")))
                .distinct()
                .toList();
        List<String> neededBy = installed.values().stream()
                .filter(other -> other != application)
                .filter(other -> needs(other).anyMatch(needed -> needed.isMetBy(application.bundle)))
                .map(InstalledApplication::name)
                .toList();
        StateReason state = stateOf(application);
        return new Application(
                application.name(),
                application.version(),
                state.state,
                state.reason,
                application.origin,
                Requirements.services(application.bundle),
                needs,
                neededBy);
    }

    /** Returns the context of the framework, for modules of the controller that use services of applications. */
    public BundleContext context() {
        return framework.context();
    }

    private Stream<Requirement> needs(InstalledApplication application) {
        return application.needs(framework.context()).stream();
    }

    /** Returns the application that meets a requirement, preferably one that is started. */
    private Optional<InstalledApplication> provider(Requirement needed) {
        return installed.values().stream()
                .filter(other -> needed.isMetBy(other.bundle))
                .min((one, other) -> Boolean.compare(other.started, one.started));
    }

    private record StateReason(State state, String reason) {}

    private StateReason stateOf(InstalledApplication application) {
        Bundle bundle = application.bundle;
        if (!application.started) {
            return new StateReason(State.STOPPED, "");
        }
        if (bundle.getState() != Bundle.ACTIVE) {
            String missing = missingPackages(application);
            return missing.isEmpty()
                    ? new StateReason(State.FAILED, application.failure)
                    : new StateReason(State.WAITING, missing);
        }
        var components = new Components(framework.components(), bundle);
        Optional<String> failure = components.failure();
        if (failure.isPresent()) {
            return new StateReason(State.FAILED, failure.get());
        }
        if (PURPOSES.stream().allMatch(header -> bundle.getHeaders("").get(header) == null)) {
            return new StateReason(State.RUNNING, NO_COMPONENT);
        }
        String missing = components.missingServices().stream()
                // what the application lacks itself only follows from something else that it lacks
                .filter(name -> !Requirements.provides(bundle, name))
                .map(name -> describeMissing(application, name))
                .collect(Collectors.joining("; "));
        boolean runs = components.isEmpty() || components.anySatisfied();
        return new StateReason(runs ? State.RUNNING : State.WAITING, missing);
    }

    /** Returns what an application needs and no installed bundle exports; empty if nothing. */
    private String missingPackages(InstalledApplication application) {
        List<Bundle> all =
                installed.values().stream().map(other -> other.bundle).toList();
        return needs(application)
                .filter(needed -> needed.kind() == Application.Kind.PACKAGE)
                .filter(needed -> all.stream().noneMatch(needed::isMetBy))
                .map(needed -> needed.missing(framework.context(), all))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private String describeMissing(InstalledApplication application, String service) {
        return needs(application)
                .filter(needed -> needed.name().equals(service))
                .flatMap(needed -> provider(needed).stream())
                .findFirst()
                .map(provider -> "needs service %s: application %s is %s"
                        .formatted(
                                Requirements.simple(service),
                                provider.name(),
                                stateOf(provider).state.name().toLowerCase(Locale.ROOT)))
                .orElseGet(() -> "needs service %s, which no installed application provides".formatted(service));
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
            installed.forEach((name, application) -> {
                StateReason state = stateOf(application);
                now.put(name, new Status(application.version(), state.state, state.reason));
            });
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
        Deque<Runnable> undo = new ArrayDeque<>();
        try {
            var plan = new ApplicationPlan(framework.context(), installed);
            planning.accept(plan, staged);
            if (!dryRun) {
                plan.steps().forEach(step -> execute(step, undo));
                startWaiting();
                if (recorded) {
                    record(plan.steps());
                }
                undo.clear();
                updateEvents();
                plan.steps().stream()
                        .filter(step -> recorded || !step.reason().isEmpty())
                        .forEach(step -> LOG.log(Level.INFO, describe(step)));
            }
            return plan.steps().stream().map(Step::described).toList();
        } finally {
            undo.forEach(Runnable::run);
            staged.stream()
                    .filter(application -> installed.get(application.name()) != application)
                    .forEach(this::discard);
        }
    }

    private static String describe(Step step) {
        return "application %s: %s%s"
                .formatted(
                        step.application(),
                        step.action().name().toLowerCase(Locale.ROOT),
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
                staged.add(new InstalledApplication(framework.install(copy), copy, origin));
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

    private void discard(InstalledApplication application) {
        framework.uninstall(application.bundle);
        framework.refresh(List.of(application.bundle));
        try {
            Files.deleteIfExists(application.file);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot delete %s".formatted(application.file), e);
        }
    }

    /** @param undo receives, as the first element, what undoes the step */
    private void execute(Step step, Deque<Runnable> undo) {
        InstalledApplication application = step.application();
        switch (step.action()) {
            case INSTALL -> {
                add(application);
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
        String missing = missingPackages(application);
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
            add(again);
        } catch (IOException e) {
            LOG.log(Level.ERROR, "cannot install application %s again".formatted(application), e);
        }
    }

    /** Starts an application that ran before. */
    private void restart(InstalledApplication application) {
        try {
            start(Objects.requireNonNull(installed.get(application.name())));
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
    private void startWaiting() {
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

    private void record(List<Step> steps) {
        for (Step step : steps) {
            InstalledApplication application = step.application();
            String name = application.name();
            switch (step.action()) {
                case INSTALL, START, STOP, UPDATE -> {
                    Wanted wanted = application.started ? Wanted.STARTED : Wanted.STOPPED;
                    if (application.recorded) {
                        String file = application.file.getFileName().toString();
                        records.put(name, new Stored(name, wanted, file, application.origin));
                    } else if (application.isBuiltIn()) {
                        records.put(name, new Stored(name, wanted, "", ""));
                    }
                }
                case REMOVE -> {
                    records.remove(name);
                    if (builtIn.contains(name)) {
                        records.put(name, new Stored(name, Wanted.REMOVED, "", ""));
                    }
                }
                case WAIT, RESUME, RESTART -> {}
            }
        }
        Set<Path> inUse =
                installed.values().stream().map(application -> application.file).collect(Collectors.toSet());
        try {
            kept.save(records, inUse);
        } catch (IOException | StoreException e) {
            throw new ApplicationException("cannot record the change: " + e, e);
        }
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
     * this data folder ran; and those that were started. One of the latter that fails is logged.
     */
    void startAllAndRecorded(List<String> apps) {
        startAll(apps.stream().filter(app -> !isStopped(records.get(app))).toList());
        for (Stored record : List.copyOf(records.values())) {
            if (record.wanted() == Wanted.STARTED && installed.containsKey(record.name())) {
                try {
                    startAll(List.of(record.name()));
                } catch (ApplicationException | SettingsException e) {
                    LOG.log(Level.ERROR, e.getMessage());
                }
            }
        }
    }

    static String names(Collection<String> applications) {
        return applications.isEmpty() ? "none" : String.join(", ", applications);
    }

    private static boolean isStopped(@Nullable Stored record) {
        return record != null && record.wanted() != Wanted.STARTED;
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

    /** Stops all applications and the framework. */
    @Override
    public void close() {
        closed = true;
        framework.close();
    }
}
