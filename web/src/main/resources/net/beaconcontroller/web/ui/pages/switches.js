// The switches: one row each, and a page for each.

import {h, replace} from '../lib/dom.js';
import {count, duration, switchName} from '../lib/format.js';
import {link} from '../lib/router.js';
import {showList} from '../components/list-page.js';
import {noSwitchState} from '../components/states.js';
import {SwitchPage} from './switch/switch-page.js';

const COLUMNS = [
    {name: 'name', title: 'Switch', width: '6.5rem', value: sw => switchName(sw.id).padStart(17),
        cell: sw => h('a', {href: link('switches', [sw.id])}, h('b', {}, switchName(sw.id)))},
    {name: 'state', title: 'State', width: '7.5rem', value: sw => sw.goneAt === null ? 'connected' : 'gone',
        cell: sw => sw.goneAt === null
            ? h('span', {class: 'badge good'}, 'connected')
            : h('span', {class: 'badge alarm'}, 'gone')},
    {name: 'id', title: 'Datapath ID', width: '11rem', isWide: true,
        cell: sw => h('span', {class: 'mono'}, sw.id)},
    {name: 'version', title: 'OpenFlow', width: '6rem', isWide: true},
    {name: 'software', title: 'Software', width: 'minmax(7rem, 1fr)', isWide: true,
        value: sw => sw.software || sw.manufacturer || '–'},
    {name: 'address', title: 'Address', width: '10.5rem', isWide: true},
    {name: 'portsUp', title: 'Ports up', width: 'minmax(5.5rem, 6.5rem)', isNumber: true,
        cell: sw => `${sw.portsUp} of ${sw.ports}`},
    {name: 'roundTripMillis', title: 'Round trip', width: '6.5rem', isNumber: true, isWide: true,
        cell: sw => sw.roundTripMillis === null ? '–' : duration(sw.roundTripMillis / 1000)},
    {name: 'packetIns', title: 'Packet-ins', width: 'minmax(5.5rem, 6.5rem)', isNumber: true,
        cell: sw => count(sw.packetIns)},
    {name: 'flowMods', title: 'Flow-mods', width: '6.5rem', isNumber: true, isWide: true,
        cell: sw => count(sw.flowMods)},
];

function showSwitches(content, context) {
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
