// The hosts of the network: one row each, and a page for each.

import {ago, badge, deviceLink, emptyState, h, known, link, portLink, portName} from '../kit.js';
import {listWithPages, showList} from '../components/list-page.js';
import {DevicePage} from './devices/device-page.js';

const ICMP = 'type "pingall" at the prompt of the emulator';

const COLUMNS = [
    {name: 'mac', title: 'MAC address', width: '10.5rem', narrow: '10rem',
        cell: device => h('span', {class: 'mono'}, deviceLink(device, device.mac))},
    {name: 'ipv4', title: 'IPv4', isNatural: true, width: 'minmax(7rem, 1fr)', narrow: 'minmax(5.8rem, 1fr)',
        value: device => (device.ipv4 ?? []).join(', ')},
    {name: 'ipv6', title: 'IPv6', width: 'minmax(8rem, 1.5fr)', isWide: true,
        value: device => (device.ipv6 ?? []).join(', ') || '–'},
    {name: 'vlan', title: 'VLAN', width: '5rem', isNumber: true, isWide: true},
    {name: 'switch', title: 'Attached to', width: 'minmax(7.5rem, 1fr)', narrow: 'minmax(6.4rem, 1fr)',
        isNatural: true, value: device => device.switch ? portName(device) : 'detached',
        cell: device => device.switch ? portLink(device) : badge('detached', 'warning')},
    {name: 'firstSeen', title: 'First seen', width: '8rem', isWide: true,
        cell: device => known(device.firstSeen, ago)},
    {name: 'lastSeen', title: 'Last seen', width: '8rem', isWide: true,
        cell: device => known(device.lastSeen, ago)},
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

/** @type {Show} */
export function show(content, context) {
    return listWithPages(content, context, showDevices, (...all) => new DevicePage(...all));
}
