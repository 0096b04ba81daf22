package net.beaconcontroller.runtime;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.ReferenceDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** The components of a started bundle, as Declarative Services knows them. */
final class Components {
    /** More than enough: it takes a change of a component at the same microsecond to fail once. */
    private static final int ATTEMPTS = 10;

    private final List<ComponentConfigurationDTO> all;

    Components(ServiceComponentRuntime runtime, Bundle bundle) {
        all = runtime.getComponentDescriptionDTOs(bundle).stream()
                .flatMap(description -> configurations(runtime, description).stream())
                .toList();
    }

    /**
     * Reads again if a component starts or stops at the same time: {@code SingleComponentManager.getProperties} of
     * Felix SCR 2.2.18 then may return null, because another thread clears the field between its check and its use,
     * and the runtime copies null.
     */
    private static Collection<ComponentConfigurationDTO> configurations(
            ServiceComponentRuntime runtime, ComponentDescriptionDTO description) {
        for (int attempt = 1; ; attempt++) {
            try {
                return runtime.getComponentConfigurationDTOs(description);
            } catch (NullPointerException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns whether a component is active, or will be when its service is used. */
    boolean anySatisfied() {
        return all.stream()
                .anyMatch(each -> each.state == ComponentConfigurationDTO.SATISFIED
                        || each.state == ComponentConfigurationDTO.ACTIVE);
    }

    /** Returns why the first component that failed did so. */
    Optional<String> failure() {
        return all.stream()
                .filter(each -> each.state == ComponentConfigurationDTO.FAILED_ACTIVATION)
                .findFirst()
                .map(each -> "component %s failed: %s"
                        .formatted(Requirements.simple(each.description.implementationClass), cause(each.failure)));
    }

    /** Returns the last cause in a stack trace. */
    private static String cause(@Nullable String stackTrace) {
        return stackTrace == null
                ? "see the log"
                : stackTrace
                        .lines()
                        .filter(line -> !line.startsWith("\t"))
                        .reduce((_, last) -> last)
                        .orElse("see the log")
                        .replaceFirst("^Caused by: ", "");
    }

    /** Returns the full names of the services that components wait for. */
    List<String> missingServices() {
        return all.stream()
                .filter(each -> each.state == ComponentConfigurationDTO.UNSATISFIED_REFERENCE)
                .flatMap(each -> Stream.of(each.unsatisfiedReferences).map(missing -> service(each, missing)))
                .distinct()
                .toList();
    }

    private static String service(ComponentConfigurationDTO component, UnsatisfiedReferenceDTO missing) {
        return Stream.of(component.description.references)
                .filter(reference -> Objects.equals(reference.name, missing.name))
                .map((ReferenceDTO reference) -> reference.interfaceName)
                .findFirst()
                .orElse(missing.name);
    }
}
