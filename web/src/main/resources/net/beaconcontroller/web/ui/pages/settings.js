// The settings with their origins.

import {get} from '../lib/api.js';
import {h} from '../lib/dom.js';
import {showList} from '../components/list-page.js';

const COLUMNS = [
    {name: 'key', title: 'Setting', width: 'minmax(13rem, 1fr)',
        cell: setting => h('span', {class: 'mono'}, setting.key)},
    {name: 'value', title: 'Value', width: 'minmax(9rem, 1fr)'},
    {name: 'origin', title: 'Origin', width: 'minmax(9rem, 1fr)'},
    {name: 'default', title: 'Default', width: 'minmax(8rem, 1fr)'},
    {name: 'description', title: 'Purpose', width: 'minmax(20rem, 2fr)'},
];

export function show(content, context) {
    return showList(content, context, COLUMNS, {
        title: 'Settings',
        noun: 'setting',
        key: setting => setting.key,
        rows: () => get('/api/v1/configuration'),
        everyMillis: 5_000,
    });
}
