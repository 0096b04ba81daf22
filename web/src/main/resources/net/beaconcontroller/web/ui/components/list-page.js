// A page that is one table of the network, which follows its changes.

import {h} from '../lib/dom.js';
import {errorState, loadingState} from './states.js';
import {Table} from './table.js';

/**
 * Shows a table in a page.
 *
 * @param options those of {@link Table}, and `title`; `on` the names of changes of the network that it follows;
 *     `rows()` returns the rows to show, or a promise of them; `everyMillis` to read it periodically instead
 * @returns what the page returns to the router
 */
export function showList(content, {network, route}, columns, {title, on = [], rows, everyMillis, ...options}) {
    const table = new Table(columns, {label: title, ...options});
    const place = h('div', {class: 'fill'}, loadingState());
    content.append(h('header', {}, h('h1', {}, title)), place);
    let isLeft = false;
    let timer = 0;

    const refresh = async () => {
        clearTimeout(timer);
        try {
            const next = await rows();
            if (!isLeft) {
                table.setRows(next);
                if (!table.element.isConnected) {
                    place.replaceChildren(table.element);
                }
            }
        } catch (error) {
            // without a connection, the last data remains, and the page says so
            if (!isLeft && !error.isOffline && !error.isRefused) {
                place.replaceChildren(errorState(error.message, refresh));
            }
        }
        if (everyMillis && !isLeft) {
            timer = setTimeout(refresh, everyMillis);
        }
    };
    const changed = ({detail}) => {
        if (on.some(name => detail.has(name))) {
            refresh();
        }
    };
    network.addEventListener('change', changed);
    if (route.query.get('filter')) {
        table.setFilter(route.query.get('filter'));
    }
    if (network.isLoaded || everyMillis) {
        refresh();
    }
    return {
        table,
        refresh,
        leave() {
            isLeft = true;
            clearTimeout(timer);
            network.removeEventListener('change', changed);
            table.close();
        },
    };
}
