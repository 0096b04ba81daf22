import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Camera} from '../../main/resources/net/beaconcontroller/web/ui/map/camera.js';
import {Scene} from '../../main/resources/net/beaconcontroller/web/ui/map/scene.js';

const [ONE, TWO] = ['0000000000000001', '0000000000000002'];

/** A scene of two switches with two parallel links and a host. */
function scene() {
    const made = new Scene();
    const cable = (key, port) => [key, {key, a: {switch: ONE, port}, b: {switch: TWO, port}, removedAt: null}];
    const network = {
        switches: new Map([ONE, TWO].map(id => [id, {id, goneAt: null}])),
        links: new Map([cable('x', 1), cable('y', 2)]),
        devices: new Map([['h', {mac: 'h', switch: ONE, port: 3}]]),
        edges: new Map([[ONE, new Set([3])]]),
    };
    assert.equal(made.update(network, new Set(['switches', 'links', 'devices'])), true);
    Object.assign(made.nodes.get(ONE), {x: 0, y: 0});
    Object.assign(made.nodes.get(TWO), {x: 300, y: 0});
    return {made, network};
}

test('the object at a point is found: a switch, its hosts, a link', () => {
    const {made} = scene();
    assert.equal(made.at(2, 2, 1)?.kind, 'switch');
    assert.equal(made.at(0, 20, 1)?.kind, 'hosts');
    assert.equal(made.at(150, 0, 1)?.kind, 'link');
    assert.equal(made.at(150, 100, 1), null);
    made.toggle(ONE);
    const [host] = made.hosts;
    assert.equal(made.at(host.x, host.y, 1)?.kind, 'host');
    assert.ok(host.x < 0, 'on the side without a neighbor');
});

test('parallel links are beside each other', () => {
    const {made} = scene();
    assert.deepEqual(made.links.map(({offset}) => Math.abs(offset)), [0, 1]);
});

test('only new switches and links need another layout', () => {
    const {made, network} = scene();
    assert.equal(made.update(network, new Set(['switches', 'links'])), false);
    network.links.delete('y');
    assert.equal(made.update(network, new Set(['links'])), false);
    assert.equal(made.describe(), 'Map of 2 switches, 1 link, 1 host');
});

test('a zoom keeps the point under the pointer, and a fit shows all', () => {
    const camera = Object.assign(new Camera(), {width: 800, height: 600});
    const before = camera.toPlane(200, 100);
    camera.zoom(2, 200, 100);
    assert.deepEqual(camera.toPlane(200, 100), before);
    const bounds = scene().made.bounds();
    assert.ok(bounds);
    camera.fit(bounds, {left: 10, top: 10, right: 10, bottom: 10}, 1.5);
    const [left, top] = camera.toScreen(bounds.left, bounds.top);
    const [right, bottom] = camera.toScreen(bounds.right, bounds.bottom);
    assert.ok(left >= 9 && top >= 9 && right <= 791 && bottom <= 591);
});
