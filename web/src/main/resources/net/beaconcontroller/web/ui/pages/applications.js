// The applications and their states.

import {get} from '../lib/api.js';
import {h} from '../lib/dom.js';
import {count} from '../lib/format.js';
import {showList} from '../components/list-page.js';

const KINDS = {running: 'good', failed: 'alarm', quarantined: 'alarm', waiting: 'warning'};

const COLUMNS = [
    {name: 'name', title: 'Application', width: 'minmax(9rem, 1fr)', cell: app => h('b', {}, app.name)},
    {name: 'state', title: 'State', width: '8rem',
        cell: app => h('span', {class: `badge ${KINDS[app.state] ?? ''}`}, app.state)},
    {name: 'version', title: 'Version', width: '7rem'},
    {name: 'origin', title: 'Origin', width: 'minmax(9rem, 1fr)'},
    {name: 'loopShare', title: 'Loop time', width: '7rem', isNumber: true,
        cell: app => `${(app.loopShare * 100).toFixed(1)} %`},
    {name: 'failures', title: 'Exceptions', width: '7rem', isNumber: true, cell: app => count(app.failures)},
    {name: 'reason', title: 'Why', width: 'minmax(12rem, 2fr)'},
];

export function show(content, context) {
    return showList(content, context, COLUMNS, {
        title: 'Applications',
        noun: 'application',
        key: app => app.name,
        rows: () => get('/api/v1/applications'),
        everyMillis: 2_000,
    });
}
