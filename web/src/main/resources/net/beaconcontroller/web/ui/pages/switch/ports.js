// The ports of a switch with their traffic.

import {bitRate, bytes, count, emptyState, h, link, liveTable, portName, portText, shareBar} from '../../kit.js';
import {hasRates, readPorts} from '../../lib/rates.js';

const MILLIS = 2_000;

function rate(port, value) {
    if (value === null) {
        return '–';
    }
    const share = port.speedKbps ? value / 1000 / port.speedKbps : null;
    return h('span', {class: 'rate'}, bitRate(value), share === null ? null : shareBar(share));
}

function number(value, format = count) {
    return value === null ? '–' : format(value);
}

/** Returns the other end of a port: a switch, a number of devices, or nothing. */
function peerOf(network, id, port) {
    for (const {a, b} of network.present()) {
        const [near, far] = a.switch === id ? [a, b] : [b, a];
        if (near.switch === id && near.port === port.number) {
            return {words: portName(far), href: link('switches', [far.switch, 'ports'])};
        }
    }
    const devices = [...network.devices.values()].filter(one => one.switch === id && one.port === port.number);
    if (devices.length === 0) {
        return {words: '–'};
    }
    return devices.length === 1
        ? {words: devices[0].ipv4?.[0] ?? devices[0].mac, href: link('devices', [devices[0].mac])}
        : {words: `${devices.length} devices`,
            href: link('devices', [], {filter: portName({switch: id, port: port.number})})};
}

function stateOf(port) {
    const words = [...port.config, ...port.state].join(', ');
    if (port.isUp && port.refusesOutput) {
        return h('span', {class: 'badge warning', title: 'The switch refuses to send packets to this port. '
            + 'Messages leave it out; it is tried again after a minute.'}, 'no output');
    }
    return port.isUp
        ? h('span', {class: 'badge good', title: words}, 'up')
        : h('span', {class: 'badge alarm', title: words}, port.config.includes('PORT_DOWN') ? 'disabled' : 'down');
}

export function showPorts(panel, id, {network}) {
    const peer = port => peerOf(network, id, port);
    const note = h('p', {class: 'notice', role: 'status', hidden: true},
        'The application statistics is not running: rates are unknown. ',
        h('a', {href: link('applications')}, 'Applications'));
    panel.append(note);
    const columns = [
        {name: 'number', title: 'Port', width: '4.3rem', isNumber: true, cell: port => portText(port.number)},
        {name: 'isUp', title: 'State', width: '5rem', value: port => port.isUp ? 'up' : 'down', cell: stateOf},
        {name: 'name', title: 'Name', width: 'minmax(6rem, 1fr)', isWide: true},
        {name: 'peer', title: 'Connected to', width: 'minmax(7.3rem, 1fr)', isWide: true,
            value: port => peer(port).words,
            cell: port => peer(port).href ? h('a', {href: peer(port).href}, peer(port).words) : '–'},
        {name: 'receivedBitsPerSecond', title: 'Receives', width: 'minmax(7.4rem, 1fr)', isNumber: true,
            cell: port => rate(port, port.receivedBitsPerSecond)},
        {name: 'sentBitsPerSecond', title: 'Sends', width: 'minmax(7.4rem, 1fr)', isNumber: true,
            cell: port => rate(port, port.sentBitsPerSecond)},
        {name: 'speedKbps', title: 'Speed', width: '5.8rem', isNumber: true, isWide: true,
            cell: port => number(port.speedKbps, value => bitRate(value * 1000))},
        {name: 'receivedBytes', title: 'Received', width: '5.8rem', isNumber: true, isWide: true,
            cell: port => number(port.receivedBytes, bytes)},
        {name: 'sentBytes', title: 'Sent', width: '5.4rem', isNumber: true, isWide: true,
            cell: port => number(port.sentBytes, bytes)},
        {name: 'dropped', title: 'Dropped', width: '5.2rem', isNumber: true, isWide: true,
            value: port => port.receivedDropped === null ? null : port.receivedDropped + port.sentDropped,
            cell: port => number(port.receivedDropped === null ? null : port.receivedDropped + port.sentDropped)},
        {name: 'errors', title: 'Errors', width: '4.6rem', isNumber: true, isWide: true,
            value: port => port.receivedErrors === null ? null : port.receivedErrors + port.sentErrors,
            cell: port => number(port.receivedErrors === null ? null : port.receivedErrors + port.sentErrors)},
    ];
    return liveTable(panel, columns, {
        label: 'Ports',
        noun: 'port',
        key: port => port.number,
        everyMillis: MILLIS,
        rows: () => {
            note.hidden = !network.isLoaded || hasRates(network);
            return readPorts(network, id);
        },
        empty: () => emptyState('This switch has no ports'),
    }).leave;
}
