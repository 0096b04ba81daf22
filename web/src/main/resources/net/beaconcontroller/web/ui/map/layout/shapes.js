// Layouts of graphs with a simple shape: ring, circle, line. Nodes are numbered in the order of their names.

/** The distance of neighbors. */
export const SPACING = 100;

function circle(order) {
    const radius = Math.max(SPACING, SPACING * order.length / (2 * Math.PI));
    const positions = new Array(order.length);
    order.forEach((node, i) => {
        const angle = 2 * Math.PI * i / order.length - Math.PI / 2;
        positions[node] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    return positions;
}

/** Follows nodes of degree 2 from a node. */
function walk(graph, first) {
    const order = [first];
    const seen = new Set(order);
    for (let node = first; node !== undefined;) {
        node = graph.neighbors[node].find(next => !seen.has(next));
        if (node !== undefined) {
            seen.add(node);
            order.push(node);
        }
    }
    return order;
}

/** Returns the positions if the graph is one cycle. */
export function ring(graph) {
    const isRing = graph.size >= 3 && graph.edgeCount === graph.size && graph.neighbors.every(of => of.length === 2);
    return isRing ? circle(walk(graph, 0)) : null;
}

/** Returns the positions on a circle if nearly all nodes are neighbors of all. */
export function mesh(graph) {
    const possible = graph.size * (graph.size - 1) / 2;
    return graph.size >= 4 && graph.edgeCount >= 0.8 * possible ? circle(graph.neighbors.map((_, i) => i)) : null;
}

/** Returns the positions if the graph is a path: a line, in rows if it is long. */
export function line(graph) {
    if (graph.edgeCount !== graph.size - 1 || graph.neighbors.some(of => of.length > 2)) {
        return null;
    }
    const first = Math.max(0, graph.neighbors.findIndex(of => of.length === 1));
    const order = walk(graph, first);
    const columns = order.length <= 12 ? order.length : Math.ceil(Math.sqrt(order.length * 2));
    const positions = new Array(order.length);
    order.forEach((node, i) => {
        const row = Math.floor(i / columns);
        const column = row % 2 === 0 ? i % columns : columns - 1 - i % columns;
        positions[node] = [column * SPACING, row * SPACING * 1.3];
    });
    return positions;
}
