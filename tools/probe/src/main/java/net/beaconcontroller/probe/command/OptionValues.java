package net.beaconcontroller.probe.command;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.beaconcontroller.console.UsageException;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.Verdict;
import net.beaconcontroller.probe.robustness.ProbeCase;

/** The values of options that several commands have. Each method throws {@link UsageException} if one is invalid. */
final class OptionValues {
    private OptionValues() {}

    /** Returns the versions of {@code --openflow}. */
    static Set<Version> versions(List<String> numbers) {
        var all = new TreeSet<Version>();
        for (String number : numbers) {
            all.add(Version.ofNumber(number)
                    .filter(ProbeCase.ALL_VERSIONS::contains)
                    .orElseThrow(() -> new UsageException(
                            "--openflow %s: needs any of 1.0, 1.2, 1.3, 1.4 and 1.5".formatted(number))));
        }
        return all;
    }

    /** Returns the verdict of {@code --allow}. */
    static Verdict allowed(String name) {
        return Verdict.ofName(name)
                .orElseThrow(() -> new UsageException(
                        "--allow %s: needs one of %s".formatted(name, Arrays.toString(Verdict.values()))));
    }
}
