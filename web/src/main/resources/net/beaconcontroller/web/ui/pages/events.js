// The events of the controller, newest first.

import {h} from '../lib/dom.js';
import {time} from '../lib/format.js';
import {showList} from '../components/list-page.js';
import {emptyState} from '../components/states.js';

const COLUMNS = [
    {name: 'time', title: 'Time', width: '11rem', cell: event => time(event.time)},
    {name: 'severity', title: 'Severity', width: '7rem',
        cell: event => h('span', {class: `badge ${event.severity === 'info' ? '' : event.severity}`}, event.severity)},
    {name: 'type', title: 'Type', width: '12rem'},
    {name: 'text', title: 'Event', width: 'minmax(18rem, 1fr)'},
];

export function show(content, context) {
    const {network, route} = context;
    const page = showList(content, context, COLUMNS, {
        title: 'Events',
        noun: 'event',
        sort: '-time',
        on: ['events', 'switches'],
        rows: () => network.events,
        empty: () => emptyState('No event yet', h('p', {}, 'Switches that connect, links that fail, devices that move ',
            'and applications that stop appear here.')),
    });
    if (route.query.get('severity')) {
        page.table.setFilter(route.query.get('severity'));
    }
    return page;
}
