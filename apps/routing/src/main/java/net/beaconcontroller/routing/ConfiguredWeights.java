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
 * What links weigh as a person has set it: {@code app.routing.weights} for all, {@code app.routing.link-weights} for
 * some.
 */
final class ConfiguredWeights implements LinkWeights {
    /** What links weigh that are not named. */
    enum Kind {
        /** One each. */
        HOPS,
        /** See {@link LatencyWeights}. */
        LATENCY
    }

    /** A named link: packets leave a switch by this port. */
    private record LinkWeight(SwitchPort from, int weight) {
        private static final Pattern FORMAT =
                Pattern.compile("(\\p{XDigit}{1,16})\\s*:\\s*(\\d{1,10})\\s*=\\s*(\\d{1,7})");

        /** Parses DATAPATH-ID:PORT=WEIGHT, of which the datapath id is hexadecimal. */
        static LinkWeight parse(String text) {
            Matcher matcher = FORMAT.matcher(text);
            if (matcher.matches()) {
                long datapathId = Long.parseUnsignedLong(matcher.group(1), 16);
                long port = Long.parseLong(matcher.group(2));
                int weight = Integer.parseInt(matcher.group(3));
                if (port <= 0xffff_ffffL && weight >= 1 && weight <= MAX) {
                    return new LinkWeight(new SwitchPort(datapathId, port), weight);
                }
            }
            throw new IllegalArgumentException(
                    "needs DATAPATH-ID:PORT=WEIGHT, such as 0000000000000001:3=10, with a weight of 1 to " + MAX);
        }
    }

    private final LinkWeights others;
    private final Map<SwitchPort, Integer> named;

    private ConfiguredWeights(LinkWeights others, Map<SwitchPort, Integer> named) {
        this.others = others;
        this.named = named;
    }

    static Kind kind(ApplicationSettings settings) {
        return settings.choice("weights", Kind.HOPS, "weights of links: hops for 1 each, or latency");
    }

    /** Asks what is set. */
    static ConfiguredWeights of(ApplicationSettings settings, Topology topology) {
        List<LinkWeight> named = settings.list(
                "link-weights",
                List.of(),
                LinkWeight::parse,
                "weights of links by their source port, such as 0000000000000001:3=10");
        return new ConfiguredWeights(
                kind(settings) == Kind.LATENCY ? new LatencyWeights(topology) : HOPS,
                named.stream().collect(Collectors.toMap(LinkWeight::from, LinkWeight::weight, (_, last) -> last)));
    }

    @Override
    public int weight(Link link) {
        Integer weight = named.get(link.from());
        return weight == null ? others.weight(link) : weight;
    }

    @Override
    public int typical() {
        return others.typical();
    }
}
