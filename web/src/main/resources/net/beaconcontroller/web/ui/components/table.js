// A table with a filter and sortable columns, of which only the visible rows exist: it shows 100,000 rows.

import {h, replace, text} from '../lib/dom.js';
import {count} from '../lib/format.js';

const MARGIN_ROWS = 10;
const ROW_PIXELS = 36;
/** The height of rows with two lines: as in beacon.css. */
const WRAPPED_PIXELS = 54;
const NARROW = matchMedia('(max-width: 760px)');

function compare(one, other) {
    if (one === other) {
        return 0;
    }
    // rows without a value are last in ascending order
    if (one === null || one === undefined) {
        return 1;
    }
    if (other === null || other === undefined) {
        return -1;
    }
    return one < other ? -1 : 1;
}

function classOf(column) {
    return `table-cell${column.isNumber ? ' number' : ''}${column.isWide ? ' wide' : ''}`;
}

/** Shows the content of a cell. What did not change stays, so that the focus and the pointer stay on it. */
function fill(cell, content) {
    const before = cell.firstChild;
    const isSame = content instanceof Node ? before?.isEqualNode(content) : cell.textContent === String(content);
    if (!before || !isSame) {
        const hadFocus = cell.contains(document.activeElement);
        replace(cell, content);
        if (hadFocus) {
            cell.querySelector('a, button, input, select')?.focus();
        }
        if (!(content instanceof Node) && !Array.isArray(content)) {
            cell.title = String(content);
        }
    }
}

/**
 * A table.
 *
 * Columns are objects: `name` of the field, `title`, `width` (a track of CSS grid, whose least size is in rem),
 * `narrow` the width on narrow screens if that is another one, `isNumber`, `isWide` to leave the column out on narrow
 * screens, `value(row)` to sort and filter by (default: the field; null for a column of actions, which has neither),
 * and `cell(row)` with the content (default: the value).
 *
 * @param options `label` for screen readers, `noun` in the singular, `nouns` in the plural, `key(row)` identity, `sort`
 *     the first column to sort by ('-name' for descending), `empty` a function that returns the element for an empty
 *     table, `tools` elements beside the filter, `select(row)` called when a row is clicked, `isWrapped` whether the
 *     rows have two lines on narrow screens, for long texts
 */
export class Table {
    /** The element of the table with its filter. */
    element;

    #columns;
    #options;
    #rows = [];
    #shown = [];
    #sort;
    #isDescending;
    #selected = null;
    #frame = 0;
    #texts = new WeakMap();
    #elements = new Map();
    #rowsShown = new WeakMap();

    constructor(columns, options) {
        this.#columns = columns.map(column =>
            ({value: row => row[column.name], width: 'minmax(6rem, 1fr)', ...column}));
        this.#options = {key: row => row.id, noun: 'row', nouns: `${options.noun ?? 'row'}s`, ...options};
        const sort = options.sort ?? columns[0].name;
        this.#isDescending = sort.startsWith('-');
        this.#sort = sort.replace(/^-/, '');
        this.#build();
    }

    #build() {
        const {label, nouns, tools, isWrapped} = this.#options;
        this.filter = h('input', {type: 'search', placeholder: `Filter ${nouns}`, 'aria-label': `Filter ${nouns}`,
            autocomplete: 'off', spellcheck: 'false', oninput: () => this.#arrange()});
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
        const least = widths.map(width => /[\d.]+rem/.exec(width)[0]).join(' + ');
        this.viewport.style.setProperty(`--columns${suffix}`, widths.join(' '));
        this.viewport.style.setProperty(`--least${suffix}`, `calc(${least})`);
    }

    /** Shows other rows. The filter, the order and the position stay. */
    setRows(rows) {
        this.#rows = rows;
        this.#arrange();
    }

    /** Filters by a text. */
    setFilter(value) {
        this.filter.value = value;
        this.#arrange();
    }

    /** Marks a row, by its key. */
    setSelected(key) {
        this.#selected = key;
        this.#elements.forEach((element, of) => element.setAttribute('aria-selected', String(of === key)));
    }

    /** The number of rows that pass the filter. */
    get shownCount() {
        return this.#shown.length;
    }

    /** Ends the observation of the size. */
    close() {
        this.resizes.disconnect();
        cancelAnimationFrame(this.#frame);
    }

    #sortBy(column) {
        this.#isDescending = this.#sort === column.name ? !this.#isDescending : Boolean(column.isNumber);
        this.#sort = column.name;
        this.#arrange();
        this.viewport.scrollTop = 0;
    }

    #textOf(row) {
        let all = this.#texts.get(row);
        if (all === undefined) {
            all = this.#columns.map(column => String(column.value?.(row) ?? '')).join('\n').toLowerCase();
            this.#texts.set(row, all);
        }
        return all;
    }

    #arrange() {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => {
            const filter = this.filter.value.trim().toLowerCase();
            const {value} = this.#columns.find(column => column.name === this.#sort) ?? this.#columns[0];
            const direction = this.#isDescending ? -1 : 1;
            this.#shown = (filter ? this.#rows.filter(row => this.#textOf(row).includes(filter)) : [...this.#rows])
                .sort((one, other) => direction * compare(value(one), value(other)));
            this.#columns.forEach((column, i) => {
                const order = this.#isDescending ? 'descending' : 'ascending';
                if (column.value) {
                    this.heads[i].setAttribute('aria-sort', column.name === this.#sort ? order : 'none');
                }
            });
            this.#showTotal(filter);
            this.#draw();
        });
    }

    #showTotal(filter) {
        const {noun, nouns, empty} = this.#options;
        const all = this.#rows.length;
        const shown = this.#shown.length;
        text(this.total, `${shown === all ? '' : `${count(shown)} of `}${count(all)} ${all === 1 ? noun : nouns}`);
        const isEmpty = all === 0 && Boolean(empty);
        if (isEmpty && this.instead.hidden) {
            replace(this.instead, empty());
        }
        this.instead.hidden = !isEmpty;
        this.viewport.hidden = isEmpty;
        this.viewport.setAttribute('aria-rowcount', String(shown + 1));
        this.viewport.dataset.filtered = String(filter !== '');
    }

    #draw() {
        const height = this.#options.isWrapped && NARROW.matches ? WRAPPED_PIXELS : ROW_PIXELS;
        // not larger than its rows, its head and a scroll bar
        this.viewport.style.maxHeight = `${Math.max(this.#shown.length, 3) * height + ROW_PIXELS + 16}px`;
        this.body.style.height = `${this.#shown.length * height}px`;
        const first = Math.max(0, Math.floor(this.viewport.scrollTop / height) - MARGIN_ROWS);
        const last = Math.min(this.#shown.length,
            Math.ceil((this.viewport.scrollTop + this.viewport.clientHeight) / height) + MARGIN_ROWS);
        const keep = new Map();
        for (let i = first; i < last; i++) {
            const row = this.#shown[i];
            const key = this.#options.key(row);
            const element = this.#elementOf(row, key);
            element.style.top = `${i * height}px`;
            element.setAttribute('aria-rowindex', String(i + 2));
            keep.set(key, element);
        }
        this.#elements.forEach((element, key) => keep.has(key) || element.remove());
        // in the order that is visible, because the keyboard follows it; rows that are in their place keep the focus
        let place = this.body.firstChild;
        for (const element of keep.values()) {
            if (element === place) {
                place = place.nextSibling;
            } else {
                this.body.insertBefore(element, place);
            }
        }
        this.#elements = keep;
    }

    #elementOf(row, key) {
        const {select} = this.#options;
        let element = this.#elements.get(key);
        if (!element) {
            element = h('div', {class: 'table-row', role: 'row', 'aria-selected': String(key === this.#selected),
                onclick: select ? () => select(this.#rowsShown.get(element)) : null},
            this.#columns.map(column => h('div', {class: classOf(column), role: 'cell'})));
        }
        if (this.#rowsShown.get(element) !== row) {
            this.#rowsShown.set(element, row);
            this.#columns.forEach((column, i) =>
                fill(element.children[i], column.cell ? column.cell(row) : column.value(row) ?? '–'));
        }
        return element;
    }
}
