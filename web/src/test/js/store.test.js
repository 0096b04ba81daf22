import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';
import {linkKey, Network} from '../../main/resources/net/beaconcontroller/web/ui/lib/store.js';

const [ONE, TWO] = ['0000000000000001', '0000000000000002'];
const FORTH = {from: {switch: ONE, port: 1}, to: {switch: TWO, port: 2}, kind: 'LLDP', latencyMicros: 10};
const BACK = {from: FORTH.to, to: FORTH.from, kind: 'LLDP', latencyMicros: null};

/** The answers of the controller, by path. */
let answers = {};
let number = 0;

globalThis.fetch = async path => {
    const body = answers[String(path).split('?')[0]];
    return body === undefined
        ? new Response('{"detail": "there is nothing"}', {status: 404, headers: {'Content-Type': 'application/json'}})
        : new Response(JSON.stringify(body), {headers: {'Content-Type': 'application/json'}});
};

beforeEach(() => {
    answers = {
        '/api/v1/applications': [{name: 'topology', state: 'running'}, {name: 'devices', state: 'running'}],
        '/api/v1/switches': [{id: ONE}, {id: TWO}],
        '/api/topology': {links: [FORTH, BACK], edges: [{switch: ONE, port: 3}]},
        '/api/devices': [{mac: 'a', vlan: null, switch: ONE, port: 3}],
        '/api/v1/events': [],
    };
});

function event(type, subject, details = {}) {
    return {id: ++number, time: '', type, severity: /** @type {const} */ ('info'), subject, text: type, details};
}

async function loaded() {
    const network = new Network();
    await network.load();
    return network;
}

test('both directions of a cable are one link', async () => {
    const network = await loaded();
    assert.equal(linkKey(FORTH.from, FORTH.to), linkKey(BACK.from, BACK.to));
    assert.deepEqual(network.present().map(({directions, latencyMicros}) => [directions, latencyMicros]), [[3, 10]]);
    assert.deepEqual(network.edges.get(ONE), new Set([3]));
});

test('a link is cut when both of its directions are gone', async () => {
    const network = await loaded();
    network.accept(event('link.removed', '', FORTH));
    assert.equal(network.present().length, 1);
    network.accept(event('link.removed', '', BACK));
    assert.equal(network.present().length, 0);
    assert.equal(network.links.size, 1);
    network.expire(Date.now() + 11 * 60_000);
    assert.equal(network.links.size, 0);
});

test('a switch that disconnects remains, and is connected again when it is read', async () => {
    const network = await loaded();
    network.accept(event('switch.disconnected', ONE));
    assert.deepEqual(network.connected().map(({id}) => id), [TWO]);
    await network.reload();
    assert.equal(network.connected().length, 2);
});

test('events that arrive while everything is read are applied afterwards', async () => {
    const network = new Network();
    const loading = network.load();
    network.accept(event('device.removed', 'a', {mac: 'a', vlan: null}));
    await loading;
    assert.equal(network.devices.size, 0);
});

test('a resource of an application that does not run is absent', async () => {
    answers['/api/v1/applications'] = [{name: 'devices', state: 'stopped'}, {name: 'topology', state: 'running'}];
    delete answers['/api/topology'];
    const network = await loaded();
    assert.deepEqual(network.absent, new Set(['devices', 'statistics', 'topology']));
    assert.equal(network.isLoaded, true);
});

test('changes within a moment are one event, with the names of what changed', async () => {
    const network = await loaded();
    const changes = [];
    network.addEventListener('change', ({detail}) => changes.push(detail));
    await new Promise(resolve => setTimeout(resolve, 80));
    changes.length = 0;
    network.accept(event('device.added', 'b', {mac: 'b', vlan: 5}));
    network.accept(event('link.removed', '', FORTH));
    await new Promise(resolve => setTimeout(resolve, 80));
    assert.deepEqual(changes, [new Set(['events', 'devices', 'links'])]);
    assert.ok(network.devices.has('b/5'));
});
