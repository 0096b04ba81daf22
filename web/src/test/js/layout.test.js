import assert from 'node:assert/strict';
import {test} from 'node:test';
import {layout} from '../../main/resources/net/beaconcontroller/web/ui/map/layout/layout.js';

/** Lays out a network, and returns the kind and the positions as pairs. */
function place(size, edges, hosts = [], known = new Array(size).fill(null)) {
    const hasHosts = Array.from({length: size}, (_, i) => hosts.includes(i));
    const {kind, positions} = layout({size, edges, hasHosts, known, aspect: 0.6});
    return {kind, at: Array.from({length: size}, (_, i) => [positions[2 * i], positions[2 * i + 1]])};
}

function assertApart(at, least = 40) {
    at.forEach(([x, y], i) => at.slice(i + 1).forEach(([otherX, otherY], j) =>
        assert.ok(Math.hypot(x - otherX, y - otherY) >= least, `${i} and ${i + 1 + j} overlap`)));
}

test('shapes are recognized', () => {
    assert.equal(place(4, [[0, 1], [1, 2], [2, 3], [3, 0]]).kind, 'ring');
    assert.equal(place(4, [[0, 1], [1, 2], [2, 3]]).kind, 'line');
    const all = [0, 1, 2, 3, 4];
    assert.equal(place(5, all.flatMap(a => all.filter(b => b > a).map(b => [a, b]))).kind, 'mesh');
    assert.equal(place(7, [[0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [2, 6]], [3, 4, 5, 6]).kind, 'layers');
    assert.equal(place(5, [[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 2]]).kind, 'force');
    assert.equal(place(3, []).kind, 'grid');
    assert.equal(place(0, []).kind, 'empty');
});

test('a tree has a row for each level, with the hosts below', () => {
    const {at} = place(7, [[0, 1], [0, 2], [1, 3], [1, 4], [2, 5], [2, 6]], [3, 4, 5, 6]);
    const rows = at.map(([, y]) => y);
    assert.ok(rows[0] < rows[1] && rows[1] < rows[3]);
    assert.equal(rows[1], rows[2]);
    assert.equal(new Set(rows.slice(3)).size, 1);
    assertApart(at);
});

test('switches do not overlap in any shape', () => {
    const grid = Array.from({length: 25}, (_, i) => [i % 5 < 4 ? [i, i + 1] : null, i < 20 ? [i, i + 5] : null])
        .flat().filter(edge => edge !== null);
    for (const edges of [grid, [[0, 1]], [[0, 1], [1, 2], [2, 0], [2, 3]], []]) {
        assertApart(place(25, edges).at, 20);
    }
});

test('the same network has the same picture', () => {
    const edges = [[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 2], [4, 5]];
    assert.deepEqual(place(6, edges), place(6, edges));
});

test('a switch that appears hardly moves the others', () => {
    const edges = [[0, 1], [1, 2], [2, 0], [2, 3], [3, 4], [4, 2]];
    const {at} = place(5, edges);
    const {at: after} = place(6, [...edges, [4, 5]], [], [...at, null]);
    at.forEach(([x, y], i) => assert.ok(Math.hypot(x - after[i][0], y - after[i][1]) < 60, `${i} moved`));
});
