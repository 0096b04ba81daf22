// The positions of switches that people have moved, kept in the controller: all browsers show the same map.

import {change, get} from '../lib/api.js';
import {Poll} from '../kit.js';

const PATH = '/api/v1/map/positions';
const POLL_MILLIS = 10_000;

/** The positions by the ids of their switches: [x, y]. Dispatches 'change' when another browser changed them. */
export class Positions extends EventTarget {
    #byId = new Map();
    /** The number of changes that were begun. An answer to a request before a change is outdated. */
    #changes = 0;
    #pending = 0;
    /** @type {Poll | null} */
    #poll = null;

    /** Begins to read. */
    start() {
        this.#poll = new Poll(() => this.#read(), POLL_MILLIS);
    }

    async #read() {
        const changes = this.#changes;
        try {
            const all = await get(PATH);
            if (changes === this.#changes && this.#pending === 0) {
                this.#take(new Map(all.map(({switch: id, x, y}) => [id, [x, y]])));
            }
        } catch {
            // the page shows elsewhere that the controller does not answer
        }
    }

    #take(positions) {
        const isSame = positions.size === this.#byId.size
            && [...positions].every(([id, at]) => String(at) === String(this.#byId.get(id)));
        if (!isSame) {
            this.#byId = positions;
            this.dispatchEvent(new Event('change'));
        }
    }

    get size() {
        return this.#byId.size;
    }

    get(id) {
        return this.#byId.get(id);
    }

    set(id, at) {
        const [x, y] = at.map(Math.round);
        this.#byId.set(id, [x, y]);
        this.#send('PUT', `${PATH}/${id}`, {x, y});
    }

    delete(id) {
        this.#byId.delete(id);
        this.#send('DELETE', `${PATH}/${id}`);
    }

    clear() {
        this.#byId.clear();
        this.#send('DELETE', PATH);
    }

    async #send(method, path, body) {
        this.#changes++;
        this.#pending++;
        try {
            await change(method, path, body);
        } catch (error) {
            // for a user who may only read, they last until the positions are read again
            console.warn('the position is not kept:', error.message);
        } finally {
            this.#pending--;
        }
    }

    close() {
        this.#poll?.stop();
    }
}
