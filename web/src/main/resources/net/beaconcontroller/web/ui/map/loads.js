// The load of links, from the counters of their ports. The switches are read in turn, a few at a time, so that a large
// network is not flooded with requests.

import {get} from '../lib/api.js';

const TICK_MILLIS = 1_000;
const PER_TICK = 8;
/** A switch is not read more often than that. */
const LEAST_MILLIS = 2_000;
/** Less than that is the traffic of the controller's probes. */
const IDLE_BITS_PER_SECOND = 4_000;

/** Dispatches 'change' when ports were read. */
export class Loads extends EventTarget {
    /** The ports as in the API, by the id of their switch. */
    ports = new Map();

    #byKey = new Map();
    #readAt = new Map();
    #wanted;
    #timer = 0;
    #isClosed = false;

    /** @param wanted returns the ids of the switches to read */
    constructor(wanted) {
        super();
        this.#wanted = wanted;
        this.#timer = setTimeout(() => this.#tick(), TICK_MILLIS);
    }

    async #tick() {
        if (!document.hidden) {
            const now = performance.now();
            const readAt = id => this.#readAt.get(id) ?? -Infinity;
            const due = this.#wanted()
                .filter(id => now - readAt(id) >= LEAST_MILLIS)
                .sort((one, other) => readAt(one) - readAt(other))
                .slice(0, PER_TICK);
            await this.read(...due);
        }
        if (!this.#isClosed) {
            this.#timer = setTimeout(() => this.#tick(), TICK_MILLIS);
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
