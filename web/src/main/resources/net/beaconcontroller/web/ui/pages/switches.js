// The switches: one row each.

import {h} from '../lib/dom.js';
import {count, duration, switchName} from '../lib/format.js';
import {showList} from '../components/list-page.js';
import {noSwitchState} from '../components/states.js';

const COLUMNS = [
    {name: 'name', title: 'Switch', width: '6rem', value: sw => switchName(sw.id).padStart(17),
        cell: sw => h('b', {}, switchName(sw.id))},
    {name: 'state', title: 'State', width: '8rem', value: sw => sw.goneAt === null ? 'connected' : 'gone',
        cell: sw => sw.goneAt === null
            ? h('span', {class: 'badge good'}, 'connected')
            : h('span', {class: 'badge alarm'}, 'gone')},
    {name: 'id', title: 'Datapath ID', width: '11rem', cell: sw => h('span', {class: 'mono'}, sw.id)},
    {name: 'version', title: 'OpenFlow', width: '6rem'},
    {name: 'address', title: 'Address', width: 'minmax(10rem, 1fr)'},
    {name: 'portsUp', title: 'Ports up', width: '6.5rem', isNumber: true,
        cell: sw => `${sw.portsUp} of ${sw.ports}`},
    {name: 'roundTripMillis', title: 'Round trip', width: '6.5rem', isNumber: true,
        cell: sw => sw.roundTripMillis === null ? '–' : duration(sw.roundTripMillis / 1000)},
    {name: 'packetIns', title: 'Packet-ins', width: '6.5rem', isNumber: true, cell: sw => count(sw.packetIns)},
    {name: 'flowMods', title: 'Flow-mods', width: '6.5rem', isNumber: true, cell: sw => count(sw.flowMods)},
];

export function show(content, context) {
    const {network, connection} = context;
    return showList(content, context, COLUMNS, {
        title: 'Switches',
        noun: 'switch',
        nouns: 'switches',
        on: ['switches'],
        rows: () => [...network.switches.values()],
        empty: () => noSwitchState(connection.status?.addresses?.openflow),
    });
}
