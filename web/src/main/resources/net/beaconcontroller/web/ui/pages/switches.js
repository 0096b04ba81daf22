// The switches: one row each, and a page for each.

import {getAll} from '../lib/api.js';
import {badge, code, duration, h, numberColumn, Poll, switchColumn, switchLink} from '../kit.js';
import {listWithPages, showList} from '../components/list-page.js';
import {noSwitchState} from '../components/states.js';
import {SwitchPage} from './switch/switch-page.js';

const MILLIS = 3_000;

const COLUMNS = [
    switchColumn('id', 'Switch', {cell: sw => h('b', {}, switchLink(sw.id))}),
    {name: 'state', title: 'State', width: '7rem', value: sw => sw.goneAt === null ? 'connected' : 'gone',
        cell: sw => sw.goneAt === null ? badge('connected', 'good') : badge('gone', 'alarm')},
    {name: 'datapath', title: 'Datapath ID', width: '10.2rem', isWide: true, value: sw => sw.id,
        cell: sw => code(sw.id)},
    {name: 'version', title: 'OpenFlow', width: '5.6rem', isWide: true},
    {name: 'software', title: 'Software', width: 'minmax(5rem, 1fr)', isWide: true,
        value: sw => sw.software || sw.manufacturer || '–'},
    {name: 'address', title: 'Address', width: '9.6rem', isWide: true},
    {name: 'portsUp', title: 'Ports up', width: '5.4rem', isNumber: true,
        cell: sw => `${sw.portsUp} of ${sw.ports}`},
    numberColumn('roundTripMillis', 'Round trip', millis => duration(millis / 1000), {width: '6.2rem', isWide: true}),
    numberColumn('packetIns', 'Packet-ins'),
    numberColumn('flowMods', 'Flow-mods', undefined, {isWide: true}),
];

function showSwitches(content, context) {
    const {network, connection} = context;
    // events tell which switches there are; their counters are read again and again
    let latest = new Map();
    const page = showList(content, context, COLUMNS, {
        title: 'Switches',
        noun: 'switch',
        nouns: 'switches',
        on: ['switches'],
        rows: () => [...network.switches.values()].map(sw => ({...sw, ...latest.get(sw.id)})),
        empty: () => noSwitchState(connection.status?.addresses),
    });
    const poll = new Poll(async isStopped => {
        try {
            const switches = await getAll('/api/v1/switches');
            if (!isStopped() && network.isLoaded) {
                latest = new Map(switches.map(sw => [sw.id, sw]));
                page.refresh();
            }
        } catch {
            // the last data remains, and the header shows that the connection is lost
        }
    }, MILLIS);
    return {leave() {
        poll.stop();
        page.leave();
    }};
}

/** @type {Show} */
export function show(content, context) {
    return listWithPages(content, context, showSwitches, (...all) => new SwitchPage(...all));
}
