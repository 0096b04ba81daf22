// The statistics as tables, each with the highest values first. Ports have a curve of their earlier rates.

import {bitRate, code, count, emptyState, h, known, liveTable, numberColumn, percent, portColumn, portName, portText,
    shareBar, Sparkline, switchColumn, Tabs, text} from '/ui/kit.js';

const MILLIS = 5_000;
/** The number of rows that are read: those at the top of the order. */
const ROWS = 1_000;
/** The ports whose histories are read: those at the top of the table. */
const CURVES = 20;
const CURVE_SAMPLES = 60;

/** The earlier rates of these ports, by switch and port: {time, values}. */
const histories = new Map();

function keyOf({switch: id, port, queue, table, group, meter, flow, from}) {
    return [id, port, queue, table, group, meter, flow, from && portName(from)].join('/');
}

function busier({receivedBitsPerSecond: received, sentBitsPerSecond: sent}) {
    return Math.max(received ?? 0, sent ?? 0);
}

async function readHistories(ports) {
    await Promise.all(ports.slice(0, CURVES).map(async port => {
        const history = histories.get(keyOf(port));
        if (!history) {
            const samples = await beacon.get(`/api/statistics/ports/${port.switch}/${port.port}/history`);
            histories.set(keyOf(port), {time: port.time, values: samples.map(busier)});
        } else if (history.time !== port.time) {
            histories.set(keyOf(port),
                {time: port.time, values: [...history.values, busier(port)].slice(-CURVE_SAMPLES)});
        }
    }));
}

function curve(port) {
    const values = histories.get(keyOf(port))?.values;
    return values ? new Sparkline({length: CURVE_SAMPLES, values}).element : '';
}

/** A column of a share, 0 to 1. */
function share(name, title) {
    return {name, title, width: '6rem', narrow: 'minmax(6rem, 1fr)', isNumber: true, cell: row =>
        known(row[name], value => h('span', {class: 'rate'}, percent(value), shareBar(value)))};
}

/** A column of numbers that narrow screens leave out. */
function wide(name, title, format = count) {
    return numberColumn(name, title, format, {width: format === count ? '6.2rem' : '7.5rem', isWide: true});
}

const switches = switchColumn();
const port = {name: 'port', title: 'Port', width: '4.6rem', isNumber: true, cell: row => portText(row.port)};
const names = {name: 'name', title: 'Name', isWide: true};
const rate = numberColumn('bitsPerSecond', 'Rate', bitRate, {width: '7.5rem'});
const packets = wide('packetsPerSecond', 'Packets/s');
const errors = wide('errorsPerSecond', 'Errors/s');

/** The columns by which the controller cannot order. */
const LOCAL = new Set(['curve', 'from', 'to', 'refused']);

/** By resource: the title, the first order, and the columns. */
const KINDS = {
    ports: {title: 'Ports', sort: '-load', columns: [switches, port, names, share('load', 'Load'),
        wide('receivedBitsPerSecond', 'Received', bitRate), wide('sentBitsPerSecond', 'Sent', bitRate), errors,
        wide('dropsPerSecond', 'Drops/s'),
        {name: 'curve', title: 'Earlier', width: '8.2rem', isWide: true, isNumber: true, value: busier,
            cell: curve}]},
    links: {title: 'Links', sort: '-bitsPerSecond', columns: [portColumn('from', 'From'),
        portColumn('to', 'To'), share('load', 'Load'), rate, packets]},
    flows: {title: 'Top flows', sort: '-bitsPerSecond', columns: [switches, rate, packets,
        {name: 'flow', title: 'Flow', width: 'minmax(12rem, 3fr)', cell: row => code(row.flow)}]},
    tables: {title: 'Tables', sort: '-fill', columns: [switches,
        {name: 'table', title: 'Table', width: '5rem', isNumber: true}, names, numberColumn('flows', 'Flows'),
        wide('maxFlows', 'Size'), share('fill', 'Fill'), wide('lookupsPerSecond', 'Lookups/s')]},
    queues: {title: 'Queues', sort: '-bitsPerSecond', columns: [switches, port, numberColumn('queue', 'Queue'), rate,
        packets, errors]},
    groups: {title: 'Groups', sort: '-bitsPerSecond', columns: [switches, numberColumn('group', 'Group'),
        wide('references', 'References'), rate, packets]},
    meters: {title: 'Meters', sort: '-bitsPerSecond', columns: [switches, numberColumn('meter', 'Meter'),
        wide('references', 'Flows'), rate, packets, wide('exceedingPacketsPerSecond', 'Exceeding/s')]},
    collection: {title: 'Collection', sort: '-replyMillis', columns: [switches,
        wide('intervalSeconds', 'Interval', value => `${value} s`),
        numberColumn('replyMillis', 'Reply time', value => `${value.toFixed(1)} ms`, {width: '7.5rem'}),
        numberColumn('timeouts', 'Timeouts'), wide('flows', 'Flows'), wide('skippedFlows', 'Skipped flows'),
        {name: 'refused', title: 'Not available', isWide: true, value: row => row.refused.join(', ')}]},
};

function show(panel, kind) {
    const {title, sort, columns} = KINDS[kind];
    const note = h('span', {class: 'muted small'});
    const live = liveTable(panel, columns, {
        label: title,
        key: keyOf,
        sort,
        everyMillis: MILLIS,
        tools: note,
        sorted: () => live.refresh(),
        async rows(table) {
            const order = LOCAL.has(table.sort.replace('-', '')) ? sort : table.sort;
            const rows = await beacon.get(`/api/statistics/${kind}?limit=${ROWS}&sort=${order}`);
            if (kind === 'ports') {
                await readHistories(rows);
            }
            text(note, rows.length === ROWS ? `The first ${count(ROWS)} in this order.` : '');
            return rows;
        },
        empty: () => emptyState('Nothing yet', h('p', {}, 'Nothing was read yet, or there is nothing to count.')),
    });
    return live.leave;
}

const tabs = new Tabs({label: 'Statistics', tabs: Object.entries(KINDS).map(([name, {title}]) =>
    ({name, title, href: `#${name}`, show: panel => show(panel, name)}))});
document.querySelector('main').append(tabs.element);
addEventListener('hashchange', () => tabs.show(location.hash.slice(1)));
tabs.show(location.hash.slice(1));
