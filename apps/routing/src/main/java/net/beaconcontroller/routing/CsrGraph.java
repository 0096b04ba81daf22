package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import net.beaconcontroller.common.HashMixing;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * A topology as arrays, so that searches touch little memory. Switches have small numbers, and keep them from one graph
 * to the next while both have the same {@link #size}. Links are numbered by the switch they begin at, and within it by
 * their ports. What is the same as in the graph before is copied from there. Does not change.
 */
final class CsrGraph {
    static final CsrGraph EMPTY = new CsrGraph(null, TopologySnapshot.EMPTY, Map.of(), 0, _ -> 1);

    /** Is no number of a switch or link. */
    static final int NONE = -1;

    /** Room for switches comes in steps of so many. */
    private static final int STEP = 64;

    private final TopologySnapshot topology;
    private final Map<Long, Integer> numbers;
    private final int size;

    /** By switch, the number of its first link; one more that ends the last. */
    private final int[] firstLinks;

    /** By switch, those that begin at it. */
    private final List<List<Link>> linksFrom;

    private final Link[] links;
    private final int[] ends;
    private final int[] weights;
    private final long[] keys;

    /** The links once more, by the switch that they end at. */
    private final int[] firstArrivals;

    private final int[] arrivalBegins;
    private final int[] arrivalWeights;

    /**
     * Puts a topology into arrays.
     *
     * @param before in which its switches have the same numbers; null if there is none
     */
    private CsrGraph(
            @Nullable CsrGraph before,
            TopologySnapshot topology,
            Map<Long, Integer> numbers,
            int size,
            ToIntFunction<Link> weightOf) {
        this.topology = topology;
        this.numbers = numbers;
        this.size = size;
        linksFrom = new ArrayList<>(Collections.nCopies(size, List.of()));
        numbers.forEach((datapathId, number) -> linksFrom.set(number, topology.linksFrom(datapathId)));
        int count = linksFrom.stream().mapToInt(List::size).sum();
        firstLinks = new int[size + 1];
        links = new Link[count];
        ends = new int[count];
        weights = new int[count];
        keys = new long[count];
        firstArrivals = new int[size + 1];
        arrivalBegins = new int[count];
        arrivalWeights = new int[count];
        for (int number = 0; number < size; number++) {
            int first = firstLinks[number];
            firstLinks[number + 1] = first + linksFrom.get(number).size();
            if (before != null && before.linksFrom.get(number).equals(linksFrom.get(number))) {
                copyLinks(before, number);
            } else {
                for (Link link : linksFrom.get(number)) {
                    links[first] = link;
                    ends[first] = number(link.to().datapathId());
                    keys[first] = HashMixing.mix(hash(link.from()) + hash(link.to()));
                    first++;
                }
            }
        }
        for (int link = 0; link < count; link++) {
            weights[link] = weightOf.applyAsInt(links[link]);
            firstArrivals[ends[link]]++;
        }
        int arrivals = 0;
        for (int number = 0; number <= size; number++) {
            arrivals += firstArrivals[number];
            firstArrivals[number] = arrivals;
        }
        for (int number = size - 1; number >= 0; number--) {
            for (int link = firstLinks[number + 1] - 1; link >= firstLinks[number]; link--) {
                int arrival = --firstArrivals[ends[link]];
                arrivalBegins[arrival] = number;
                arrivalWeights[arrival] = weights[link];
            }
        }
    }

    private void copyLinks(CsrGraph before, int number) {
        int from = before.firstLinks[number];
        int to = firstLinks[number];
        int count = linksFrom.get(number).size();
        System.arraycopy(before.links, from, links, to, count);
        System.arraycopy(before.ends, from, ends, to, count);
        System.arraycopy(before.keys, from, keys, to, count);
    }

    /** The graph of the next topology, or of the same with other weights. */
    CsrGraph next(TopologySnapshot after, ToIntFunction<Link> weightOf) {
        int needed = (after.switches().size() + STEP - 1) / STEP * STEP;
        return needed > size || needed < size / 4
                ? new CsrGraph(null, after, numbered(Map.of(), after), needed, weightOf)
                : new CsrGraph(this, after, numbered(numbers, after), size, weightOf);
    }

    private static Map<Long, Integer> numbered(Map<Long, Integer> before, TopologySnapshot after) {
        if (before.keySet().equals(after.switches())) {
            return before;
        }
        var made = new HashMap<Long, Integer>();
        var used = new BitSet();
        for (Long datapathId : after.switches()) {
            Integer number = before.get(datapathId);
            if (number != null) {
                made.put(datapathId, number);
                used.set(number);
            }
        }
        int free = 0;
        for (Long datapathId : after.switches()) {
            if (!made.containsKey(datapathId)) {
                free = used.nextClearBit(free);
                made.put(datapathId, free);
                used.set(free);
            }
        }
        return made;
    }

    TopologySnapshot topology() {
        return topology;
    }

    /** Above all numbers of switches, of which some may be free. */
    int size() {
        return size;
    }

    /** The switch's number, or {@link #NONE} if it is not there. */
    int number(long datapathId) {
        @Nullable Integer number = numbers.get(datapathId);
        return number == null ? NONE : number;
    }

    /**
     * The number of the first link that begins at a switch; from there on to {@link #linksEnd} they are numbered on.
     */
    int firstLink(int number) {
        return firstLinks[number];
    }

    int linksEnd(int number) {
        return firstLinks[number + 1];
    }

    Link link(int link) {
        return links[link];
    }

    /** The switch that a link ends at. */
    int end(int link) {
        return ends[link];
    }

    int weight(int link) {
        return weights[link];
    }

    /**
     * A number that is always the same for the same flow and link, and has nothing to do with that of any other two.
     */
    long rank(int link, long flowHash) {
        return HashMixing.mix(flowHash ^ keys[link]);
    }

    /** The first of the links that end at a switch, in a numbering of their own, up to {@link #arrivalsEnd}. */
    int firstArrival(int number) {
        return firstArrivals[number];
    }

    int arrivalsEnd(int number) {
        return firstArrivals[number + 1];
    }

    /** The switch that an arriving link begins at. */
    int arrivalBegin(int arrival) {
        return arrivalBegins[arrival];
    }

    int arrivalWeight(int arrival) {
        return arrivalWeights[arrival];
    }

    private static long hash(SwitchPort port) {
        return HashMixing.mix(HashMixing.mix(port.datapathId()) + port.port());
    }
}
