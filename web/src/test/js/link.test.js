import assert from 'node:assert/strict';
import {test} from 'node:test';
import {link, parse} from '../../main/resources/net/beaconcontroller/web/ui/lib/link.js';

test('the parts of an address come back', () => {
    const address = link('devices', ['a/b', 'ü'], {filter: 's1 port 3'});
    assert.equal(address, '#/devices/a%2Fb/%C3%BC?filter=s1+port+3');
    const {page, rest, query} = parse(address);
    assert.deepEqual([page, rest, query.get('filter')], ['devices', ['a/b', 'ü'], 's1 port 3']);
});

test('without a page, the address is that of the map', () => {
    assert.deepEqual(['', '#', '#/'].map(hash => parse(hash).page), ['topology', 'topology', 'topology']);
    assert.equal(parse('#/?switch=1').query.get('switch'), '1');
});
