// A table that is read again and again, in a part of a page.

import {h} from '../lib/dom.js';
import {Poll} from '../lib/poll.js';
import {errorState, loadingState} from './states.js';
import {Table} from './table.js';

/**
 * Shows a table.
 *
 * @param options those of {@link Table}, and `rows()`, which returns a promise of the rows, and `everyMillis`
 * @returns {table, refresh, leave}
 */
export function liveTable(place, columns, {rows, everyMillis = 0, ...options}) {
    const table = new Table(columns, options);
    const content = h('div', {class: 'fill'}, loadingState());
    place.append(content);
    const poll = new Poll(async isStopped => {
        try {
            const next = await rows();
            if (!isStopped()) {
                if (!table.element.isConnected) {
                    content.replaceChildren(table.element);
                }
                table.setRows(next);
            }
        } catch (error) {
            // without a connection, the last data remains, and the page says so
            if (!isStopped() && !error.isOffline && !error.isRefused) {
                content.replaceChildren(errorState(error.message, () => poll.now()));
            }
        }
    }, everyMillis);
    return {
        table,
        poll,
        refresh: () => poll.now(),
        leave() {
            poll.stop();
            table.close();
        },
    };
}
