package net.beaconcontroller.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.beaconcontroller.runtime.Application.Kind;
import net.beaconcontroller.runtime.ApplicationStep.Action;
import net.beaconcontroller.runtime.Requirements.Requirement;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * The steps of a change of applications, found by simulation according to the manifests. An application runs while it
 * is started and every mandatory service that it needs is provided by an application that runs.
 */
final class ApplicationPlan {
    /**
     * A step.
     *
     * @param application the version after the step
     * @param replaced the version that an update replaces; else null
     */
    record Step(
            Action action,
            InstalledApplication application,
            @Nullable InstalledApplication replaced,
            String reason) {
        /** @param isMade whether the step was made, so that it can have started or stopped an application that hangs */
        ApplicationStep described(boolean isMade) {
            String hanging = isMade && action != Action.INSTALL
                    ? application.lifecycle.hanging().orElse("")
                    : "";
            return new ApplicationStep(action, application.name(), application.version(), reason, hanging);
        }
    }

    private final BundleContext context;
    private final Map<String, InstalledApplication> installed;
    private final Set<String> started;
    private final List<Step> steps = new ArrayList<>();

    /** @param now the installed applications by name */
    ApplicationPlan(BundleContext context, Map<String, InstalledApplication> now) {
        this.context = context;
        this.installed = new TreeMap<>(now);
        this.started = now.values().stream()
                .filter(application -> application.started)
                .map(InstalledApplication::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    List<Step> steps() {
        return steps;
    }

    void install(InstalledApplication fresh) {
        InstalledApplication present = installed.get(fresh.name());
        if (present != null) {
            throw new AlreadyInstalledException(
                    ("cannot install %s: application %s (%s) has the same name; remove it or update it, or change the "
                                    + "Bundle-SymbolicName of the new one")
                            .formatted(fresh.origin, present, present.origin));
        }
        installed.put(fresh.name(), fresh);
        add(Action.INSTALL, fresh, "");
    }

    void start(String name) {
        InstalledApplication application = require(name);
        if (started.contains(name)) {
            return;
        }
        Set<String> before = running();
        var direct = new LinkedHashSet<String>();
        start(application, "", direct);
        Set<String> after = running();
        for (String resumed : after) {
            if (!before.contains(resumed) && !direct.contains(resumed)) {
                add(Action.RESUME, require(resumed), "its needs are available again");
            }
        }
    }

    /** Starts an application after those that it needs. */
    private void start(InstalledApplication application, String reason, Set<String> direct) {
        if (!direct.add(application.name())) {
            return;
        }
        String missing = missing(application, installed.keySet());
        if (!missing.isEmpty()) {
            throw new ApplicationException("cannot start application %s: %s".formatted(application.name(), missing));
        }
        for (Requirement needed : unmet(application, running())) {
            start(
                    provider(needed, installed.keySet()).orElseThrow(),
                    "application %s needs its service %s".formatted(application.name(), needed.shortName()),
                    direct);
        }
        if (started.add(application.name())) {
            add(Action.START, application, reason);
        }
    }

    void stop(String name) {
        InstalledApplication application = require(name);
        if (started.contains(name) || !application.notRestored.isEmpty()) {
            Set<String> before = running();
            started.remove(name);
            addWaiting(before);
            add(Action.STOP, application, "");
        }
    }

    void remove(String name) {
        InstalledApplication application = require(name);
        Set<String> before = running();
        boolean wasStarted = started.remove(name);
        installed.remove(name);
        addWaiting(before);
        if (wasStarted) {
            add(Action.STOP, application, "");
        }
        add(Action.REMOVE, application, "");
    }

    void update(InstalledApplication fresh) {
        InstalledApplication old = require(fresh.name());
        Set<InstalledApplication> users = usersOfPackages(old);
        Set<String> before = running();
        installed.put(fresh.name(), fresh);
        String missing = started.contains(fresh.name()) ? missing(fresh, running()) : "";
        if (!missing.isEmpty()) {
            throw cannotUpdate(old, fresh, missing);
        }
        for (InstalledApplication user : users) {
            String packages = missing(user, installed.keySet());
            if (!packages.isEmpty()) {
                throw cannotUpdate(old, fresh, "application %s %s".formatted(user.name(), packages));
            }
        }
        addWaiting(before);
        steps.add(new Step(Action.UPDATE, fresh, old, "replaces version " + old.version()));
        users.stream()
                .filter(user -> started.contains(user.name()))
                .forEach(user -> add(Action.RESTART, user, "uses packages of application " + fresh.name()));
        if (!old.notRestored.isEmpty()) {
            start(fresh.name());
        }
    }

    private static ApplicationException cannotUpdate(
            InstalledApplication old, InstalledApplication fresh, String reason) {
        return new ApplicationException("cannot update application %s to version %s: %s; version %s stays"
                .formatted(old.name(), fresh.version(), reason, old.version()));
    }

    /** Returns the applications that use packages of another, directly or through others. */
    private Set<InstalledApplication> usersOfPackages(InstalledApplication exporter) {
        var users = new LinkedHashSet<InstalledApplication>();
        addUsersOfPackages(exporter, users);
        users.remove(exporter);
        return users;
    }

    private void addUsersOfPackages(InstalledApplication exporter, Set<InstalledApplication> users) {
        for (InstalledApplication other : installed.values()) {
            boolean isUser = other.needs(context).stream()
                    .anyMatch(needed -> needed.kind() == Kind.PACKAGE && needed.isMetBy(exporter.bundle));
            if (isUser && users.add(other)) {
                addUsersOfPackages(other, users);
            }
        }
    }

    /** Adds a step for each application that ran before and waits now. */
    private void addWaiting(Set<String> before) {
        Set<String> now = running();
        for (String name : before) {
            if (!now.contains(name) && started.contains(name)) {
                InstalledApplication waiting = require(name);
                String needs = unmet(waiting, now).stream()
                        .map(needed -> "%s %s"
                                .formatted(needed.kind() == Kind.SERVICE ? "service" : "package", needed.shortName()))
                        .distinct()
                        .collect(Collectors.joining(", "));
                add(Action.WAIT, waiting, "needs " + needs);
            }
        }
    }

    private void add(Action action, InstalledApplication application, String reason) {
        steps.add(new Step(action, application, null, reason));
    }

    private InstalledApplication require(String name) {
        return Optional.ofNullable(installed.get(name))
                .orElseThrow(() -> new ApplicationException("application %s is not installed; installed are: %s"
                        .formatted(name, Applications.names(installed.keySet()))));
    }

    private Optional<InstalledApplication> provider(Requirement needed, Collection<String> among) {
        return among.stream()
                .map(this::require)
                .filter(other -> needed.isMetBy(other.bundle))
                .findFirst();
    }

    /**
     * Returns the requirements of an application that no installed application meets, if they are packages, or none of
     * the given ones, if they are services.
     */
    private List<Requirement> unmet(InstalledApplication application, Set<String> running) {
        return application.needs(context).stream()
                .filter(needed -> provider(needed, needed.kind() == Kind.PACKAGE ? installed.keySet() : running)
                        .isEmpty())
                .toList();
    }

    /** Describes the {@link #unmet} requirements; empty if there is none. */
    private String missing(InstalledApplication application, Set<String> running) {
        List<Bundle> bundles =
                installed.values().stream().map(other -> other.bundle).toList();
        return unmet(application, running).stream()
                .map(needed -> needed.missing(context, bundles))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** Returns the applications that run: the started ones, without those that lack something. */
    private Set<String> running() {
        var running = new TreeSet<>(started);
        while (running.removeIf(
                name -> !unmet(require(name), new HashSet<>(running)).isEmpty())) {
            // Those that need the removed ones are next.
        }
        return running;
    }
}
