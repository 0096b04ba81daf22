// The hosts of the network: one row each, and a page for each.

import {h, replace} from '../lib/dom.js';
import {ago, portName} from '../lib/format.js';
import {link} from '../lib/router.js';
import {showList} from '../components/list-page.js';
import {emptyState} from '../components/states.js';
import {DevicePage} from './devices/device-page.js';

const ICMP = 'type "pingall" at the prompt of the emulator';

const COLUMNS = [
    {name: 'mac', title: 'MAC address', width: '10.5rem', narrow: '10rem',
        cell: device => h('a', {class: 'mono', href: link('devices', [device.mac])}, device.mac)},
    {name: 'ipv4', title: 'IPv4', width: 'minmax(7rem, 1fr)', narrow: 'minmax(5.8rem, 1fr)',
        value: device => (device.ipv4 ?? []).join(', ')},
    {name: 'ipv6', title: 'IPv6', width: 'minmax(8rem, 1.5fr)', isWide: true,
        value: device => (device.ipv6 ?? []).join(', ') || '–'},
    {name: 'vlan', title: 'VLAN', width: '5rem', isNumber: true, isWide: true},
    {name: 'switch', title: 'Attached to', width: 'minmax(7.5rem, 1fr)', narrow: 'minmax(6.4rem, 1fr)',
        value: device => device.switch ? portName(device) : 'detached',
        cell: device => device.switch
            ? h('a', {href: link('switches', [device.switch, 'ports'])}, portName(device))
            : h('span', {class: 'badge warning'}, 'detached')},
    {name: 'firstSeen', title: 'First seen', width: '8rem', isWide: true,
        cell: device => device.firstSeen ? ago(device.firstSeen) : '–'},
    {name: 'lastSeen', title: 'Last seen', width: '8rem', isWide: true,
        cell: device => device.lastSeen ? ago(device.lastSeen) : '–'},
];

/** Tells that the application is not running. */
export function noTrackingState() {
    return emptyState('Devices are not tracked', h('p', {}, 'The application devices is not running.'),
        h('a', {class: 'button', href: link('applications')}, 'Applications'));
}

function showDevices(content, context) {
    const {network} = context;
    return showList(content, context, COLUMNS, {
        title: 'Devices',
        noun: 'device',
        key: device => `${device.mac}/${device.vlan ?? ''}`,
        on: ['devices', 'links'],
        rows: () => [...network.devices.values()],
        empty: () => network.absent.has('devices')
            ? noTrackingState()
            : emptyState('No device yet', h('p', {}, `A host appears when it sends its first packet. With --emulate, ${
                ICMP}.`)),
    });
}

export function show(content, context) {
    let shown = null;
    const navigate = route => {
        const [mac] = route.rest;
        const isFirst = shown === null;
        shown?.leave();
        replace(content);
        shown = mac ? new DevicePage(content, context, mac) : showDevices(content, {...context, route});
        if (!isFirst) {
            // a screen reader continues with the new page
            content.parentElement.focus({preventScroll: true});
        }
    };
    navigate(context.route);
    return {navigate, leave: () => shown.leave()};
}
