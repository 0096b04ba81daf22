package net.beaconcontroller.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.resource.Namespace;

/**
 * Error messages for the packages and services that an application needs and no installed bundle has. They name the
 * bundled application that has them.
 */
record MissingRequirements(BundleContext context, BundledApplications bundled) {
    /** OSGi Compendium section 135.4. For each component, bnd writes the services that it provides and needs. */
    private static final String SERVICE_NAMESPACE = "osgi.service";

    /** The filters that bnd generates for a package, its lowest version, and the version below which it must be. */
    private static final Pattern PACKAGE = Pattern.compile("osgi\\.wiring\\.package=([^)]+)");

    private static final Pattern FROM = Pattern.compile("\\(version>=([^)]+)\\)");
    private static final Pattern BEFORE = Pattern.compile("\\(!\\(version>=([^)]+)\\)\\)");

    private static final Pattern SERVICE = Pattern.compile("objectClass=([^)]+)");

    private static final String PACKAGE_REMEDY = "start the application that exports it too, or include the library"
            + " in the bundle with bnd's -includeresource or Bundle-ClassPath"
            + " (docs/applications.md, Third-party libraries)";
    private static final String SERVICE_REMEDY = "start an application that provides it too";

    /** Returns an error message for the packages that a bundle imports and no bundle exports; empty if none. */
    String packages(Bundle bundle) {
        return missing(bundle, PackageNamespace.PACKAGE_NAMESPACE)
                .map(this::describePackage)
                .sorted()
                .collect(Collectors.joining("; "));
    }

    /** Returns an error message for the services that a bundle requires and no bundle provides; empty if none. */
    String services(Bundle bundle) {
        return missing(bundle, SERVICE_NAMESPACE)
                .filter(filter -> !isRegistered(filter))
                .map(this::describeService)
                .sorted()
                .collect(Collectors.joining("; "));
    }

    private List<BundleCapability> capabilities(String namespace) {
        return Arrays.stream(context.getBundles())
                .map(bundle -> bundle.adapt(BundleRevision.class))
                // null if the bundle has been uninstalled
                .flatMap(revision ->
                        revision == null ? Stream.empty() : revision.getDeclaredCapabilities(namespace).stream())
                .toList();
    }

    /** Returns the filters of a bundle's mandatory requirements that no capability satisfies. */
    private Stream<String> missing(Bundle bundle, String namespace) {
        List<BundleCapability> offered = capabilities(namespace);
        return bundle.adapt(BundleRevision.class).getDeclaredRequirements(namespace).stream()
                .filter(needed -> !Namespace.RESOLUTION_OPTIONAL.equals(
                        needed.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE)))
                .filter(needed -> offered.stream().noneMatch(needed::matches))
                .map(needed -> needed.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, ""))
                .distinct();
    }

    /** Returns whether a bundle or the controller has registered a service that its manifest does not declare. */
    private boolean isRegistered(String filter) {
        try {
            return context.getAllServiceReferences(null, filter) != null;
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private String describeService(String filter) {
        String name = first(SERVICE, filter, filter);
        return "service %s is missing: %s".formatted(name, remedy(bundled.providerOf(name), SERVICE_REMEDY));
    }

    private String describePackage(String filter) {
        String name = first(PACKAGE, filter, "?");
        String exporters = capabilities(PackageNamespace.PACKAGE_NAMESPACE).stream()
                .filter(export -> name.equals(export.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)))
                .map(MissingRequirements::describe)
                .sorted()
                .collect(Collectors.joining(", "));
        return "package %s%s%s is missing%s"
                .formatted(
                        name,
                        prefixed(", version ", first(FROM, filter.replaceAll(BEFORE.pattern(), ""), "")),
                        prefixed(" or later, before ", first(BEFORE, filter, "")),
                        exporters.isEmpty()
                                ? ": " + remedy(bundled.exporterOf(name), PACKAGE_REMEDY)
                                : "; available is that of " + exporters);
    }

    private static String describe(BundleCapability export) {
        Bundle owner = export.getRevision().getBundle();
        return "%s, version %s"
                .formatted(
                        owner.getBundleId() == Constants.SYSTEM_BUNDLE_ID
                                ? "the controller"
                                : "application " + owner.getSymbolicName(),
                        export.getAttributes().get(PackageNamespace.CAPABILITY_VERSION_ATTRIBUTE));
    }

    private static String remedy(Optional<String> bundled, String otherwise) {
        return bundled.map("start the application %s too"::formatted).orElse(otherwise);
    }

    private static String prefixed(String prefix, String text) {
        return text.isEmpty() ? "" : prefix + text;
    }

    private static String first(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
