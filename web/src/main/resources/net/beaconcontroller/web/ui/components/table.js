// A table with a filter and sortable columns, of which only the visible rows exist: it shows 100,000 rows.

import {h, replace, text} from '../lib/dom.js';
import {count} from '../lib/format.js';
import {input} from './fields.js';
import {TableModel} from './table-model.js';

const MARGIN_ROWS = 10;
const ROW_PIXELS = 36;
/** The height of rows with two lines: as in beacon.css. */
const WRAPPED_PIXELS = 54;
const NARROW = matchMedia('(max-width: 760px)');

const FOCUSABLE = 'a, button:not(:disabled), input, select';

function classOf(column) {
    return `table-cell${column.isNumber ? ' number' : ''}${column.isWide ? ' wide' : ''}`;
}

/** Shows the content of a cell. What did not change stays, so that the focus and the pointer stay on it. */
function fill(cell, content) {
    const before = cell.firstChild;
    const isSame = content instanceof Node ? before?.isEqualNode(content) : cell.textContent === String(content);
    if (!before || !isSame) {
        const focused = [...cell.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
        replace(cell, content);
        if (focused >= 0) {
            const now = [...cell.querySelectorAll(FOCUSABLE)];
            now[Math.min(focused, now.length - 1)]?.focus();
        }
        if (!(content instanceof Node) && !Array.isArray(content)) {
            cell.title = String(content);
        }
    }
}

/**
 * A column of a table. A cell that looks the same stays: its listeners may use the key of the row, and no values that
 * change.
 *
 * @typedef {object} Column
 * @property {string} name of the field
 * @property {string} title
 * @property {string} [width] a track of CSS grid, whose least size is in rem
 * @property {string} [narrow] the width on narrow screens, if it is another one
 * @property {boolean} [isNumber]
 * @property {boolean} [isWide] whether narrow screens leave the column out
 * @property {boolean} [isNatural] whether numbers in its texts count in the order: s2 before s10
 * @property {((row: any) => any) | null} [value] to sort and filter by; the field by default; null for actions
 * @property {(row: any) => Child} [cell] the content; the value by default
 */

/**
 * @typedef {object} Options
 * @property {string} [label] for screen readers
 * @property {string} [noun] a row in the singular
 * @property {string} [nouns] rows in the plural
 * @property {(row: any) => any} [key] the identity of a row; the field id by default
 * @property {string} [sort] the first column to sort by, "-name" for descending
 * @property {() => HTMLElement} [empty] returns the element instead of an empty table
 * @property {Child} [tools] elements beside the filter
 * @property {() => void} [sorted] called when the user chose another order
 * @property {boolean} [isWrapped] whether the rows have two lines on narrow screens, for long texts
 */

/** A table. */
export class Table {
    /** The element of the table with its filter. */
    element;

    #columns;
    #options;
    #model;
    #frame = 0;
    /** @type {Map<any, HTMLElement>} */
    #elements = new Map();
    #rowsShown = new WeakMap();

    /** @param {Column[]} columns @param {Options} options */
    constructor(columns, options) {
        this.#columns = columns.map(column =>
            ({value: row => row[column.name], width: 'minmax(6rem, 1fr)', ...column}));
        this.#options = {key: row => row.id, noun: 'row', nouns: `${options.noun ?? 'row'}s`, ...options};
        this.#model = new TableModel(this.#columns, options.sort ?? columns[0].name);
        const {label, nouns, tools, isWrapped} = this.#options;
        this.filter = input({type: 'search', placeholder: `Filter ${nouns}`, 'aria-label': `Filter ${nouns}`,
            oninput: () => this.#arrange()});
        this.total = h('span', {class: 'muted small', role: 'status'});
        this.heads = this.#columns.map(column => h('div', {class: classOf(column), role: 'columnheader'},
            column.value
                ? h('button', {type: 'button', onclick: () => this.#sortBy(column)}, column.title)
                : h('span', {class: 'visually-hidden'}, column.title)));
        this.body = h('div', {class: 'table-body', role: 'rowgroup'});
        this.viewport = h('div', {class: `table${isWrapped ? ' wrapped' : ''}`, role: 'table', 'aria-label': label,
            tabindex: '0', onscroll: () => this.#draw()},
        h('div', {class: 'table-head', role: 'rowgroup'}, h('div', {class: 'table-row', role: 'row'}, this.heads)),
        this.body);
        this.#setTracks('', this.#columns.map(({width}) => width));
        this.#setTracks('-narrow', this.#columns.filter(column => !column.isWide)
            .map(({narrow, width}) => narrow ?? width));
        this.instead = h('div', {hidden: true});
        this.element = h('div', {class: 'fill'},
            h('div', {class: 'table-tools'}, this.filter, this.total, tools),
            this.instead, this.viewport);
        this.resizes = new ResizeObserver(() => this.#draw());
        this.resizes.observe(this.viewport);
    }

    /** Head and rows are grids of their own: with the same least width, their tracks are the same. */
    #setTracks(suffix, widths) {
        const least = widths.map(width => /[\d.]+rem/.exec(width)?.[0]).join(' + ');
        this.viewport.style.setProperty(`--columns${suffix}`, widths.join(' '));
        this.viewport.style.setProperty(`--least${suffix}`, `calc(${least})`);
    }

    /** Shows other rows. The filter, the order and the position stay. */
    setRows(rows) {
        this.#model.rows = rows;
        this.#arrange();
    }

    /** Filters by a text. */
    setFilter(value) {
        this.filter.value = value;
        this.#arrange();
    }

    /** The name of the column that orders the rows, with "-" before it for descending. */
    get sort() {
        return this.#model.sort;
    }

    /** Ends the observation of the size. */
    close() {
        this.resizes.disconnect();
        cancelAnimationFrame(this.#frame);
    }

    #sortBy(column) {
        this.#model.sortBy(column);
        this.#arrange();
        this.viewport.scrollTop = 0;
        this.#options.sorted?.();
    }

    #arrange() {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => {
            this.#model.filter = this.filter.value;
            this.#model.arrange();
            this.#columns.forEach((column, i) => column.value
                && this.heads[i].setAttribute('aria-sort', this.#model.orderOf(column)));
            this.#showTotal();
            this.#draw();
        });
    }

    #showTotal() {
        const {noun, nouns, empty} = this.#options;
        const all = this.#model.rows.length;
        const shown = this.#model.shown.length;
        text(this.total, `${shown === all ? '' : `${count(shown)} of `}${count(all)} ${all === 1 ? noun : nouns}`);
        const isEmpty = all === 0 && empty !== undefined;
        if (isEmpty && this.instead.hidden) {
            replace(this.instead, empty());
        }
        this.instead.hidden = !isEmpty;
        this.viewport.hidden = isEmpty;
        this.viewport.setAttribute('aria-rowcount', String(shown + 1));
        this.viewport.dataset.none = String(shown === 0);
    }

    #draw() {
        const {shown} = this.#model;
        const height = this.#options.isWrapped && NARROW.matches ? WRAPPED_PIXELS : ROW_PIXELS;
        // not larger than its rows, its head and a scroll bar
        this.viewport.style.setProperty('--height', `${Math.max(shown.length, 3) * height + ROW_PIXELS + 16}px`);
        this.body.style.height = `${shown.length * height}px`;
        const first = Math.max(0, Math.floor(this.viewport.scrollTop / height) - MARGIN_ROWS);
        const last = Math.min(shown.length,
            Math.ceil((this.viewport.scrollTop + this.viewport.clientHeight) / height) + MARGIN_ROWS);
        const keep = new Map();
        for (let i = first; i < last; i++) {
            const row = shown[i];
            const key = this.#options.key(row);
            const element = this.#elementOf(row, key);
            element.style.top = `${i * height}px`;
            element.setAttribute('aria-rowindex', String(i + 2));
            keep.set(key, element);
        }
        const focused = this.body.contains(document.activeElement)
            ? /** @type {HTMLElement} */ (document.activeElement) : null;
        this.#elements.forEach((element, key) => keep.has(key) || element.remove());
        // in the order that is visible, because the keyboard follows it
        let place = this.body.firstChild;
        for (const element of keep.values()) {
            if (element === place) {
                place = element.nextSibling;
            } else {
                this.body.insertBefore(element, place);
            }
        }
        this.#elements = keep;
        // an element that is moved or removed loses the focus
        if (focused && focused !== document.activeElement) {
            (focused.isConnected ? focused : this.viewport).focus({preventScroll: true});
        }
    }

    #elementOf(row, key) {
        let element = this.#elements.get(key);
        if (!element) {
            element = h('div', {class: 'table-row', role: 'row'},
                this.#columns.map(column => h('div', {class: classOf(column), role: 'cell'})));
        }
        if (this.#rowsShown.get(element) !== row) {
            this.#rowsShown.set(element, row);
            this.#columns.forEach((column, i) =>
                fill(element.children[i], column.cell ? column.cell(row) : column.value?.(row) ?? '–'));
        }
        return element;
    }
}
