package net.beaconcontroller.emulator.network;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import net.beaconcontroller.emulator.host.EmulatedHost;
import net.beaconcontroller.emulator.host.ProbeIds;
import net.beaconcontroller.net.Ipv4Address;

/** Pings between many pairs of hosts, a limited number at a time. For the loop's thread, except {@link #report}. */
final class PingActivity extends Activity<PingReport> {
    /** The number of concurrent pings, each of which may be preceded by a broadcast ARP request. */
    private static final int MAX_AT_ONCE = 16;

    /** A source and a destination, as indexes into the list of hosts. */
    private record Route(int from, int to) {}

    private final List<EmulatedHost> hosts;
    private final Iterator<Route> routes;
    private final long timeoutNanos;

    private final List<Route> lost = new ArrayList<>();
    private final Set<Route> duplicated = new LinkedHashSet<>();
    private final Map<Long, Integer> places = new HashMap<>();
    private long total;
    private long reached;
    private int inFlight;

    private PingActivity(ProbeIds probes, List<EmulatedHost> hosts, Iterator<Route> routes, long timeoutNanos) {
        super(probes);
        this.hosts = hosts;
        this.routes = routes;
        this.timeoutNanos = timeoutNanos;
    }

    /** Creates pings between all ordered pairs of hosts, with the hosts taking turns as source. */
    static PingActivity ofAll(ProbeIds probes, List<EmulatedHost> hosts, long timeoutNanos) {
        int size = hosts.size();
        var routes = LongStream.range(0, (long) size * (size - 1)).mapToObj(i -> {
            int from = (int) (i % size);
            int distance = 1 + (int) (i / size);
            return new Route(from, (from + distance) % size);
        });
        return new PingActivity(probes, hosts, routes.iterator(), timeoutNanos);
    }

    /** Creates pings between random pairs of hosts; none if there are fewer than two hosts. */
    static PingActivity ofSome(
            ProbeIds probes, List<EmulatedHost> hosts, int count, RandomGenerator random, long timeoutNanos) {
        int size = hosts.size();
        var routes = random.ints(size < 2 ? 0 : count, 0, size == 0 ? 1 : size)
                .mapToObj(from -> new Route(from, (from + random.nextInt(1, size)) % size))
                .iterator();
        return new PingActivity(probes, hosts, routes, timeoutNanos);
    }

    @Override
    void begin() {
        for (int i = 0; i < hosts.size(); i++) {
            places.put(hosts.get(i).currentAddress(), i);
        }
        sendPings();
    }

    private void sendPings() {
        while (inFlight < MAX_AT_ONCE && routes.hasNext() && !hasEnded()) {
            Route route = routes.next();
            long destination = hosts.get(route.to).currentAddress();
            total++;
            if (destination == Ipv4Address.UNSPECIFIED) {
                lose(route);
            } else {
                inFlight++;
                hosts.get(route.from).ping(destination, timeoutNanos, nanos -> end(route, nanos));
            }
        }
        if (inFlight == 0 && !hasEnded()) {
            end(new PingReport(total, reached, names(lost), names(duplicated)));
        }
    }

    private void end(Route route, long nanos) {
        inFlight--;
        if (nanos == EmulatedHost.NO_ANSWER) {
            lose(route);
        } else {
            reached++;
        }
        sendPings();
    }

    private void lose(Route route) {
        if (lost.size() < PingReport.MAX_PAIRS) {
            lost.add(route);
        }
    }

    @Override
    void duplicate(long source, long destination) {
        Integer from = places.get(source);
        Integer to = places.get(destination);
        if (from != null && to != null && duplicated.size() < PingReport.MAX_PAIRS) {
            duplicated.add(new Route(from, to));
        }
    }

    @Override
    public String progress() {
        return "%,d pings sent, %,d answered".formatted(total, reached);
    }

    private List<PingReport.Pair> names(Collection<Route> pairs) {
        return pairs.stream()
                .sorted(Comparator.comparingInt(Route::from).thenComparingInt(Route::to))
                .map(pair -> new PingReport.Pair(
                        hosts.get(pair.from).name(), hosts.get(pair.to).name()))
                .toList();
    }
}
