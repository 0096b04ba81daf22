// The hosts of the network.

import {h} from '../lib/dom.js';
import {ago, switchName} from '../lib/format.js';
import {link} from '../lib/router.js';
import {showList} from '../components/list-page.js';
import {emptyState} from '../components/states.js';

const COLUMNS = [
    {name: 'mac', title: 'MAC address', width: '11rem', cell: device => h('span', {class: 'mono'}, device.mac)},
    {name: 'ipv4', title: 'IPv4', width: 'minmax(9rem, 1fr)', value: device => (device.ipv4 ?? []).join(', ')},
    {name: 'ipv6', title: 'IPv6', width: 'minmax(9rem, 1fr)', value: device => (device.ipv6 ?? []).join(', ')},
    {name: 'vlan', title: 'VLAN', width: '5rem', isNumber: true},
    {name: 'switch', title: 'Attached to', width: '10rem',
        value: device => device.switch ? `${switchName(device.switch)} port ${device.port}` : 'detached'},
    {name: 'lastSeen', title: 'Last seen', width: '9rem', cell: device => device.lastSeen ? ago(device.lastSeen) : '–'},
];

export function show(content, context) {
    const {network} = context;
    return showList(content, context, COLUMNS, {
        title: 'Devices',
        noun: 'device',
        key: device => `${device.mac}/${device.vlan ?? ''}`,
        on: ['devices'],
        rows: () => [...network.devices.values()],
        empty: () => network.absent.has('devices')
            ? emptyState('Devices are not tracked', h('p', {}, 'The application devices is not running. '),
                h('a', {class: 'button', href: link('applications')}, 'Applications'))
            : emptyState('No device yet', h('p', {}, 'A host appears when it sends its first packet. In an emulated ',
                'network, type "pingall" at the prompt.')),
    });
}
