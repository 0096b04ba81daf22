package net.beaconcontroller.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/** Error messages for the packages that a bundle imports and no other bundle exports. */
final class MissingImports {
    /** The filters that bnd generates for a package, its lowest version, and the version below which it must be. */
    private static final Pattern PACKAGE = Pattern.compile("osgi\\.wiring\\.package=([^)]+)");

    private static final String REMEDY = ": start the application that exports it first, or include the library in the"
            + " bundle with bnd's -includeresource or Bundle-ClassPath (docs/applications.md, Third-party libraries)";

    private static final Pattern FROM = Pattern.compile("\\(version>=([^)]+)\\)");
    private static final Pattern BEFORE = Pattern.compile("\\(!\\(version>=([^)]+)\\)\\)");

    private MissingImports() {}

    /** Returns an error message for the packages that a bundle imports and no bundle exports; empty if none. */
    static String missing(Bundle bundle, Bundle... all) {
        List<BundleCapability> offered =
                Arrays.stream(all).flatMap(MissingImports::exports).toList();
        return bundle.adapt(BundleRevision.class).getDeclaredRequirements(PackageNamespace.PACKAGE_NAMESPACE).stream()
                .filter(MissingImports::isMandatory)
                .filter(needed -> offered.stream().noneMatch(needed::matches))
                .map(needed -> describe(needed, offered))
                .sorted()
                .collect(Collectors.joining("; "));
    }

    private static Stream<BundleCapability> exports(Bundle bundle) {
        // null if the bundle has been uninstalled
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision == null
                ? Stream.empty()
                : revision.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE).stream();
    }

    private static boolean isMandatory(BundleRequirement requirement) {
        return PackageNamespace.RESOLUTION_MANDATORY.equals(requirement
                .getDirectives()
                .getOrDefault(Constants.RESOLUTION_DIRECTIVE, PackageNamespace.RESOLUTION_MANDATORY));
    }

    private static String describe(BundleRequirement needed, List<BundleCapability> offered) {
        String filter = needed.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
        String name = first(PACKAGE, filter, "?");
        String exporters = offered.stream()
                .filter(export -> name.equals(export.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)))
                .map(MissingImports::describe)
                .sorted()
                .collect(Collectors.joining(", "));
        return "package %s%s%s is missing%s"
                .formatted(
                        name,
                        prefixed(", version ", first(FROM, filter.replaceAll(BEFORE.pattern(), ""), "")),
                        prefixed(" or later, before ", first(BEFORE, filter, "")),
                        exporters.isEmpty() ? REMEDY : "; available is that of " + exporters);
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

    private static String prefixed(String prefix, String text) {
        return text.isEmpty() ? "" : prefix + text;
    }

    private static String first(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }
}
