// The statistics as tables: those with the highest values first, read again every few seconds. Ports have a curve of
// their earlier rates.

const REFRESH_MILLIS = 5_000;
const ROWS = 100;
/** The ports whose histories are read: those at the top of the table. */
const CURVES = 20;
const CURVE_SAMPLES = 60;
const HIGH = 0.7;
const FULL = 0.9;

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 96;
const HEIGHT = 24;

const NONE = '–';

function bits(value) {
    if (value === null) {
        return NONE;
    }
    const prefixes = ['', 'k', 'M', 'G', 'T'];
    let prefix = 0;
    while (value >= 1000 && prefix < prefixes.length - 1) {
        value /= 1000;
        prefix++;
    }
    return `${value.toFixed(prefix ? 1 : 0)} ${prefixes[prefix]}bit/s`;
}

function number(value) {
    return value === null ? NONE : Math.round(value).toLocaleString('en');
}

function percent(value) {
    return value === null ? NONE : `${(100 * value).toFixed(1)} %`;
}

function time(unit) {
    return value => value === null ? NONE : `${value.toFixed(1)} ${unit}`;
}

/** Returns a small bar before the percentage. */
function bar(value) {
    if (value === null) {
        return [NONE];
    }
    const fill = document.createElement('span');
    fill.style.width = `${Math.min(100, 100 * value)}%`;
    const whole = document.createElement('span');
    whole.className = value >= FULL ? 'bar alarm' : value >= HIGH ? 'bar warning' : 'bar';
    whole.setAttribute('aria-hidden', 'true');
    whole.append(fill);
    return [whole, percent(value)];
}

/** Returns a curve of the values; unknown ones are left out. */
function curve(values) {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('class', 'sparkline');
    svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', `up to ${bits(Math.max(0, ...values))}`);
    const line = document.createElementNS(SVG, 'polyline');
    const top = Math.max(1, ...values);
    const step = WIDTH / (CURVE_SAMPLES - 1);
    const first = CURVE_SAMPLES - values.length;
    line.setAttribute('points', values.map((value, i) =>
        `${((first + i) * step).toFixed(1)},${(HEIGHT - 2 - value / top * (HEIGHT - 4)).toFixed(1)}`).join(' '));
    svg.append(line);
    return svg;
}

/** The earlier rates of the ports at the top of the table, by switch and port: {time, values}. */
const histories = new Map();

const busier = ({receivedBitsPerSecond: received, sentBitsPerSecond: sent}) => Math.max(received ?? 0, sent ?? 0);

async function readHistories(ports) {
    await Promise.all(ports.slice(0, CURVES).map(async port => {
        const key = `${port.switch}/${port.port}`;
        const known = histories.get(key);
        if (!known) {
            const samples = await beacon.get(`/api/statistics/ports/${key}/history`);
            histories.set(key, {time: port.time, values: samples.map(busier).slice(-CURVE_SAMPLES)});
        } else if (known.time !== port.time) {
            known.time = port.time;
            known.values = [...known.values, busier(port)].slice(-CURVE_SAMPLES);
        }
    }));
}

const end = ({switch: id, port}) => `${id}:${beacon.portText(port)}`;
const id = {title: 'Switch', field: 'switch', className: 'name'};
const load = {title: 'Load', field: 'load', show: bar, className: 'number'};
const rate = {title: 'Rate', field: 'bitsPerSecond', show: bits, className: 'number'};
const packets = {title: 'Packets/s', field: 'packetsPerSecond', show: number, className: 'number'};
const errors = {title: 'Errors/s', field: 'errorsPerSecond', show: number, className: 'number'};

/** By name: the resource, the field that it is sorted by at first, and the columns. */
const KINDS = {
    Ports: {
        path: '/api/statistics/ports',
        order: '-load',
        prepare: readHistories,
        columns: [
            id,
            {title: 'Port', field: 'port', show: beacon.portText, className: 'number'},
            {title: 'Name', field: 'name', className: 'name'},
            load,
            {title: 'Received', field: 'receivedBitsPerSecond', show: bits, className: 'number'},
            {title: 'Sent', field: 'sentBitsPerSecond', show: bits, className: 'number'},
            errors,
            {title: 'Drops/s', field: 'dropsPerSecond', show: number, className: 'number'},
            {title: 'Rate', curve: port => histories.get(`${port.switch}/${port.port}`)?.values},
        ],
    },
    Links: {
        path: '/api/statistics/links',
        order: '-bitsPerSecond',
        columns: [
            {title: 'From', value: link => end(link.from), className: 'name'},
            {title: 'To', value: link => end(link.to), className: 'name'},
            load,
            rate,
            packets,
        ],
    },
    'Top flows': {
        path: '/api/statistics/flows',
        order: '-bitsPerSecond',
        columns: [
            id,
            rate,
            packets,
            {title: 'Flow', value: flow => flow.flow, className: 'flow'},
        ],
    },
    Tables: {
        path: '/api/statistics/tables',
        order: '-fill',
        columns: [
            id,
            {title: 'Table', field: 'table', className: 'number'},
            {title: 'Name', field: 'name', className: 'name'},
            {title: 'Flows', field: 'flows', show: number, className: 'number'},
            {title: 'Size', field: 'maxFlows', show: number, className: 'number'},
            {title: 'Fill', field: 'fill', show: bar, className: 'number'},
            {title: 'Lookups/s', field: 'lookupsPerSecond', show: number, className: 'number'},
        ],
    },
    Queues: {
        path: '/api/statistics/queues',
        order: '-bitsPerSecond',
        columns: [
            id,
            {title: 'Port', field: 'port', show: beacon.portText, className: 'number'},
            {title: 'Queue', field: 'queue', className: 'number'},
            rate,
            packets,
            errors,
        ],
    },
    Groups: {
        path: '/api/statistics/groups',
        order: '-bitsPerSecond',
        columns: [
            id,
            {title: 'Group', field: 'group', className: 'number'},
            {title: 'References', field: 'references', show: number, className: 'number'},
            rate,
            packets,
        ],
    },
    Meters: {
        path: '/api/statistics/meters',
        order: '-bitsPerSecond',
        columns: [
            id,
            {title: 'Meter', field: 'meter', className: 'number'},
            {title: 'Flows', field: 'references', show: number, className: 'number'},
            rate,
            packets,
            {title: 'Exceeding/s', field: 'exceedingPacketsPerSecond', show: number, className: 'number'},
        ],
    },
    Collection: {
        path: '/api/statistics/collection',
        order: '-replyMillis',
        columns: [
            id,
            {title: 'Interval', field: 'intervalSeconds', show: time('s'), className: 'number'},
            {title: 'Reply time', field: 'replyMillis', show: time('ms'), className: 'number'},
            {title: 'Timeouts', field: 'timeouts', show: number, className: 'number'},
            {title: 'Flows', field: 'flows', show: number, className: 'number'},
            {title: 'Skipped flows', field: 'skippedFlows', show: number, className: 'number'},
            {title: 'Not available', value: one => one.refused.join(', ')},
        ],
    },
};

const summary = document.getElementById('summary');
let kind = 'Ports';
let order = KINDS[kind].order;
/** Answers to earlier choices are not shown. */
let turn = 0;

function headerOf(column) {
    const th = document.createElement('th');
    th.className = column.className === 'number' ? 'number' : '';
    if (!column.field) {
        th.textContent = column.title;
        return th;
    }
    const button = document.createElement('button');
    button.textContent = column.title;
    button.addEventListener('click', () => {
        order = order === `-${column.field}` ? column.field : `-${column.field}`;
        show();
    });
    if (order.replace('-', '') === column.field) {
        th.setAttribute('aria-sort', order.startsWith('-') ? 'descending' : 'ascending');
    }
    th.append(button);
    return th;
}

function cellOf(column, object) {
    const td = document.createElement('td');
    td.className = column.className ?? '';
    if (column.curve) {
        const values = column.curve(object);
        td.append(values ? curve(values) : '');
        return td;
    }
    const value = column.field ? object[column.field] : column.value(object);
    td.append(...[column.show ? column.show(value) : value].flat());
    return td;
}

function showTable(objects) {
    const {columns} = KINDS[kind];
    // a header keeps the focus while the rows change
    const focused = [...document.querySelectorAll('th')].findIndex(th => th.contains(document.activeElement));
    document.querySelector('thead tr').replaceChildren(...columns.map(headerOf));
    document.querySelectorAll('th')[focused]?.querySelector('button')?.focus();
    document.querySelector('tbody').replaceChildren(...objects.map(object => {
        const tr = document.createElement('tr');
        tr.append(...columns.map(column => cellOf(column, object)));
        return tr;
    }));
    document.getElementById('scroll').hidden = objects.length === 0;
    summary.textContent = objects.length === 0 ? 'Nothing was read yet, or there is nothing to count.'
        : objects.length === ROWS ? `The first ${ROWS} in this order.` : `${objects.length} rows.`;
}

async function show() {
    const now = ++turn;
    const {path, prepare} = KINDS[kind];
    try {
        const objects = await beacon.get(`${path}?limit=${ROWS}&sort=${order}`);
        await prepare?.(objects);
        if (now === turn) {
            showTable(objects);
        }
    } catch (error) {
        if (now === turn) {
            summary.textContent = `The statistics cannot be read: ${error.message}`;
        }
    }
}

function choose(name) {
    kind = name;
    order = KINDS[name].order;
    document.querySelectorAll('#kinds button').forEach(button => {
        button.setAttribute('aria-pressed', String(button.textContent === name));
    });
    show();
}

document.getElementById('kinds').append(...Object.keys(KINDS).map(name => {
    const button = document.createElement('button');
    button.textContent = name;
    button.addEventListener('click', () => choose(name));
    return button;
}));
choose(kind);
setInterval(show, REFRESH_MILLIS);
