// A page that is one table of the network, which follows its changes, with a page for each row.

import {h, replace} from '../lib/dom.js';
import {liveTable} from './live-table.js';

/**
 * Shows a table in a page.
 *
 * @param {HTMLElement} content
 * @param {Context} context
 * @param {import('./table.js').Column[]} columns
 * @param {any} options those of {@link liveTable}, and `title`; `on` the names of the changes that it follows
 */
export function showList(content, {network, route}, columns, {title, on, rows, ...options}) {
    content.append(h('header', {}, h('h1', {}, title)));
    const live = liveTable(content, columns,
        {label: title, ...options, rows: async () => network.isLoaded ? rows() : null});
    const changed = ({detail}) => on.some(name => detail.has(name)) && live.refresh();
    network.addEventListener('change', changed);
    live.table.setFilter(route.query.get('filter') ?? '');
    return {...live, leave() {
        network.removeEventListener('change', changed);
        live.leave();
    }};
}

/**
 * Shows a list, or the page of the row that the address names.
 *
 * @param list shows the list: (content, context)
 * @param page shows the page of a row: (content, context, id, tab); it may have `showTab(tab)`
 * @returns what the page returns to the router
 */
export function listWithPages(content, context, list, page) {
    /** @type {{leave(): void, showTab?(tab: string): void} | null} */
    let shown = null;
    /** @type {string | null} */
    let current = null;
    const navigate = route => {
        const [id = null, tab] = route.rest;
        if (shown?.showTab && id === current) {
            shown.showTab(tab);
            return;
        }
        const isFirst = shown === null;
        shown?.leave();
        replace(content);
        current = id;
        shown = id ? page(content, context, id, tab) : list(content, {...context, route});
        if (!isFirst) {
            // a screen reader continues with the new page
            content.parentElement.focus({preventScroll: true});
        }
    };
    navigate(context.route);
    return {navigate, leave: () => shown?.leave()};
}
