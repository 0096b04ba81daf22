// The layout of trees, fat trees and leaf-spine networks: a row for each distance from the hosts.
//
// Without the highest row, such a network falls into parts (of a fat tree: its pods), and each part again. So the parts
// are laid out beside each other, recursively, and the highest row is spread over them.

import {SPACING} from './shapes.js';

/** More levels than that make other graphs, such as a grid, look like a tree. */
const MAX_LEVELS = 6;
const MAX_LEVELS_WITHOUT_HOSTS = 3;
const MAX_LEVELS_OF_TREE = 10;
/** The gap between two parts, in units of the spacing, by the level of the row that joins them. */
const PART_GAP = 0.35;

/** Returns the level of each node if all edges join adjacent levels, and null otherwise. */
function levelsFrom(graph, sources, maxLevels) {
    if (sources.length === 0 || sources.length === graph.size) {
        return null;
    }
    const levels = graph.distances(sources);
    let fits = levels.every(level => level >= 0 && level < maxLevels);
    graph.forEachEdge((a, b) => {
        fits &&= Math.abs(levels[a] - levels[b]) === 1;
    });
    return fits ? levels : null;
}

/** Returns the level of each node of a tree: the leaves that are farthest from the center have level 0. */
function levelsOfTree(graph) {
    if (graph.edgeCount !== graph.size - 1) {
        return null;
    }
    const farthest = from => {
        const distances = graph.distances([from]);
        return distances.indexOf(distances.reduce((a, b) => Math.max(a, b)));
    };
    const one = farthest(0);
    const fromOne = graph.distances([one]);
    const other = farthest(one);
    const fromOther = graph.distances([other]);
    const length = fromOne[other];
    // the middle of the longest path
    const root = fromOne.findIndex((d, i) => d + fromOther[i] === length && d === Math.floor(length / 2));
    const depths = graph.distances([root]);
    const deepest = depths.reduce((a, b) => Math.max(a, b));
    return deepest < MAX_LEVELS_OF_TREE ? depths.map(depth => deepest - depth) : null;
}

/** Spreads nodes over a range, ordered by the mean position of their neighbors that have one. */
function spread(graph, nodes, x, left, width) {
    const mean = new Map(nodes.map(node => {
        const known = graph.neighbors[node].filter(next => x[next] !== undefined);
        const sum = known.reduce((total, next) => total + x[next], 0);
        return [node, known.length ? Math.round(sum / known.length) : 0];
    }));
    const order = [...nodes].sort((a, b) => mean.get(a) - mean.get(b) || a - b);
    order.forEach((node, i) => {
        x[node] = left + (i + 0.5) * width / order.length;
    });
}

/** Sets the horizontal positions of connected nodes, from `left` on. Returns their width. */
function arrange(graph, levels, nodes, x, left) {
    const top = nodes.reduce((highest, node) => Math.max(highest, levels[node]), 0);
    const topNodes = nodes.filter(node => levels[node] === top);
    const within = new Set(nodes);
    const parts = graph.components(node => within.has(node) && levels[node] < top, nodes);
    // single switches beside each other need no gap
    const gap = parts.some(part => part.length > 1) ? SPACING * PART_GAP * top : 0;
    let width = 0;
    parts.forEach((part, i) => {
        width += i === 0 ? 0 : gap;
        width += arrange(graph, levels, part, x, left + width);
    });
    const needed = topNodes.length * SPACING;
    if (needed > width) {
        const shift = (needed - width) / 2;
        parts.flat().forEach(node => {
            x[node] += shift;
        });
        width = needed;
    }
    spread(graph, topNodes, x, left, width);
    return width;
}

/**
 * Returns the positions if the graph has layers.
 *
 * @param hasHosts for each node, whether hosts can be attached to it
 * @param aspect the height divided by the width that is wanted
 */
export function layers(graph, hasHosts, aspect) {
    const nodes = graph.neighbors.map((_, i) => i);
    const least = graph.neighbors.reduce((min, of) => Math.min(min, of.length), Infinity);
    const levels = levelsFrom(graph, nodes.filter(node => hasHosts[node]), MAX_LEVELS)
        ?? levelsFrom(graph, nodes.filter(node => graph.degree(node) === least), MAX_LEVELS_WITHOUT_HOSTS)
        ?? levelsOfTree(graph);
    if (!levels) {
        return null;
    }
    const x = [];
    const width = arrange(graph, levels, nodes, x, 0);
    const top = levels.reduce((a, b) => Math.max(a, b));
    const height = Math.max(1.3 * SPACING, width * aspect / Math.max(1, top));
    return nodes.map(node => [x[node], (top - levels[node]) * height]);
}
