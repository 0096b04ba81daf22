import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
    ago, bitRate, bytes, count, counted, deviceName, duration, known, percent, portName, portText, switchName, time,
    withNames,
} from '../../main/resources/net/beaconcontroller/web/ui/lib/format.js';

test('numbers have separators, and a noun in the singular or plural', () => {
    assert.equal(count(1234567.4), '1,234,567');
    assert.equal(counted(1, 'link'), '1 link');
    assert.equal(counted(2, 'switch', 'switches'), '2 switches');
});

test('an unknown value is a dash, and zero is a number', () => {
    assert.equal(known(null), '–');
    assert.equal(known(undefined, bytes), '–');
    assert.equal(known(0, bytes), '0 B');
});

test('rates have three digits and the prefix that fits', () => {
    assert.equal(bitRate(999.4), '999 bit/s');
    assert.equal(bitRate(999.6), '1 kbit/s');
    assert.equal(bitRate(12_345_678), '12.3 Mbit/s');
    assert.equal(bytes(1.5e15), '1,500 TB');
    assert.equal(percent(0.1234), '12.3 %');
});

test('durations have the units that matter', () => {
    assert.equal(duration(0.34), '340 ms');
    assert.equal(duration(12.34), '12.3 s');
    assert.equal(duration(250), '4 min');
    assert.equal(duration(12_000), '3 h 20 min');
    assert.equal(duration(51 * 3600), '2 d 3 h');
});

test('a time of another day has its date', () => {
    assert.match(time(Date.now()), /^\d\d:\d\d:\d\d$/);
    assert.match(time('2020-02-03T04:05:06Z'), /2020 \d\d:\d\d:06$/);
    assert.equal(ago(1_000, 61_000), '1 min ago');
    assert.equal(ago(61_000, 1_000), '0 ms ago');
});

test('small datapath ids are names of emulated switches, and others are digits', () => {
    assert.equal(switchName('000000000000000d'), 's13');
    assert.equal(switchName('0000000000000000'), 's0');
    assert.equal(switchName('00001234567890ab'), '1234567890ab');
    assert.equal(withNames('drops it at 000000000000000d'), 'drops it at s13');
    assert.equal(withNames(undefined), undefined);
});

test('the local port has a name', () => {
    assert.equal(portText(0xffff_fffe), 'LOCAL');
    assert.equal(portName({switch: '0000000000000001', port: 3}), 's1 port 3');
});

test('a device is known by its first IP address', () => {
    assert.equal(deviceName({mac: 'm', ipv4: ['10.0.0.1'], ipv6: ['::1'], switch: null, port: null}), '10.0.0.1');
    assert.equal(deviceName({mac: 'm', ipv4: [], ipv6: ['::1'], switch: null, port: null}), '::1');
    assert.equal(deviceName({mac: 'm', switch: null, port: null}), 'm');
});
