package net.beaconcontroller.probe.robustness;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import net.beaconcontroller.core.ControllerOptions;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.learningswitch.LearningSwitch;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;

/** The part of the catalogue that each build runs, and the Beacon that it runs against. */
final class ShortForm {
    static final Set<Version> VERSIONS = Set.of(Version.OF10, Version.OF13);

    /** Cases that are quick and differ from one another. */
    private static final List<String> PATTERNS = List.of(
            "study/{length-too-short,length-too-long,version,type,ethernet-type,port-name}",
            "hcprobe/*",
            "header/{packet-in,port-status,echo-request}/*",
            "{fields,body}/{packet-in,port-status,flow-removed,reply-port-desc,features-reply}/*",
            "frames/{empty,ethernet-*,vlan-*,arp-*,ipv4-length-*,ipv6-*,source-*}",
            "misuse/replies/{lengths,types,versions,twice}",
            "misuse/multipart/{endless,mixed-types}",
            "misuse/controller-only/{packet-out,flow-mod,role-request}",
            "connection/{silent,hello-version-*,hello-late,http,random,reconnect,storm-in-a-row}",
            "flood/{port-status,flapping-port,ports-come-and-go}",
            "forgery/arp-claims-*");

    private ShortForm() {}

    static List<ProbeCase> cases() {
        List<PathMatcher> matchers = PATTERNS.stream()
                .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                .toList();
        return Catalogue.all().stream()
                .filter(each -> matchers.stream().anyMatch(matcher -> matcher.matches(Path.of(each.name()))))
                .toList();
    }

    /**
     * Starts Beacon with the learning switch.
     *
     * @param message the time that it waits for the rest of a message, which is usually longer
     */
    static OpenFlowController startBeacon(Duration message) throws IOException {
        ControllerOptions.Timeouts timeouts = ControllerOptions.Timeouts.DEFAULT.withMessage(message);
        var controller = new OpenFlowController(ControllerOptions.onFreePort().withTimeouts(timeouts));
        controller.register("learningswitch", new LearningSwitch());
        controller.start();
        return controller;
    }
}
