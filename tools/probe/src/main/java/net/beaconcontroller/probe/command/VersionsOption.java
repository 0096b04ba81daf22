package net.beaconcontroller.probe.command;

import java.util.List;
import java.util.Set;
import net.beaconcontroller.openflow.Version;
import picocli.CommandLine.Option;

/** The option {@code --openflow} of commands that run once for each of several versions. */
final class VersionsOption {
    @Option(
            names = "--openflow",
            paramLabel = "VERSIONS",
            split = ",",
            description = "OpenFlow versions: any of 1.0, 1.2, 1.3, 1.4 and 1.5. Default: 1.0,1.3.")
    private List<String> versions = List.of("1.0", "1.3");

    Set<Version> versions() {
        return OptionValues.versions(versions);
    }
}
