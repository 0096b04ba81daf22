// Reads the counters of the controller once per second and keeps their rates of the last minutes.

import {get} from '../../lib/api.js';

const MAX_SAMPLES = 300;
/** Reading all switches for their round-trip times costs more than the counters. */
const SWITCHES_EVERY = 3;
const MANY_SWITCHES_EVERY = 15;
const MANY_SWITCHES = 200;

/** Of a controller without the resource, it is asked again only when the page is opened again. */
let hasPerformance = true;

function median(sorted) {
    return sorted.length === 0 ? null : sorted[sorted.length >> 1];
}

function sum(list, name) {
    return list.reduce((total, one) => total + one[name], 0);
}

/**
 * The rates. `times` are seconds since 1970; each series is a list of as many values, null where unknown.
 */
export class Samples {
    times = [];
    /** By "group/name", such as "messages/packet-ins": the values. */
    series = new Map();
    /** Switches, of which the last list was read. */
    switches = [];

    #before = null;
    #turns = 0;
    #roundTrips = {median: null, maximum: null};

    /** Reads the counters and adds a sample. */
    async read() {
        const now = await this.#counters();
        const before = this.#before;
        this.#before = now;
        const values = new Map([['memory/heap', now.heap]]);
        // after a restart of the controller, the counters are smaller
        if (before && now.at > before.at) {
            const seconds = (now.at - before.at) / 1000;
            for (const [name, value] of now.totals) {
                const last = before.totals.get(name);
                if (last !== undefined && value >= last) {
                    values.set(name, (value - last) / seconds);
                }
            }
        }
        now.shares.forEach((share, name) => values.set(name, share));
        if (this.#roundTrips.median !== null) {
            values.set('round-trips/median', this.#roundTrips.median);
            values.set('round-trips/maximum', this.#roundTrips.maximum);
        }
        this.#add(now.at / 1000, values);
    }

    async #counters() {
        await this.#readSwitches();
        const performance = hasPerformance ? await this.#performance() : null;
        return performance ? this.#fromPerformance(performance) : this.#fromStatus();
    }

    async #performance() {
        try {
            return await get('/api/v1/performance');
        } catch (error) {
            if (error.status !== 404) {
                throw error;
            }
            hasPerformance = false;
            return null;
        }
    }

    async #readSwitches() {
        const every = this.switches.length > MANY_SWITCHES ? MANY_SWITCHES_EVERY : SWITCHES_EVERY;
        if (this.#turns++ % every !== 0 && hasPerformance) {
            return;
        }
        this.switches = await get('/api/v1/switches');
        const times = this.switches.map(sw => sw.roundTripMillis).filter(time => time !== null).sort((a, b) => a - b);
        this.#roundTrips = {median: median(times), maximum: times.at(-1) ?? null};
    }

    #fromPerformance({time, loops, switches, applications, heapUsedBytes}) {
        const at = time ? Date.parse(time) : Date.now();
        const totals = new Map([
            ['messages/packet-ins', sum(switches, 'packetIns')],
            ['messages/packet-outs', sum(switches, 'packetOuts')],
            ['messages/flow-mods', sum(switches, 'flowMods')],
        ]);
        const shares = new Map();
        // nanoseconds per second, as a percentage
        loops.forEach(({name, busyNanos}) => totals.set(`loops/${name}`, busyNanos / 1e7));
        for (const {name, loopNanos, loopShare} of applications) {
            if (loopNanos === undefined || loopNanos === null) {
                shares.set(`applications/${name}`, loopShare * 100);
            } else {
                totals.set(`applications/${name}`, loopNanos / 1e7);
            }
        }
        return {at, totals, shares, heap: heapUsedBytes / 1e6};
    }

    async #fromStatus() {
        const [status, applications] = await Promise.all([get('/api/v1/status'), get('/api/v1/applications')]);
        return {
            at: Date.now(),
            totals: new Map([
                ['messages/packet-ins', status.packetIns],
                ['messages/packet-outs', sum(this.switches, 'packetOuts')],
                ['messages/flow-mods', sum(this.switches, 'flowMods')],
            ]),
            shares: new Map(applications.filter(app => app.state !== 'stopped')
                .map(app => [`applications/${app.name}`, app.loopShare * 100])),
            heap: status.memory.heapUsedBytes / 1e6,
        };
    }

    #add(time, values) {
        this.times.push(time);
        for (const name of values.keys()) {
            if (!this.series.has(name)) {
                this.series.set(name, this.times.slice(1).map(() => null));
            }
        }
        this.series.forEach((list, name) => list.push(values.get(name) ?? null));
        if (this.times.length > MAX_SAMPLES) {
            this.times.shift();
            this.series.forEach((list, name) => {
                list.shift();
                if (list.every(value => value === null)) {
                    this.series.delete(name);
                }
            });
        }
    }

    /** Adds a sample without values, so that a time without connection is a gap. */
    addGap() {
        this.#before = null;
        this.#add(Date.now() / 1000, new Map());
    }

    /** Returns the series of a group: [name, values], those with the largest values first. */
    of(group, limit) {
        const all = [...this.series].filter(([name]) => name.startsWith(`${group}/`))
            .map(([name, values]) => [name.slice(group.length + 1), values]);
        if (all.length <= limit) {
            return all;
        }
        const largest = values => Math.max(...values);
        return all.sort(([, a], [, b]) => largest(b) - largest(a)).slice(0, limit);
    }
}
