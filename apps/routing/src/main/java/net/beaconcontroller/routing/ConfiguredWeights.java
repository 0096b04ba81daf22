package net.beaconcontroller.routing;

import java.util.List;
import java.util.Map;
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
        /** Reads DATAPATH-ID:PORT=WEIGHT, of which the first is hexadecimal. */
        static LinkWeight parse(String text) {
            int colon = text.indexOf(':');
            int equals = text.indexOf('=');
            if (colon < 0 || equals < colon) {
                throw new IllegalArgumentException(text);
            }
            var from = new SwitchPort(
                    Long.parseUnsignedLong(text.substring(0, colon).strip(), 16),
                    Integer.toUnsignedLong(Integer.parseUnsignedInt(
                            text.substring(colon + 1, equals).strip())));
            int weight = Integer.parseInt(text.substring(equals + 1).strip());
            if (weight < 1 || weight > MAX) {
                throw new IllegalArgumentException(text);
            }
            return new LinkWeight(from, weight);
        }
    }

    private final LinkWeights others;
    private final Map<SwitchPort, Integer> named;

    private ConfiguredWeights(LinkWeights others, Map<SwitchPort, Integer> named) {
        this.others = others;
        this.named = named;
    }

    static Kind kind(ApplicationSettings settings) {
        return settings.choice("weights", Kind.HOPS, "what links weigh: each the same, or as its latency");
    }

    /** Asks what is set. */
    static ConfiguredWeights of(ApplicationSettings settings, Topology topology) {
        List<LinkWeight> named = settings.list(
                "link-weights",
                "DATAPATH-ID:PORT=WEIGHT, such as 0000000000000001:3=10, with weights of 1 to %d; commas between them"
                        .formatted(MAX),
                LinkWeight::parse,
                "what links weigh that lead out of these ports");
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
