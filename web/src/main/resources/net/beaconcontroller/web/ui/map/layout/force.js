// The layout of all other graphs. Pivot MDS (Brandes and Pich, 2006) gives a first picture of the distances in the
// graph; then nodes repel each other and edges pull, as in Fruchterman and Reingold (1991), until the time is over. The
// same graph gives the same picture, unless the time is too short.

import {SPACING} from './shapes.js';

const PIVOTS = 40;
const POWER_ITERATIONS = 60;
const MAX_ITERATIONS = 220;
const REACH = 2.6 * SPACING;

/** A generator of pseudo-random numbers (mulberry32), so that layouts can be repeated. */
function random(seed) {
    return () => {
        seed = seed + 0x6d2b79f5 | 0;
        let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
        t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
        return ((t ^ t >>> 14) >>> 0) / 4294967296;
    };
}

/** Returns distances to pivots that are far from each other, squared and centered: a matrix of size x pivots. */
function centeredDistances(graph) {
    const size = graph.size;
    const count = Math.min(PIVOTS, size);
    const nearest = new Int32Array(size).fill(0x7fffffff);
    const columns = [];
    let pivot = 0;
    for (let p = 0; p < count; p++) {
        const distances = graph.distances([pivot]);
        columns.push(Float64Array.from(distances, d => d * d));
        distances.forEach((d, i) => {
            nearest[i] = Math.min(nearest[i], d);
        });
        pivot = nearest.reduce((best, d, i) => d > nearest[best] ? i : best, 0);
    }
    const rowMeans = new Float64Array(size);
    let total = 0;
    for (const column of columns) {
        const mean = column.reduce((a, b) => a + b, 0) / size;
        total += mean / count;
        column.forEach((value, i) => {
            rowMeans[i] += value / count;
            column[i] = value - mean;
        });
    }
    for (const column of columns) {
        column.forEach((value, i) => {
            column[i] = -(value - rowMeans[i] + total) / 2;
        });
    }
    return columns;
}

function normalize(vector) {
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
    return vector.map(value => value / length);
}

/** Returns two coordinates for each node. */
function pivotMds(graph, next) {
    const columns = centeredDistances(graph);
    const count = columns.length;
    const products = columns.map(a => columns.map(b => a.reduce((sum, value, i) => sum + value * b[i], 0)));
    const axes = [];
    for (let axis = 0; axis < 2; axis++) {
        let vector = normalize(Array.from({length: count}, () => next() - 0.5));
        for (let i = 0; i < POWER_ITERATIONS; i++) {
            let image = products.map(row => row.reduce((sum, value, j) => sum + value * vector[j], 0));
            for (const other of axes) {
                const dot = image.reduce((sum, value, j) => sum + value * other[j], 0);
                image = image.map((value, j) => value - dot * other[j]);
            }
            vector = normalize(image);
        }
        axes.push(vector);
    }
    const coordinate = (axis, node) => axis.reduce((sum, value, p) => sum + value * columns[p][node], 0);
    return graph.neighbors.map((_, node) => axes.map(axis => coordinate(axis, node)));
}

/** Scales positions so that the mean length of the edges is the spacing. */
function scaleToSpacing(graph, positions) {
    let sum = 0;
    graph.forEachEdge((a, b) => {
        sum += Math.hypot(positions[a][0] - positions[b][0], positions[a][1] - positions[b][1]);
    });
    const factor = sum > 0 ? SPACING * graph.edgeCount / sum : 1;
    positions.forEach(position => {
        position[0] *= factor;
        position[1] *= factor;
    });
}

/** Puts the nodes in cells, so that only near ones repel each other. */
function cellsOf(positions) {
    const cells = new Map();
    positions.forEach(([x, y], node) => {
        const key = Math.floor(x / REACH) * 65_536 + Math.floor(y / REACH);
        const cell = cells.get(key);
        cell ? cell.push(node) : cells.set(key, [node]);
    });
    return cells;
}

function repel(positions, forces) {
    const cells = cellsOf(positions);
    for (const [key, cell] of cells) {
        for (const offset of [0, 1, 65_535, 65_536, 65_537]) {
            const other = offset === 0 ? cell : cells.get(key + offset);
            if (!other) {
                continue;
            }
            for (let i = 0; i < cell.length; i++) {
                for (let j = offset === 0 ? i + 1 : 0; j < other.length; j++) {
                    const [a, b] = [cell[i], other[j]];
                    const dx = positions[a][0] - positions[b][0];
                    const dy = positions[a][1] - positions[b][1];
                    const square = Math.max(dx * dx + dy * dy, 1);
                    if (square < REACH * REACH) {
                        const force = SPACING * SPACING / square;
                        forces[a][0] += dx * force;
                        forces[a][1] += dy * force;
                        forces[b][0] -= dx * force;
                        forces[b][1] -= dy * force;
                    }
                }
            }
        }
    }
}

function attract(graph, positions, forces) {
    graph.forEachEdge((a, b) => {
        const dx = positions[a][0] - positions[b][0];
        const dy = positions[a][1] - positions[b][1];
        const force = Math.hypot(dx, dy) / SPACING;
        forces[a][0] -= dx * force;
        forces[a][1] -= dy * force;
        forces[b][0] += dx * force;
        forces[b][1] += dy * force;
    });
}

function refine(graph, positions, known, deadline) {
    const hasKnown = known.some(Boolean);
    for (let i = 0; i < MAX_ITERATIONS && performance.now() < deadline; i++) {
        const limit = SPACING * (hasKnown ? 0.2 : 0.6) * (1 - i / MAX_ITERATIONS);
        const forces = positions.map(() => [0, 0]);
        repel(positions, forces);
        attract(graph, positions, forces);
        positions.forEach((position, node) => {
            const [fx, fy] = forces[node];
            const length = Math.hypot(fx, fy) || 1;
            // what the user has seen moves little
            const step = Math.min(length, limit) * (known[node] ? 0.05 : 1) / length;
            position[0] += fx * step;
            position[1] += fy * step;
        });
    }
}

/**
 * Returns the positions of the nodes of a connected graph.
 *
 * @param known for each node its present position, or null
 * @param deadline the time at which to end, as of performance.now()
 */
export function force(graph, known, deadline) {
    const next = random(graph.size);
    const knownCount = known.filter(Boolean).length;
    let positions;
    if (knownCount > graph.size / 2) {
        const others = graph.neighbors.map(of => of.map(node => known[node]).filter(Boolean));
        positions = known.map((position, node) => {
            if (position) {
                return [...position];
            }
            const near = others[node].length ? others[node] : known.filter(Boolean);
            const mean = axis => near.reduce((sum, one) => sum + one[axis], 0) / near.length;
            return [mean(0) + (next() - 0.5) * SPACING, mean(1) + (next() - 0.5) * SPACING];
        });
        refine(graph, positions, known, deadline);
    } else {
        positions = pivotMds(graph, next).map(([x, y]) => [x, y]);
        scaleToSpacing(graph, positions);
        // nodes with the same distances have the same position
        positions.forEach(position => {
            position[0] += (next() - 0.5) * SPACING / 4;
            position[1] += (next() - 0.5) * SPACING / 4;
        });
        refine(graph, positions, graph.neighbors.map(() => null), deadline);
    }
    return positions;
}
