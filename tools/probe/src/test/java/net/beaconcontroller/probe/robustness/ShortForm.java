package net.beaconcontroller.probe.robustness;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.robustness.catalogue.Catalogue;

/** The part of the catalogue that each build runs. */
final class ShortForm {
    static final List<Version> VERSIONS = List.of(Version.OF10, Version.OF13);

    /** Cases that are quick and differ from one another. */
    private static final List<String> LEARNING_SWITCH = List.of(
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

    /**
     * Those in which the applications have a part. Each takes almost a second, because the topology waits for a third
     * of a second until the ports of a switch are edges.
     */
    private static final List<String> DEFAULT = List.of(
            "study/{length-too-short,ethernet-type}",
            "body/{packet-in,port-status}/truncated",
            "frames/{arp-operation,source-broadcast,source-is-destination}",
            "misuse/replies/twice",
            "connection/reconnect",
            "flood/{broadcasts,flapping-port,ports-come-and-go}",
            "forgery/{arp-claims-*,lldp-replayed-on-port}");

    private ShortForm() {}

    static List<ProbeCase> cases(Applications applications) {
        List<String> patterns =
                switch (applications) {
                    case LEARNING_SWITCH -> LEARNING_SWITCH;
                    case DEFAULT -> DEFAULT;
                };
        List<PathMatcher> matchers = patterns.stream()
                .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                .toList();
        return Catalogue.all().stream()
                .filter(each -> matchers.stream().anyMatch(matcher -> matcher.matches(Path.of(each.name()))))
                .toList();
    }
}
