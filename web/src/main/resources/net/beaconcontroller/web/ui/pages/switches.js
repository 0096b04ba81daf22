// The switches: one row each, and a page for each.

import {getAll} from '../lib/api.js';
import {h, replace} from '../lib/dom.js';
import {count, duration, switchName} from '../lib/format.js';
import {Poll} from '../lib/poll.js';
import {link} from '../lib/router.js';
import {showList} from '../components/list-page.js';
import {noSwitchState} from '../components/states.js';
import {SwitchPage} from './switch/switch-page.js';

const MILLIS = 3_000;

const COLUMNS = [
    {name: 'name', title: 'Switch', width: '5.4rem', value: sw => switchName(sw.id).padStart(17),
        cell: sw => h('a', {href: link('switches', [sw.id])}, h('b', {}, switchName(sw.id)))},
    {name: 'state', title: 'State', width: '7rem', value: sw => sw.goneAt === null ? 'connected' : 'gone',
        cell: sw => sw.goneAt === null
            ? h('span', {class: 'badge good'}, 'connected')
            : h('span', {class: 'badge alarm'}, 'gone')},
    {name: 'id', title: 'Datapath ID', width: '10.2rem', isWide: true,
        cell: sw => h('span', {class: 'mono'}, sw.id)},
    {name: 'version', title: 'OpenFlow', width: '5.6rem', isWide: true},
    {name: 'software', title: 'Software', width: 'minmax(5rem, 1fr)', isWide: true,
        value: sw => sw.software || sw.manufacturer || '–'},
    {name: 'address', title: 'Address', width: '9.6rem', isWide: true},
    {name: 'portsUp', title: 'Ports up', width: '5.4rem', isNumber: true,
        cell: sw => `${sw.portsUp} of ${sw.ports}`},
    {name: 'roundTripMillis', title: 'Round trip', width: '6.2rem', isNumber: true, isWide: true,
        cell: sw => sw.roundTripMillis === null ? '–' : duration(sw.roundTripMillis / 1000)},
    {name: 'packetIns', title: 'Packet-ins', width: '6rem', isNumber: true,
        cell: sw => count(sw.packetIns)},
    {name: 'flowMods', title: 'Flow-mods', width: '6rem', isNumber: true, isWide: true,
        cell: sw => count(sw.flowMods)},
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

export function show(content, context) {
    let shown = null;
    const navigate = route => {
        const [id, tab] = route.rest;
        if (id && shown?.id === id) {
            shown.showTab(tab);
            return;
        }
        const isFirst = shown === null;
        shown?.leave();
        replace(content);
        shown = id
            ? new SwitchPage(content, context, id, tab)
            : showSwitches(content, {...context, route});
        if (!isFirst) {
            // a screen reader continues with the new page
            content.parentElement.focus({preventScroll: true});
        }
    };
    navigate(context.route);
    return {navigate, leave: () => shown.leave()};
}
