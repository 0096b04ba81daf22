// The load of links, from the counters of their ports. The switches are read in turn, a few at a time, so that a large
// network is not flooded with requests.

import {get} from '../lib/api.js';

const TICK_MILLIS = 1_000;
const PER_TICK = 8;
/** A switch is not read more often than that. */
const LEAST_MILLIS = 2_000;
/** Less than that is the traffic of the controller's probes. */
const IDLE_BITS_PER_SECOND = 2_000;

export class Loads extends EventTarget {
    /** By "switch:port": {sent, received: bits per second, speedKbps}. */
    rates = new Map();

    #counters = new Map();
    #readAt = new Map();
    #wanted;
    #timer = 0;
    #isClosed = false;

    /** @param wanted returns the ids of the switches to read, in order of preference */
    constructor(wanted) {
        super();
        this.#wanted = wanted;
        this.#timer = setTimeout(() => this.#tick(), TICK_MILLIS);
    }

    async #tick() {
        if (!document.hidden) {
            const now = performance.now();
            const due = this.#wanted()
                .filter(id => now - (this.#readAt.get(id) ?? -Infinity) >= LEAST_MILLIS)
                .sort((one, other) => (this.#readAt.get(one) ?? 0) - (this.#readAt.get(other) ?? 0))
                .slice(0, PER_TICK);
            due.forEach(id => this.#readAt.set(id, now));
            await Promise.all(due.map(id => this.#read(id)));
            if (due.length > 0) {
                this.dispatchEvent(new Event('change'));
            }
        }
        if (!this.#isClosed) {
            this.#timer = setTimeout(() => this.#tick(), TICK_MILLIS);
        }
    }

    async #read(id) {
        let ports;
        try {
            ports = await get(`/api/v1/switches/${id}/ports`);
        } catch {
            // the switch is gone, or the controller: the page shows that elsewhere
            return;
        }
        const now = performance.now();
        for (const port of ports) {
            const key = `${id}:${port.number}`;
            const before = this.#counters.get(key);
            this.#counters.set(key, {at: now, sent: port.sentBytes, received: port.receivedBytes});
            if (before) {
                const seconds = (now - before.at) / 1000;
                const rate = name => Math.max(0, (this.#counters.get(key)[name] - before[name]) * 8 / seconds);
                const speedKbps = port.speedKbps ?? null;
                this.rates.set(key, {sent: rate('sent'), received: rate('received'), speedKbps});
            }
        }
    }

    /** Returns {rate, utilization} of a link: of its busier direction. */
    of(link) {
        const a = this.rates.get(`${link.a.switch}:${link.a.port}`);
        const b = this.rates.get(`${link.b.switch}:${link.b.port}`);
        const rate = Math.max(a?.sent ?? b?.received ?? 0, b?.sent ?? a?.received ?? 0);
        const speed = (a?.speedKbps ?? b?.speedKbps ?? 0) * 1000;
        return rate < IDLE_BITS_PER_SECOND ? {rate: 0, utilization: 0} : {rate, utilization: speed ? rate / speed : 0};
    }

    close() {
        this.#isClosed = true;
        clearTimeout(this.#timer);
    }
}
