// The load of links, from the counters of their ports. The switches are read in turn, a few at a time, so that a large
// network is not flooded with requests. If that would take long, the rates of all links are those that the application
// statistics has collected, if it runs.

import {get} from '../lib/api.js';

const TICK_MILLIS = 1_000;
const PER_TICK = 8;
/** A switch is not read more often than that. */
const LEAST_MILLIS = 2_000;
/** The number of switches that are read in turn if there are statistics. */
const MAX_IN_TURN = 16;
const STATISTICS = '/api/statistics/links';
const STATISTICS_MILLIS = 5_000;
/** Less than that is the traffic of the controller's probes. */
const IDLE_BITS_PER_SECOND = 4_000;

/** Dispatches 'change' when ports were read. */
export class Loads extends EventTarget {
    /** The ports as in the API, by the id of their switch. */
    ports = new Map();

    #byKey = new Map();
    #readAt = new Map();
    #wanted;
    #hasStatistics;
    #statisticsAt = -Infinity;
    #timer = 0;
    #isClosed = false;

    /**
     * @param wanted returns the ids of the switches to read
     * @param hasStatistics returns whether the application statistics runs
     */
    constructor(wanted, hasStatistics) {
        super();
        this.#wanted = wanted;
        this.#hasStatistics = hasStatistics;
        this.#timer = setTimeout(() => this.#tick(), TICK_MILLIS);
    }

    async #tick() {
        if (!document.hidden) {
            const wanted = this.#wanted();
            await (wanted.length > MAX_IN_TURN && this.#hasStatistics() ? this.#readLinks() : this.#readTurn(wanted));
        }
        if (!this.#isClosed) {
            this.#timer = setTimeout(() => this.#tick(), TICK_MILLIS);
        }
    }

    async #readTurn(wanted) {
        const now = performance.now();
        const readAt = id => this.#readAt.get(id) ?? -Infinity;
        const due = wanted
            .filter(id => now - readAt(id) >= LEAST_MILLIS)
            .sort((one, other) => readAt(one) - readAt(other))
            .slice(0, PER_TICK);
        await this.read(...due);
    }

    /** Reads the rates of all links. */
    async #readLinks() {
        if (performance.now() - this.#statisticsAt < STATISTICS_MILLIS) {
            return;
        }
        this.#statisticsAt = performance.now();
        try {
            const links = await get(STATISTICS);
            for (const {from, bitsPerSecond, speed} of links) {
                const key = `${from.switch}:${from.port}`;
                this.#byKey.set(key, {sentBitsPerSecond: bitsPerSecond, speedKbps: (speed ?? 0) / 1000});
            }
            if (!this.#isClosed) {
                this.dispatchEvent(new Event('change'));
            }
        } catch {
            // the application has stopped, or the controller does not answer: the page shows that elsewhere
        }
    }

    /** Reads the ports of switches now. */
    async read(...ids) {
        ids.forEach(id => this.#readAt.set(id, performance.now()));
        await Promise.all(ids.map(id => this.#readSwitch(id)));
        if (ids.length > 0 && !this.#isClosed) {
            this.dispatchEvent(new Event('change'));
        }
    }

    async #readSwitch(id) {
        try {
            const ports = await get(`/api/v1/switches/${id}/ports`);
            this.ports.set(id, ports);
            ports.forEach(port => this.#byKey.set(`${id}:${port.number}`, port));
        } catch {
            // the switch is gone, or the controller: the page shows that elsewhere
            this.ports.get(id)?.forEach(port => this.#byKey.delete(`${id}:${port.number}`));
            this.ports.delete(id);
        }
    }

    #port(end) {
        return this.#byKey.get(`${end.switch}:${end.port}`);
    }

    /** Returns the bits per second from one end of a link to the other, or null. */
    between(from, to) {
        return this.#port(from)?.sentBitsPerSecond ?? this.#port(to)?.receivedBitsPerSecond ?? null;
    }

    /** Returns {rate, utilization} of a link: of its busier direction. */
    of({a, b}) {
        const rate = Math.max(this.between(a, b) ?? 0, this.between(b, a) ?? 0);
        const speed = (this.#port(a)?.speedKbps ?? this.#port(b)?.speedKbps ?? 0) * 1000;
        const isIdle = rate < IDLE_BITS_PER_SECOND;
        return isIdle ? {rate: 0, utilization: 0} : {rate, utilization: speed ? rate / speed : 0};
    }

    close() {
        this.#isClosed = true;
        clearTimeout(this.#timer);
    }
}
