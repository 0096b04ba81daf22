package net.beaconcontroller.routing;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import net.beaconcontroller.net.HashMixing;
import net.beaconcontroller.topology.Link;
import net.beaconcontroller.topology.SwitchPort;
import net.beaconcontroller.topology.TopologySnapshot;
import org.jspecify.annotations.Nullable;

/**
 * A directed graph in compressed sparse row (CSR) format: the outgoing links of a vertex are consecutive, ordered by
 * port, and an array holds the number of the first link of each vertex. A second copy of the links, ordered by target,
 * serves searches against the direction of the links. Immutable.
 *
 * <p>A switch keeps its vertex number from one graph to the next while {@link #size} is unchanged. Parts that are equal
 * to those of the previous graph are copied.
 *
 * <p>The arrays are rebuilt at each change and compared with the previous ones, instead of applying the links of the
 * change event: the two cannot diverge, and weights are read at the same time.
 */
final class CsrGraph {
    static final CsrGraph EMPTY = new CsrGraph(null, TopologySnapshot.EMPTY, Map.of(), 0, _ -> 1);

    /** Stands for the absence of a vertex or link. */
    static final int NONE = -1;

    /** The size is a multiple of this number, so that it rarely changes. */
    private static final int SIZE_STEP = 64;

    private final TopologySnapshot topology;
    private final Map<Long, Integer> vertices;
    private final int size;

    private final List<List<Link>> linksFrom;

    private final int[] firstLinks;
    private final Link[] links;
    private final int[] targets;
    private final int[] weights;
    private final long[] keys;

    private final int[] firstIncoming;
    private final int[] incomingSources;
    private final int[] incomingWeights;

    /** @param before the previous graph if it has the same size and vertex numbers, else null */
    private CsrGraph(
            @Nullable CsrGraph before,
            TopologySnapshot topology,
            Map<Long, Integer> vertices,
            int size,
            ToIntFunction<Link> weightOf) {
        this.topology = topology;
        this.vertices = vertices;
        this.size = size;
        linksFrom = new ArrayList<>(Collections.nCopies(size, List.of()));
        vertices.forEach((datapathId, vertex) -> linksFrom.set(vertex, topology.linksFrom(datapathId)));
        int count = linksFrom.stream().mapToInt(List::size).sum();
        firstLinks = new int[size + 1];
        links = new Link[count];
        targets = new int[count];
        weights = new int[count];
        keys = new long[count];
        firstIncoming = new int[size + 1];
        incomingSources = new int[count];
        incomingWeights = new int[count];
        for (int vertex = 0; vertex < size; vertex++) {
            int link = firstLinks[vertex];
            firstLinks[vertex + 1] = link + linksFrom.get(vertex).size();
            if (before != null && before.linksFrom.get(vertex).equals(linksFrom.get(vertex))) {
                copyLinks(before, vertex);
            } else {
                for (Link outgoing : linksFrom.get(vertex)) {
                    links[link] = outgoing;
                    targets[link] = vertex(outgoing.to().datapathId());
                    keys[link] = HashMixing.mix(hash(outgoing.from()) + hash(outgoing.to()));
                    link++;
                }
            }
        }
        for (int link = 0; link < count; link++) {
            weights[link] = weightOf.applyAsInt(links[link]);
            firstIncoming[targets[link]]++;
        }
        sortByTarget();
    }

    private void copyLinks(CsrGraph before, int vertex) {
        int from = before.firstLinks[vertex];
        int to = firstLinks[vertex];
        int count = linksFrom.get(vertex).size();
        System.arraycopy(before.links, from, links, to, count);
        System.arraycopy(before.targets, from, targets, to, count);
        System.arraycopy(before.keys, from, keys, to, count);
    }

    /** Fills the incoming links by counting sort. At first, {@code firstIncoming} holds the count of each target. */
    private void sortByTarget() {
        int sum = 0;
        for (int vertex = 0; vertex <= size; vertex++) {
            sum += firstIncoming[vertex];
            firstIncoming[vertex] = sum;
        }
        for (int vertex = size - 1; vertex >= 0; vertex--) {
            for (int link = firstLinks[vertex + 1] - 1; link >= firstLinks[vertex]; link--) {
                int incoming = --firstIncoming[targets[link]];
                incomingSources[incoming] = vertex;
                incomingWeights[incoming] = weights[link];
            }
        }
    }

    /** Returns the graph of the next topology, or of the same topology with other weights. */
    CsrGraph next(TopologySnapshot after, ToIntFunction<Link> weightOf) {
        int needed = (after.switches().size() + SIZE_STEP - 1) / SIZE_STEP * SIZE_STEP;
        return needed > size || needed < size / 4
                ? new CsrGraph(null, after, number(Map.of(), after), needed, weightOf)
                : new CsrGraph(this, after, number(vertices, after), size, weightOf);
    }

    /** Keeps the vertex numbers of known switches and assigns free numbers to new ones. */
    private static Map<Long, Integer> number(Map<Long, Integer> before, TopologySnapshot after) {
        if (before.keySet().equals(after.switches())) {
            return before;
        }
        var vertices = new HashMap<Long, Integer>();
        var used = new BitSet();
        for (Long datapathId : after.switches()) {
            Integer vertex = before.get(datapathId);
            if (vertex != null) {
                vertices.put(datapathId, vertex);
                used.set(vertex);
            }
        }
        int free = 0;
        for (Long datapathId : after.switches()) {
            if (!vertices.containsKey(datapathId)) {
                free = used.nextClearBit(free);
                vertices.put(datapathId, free);
                used.set(free);
            }
        }
        return vertices;
    }

    TopologySnapshot topology() {
        return topology;
    }

    /** Returns a number greater than all vertex numbers. Some of the smaller numbers may be unused. */
    int size() {
        return size;
    }

    /** Returns the vertex of a switch, or {@link #NONE}. */
    int vertex(long datapathId) {
        @Nullable Integer vertex = vertices.get(datapathId);
        return vertex == null ? NONE : vertex;
    }

    /** Returns the first outgoing link of a vertex. The others follow, up to {@link #endLink} exclusive. */
    int firstLink(int vertex) {
        return firstLinks[vertex];
    }

    int endLink(int vertex) {
        return firstLinks[vertex + 1];
    }

    Link link(int link) {
        return links[link];
    }

    int target(int link) {
        return targets[link];
    }

    int weight(int link) {
        return weights[link];
    }

    /** Returns the rendezvous hash of a flow and a link, which depends on nothing else. */
    long rank(int link, long flowHash) {
        return HashMixing.mix(flowHash ^ keys[link]);
    }

    /**
     * Returns the first incoming link of a vertex. The others follow, up to {@link #endIncoming} exclusive. Incoming
     * links are numbered independently of outgoing ones.
     */
    int firstIncoming(int vertex) {
        return firstIncoming[vertex];
    }

    int endIncoming(int vertex) {
        return firstIncoming[vertex + 1];
    }

    int incomingSource(int incoming) {
        return incomingSources[incoming];
    }

    int incomingWeight(int incoming) {
        return incomingWeights[incoming];
    }

    private static long hash(SwitchPort port) {
        return HashMixing.mix(HashMixing.mix(port.datapathId()) + port.port());
    }
}
