// A graph of numbered nodes, as the layouts need it.

export class Graph {
    /**
     * @param size the number of nodes, 0 to size - 1
     * @param edges pairs of nodes; parallel edges and loops are left out
     */
    constructor(size, edges) {
        this.size = size;
        const neighbors = Array.from({length: size}, () => new Set());
        for (const [a, b] of edges) {
            if (a !== b) {
                neighbors[a].add(b);
                neighbors[b].add(a);
            }
        }
        this.neighbors = neighbors.map(set => [...set].sort((a, b) => a - b));
        this.edgeCount = this.neighbors.reduce((sum, of) => sum + of.length, 0) / 2;
    }

    degree(node) {
        return this.neighbors[node].length;
    }

    /** Calls an action for each edge. */
    forEachEdge(action) {
        this.neighbors.forEach((of, a) => of.forEach(b => a < b && action(a, b)));
    }

    /** Returns the distances from the nearest of some nodes; -1 for nodes without a path. */
    distances(sources) {
        const distance = new Int32Array(this.size).fill(-1);
        const queue = [...sources];
        queue.forEach(node => {
            distance[node] = 0;
        });
        for (let i = 0; i < queue.length; i++) {
            for (const next of this.neighbors[queue[i]]) {
                if (distance[next] < 0) {
                    distance[next] = distance[queue[i]] + 1;
                    queue.push(next);
                }
            }
        }
        return distance;
    }

    /**
     * Returns the connected components of the nodes that a predicate accepts, each ordered, by their first node.
     *
     * @param {(node: number) => boolean} accepts
     */
    components(accepts = () => true, among = Array.from({length: this.size}, (_, i) => i)) {
        const seen = new Set();
        const all = [];
        for (const first of among) {
            if (seen.has(first) || !accepts(first)) {
                continue;
            }
            seen.add(first);
            const found = [first];
            for (let i = 0; i < found.length; i++) {
                for (const next of this.neighbors[found[i]]) {
                    if (!seen.has(next) && accepts(next)) {
                        seen.add(next);
                        found.push(next);
                    }
                }
            }
            all.push(found.sort((a, b) => a - b));
        }
        return all;
    }

    /** Returns the graph of some nodes, renumbered in their order. */
    part(nodes) {
        const index = new Map(nodes.map((node, i) => [node, i]));
        const edges = [];
        nodes.forEach((node, i) => this.neighbors[node].forEach(next => {
            const j = index.get(next);
            if (j !== undefined && i < j) {
                edges.push([i, j]);
            }
        }));
        return new Graph(nodes.length, edges);
    }
}
