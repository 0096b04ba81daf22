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

/** What an application needs of others and does not get, in words for a person. */
final class MissingImports {
    /** What bnd writes for a package and its versions: the least, and the first that is too late. */
    private static final Pattern PACKAGE = Pattern.compile("osgi\\.wiring\\.package=([^)]+)");

    private static final Pattern FROM = Pattern.compile("\\(version>=([^)]+)\\)");
    private static final Pattern BEFORE = Pattern.compile("\\(!\\(version>=([^)]+)\\)\\)");

    private MissingImports() {}

    /** The packages that a bundle needs and none of all has, as sentences; empty if it has what it needs itself. */
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
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision == null // uninstalled meanwhile
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
        String there = offered.stream()
                .filter(export -> name.equals(export.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)))
                .map(MissingImports::describe)
                .sorted()
                .collect(Collectors.joining(", "));
        return "it needs package %s%s%s, %s"
                .formatted(
                        name,
                        prefixed(" from version ", first(FROM, filter.replaceAll(BEFORE.pattern(), ""), "")),
                        prefixed(" to before ", first(BEFORE, filter, "")),
                        there.isEmpty() ? "which no installed application has" : "and there is that of " + there);
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
