// A plot of the last minutes, drawn by uPlot, with a legend that tells the values.

import uPlot from '../vendor/uplot.esm.js';
import {h, replace, text} from '../lib/dom.js';
import {known} from '../lib/format.js';
import {readPalette} from '../lib/palette.js';

const HEIGHT = 170;
const SERIES = Array.from({length: 8}, (_, i) => `series-${i + 1}`);

/**
 * A plot.
 *
 * @param options `title`; `format(value)` with unit; `seconds` the time it spans at most; `top` the value that the
 *     axis reaches at least; `note` a line below the title
 */
export class Plot {
    element;

    #options;
    /** @type {uPlot | null} */
    #plot = null;
    /** @type {string[]} */
    #names = [];
    /** @type {number[][]} */
    #values = [];
    /** @type {number[]} */
    #times = [];
    #theme = () => this.#rebuild();

    constructor(options) {
        this.#options = options;
        this.place = h('div', {class: 'plot-place', role: 'img', 'aria-label': `${options.title}, measuring`});
        this.legend = h('ul', {class: 'plot-legend'});
        this.element = h('figure', {class: 'card plot'},
            h('figcaption', {}, h('h2', {}, options.title), h('span', {class: 'muted small'}, options.note)),
            this.place, this.legend);
        this.resizes = new ResizeObserver(() => this.#plot?.setSize(this.#size()));
        this.resizes.observe(this.place);
        addEventListener('beacon-theme', this.#theme);
    }

    #size() {
        return {width: Math.max(200, this.place.clientWidth), height: HEIGHT};
    }

    /**
     * Shows values.
     *
     * @param times in seconds
     * @param series pairs of a name and as many values
     */
    setData(times, series) {
        const names = series.map(([name]) => name);
        if (names.length === 0) {
            replace(this.legend, h('li', {}, 'measuring …'));
            return;
        }
        this.#times = times;
        this.#values = series.map(([, values]) => values);
        if (!this.#plot || names.join('\n') !== this.#names.join('\n')) {
            this.#names = names;
            this.#rebuild();
        } else {
            this.#plot.setData([times, ...this.#values]);
        }
        this.#showValues(this.#plot?.cursor.idx ?? null);
        this.place.setAttribute('aria-label', `${this.#options.title}, now: ${
            names.map((name, i) => `${name} ${this.#format(this.#values[i].at(-1))}`).join(', ')}`);
    }

    #format(value) {
        return known(value, this.#options.format);
    }

    #rebuild() {
        if (!this.element.isConnected || this.#names.length === 0) {
            return;
        }
        this.#plot?.destroy();
        const palette = readPalette(this.place, ['text-muted', 'line', ...SERIES]);
        const colorOf = i => palette[SERIES[i % SERIES.length]];
        const axis = {stroke: palette['text-muted'], grid: {stroke: palette.line, width: 1}, ticks: {show: false},
            font: '11px system-ui, sans-serif'};
        const keys = this.#names.map(() => h('b', {class: 'number'}));
        this.keys = keys;
        replace(this.legend, this.#names.map((name, i) => {
            const key = h('i');
            key.style.background = colorOf(i);
            return h('li', {}, key, name, keys[i]);
        }));
        this.#plot = new uPlot({
            ...this.#size(),
            legend: {show: false},
            cursor: {y: false, drag: {x: false, y: false}, points: {size: 6}},
            scales: {
                x: {range: () => this.#range()},
                y: {range: (_, least, most) => [0, Math.max(this.#options.top, (most ?? 0) * 1.1)]},
            },
            axes: [
                {...axis, space: 70, size: 24, values: (_, ticks) => ticks.map(tick =>
                    new Date(tick * 1000).toLocaleTimeString('en-GB'))},
                {...axis, space: 34, size: 62, values: (_, ticks) => ticks.map(tick => this.#options.format(tick))},
            ],
            series: [{}, ...this.#names.map((name, i) => ({label: name, stroke: colorOf(i), width: 1.6,
                spanGaps: false,
                // one value has no line
                points: {show: plot => plot.data[0].length < 2}}))],
            hooks: {setCursor: [plot => this.#showValues(plot.cursor.idx)]},
        }, [this.#times, ...this.#values], this.place);
    }

    /** Returns the times to show: they grow with the data, in steps, up to the last value. */
    #range() {
        const last = this.#times.at(-1) ?? 0;
        const seconds = last - this.#times[0];
        const step = seconds > 60 ? 60 : 10;
        return [last - Math.min(this.#options.seconds, Math.max(1, Math.ceil(seconds / step)) * step), last];
    }

    /** Shows the values under the pointer; without one, the last ones. */
    #showValues(index) {
        const at = index ?? this.#times.length - 1;
        this.keys?.forEach((key, i) => text(key, this.#format(this.#values[i]?.[at])));
    }

    close() {
        removeEventListener('beacon-theme', this.#theme);
        this.resizes.disconnect();
        this.#plot?.destroy();
        this.#plot = null;
    }
}
