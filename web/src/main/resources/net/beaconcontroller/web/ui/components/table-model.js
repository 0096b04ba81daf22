// The rows of a table in their order, and those that pass its filter. It has no elements.

const natural = new Intl.Collator('en', {numeric: true});

function compare(one, other, isNatural) {
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
    if (isNatural) {
        return natural.compare(one, other);
    }
    return one < other ? -1 : 1;
}

/** The rows that a table shows. The columns are those of the table. */
export class TableModel {
    /** The rows that pass the filter, in their order. */
    shown = [];
    rows = [];
    filter = '';

    #columns;
    #column;
    #isDescending;
    #texts = new WeakMap();

    /** @param sort the column to sort by, with "-" before its name for descending */
    constructor(columns, sort) {
        this.#columns = columns;
        this.#isDescending = sort.startsWith('-');
        this.#column = columns.find(({name}) => name === sort.replace(/^-/, '')) ?? columns[0];
    }

    /** The name of the column that orders the rows, with "-" before it for descending. */
    get sort() {
        return (this.#isDescending ? '-' : '') + this.#column.name;
    }

    /** Orders by a column; the other way round if it is that one already. Numbers begin with the largest. */
    sortBy(column) {
        this.#isDescending = this.#column === column ? !this.#isDescending : Boolean(column.isNumber);
        this.#column = column;
    }

    /** Returns the order of a column as in aria-sort. */
    orderOf(column) {
        return column !== this.#column ? 'none' : this.#isDescending ? 'descending' : 'ascending';
    }

    /** Filters and sorts again. */
    arrange() {
        const wanted = this.filter.trim().toLowerCase();
        const {value, isNatural} = this.#column;
        const direction = this.#isDescending ? -1 : 1;
        this.shown = (wanted ? this.rows.filter(row => this.#textOf(row).includes(wanted)) : [...this.rows])
            .sort((one, other) => direction * compare(value(one), value(other), isNatural));
    }

    #textOf(row) {
        let all = this.#texts.get(row);
        if (all === undefined) {
            all = this.#columns.map(column => String(column.value?.(row) ?? '')).join('\n').toLowerCase();
            this.#texts.set(row, all);
        }
        return all;
    }
}
