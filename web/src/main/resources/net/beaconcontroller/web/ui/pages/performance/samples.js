// Reads the counters of the controller once per second and keeps their rates of the last minutes.

import {get} from '../../lib/api.js';

const MAX_SAMPLES = 300;
/** Rates need two readings: the second one follows the first after this time. */
const FIRST_MILLIS = 200;
/** The list of switches, for their round-trip times, is large, and they are measured every five seconds. */
const ROUND_TRIPS_EVERY = 5;
const MESSAGES = {'packet-ins': 'packetIns', 'packet-outs': 'packetOuts', 'flow-mods': 'flowMods'};

/** Returns the sum of the increases of a counter. One that became smaller began again at 0. */
function increase(now, before, key, counter) {
    const last = new Map(before.map(one => [one[key], one[counter]]));
    return now.reduce((total, one) => {
        const value = last.get(one[key]) ?? 0;
        return total + (one[counter] >= value ? one[counter] - value : one[counter]);
    }, 0);
}

/** The rates. `times` are seconds since 1970; each series is a list of as many values, null where unknown. */
export class Samples {
    times = [];
    /** By "group/name", such as "messages/packet-ins": the values. */
    series = new Map();

    /** @type {any} */
    #before = null;
    #turns = 0;
    #roundTrips = new Map();

    /** Reads the counters and adds a sample. */
    async read() {
        if (this.#turns++ % ROUND_TRIPS_EVERY === 0) {
            await this.#readRoundTrips();
        }
        if (!this.#before) {
            this.#before = await get('/api/v1/performance');
            await new Promise(resolve => setTimeout(resolve, FIRST_MILLIS));
        }
        const now = await get('/api/v1/performance');
        const values = new Map([['memory/heap', now.heapUsedBytes / 1e6], ...this.#roundTrips]);
        const before = this.#before;
        this.#before = now;
        // the clock of another run of the controller has another origin, and its counters are smaller
        const seconds = (now.nanos - before.nanos) / 1e9;
        if (seconds > 0 && now.collectionMillis >= before.collectionMillis) {
            this.#addRates(values, now, before, seconds);
        }
        this.#add(Date.parse(now.time) / 1000, values);
    }

    #addRates(values, now, before, seconds) {
        for (const [name, counter] of Object.entries(MESSAGES)) {
            values.set(`messages/${name}`, increase(now.switches, before.switches, 'id', counter) / seconds);
        }
        // nanoseconds per second, as a percentage
        for (const loop of now.loops) {
            values.set(`loops/${loop.name}`, increase([loop], before.loops, 'name', 'busyNanos') / seconds / 1e7);
        }
        for (const app of now.applications) {
            values.set(`applications/${app.name}`,
                increase([app], before.applications, 'name', 'loopNanos') / seconds / 1e7);
        }
        values.set('collections/pauses and work', (now.collectionMillis - before.collectionMillis) / seconds / 10);
    }

    async #readRoundTrips() {
        const times = (await get('/api/v1/switches')).map(sw => sw.roundTripMillis).filter(time => time !== null)
            .sort((one, other) => one - other);
        this.#roundTrips = new Map(times.length === 0 ? [] : [
            ['round-trips/median', times[times.length >> 1]],
            ['round-trips/maximum', times.at(-1)],
        ]);
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

    /** Returns the series of a group: [name, values]; of more than `limit`, those with the largest values. */
    of(group, limit) {
        const all = [...this.series].filter(([name]) => name.startsWith(`${group}/`))
            .map(([name, values]) => [name.slice(group.length + 1), values]);
        return all.length <= limit
            ? all
            : all.sort(([, one], [, other]) => Math.max(...other) - Math.max(...one)).slice(0, limit);
    }
}
