// What the controller knows of a switch.

import {get} from '../../lib/api.js';
import {ago, count, counted, deviceLink, duration, errorState, facts, h, known, loadingState, Poll, portText, replace,
    switchLink, text, time} from '../../kit.js';
import {extensionFrame} from '../../lib/extension.js';

const MILLIS = 2_000;
const MAX_LISTED = 12;

const FACTS = {
    'Manufacturer': sw => sw.manufacturer,
    'Hardware': sw => sw.hardware,
    'Software': sw => sw.software,
    'Serial number': sw => sw.serialNumber,
    'Description': sw => sw.description,
    'OpenFlow': sw => sw.version,
    'Address': sw => sw.address,
    'TLS': sw => sw.tls,
    'Certificate': sw => sw.certificate,
    'Auxiliary connections': sw => count(sw.auxiliaryConnections),
    'Role of the controller': sw => sw.role,
    'Connected since': sw => `${time(sw.connectedSince)} (${ago(sw.connectedSince)})`,
    'Flow tables': sw => count(sw.tables),
    'Packet buffers': sw => count(sw.buffers),
};

const FIGURES = {
    'Round trip': {value: sw => known(sw.roundTripMillis, millis => duration(millis / 1000))},
    'Ports up': {value: sw => `${sw.portsUp} of ${sw.ports}`},
    'Packet-ins': {value: sw => count(sw.packetIns), rate: 'packetIns'},
    'Packet-outs': {value: sw => count(sw.packetOuts), rate: 'packetOuts'},
    'Flow-mods': {value: sw => count(sw.flowMods), rate: 'flowMods'},
    'Malformed messages': {value: sw => count(sw.malformed)},
    'Dropped messages': {value: sw => count(sw.dropped)},
    'Unsendable packets': {value: sw => count(sw.unsendable)},
    'Wrong lengths': {value: sw => count(sw.resynchronizations)},
    'Oversized packet-ins': {value: sw => count(sw.oversized)},
};

function figures() {
    const tiles = Object.entries(FIGURES).map(([name, {value, rate}]) => {
        const number = h('b', {});
        const perSecond = h('span', {class: 'muted small'});
        return {
            element: h('div', {class: 'card tile'}, h('span', {class: 'muted small'}, name), number, perSecond),
            show(sw, before, seconds) {
                text(number, value(sw));
                if (rate) {
                    text(perSecond, before ? `${count(Math.max(0, sw[rate] - before[rate]) / seconds)} / s` : '… / s');
                }
            },
        };
    });
    return {element: h('div', {class: 'tiles'}, tiles.map(tile => tile.element)),
        show: (...all) => tiles.forEach(tile => tile.show(...all))};
}

function list(title, items, nothing) {
    const more = items.length > MAX_LISTED ? h('li', {class: 'muted'}, `and ${items.length - MAX_LISTED} more`) : null;
    return h('section', {class: 'card'}, h('h2', {}, title), items.length === 0
        ? h('p', {class: 'muted small'}, nothing)
        : h('ul', {class: 'plain'}, items.slice(0, MAX_LISTED), more));
}

function neighbours(network, id) {
    const ends = network.present().flatMap(({a, b}) =>
        a.switch === id ? [[a, b]] : b.switch === id ? [[b, a]] : []);
    return list(counted(ends.length, 'link'), ends.sort(([a], [b]) => a.port - b.port).map(([near, far]) =>
        h('li', {}, `port ${portText(near.port)} to `, switchLink(far.switch), ` port ${portText(far.port)}`)),
    network.absent.has('topology') ? 'The application topology is not running: links are unknown.' : 'None was found.');
}

function attached(network, id) {
    const devices = [...network.devices.values()].filter(device => device.switch === id);
    return list(counted(devices.length, 'device'), devices.sort((a, b) => a.port - b.port).map(device =>
        h('li', {}, `port ${portText(device.port)}: `,
            h('span', {class: 'mono'}, deviceLink(device, device.mac)), ` ${(device.ipv4 ?? []).join(', ')}`)),
    network.absent.has('devices') ? 'The application devices is not running.' : 'None has sent a packet yet.');
}

/** The panels that applications add. A panel stays while its application runs, so that its frame is loaded once. */
function panels(id, network, extensions) {
    const element = h('div', {class: 'stack'});
    const shown = new Map();
    const refresh = () => {
        const pages = new Map(extensions.at('switch').map(page => [page.path, page]));
        for (const [path, {section, frame}] of shown) {
            if (!pages.has(path)) {
                frame.close();
                section.remove();
                shown.delete(path);
            }
        }
        for (const [path, page] of pages) {
            if (!shown.has(path)) {
                const frame = extensionFrame(page, network, {switch: id});
                const section = h('section', {class: 'card'}, h('h2', {}, page.title), frame.element);
                shown.set(path, {section, frame});
                element.append(section);
            }
        }
    };
    extensions.addEventListener('change', refresh);
    refresh();
    return {element, leave: () => {
        extensions.removeEventListener('change', refresh);
        shown.forEach(({frame}) => frame.close());
    }};
}

export function showOverview(panel, id, {network, extensions}) {
    const content = h('div', {class: 'scroll stack', tabindex: '0'}, loadingState());
    panel.append(content);
    const numbers = figures();
    const description = h('section', {class: 'card'});
    const around = h('div', {class: 'columns'});
    const added = panels(id, network, extensions);
    /** @type {any} */
    let before = null;
    let beforeAt = 0;

    const showAround = () => replace(around, neighbours(network, id), attached(network, id));
    const poll = new Poll(async isStopped => {
        try {
            const sw = await get(`/api/v1/switches/${id}`);
            if (isStopped()) {
                return;
            }
            const now = performance.now();
            numbers.show(sw, before, (now - beforeAt) / 1000);
            [before, beforeAt] = [sw, now];
            replace(description, h('h2', {}, 'Description'),
                facts(Object.entries(FACTS).map(([name, value]) => [name, value(sw)]), 'two'));
            if (!description.isConnected) {
                showAround();
                replace(content, numbers.element, description, around, added.element);
            }
        } catch (error) {
            before = null;
            if (!isStopped() && error.status === 404 && !description.isConnected) {
                replace(content, errorState(error.message, () => poll.now()));
            }
        }
    }, MILLIS);
    const changed = ({detail}) => (detail.has('links') || detail.has('devices')) && showAround();
    network.addEventListener('change', changed);
    return () => {
        poll.stop();
        added.leave();
        network.removeEventListener('change', changed);
    };
}
