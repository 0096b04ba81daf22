// A small curve of the last values beside their number.

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 96;
const HEIGHT = 24;

/** A curve of the last `length` values. The number beside it tells the last one. */
export class Sparkline {
    element = document.createElementNS(SVG, 'svg');

    #line = document.createElementNS(SVG, 'polyline');
    #values = [];
    #length;
    #least;

    /** @param least the value that takes the whole height at least */
    constructor({length = 60, least = 1} = {}) {
        this.#length = length;
        this.#least = least;
        this.element.setAttribute('class', 'sparkline');
        this.element.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
        this.element.setAttribute('aria-hidden', 'true');
        this.element.append(this.#line);
    }

    /** Adds a value. */
    push(value) {
        this.#values.push(value);
        this.#values.splice(0, this.#values.length - this.#length);
        const top = Math.max(this.#least, ...this.#values);
        const step = WIDTH / (this.#length - 1);
        const first = this.#length - this.#values.length;
        this.#line.setAttribute('points', this.#values.map((one, i) =>
            `${((first + i) * step).toFixed(1)},${(HEIGHT - 1.5 - one / top * (HEIGHT - 3)).toFixed(1)}`).join(' '));
    }
}
