// The links, those that are refused, and the probes. On the page of a switch, only its links.

import {append, count, emptyState, facts, h, known, liveTable, numberColumn, portColumn, portName, replace}
    from '/ui/kit.js';

const MILLIS = 5_000;
const SWITCH = beacon.parameters.get('switch');
const REFUSED = 'Hosts may have relayed the probes of these links, so that they are not used as paths. Only one port '
    + 'sends floods to the network between the ports of a link. A port that returns its own frames has a link to '
    + 'itself; it gets no floods.';

const ENDS = [portColumn('from', 'From'), portColumn('to', 'To'),
    {name: 'kind', title: 'Kind', width: '7rem', isWide: true}];

async function read(name) {
    const links = await beacon.get(`/api/topology/${name}`);
    return links.filter(({from, to}) => !SWITCH || from.switch === SWITCH || to.switch === SWITCH);
}

function latency(micros) {
    return micros < 1 ? '< 1 µs' : `${count(micros)} µs`;
}

function floods(link) {
    const unknown = link.reason === 'looped' ? 'none' : 'both';
    return link.floodingPort === null ? unknown : portName(link.floodingPort);
}

/** Appends a table of links to a part of the page. */
function show(place, columns, rows, options) {
    return liveTable(place, columns, {everyMillis: MILLIS, rows, noun: 'link',
        key: ({from, to}) => `${from.switch}:${from.port} ${to.switch}:${to.port}`, ...options});
}

const links = h('section', {class: 'natural'});
const refusedTable = h('div', {class: 'natural'});
const refused = h('section', {class: 'card stack', hidden: true},
    h('h2', {}, 'Refused links'), h('p', {class: 'muted small'}, REFUSED), refusedTable);
const probes = h('section', {class: 'card', hidden: true});
append(document.querySelector('main'), [links, refused, probes]);

const tables = [
    show(links, [...ENDS, numberColumn('latencyMicros', 'Latency', latency)], () => read('links'), {
        label: 'Links',
        tools: h('span', {class: 'muted small'}, 'A cable has two links, one in each direction.'),
        empty: () => emptyState('No links', h('p', {}, 'No cable to another connected switch was found.')),
    }),
    show(refusedTable, [...ENDS, {name: 'reason', title: 'Reason', isWide: true},
        {name: 'floods', title: 'Floods', value: floods, isWide: true}], async () => {
        const rows = await read('refused');
        refused.hidden = rows.length === 0;
        return rows;
    }, {label: 'Refused links'}),
];

async function showProbes() {
    const outcomes = await beacon.get('/api/topology/probes').catch(() => []);
    probes.hidden = outcomes.length === 0;
    replace(probes, h('h2', {}, 'Probes received'),
        facts(outcomes.map(({outcome, count: number}) => [outcome, known(number, count)])));
}

beacon.onevent = ({type}) => {
    if (type.startsWith('link.') || type.startsWith('port.looped')) {
        tables.forEach(table => table.refresh());
    }
};
if (!SWITCH) {
    showProbes();
    setInterval(showProbes, MILLIS);
}
