// A table that is read again and again, in a part of a page.

import {h} from '../lib/dom.js';
import {Poll} from '../lib/poll.js';
import {errorState, loadingState} from './states.js';
import {Table} from './table.js';

/**
 * Shows a table.
 *
 * @param {Element} place
 * @param {import('./table.js').Column[]} columns
 * @param {import('./table.js').Options & {rows: (table: Table) => Promise<any[] | null>, everyMillis?: number}} options
 *     those of a table, and `rows`, which returns a promise of the rows, or of null while nothing is known;
 *     `everyMillis` is the time after which they are read again, or 0 to read them only on `refresh()`
 */
export function liveTable(place, columns, {rows, everyMillis = 0, ...options}) {
    const table = new Table(columns, options);
    const content = h('div', {class: 'fill'}, loadingState());
    place.append(content);
    const poll = new Poll(async isStopped => {
        try {
            const next = await rows(table);
            if (!isStopped() && next) {
                table.setRows(next);
                if (!table.element.isConnected) {
                    content.replaceChildren(table.element);
                }
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
