// Columns that many tables have. The last parameter has further properties of the column.

/** @typedef {import('./table.js').Column} Column */

import {count, known, portName, switchName} from '../lib/format.js';
import {portLink, switchLink} from '../lib/link.js';

/**
 * Returns the column of a switch, whose id is the field of this name.
 *
 * @param {Partial<Column>} more
 * @returns {Column}
 */
export function switchColumn(name = 'switch', title = 'Switch', more = {}) {
    return {name, title, width: '5.4rem', isNatural: true, value: row => switchName(row[name]),
        cell: row => switchLink(row[name]), ...more};
}

/**
 * Returns the column of a port of a switch: the field of this name is {switch, port}.
 *
 * @param {Partial<Column>} more
 * @returns {Column}
 */
export function portColumn(name, title, more = {}) {
    return {name, title, width: 'minmax(7rem, 1fr)', isNatural: true, value: row => portName(row[name]),
        cell: row => portLink(row[name]), ...more};
}

/**
 * Returns the column of a number; a dash if it is unknown.
 *
 * @param {string} name
 * @param {string} title
 * @param {(value: number) => string} format
 * @param {Partial<Column>} more
 * @returns {Column}
 */
export function numberColumn(name, title, format = count, more = {}) {
    const value = more.value ?? (row => row[name]);
    return {name, title, width: '6rem', isNumber: true, cell: row => known(value(row), format), ...more};
}
