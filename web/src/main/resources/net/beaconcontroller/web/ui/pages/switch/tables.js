// The groups, meters and flow tables of a switch, which it reports when they are read.

import {get} from '../../lib/api.js';
import {bytes, code, count, emptyState, h, link, liveTable, numberColumn, percent, shareBar} from '../../kit.js';

const MILLIS = 3_000;

const COUNTERS = [
    numberColumn('packets', 'Packets', undefined, {width: '7rem'}),
    numberColumn('bytes', 'Bytes', bytes, {width: '7rem', isWide: true}),
];

function bucketTexts(group) {
    return group.buckets.map(bucket => bucketText(bucket, group.type)).join('  |  ');
}

function bucketText(bucket, type) {
    return [
        type === 'select' ? `weight=${bucket.weight}` : null,
        bucket.watchPort ? `watch_port=${bucket.watchPort}` : null,
        bucket.watchGroup ? `watch_group=${bucket.watchGroup}` : null,
        `actions=${bucket.actions || 'drop'}`,
    ].filter(Boolean).join(',');
}

const GROUP_COLUMNS = [
    {name: 'id', title: 'Group', width: '6rem', isNumber: true},
    {name: 'type', title: 'Type', width: '6.5rem'},
    {name: 'buckets', title: 'Buckets', width: 'minmax(9rem, 1fr)', value: bucketTexts,
        cell: group => code(bucketTexts(group) || '–')},
    numberColumn('references', 'Used by', undefined, {isWide: true}),
    ...COUNTERS,
];

export function showGroups(panel, id) {
    return liveTable(panel, GROUP_COLUMNS, {
        label: 'Groups',
        noun: 'group',
        everyMillis: MILLIS,
        rows: () => get(`/api/v1/switches/${id}/groups`),
        empty: () => emptyState('No groups', h('p', {}, 'A group is a list of buckets of actions, which several flows ',
            'share. Applications add them. With an Open vSwitch, you can add one as well:'),
        h('pre', {}, 'ovs-ofctl -O OpenFlow13 add-group br0 \\\n'
            + '    group_id=1,type=select,bucket=output:1,bucket=output:2')),
    }).leave;
}

function bandText({type, rate, burst}, flags) {
    const unit = flags.includes('pktps') ? 'packets/s' : 'kbit/s';
    return `${type} above ${rate === null ? '?' : count(rate)} ${unit}${burst ? `, burst ${count(burst)}` : ''}`;
}

const METER_COLUMNS = [
    {name: 'id', title: 'Meter', width: '6rem', isNumber: true},
    {name: 'bands', title: 'Bands', width: 'minmax(10rem, 1fr)',
        value: meter => meter.bands.map(band => bandText(band, meter.flags)).join('; ')},
    {name: 'flags', title: 'Flags', width: '9rem', isWide: true, value: meter => meter.flags.join(', ')},
    ...COUNTERS,
];

export function showMeters(panel, id) {
    return liveTable(panel, METER_COLUMNS, {
        label: 'Meters',
        noun: 'meter',
        everyMillis: MILLIS,
        rows: () => get(`/api/v1/switches/${id}/meters`),
        empty: () => emptyState('No meters', h('p', {}, 'A meter limits the rate of the packets of flows. With an ',
            'Open vSwitch, you can add one:'),
        h('pre', {}, 'ovs-ofctl -O OpenFlow13 add-meter br0 \\\n    meter=1,kbps,band=type=drop,rate=1000')),
    }).leave;
}

export function showTables(panel, id) {
    const columns = [
        {name: 'id', title: 'Table', width: '5.5rem', isNumber: true},
        {name: 'name', title: 'Name', width: 'minmax(5rem, 1fr)', isWide: true},
        {name: 'active', title: 'Flows', width: '7rem', narrow: 'minmax(5rem, 1fr)', isNumber: true,
            cell: table => table.active > 0
                ? h('a', {href: link('switches', [id, 'flows'])}, count(table.active))
                : '0'},
        numberColumn('maxEntries', 'Maximum', undefined, {width: '8rem', isWide: true}),
        numberColumn('lookups', 'Looked up', undefined, {width: '8rem', isWide: true}),
        numberColumn('matched', 'Matched', undefined, {width: '8rem', narrow: 'minmax(6rem, 1fr)'}),
        {name: 'share', title: 'Matched share', width: '10rem', isNumber: true, isWide: true,
            value: table => table.lookups ? table.matched / table.lookups : null,
            cell: table => table.lookups
                ? h('span', {class: 'rate'}, percent(table.matched / table.lookups),
                    shareBar(table.matched / table.lookups, {isLoad: false}))
                : '–'},
    ];
    return liveTable(panel, columns, {
        label: 'Flow tables',
        noun: 'table',
        everyMillis: MILLIS,
        rows: () => get(`/api/v1/switches/${id}/tables`),
    }).leave;
}
