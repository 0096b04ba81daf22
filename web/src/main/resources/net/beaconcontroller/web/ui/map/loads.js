// The load of links, as the application statistics has computed it.

import {hasRates, readLinkRates} from '../lib/rates.js';
import {Poll} from '../lib/poll.js';

const MILLIS = 5_000;
/** Less than that is the traffic of the controller's probes. */
const IDLE_BITS_PER_SECOND = 4_000;

/** Dispatches 'change' when the rates were read. */
export class Loads extends EventTarget {
    /** The rates of the links in one direction, by the port where they begin. */
    #byPort = new Map();
    #network;
    #poll;

    constructor(network) {
        super();
        this.#network = network;
        this.#poll = new Poll(isStopped => this.#read(isStopped), MILLIS);
        if (!network.isLoaded) {
            network.addEventListener('change', () => this.#poll.now(), {once: true});
        }
    }

    async #read(isStopped) {
        const isKnown = hasRates(this.#network) && !this.#network.absent.has('topology');
        try {
            const links = isKnown ? await readLinkRates() : [];
            this.#byPort = new Map(links.map(link => [`${link.from.switch}:${link.from.port}`, link]));
        } catch {
            // the controller does not answer: the page shows that elsewhere
            return;
        }
        if (!isStopped()) {
            this.dispatchEvent(new Event('change'));
        }
    }

    #at(end) {
        return this.#byPort.get(`${end.switch}:${end.port}`);
    }

    /** Returns the bits per second of a link that begins at a port, or null. */
    from(end) {
        return this.#at(end)?.bitsPerSecond ?? null;
    }

    /** Returns {rate, utilization} of a link: of its busier direction. */
    of({a, b}) {
        const rate = Math.max(this.from(a) ?? 0, this.from(b) ?? 0);
        const speed = this.#at(a)?.speed ?? this.#at(b)?.speed;
        const isIdle = rate < IDLE_BITS_PER_SECOND;
        return isIdle ? {rate: 0, utilization: 0} : {rate, utilization: speed ? rate / speed : 0};
    }

    close() {
        this.#poll.stop();
    }
}
