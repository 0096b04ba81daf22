package net.beaconcontroller.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.runtime.Application.Need;
import net.beaconcontroller.runtime.Application.State;
import net.beaconcontroller.runtime.ApplicationEvents.Status;
import net.beaconcontroller.runtime.Requirements.Requirement;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;

/**
 * The states of the installed applications, the reasons in words, and what the applications need of each other. Safe
 * for use by several threads.
 */
final class ApplicationStates {
    /** The manifest headers of a bundle that has components, is a library, or has an activator. */
    private static final List<String> PURPOSES =
            List.of("Service-Component", Constants.EXPORT_PACKAGE, Constants.BUNDLE_ACTIVATOR);

    private static final String NO_COMPONENT = "does nothing, because it has no component: annotate a class with "
            + "@Component of org.osgi.service.component.annotations, and build it with bnd";

    private final OsgiFramework framework;
    private final Map<String, InstalledApplication> installed;
    private final Set<InstalledApplication> leaving;

    /**
     * Creates an object for applications that change while it is in use.
     *
     * @param installed the installed applications by name
     * @param leaving the versions that are being uninstalled
     */
    ApplicationStates(
            OsgiFramework framework, Map<String, InstalledApplication> installed, Set<InstalledApplication> leaving) {
        this.framework = framework;
        this.installed = installed;
        this.leaving = leaving;
    }

    /** Describes an application, with the others that it needs and that need it. */
    Application describe(InstalledApplication application) {
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
        Status status = status(application);
        return new Application(
                application.name(),
                status.version(),
                status.state(),
                status.reason(),
                application.origin,
                Requirements.services(application.bundle),
                needs,
                neededBy,
                hanging(application));
    }

    /** Returns what hangs of all versions of an application. */
    private List<String> hanging(InstalledApplication application) {
        return Stream.concat(Stream.of(application), leaving.stream().filter(other -> other.name()
                        .equals(application.name())))
                .flatMap(version -> version.lifecycle.hanging().stream())
                .toList();
    }

    /** Returns the state of an application, and why it is in this state. */
    Status status(InstalledApplication application) {
        Optional<String> hanging = application.lifecycle.hanging();
        if (hanging.isPresent()) {
            return status(application, State.FAILED, hanging.get());
        }
        if (!application.started) {
            String reason = application.notRestored;
            return status(application, reason.isEmpty() ? State.STOPPED : State.FAILED, reason);
        }
        if (application.bundle.getState() != Bundle.ACTIVE) {
            String missing = missingPackages(application);
            return missing.isEmpty() && !application.failure.isEmpty()
                    ? status(application, State.FAILED, application.failure)
                    : status(application, State.WAITING, missing.isEmpty() ? "restarts" : missing);
        }
        return statusOfComponents(application);
    }

    private static Status status(InstalledApplication application, State state, String reason) {
        return new Status(application.version(), state, reason);
    }

    private Status statusOfComponents(InstalledApplication application) {
        Bundle bundle = application.bundle;
        var components = new Components(framework.components(), bundle);
        Optional<String> failure = components.failure();
        if (failure.isPresent()) {
            return status(application, State.FAILED, failure.get());
        }
        if (PURPOSES.stream().allMatch(header -> bundle.getHeaders("").get(header) == null)) {
            return status(application, State.RUNNING, NO_COMPONENT);
        }
        String missing = components.missingServices().stream()
                // what the application lacks itself only follows from something else that it lacks
                .filter(name -> !Requirements.provides(bundle, name))
                .map(name -> describeMissing(application, name))
                .collect(Collectors.joining("; "));
        boolean runs = components.isEmpty() || components.anySatisfied();
        return status(application, runs ? State.RUNNING : State.WAITING, missing);
    }

    /** Returns what an application needs and no installed bundle exports; empty if nothing. */
    String missingPackages(InstalledApplication application) {
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
                                Words.of(status(provider).state())))
                .orElseGet(() -> "needs service %s, which no installed application provides".formatted(service));
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
}
