// The figures of the controller as a whole.

import {h, replace, text} from '../lib/dom.js';
import {bytes, count, duration} from '../lib/format.js';
import {loadingState} from '../components/states.js';

function factsOf(status) {
    return [
        ['Version', status.version],
        ['Running for', duration(status.uptimeSeconds)],
        ['Event loops', count(status.loops)],
        ['Transport', status.transport],
        ['Switches', count(status.switches)],
        ['Packet-ins', count(status.packetIns)],
        ['Exceptions of listeners', count(status.listenerFailures)],
        ['Heap in use', `${bytes(status.memory.heapUsedBytes)} of ${bytes(status.memory.heapMaxBytes)}`],
        ['Other memory', bytes(status.memory.otherUsedBytes)],
    ];
}

export function show(content, {connection}) {
    const card = h('div', {class: 'card'}, loadingState());
    content.append(h('header', {}, h('h1', {}, 'Performance')), card);
    const values = new Map();
    const refresh = () => {
        if (!connection.status) {
            return;
        }
        const facts = factsOf(connection.status);
        if (values.size === 0) {
            facts.forEach(([name]) => values.set(name, h('dd')));
            replace(card, h('dl', {class: 'facts'}, facts.map(([name]) => [h('dt', {}, name), values.get(name)])));
        }
        facts.forEach(([name, value]) => text(values.get(name), value));
    };
    connection.addEventListener('status', refresh);
    refresh();
    return () => connection.removeEventListener('status', refresh);
}
