package net.beaconcontroller.runtime;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.beaconcontroller.runtime.Application.Kind;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.resource.Namespace;

/** What bundles need of each other, according to their manifests: packages, and the services of their components. */
final class Requirements {
    /** OSGi Compendium section 135.4. For each component, bnd writes the services that it provides and needs. */
    private static final String SERVICE_NAMESPACE = "osgi.service";

    /** The filters that bnd generates for a package, its lowest version, and the version below which it must be. */
    private static final Pattern PACKAGE = Pattern.compile("osgi\\.wiring\\.package=([^)]+)");

    private static final Pattern FROM = Pattern.compile("\\(version>=([^)]+)\\)");
    private static final Pattern BEFORE = Pattern.compile("\\(!\\(version>=([^)]+)\\)\\)");

    private static final Pattern SERVICE = Pattern.compile("objectClass=([^)]+)");

    /** The package of the listeners, which are services that only the controller uses. */
    private static final String LISTENERS = "net.beaconcontroller.api.";

    private static final String PACKAGE_REMEDY = "install an application that exports it, or include the library in the"
            + " bundle with bnd's -includeresource or Bundle-ClassPath (docs/applications.md, Third-party libraries)";
    /** Packages of this prefix are the controller's and its applications'. */
    private static final String BEACON = "net.beaconcontroller.";

    private static final String OTHER_BEACON_REMEDY = "the application was built for another version of Beacon; "
            + "build it for this one (CHANGELOG.md lists the packages that have new names)";
    private static final String SERVICE_REMEDY = "install an application that provides it";

    private Requirements() {}

    /**
     * A mandatory requirement of a bundle.
     *
     * @param filter the filter of the capabilities that meet it; empty for all
     * @param parsed the same; {@link BundleRequirement#matches} parses it in each call
     */
    record Requirement(Kind kind, String filter, @Nullable Filter parsed, BundleRequirement declared) {
        static Requirement of(Kind kind, BundleRequirement declared) {
            String filter = declared.getDirectives().getOrDefault(Namespace.REQUIREMENT_FILTER_DIRECTIVE, "");
            try {
                return new Requirement(
                        kind, filter, filter.isEmpty() ? null : FrameworkUtil.createFilter(filter), declared);
            } catch (InvalidSyntaxException e) {
                throw new IllegalStateException("the framework has checked the filter " + filter, e);
            }
        }

        /** Returns the name of the package or of the service. */
        String name() {
            return first(kind == Kind.PACKAGE ? PACKAGE : SERVICE, filter, filter);
        }

        /** Returns the name of the package, or of the service without its package. */
        String shortName() {
            return kind == Kind.PACKAGE ? name() : simple(name());
        }

        boolean isMetBy(Bundle bundle) {
            return capabilities(bundle, namespace(kind))
                    .filter(capability -> parsed == null || parsed.matches(capability.getAttributes()))
                    .anyMatch(declared::matches);
        }

        /** Returns whether the controller itself meets the requirement. */
        boolean isMetByController(BundleContext context) {
            return isMetBy(context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION))
                    || (kind == Kind.SERVICE && isRegisteredByController(context));
        }

        private boolean isRegisteredByController(BundleContext context) {
            try {
                ServiceReference<?>[] found = context.getAllServiceReferences(null, filter);
                return found != null
                        && Arrays.stream(found)
                                .anyMatch(service -> service.getBundle().getBundleId() == Constants.SYSTEM_BUNDLE_ID);
            } catch (InvalidSyntaxException e) {
                throw new IllegalStateException(e);
            }
        }

        /**
         * Returns the missing capability if no installed bundle meets the requirement, and the remedy.
         *
         * @param installed the bundles of the applications
         */
        String missing(BundleContext context, Collection<Bundle> installed) {
            if (kind == Kind.SERVICE) {
                return "needs service %s, which no installed application provides: %s"
                        .formatted(name(), SERVICE_REMEDY);
            }
            String wanted = "needs package %s%s%s"
                    .formatted(
                            name(),
                            phrase(" of version %s or later", first(FROM, filter.replaceAll(BEFORE.pattern(), ""), "")),
                            phrase(", before %s", first(BEFORE, filter, "")));
            String exporters = Stream.concat(
                            Stream.of(context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)), installed.stream())
                    .flatMap(bundle -> capabilities(bundle, PackageNamespace.PACKAGE_NAMESPACE))
                    .filter(export -> name().equals(export.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)))
                    .map(Requirements::describe)
                    .sorted()
                    .collect(Collectors.joining(", "));
            return exporters.isEmpty()
                    ? "%s, which no installed application exports: %s"
                            .formatted(wanted, name().startsWith(BEACON) ? OTHER_BEACON_REMEDY : PACKAGE_REMEDY)
                    : "%s; %s".formatted(wanted, exporters);
        }
    }

    private static String namespace(Kind kind) {
        return kind == Kind.PACKAGE ? PackageNamespace.PACKAGE_NAMESPACE : SERVICE_NAMESPACE;
    }

    /** Returns the mandatory requirements of a bundle, without those that it meets itself. */
    static List<Requirement> of(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null) {
            // The bundle has been uninstalled.
            return List.of();
        }
        return Stream.of(Kind.values())
                .flatMap(kind -> revision.getDeclaredRequirements(namespace(kind)).stream()
                        .filter(needed -> !Namespace.RESOLUTION_OPTIONAL.equals(
                                needed.getDirectives().get(Namespace.REQUIREMENT_RESOLUTION_DIRECTIVE)))
                        .map(needed -> Requirement.of(kind, needed)))
                .filter(needed -> !needed.isMetBy(bundle))
                .toList();
    }

    /** Returns whether a bundle has a component that provides a service, active or not. */
    static boolean provides(Bundle bundle, String service) {
        return capabilities(bundle, SERVICE_NAMESPACE)
                .anyMatch(provided -> provided.getAttributes().get(Constants.OBJECTCLASS) instanceof Collection<?> names
                        && names.contains(service));
    }

    /** Returns the names of the services that a bundle provides to others, without their packages. */
    static List<String> services(Bundle bundle) {
        return capabilities(bundle, SERVICE_NAMESPACE)
                .flatMap(service -> service.getAttributes().get(Constants.OBJECTCLASS) instanceof Collection<?> names
                        ? names.stream()
                        : Stream.of())
                .map(Object::toString)
                .filter(name -> !name.startsWith(LISTENERS))
                .map(Requirements::simple)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the name of a class without its package. */
    static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static Stream<BundleCapability> capabilities(Bundle bundle, String namespace) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        // null if the bundle has been uninstalled
        return revision == null ? Stream.of() : revision.getDeclaredCapabilities(namespace).stream();
    }

    private static String describe(BundleCapability export) {
        Bundle owner = export.getRevision().getBundle();
        return "%s has version %s"
                .formatted(
                        owner.getBundleId() == Constants.SYSTEM_BUNDLE_ID
                                ? "this controller"
                                : "application " + owner.getSymbolicName(),
                        export.getAttributes().get(PackageNamespace.CAPABILITY_VERSION_ATTRIBUTE));
    }

    private static String phrase(String format, String text) {
        return text.isEmpty() ? "" : format.formatted(text);
    }

    private static String first(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
