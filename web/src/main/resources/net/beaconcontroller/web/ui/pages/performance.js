// The load of the controller as live plots.

import {count, duration, h, percent, Poll, text} from '../kit.js';
import {Plot} from '../components/plot.js';
import {Samples} from './performance/samples.js';

const MILLIS = 1_000;
const SECONDS = 300;
const MAX_SERIES = 8;

const short = new Intl.NumberFormat('en-US', {notation: 'compact', maximumSignificantDigits: 3});

const PLOTS = {
    'messages': {title: 'Messages', note: 'per second, all switches', top: 10,
        format: value => `${short.format(value)} /s`},
    'round-trips': {title: 'Round-trip time', note: 'of echo requests to the switches', top: 1,
        format: value => duration(value / 1000)},
    'loops': {title: 'Event loops', note: 'share of the time that they work', top: 10,
        format: value => percent(value / 100)},
    'applications': {title: 'Applications', note: 'share of the time of a loop', top: 1,
        format: value => percent(value / 100)},
    'collections': {title: 'Garbage collection', note: 'share of the time', top: 1,
        format: value => percent(value / 100)},
    'memory': {title: 'Memory', note: 'heap in use', top: 10, format: value => `${short.format(value)} MB`},
};

/** The samples are kept while other pages are open. */
const samples = new Samples();

const FACTS = {
    'Running for': status => duration(Math.floor(status.uptimeSeconds)),
    'Switches': status => count(status.switches),
    'Packet-ins': status => count(status.packetIns),
    'Event loops': status => `${count(status.loops)}, ${status.transport}`,
    'Exceptions': status => count(status.listenerFailures),
};

function tiles(connection) {
    const values = Object.entries(FACTS).map(([name, value]) => {
        const number = h('b', {}, '–');
        return {value, number, element: h('div', {class: 'card tile low'},
            h('span', {class: 'muted small'}, name), number)};
    });
    const refresh = () => connection.status
        && values.forEach(({value, number}) => text(number, value(connection.status)));
    connection.addEventListener('status', refresh);
    refresh();
    return {element: h('div', {class: 'tiles'}, values.map(({element}) => element)),
        leave: () => connection.removeEventListener('status', refresh)};
}

/** @type {Show} */
export function show(content, {connection}) {
    const figures = tiles(connection);
    const plots = new Map(Object.entries(PLOTS).map(([group, options]) =>
        [group, new Plot({...options, seconds: SECONDS})]));
    content.append(h('header', {}, h('h1', {}, 'Performance'),
        h('span', {class: 'muted small'}, 'the last five minutes')),
    h('div', {class: 'scroll stack', tabindex: '0'}, figures.element,
        h('div', {class: 'columns wide'}, [...plots.values()].map(plot => plot.element))));

    const draw = () => plots.forEach((plot, group) => plot.setData(samples.times, samples.of(group, MAX_SERIES)));
    const poll = new Poll(async isStopped => {
        try {
            await samples.read();
        } catch {
            // the header shows that the connection is lost; the plots have a gap
            samples.addGap();
        }
        if (!isStopped()) {
            draw();
        }
    }, MILLIS);
    if (samples.times.length > 0) {
        draw();
    }
    return () => {
        poll.stop();
        figures.leave();
        plots.forEach(plot => plot.close());
    };
}
