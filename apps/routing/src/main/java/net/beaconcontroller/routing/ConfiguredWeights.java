package net.beaconcontroller.routing;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.Topology;

/**
 * The configured weights: {@code app.routing.weights} selects those of all links, {@code app.routing.link-weights}
 * overrides single ones.
 */
record ConfiguredWeights(LinkWeights defaults, Map<SwitchPort, Integer> overrides) implements LinkWeights {
    /** The weights of links without an override. */
    enum Kind {
        HOPS,
        LATENCY
    }

    /** The weight of the links that begin at a port. */
    private record LinkWeight(SwitchPort from, int weight) {
        private static final Pattern FORMAT = Pattern.compile("(.*?)\\s*=\\s*(\\d{1,7})");

        /** Parses DATAPATH-ID:PORT=WEIGHT with a hexadecimal datapath id. */
        static LinkWeight parse(String text) {
            Matcher matcher = FORMAT.matcher(text);
            if (matcher.matches()) {
                int weight = Integer.parseInt(matcher.group(2));
                if (weight >= 1 && weight <= MAX) {
                    return new LinkWeight(SwitchPort.parse(matcher.group(1)), weight);
                }
            }
            throw new IllegalArgumentException(
                    "needs DATAPATH-ID:PORT=WEIGHT, such as 0000000000000001:3=10, with a weight of 1 to " + MAX);
        }
    }

    static Kind kind(ApplicationSettings settings) {
        return settings.choice("weights", Kind.HOPS, "link weights: 1 for each link, or its measured latency");
    }

    static ConfiguredWeights of(ApplicationSettings settings, Topology topology) {
        List<LinkWeight> overrides = settings.list(
                "link-weights",
                List.of(),
                LinkWeight::parse,
                "weights of the links that begin at these ports, such as 0000000000000001:3=10");
        return new ConfiguredWeights(
                kind(settings) == Kind.LATENCY ? new LatencyWeights(topology) : HOPS,
                overrides.stream().collect(Collectors.toMap(LinkWeight::from, LinkWeight::weight, (_, last) -> last)));
    }

    @Override
    public int weight(Link link) {
        Integer weight = overrides.get(link.from());
        return weight == null ? defaults.weight(link) : weight;
    }

    @Override
    public int defaultWeight() {
        return defaults.defaultWeight();
    }
}
