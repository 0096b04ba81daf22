// Chooses a layout for each connected part of a network, and puts the parts beside each other.
//
// Layouts are recognised, not configured. A ring becomes a circle; switches whose distances from the hosts form layers
// become rows, with the pods of a fat tree beside each other; anything else is laid out by pivot MDS and forces, for
// 1.5 s at most. All of it runs in a worker.

import {force} from './force.js';
import {Graph} from './graph.js';
import {layers} from './layers.js';
import {line, mesh, ring, SPACING} from './shapes.js';

const MAX_MILLIS = 1_500;
const MARGIN = 1.8 * SPACING;
/** Width divided by height of the whole. */
const ASPECT = 1.7;

function layoutOf(graph, hasHosts, known, aspect, deadline) {
    const shapes = {ring, line, mesh, layers: one => layers(one, hasHosts, aspect)};
    for (const [kind, layout] of Object.entries(shapes)) {
        const positions = layout(graph);
        if (positions) {
            return {kind, positions};
        }
    }
    return {kind: 'force', positions: force(graph, known, deadline)};
}

function boundsOf(positions) {
    const xs = positions.map(position => position[0]);
    const ys = positions.map(position => position[1]);
    const min = values => values.reduce((a, b) => Math.min(a, b));
    const max = values => values.reduce((a, b) => Math.max(a, b));
    return {left: min(xs), top: min(ys), width: max(xs) - min(xs), height: max(ys) - min(ys)};
}

/** Puts blocks in rows, the largest first. */
function pack(blocks) {
    blocks.sort((one, other) => other.nodes.length - one.nodes.length || one.nodes[0] - other.nodes[0]);
    const area = blocks.reduce((sum, {bounds}) => sum + (bounds.width + MARGIN) * (bounds.height + MARGIN), 0);
    const rowWidth = Math.max(Math.sqrt(area * ASPECT), ...blocks.map(({bounds}) => bounds.width));
    let [x, y, rowHeight] = [0, 0, 0];
    for (const {bounds, positions} of blocks) {
        if (x > 0 && x + bounds.width > rowWidth) {
            [x, y, rowHeight] = [0, y + rowHeight + MARGIN, 0];
        }
        positions.forEach(position => {
            position[0] += x - bounds.left;
            position[1] += y - bounds.top;
        });
        x += bounds.width + MARGIN;
        rowHeight = Math.max(rowHeight, bounds.height);
    }
}

/** Lays out nodes without edges as one block. */
function grid(nodes) {
    const columns = Math.ceil(Math.sqrt(nodes.length * ASPECT));
    return nodes.map((_, i) => [i % columns * SPACING, Math.floor(i / columns) * SPACING]);
}

/**
 * Lays out a network.
 *
 * @param input `size` the number of nodes, `edges` pairs of nodes, `hasHosts` for each node, `known` for each node its
 *     position or null; `aspect` the height divided by the width of the map
 * @returns `kind` of the layout of the largest part, `positions` x and y of each node in turn, and `millis`
 */
export function layout({size, edges, hasHosts, known, aspect}) {
    const begin = performance.now();
    const graph = new Graph(size, edges);
    const components = graph.components();
    const singles = components.filter(nodes => nodes.length === 1).flat();
    const blocks = components.filter(nodes => nodes.length > 1).map(nodes => {
        const pick = values => nodes.map(node => values[node]);
        const part = graph.part(nodes);
        const {kind, positions} = layoutOf(part, pick(hasHosts), pick(known), aspect, begin + MAX_MILLIS);
        return {kind, nodes, positions, bounds: boundsOf(positions)};
    });
    if (singles.length > 0) {
        blocks.push({kind: 'grid', nodes: singles, positions: grid(singles), bounds: boundsOf(grid(singles))});
    }
    if (blocks.length > 1) {
        pack(blocks);
    }
    const result = new Float32Array(2 * size);
    for (const {nodes, positions} of blocks) {
        nodes.forEach((node, i) => result.set(positions[i], 2 * node));
    }
    return {kind: blocks[0]?.kind ?? 'empty', positions: result, millis: performance.now() - begin};
}
