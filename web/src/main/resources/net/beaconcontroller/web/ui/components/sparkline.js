// A small curve of the last values beside their number.

import {svg} from '../lib/dom.js';

const WIDTH = 96;
const HEIGHT = 24;

/** A curve of the last `length` values. The number beside it tells the last one. */
export class Sparkline {
    element;

    #line = svg('polyline', {});
    /** @type {number[]} */
    #values = [];
    #length;
    #least;

    /**
     * @param {{length?: number, least?: number, values?: number[]}} options `least` is the value that takes the whole
     *     height at least
     */
    constructor({length = 60, least = 1, values = []} = {}) {
        this.#length = length;
        this.#least = least;
        this.element = svg('svg', {class: 'sparkline', viewBox: `0 0 ${WIDTH} ${HEIGHT}`}, this.#line);
        this.push(...values);
    }

    /** Adds values. */
    push(...values) {
        this.#values = [...this.#values, ...values].slice(-this.#length);
        const top = Math.max(this.#least, ...this.#values);
        const step = WIDTH / (this.#length - 1);
        const first = this.#length - this.#values.length;
        this.#line.setAttribute('points', this.#values.map((one, i) =>
            `${((first + i) * step).toFixed(1)},${(HEIGHT - 1.5 - one / top * (HEIGHT - 3)).toFixed(1)}`).join(' '));
    }
}
