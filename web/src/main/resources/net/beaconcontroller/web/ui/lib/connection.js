// The connection to the controller: its state, and what keeps the network up to date.

import {get, requests} from './api.js';
import {EventStream} from './events.js';

const STATUS_MILLIS = 3_000;
/** Without events, and without an answer. */
const RETRY_MILLIS = 1_000;
/** Each attempt with an invalid session is a line in the log of the controller. */
const REFUSED_MILLIS = 60_000;
const POLL_MILLIS = 2_000;
const EVENTS = '/api/v1/events?follow=true';

/**
 * Follows the controller. Dispatches 'change' when `state` changes:
 *
 * - 'connecting': nothing was answered yet
 * - 'connected'
 * - 'disconnected': the controller does not answer; it is tried again until it does
 * - 'refused': a token is needed
 *
 * Dispatches 'status' when the status of the controller was read.
 */
export class Connection extends EventTarget {
    state = 'connecting';
    /** The last status of the controller, or null. @type {Status | null} */
    status = null;
    /** Whether changes arrive as events; otherwise the lists are polled. */
    isLive = false;

    #network;
    #stream = new EventStream(EVENTS);
    #timer = 0;
    #polledAt = 0;

    constructor(network) {
        super();
        this.#network = network;
        requests.addEventListener('offline', () => this.#become('disconnected'));
        requests.addEventListener('refused', () => this.#become('refused'));
        this.#stream.addEventListener('open', () => this.#opened());
        this.#stream.addEventListener('event', message => network.accept(message.detail));
        this.#stream.addEventListener('closed', () => {
            this.isLive = false;
            this.#checkNow();
        });
        this.#stream.addEventListener('absent', () => {
            this.isLive = false;
        });
        this.addEventListener('change', () => this.state === 'refused' && this.#stream.stop());
        document.addEventListener('visibilitychange', () => document.hidden ? this.#pause() : this.#resume());
        addEventListener('online', () => this.#checkNow());
    }

    start() {
        this.#checkNow();
    }

    /** While the page is hidden: a browser has six connections for all its tabs, and the stream takes one. */
    #pause() {
        clearTimeout(this.#timer);
        this.#stream.stop();
        this.isLive = false;
    }

    #resume() {
        if (this.state === 'connected') {
            this.#stream.start();
        }
        this.#checkNow();
    }

    #become(state) {
        if (state === this.state) {
            return;
        }
        this.state = state;
        this.dispatchEvent(new Event('change'));
    }

    #opened() {
        this.isLive = true;
        this.#read(() => this.#network.reload());
    }

    #checkNow() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#check(), 0);
    }

    async #check() {
        try {
            const status = await get('/api/v1/status');
            const restarted = this.status !== null && status.uptimeSeconds < this.status.uptimeSeconds;
            const returned = this.state !== 'connected';
            this.status = status;
            this.#become('connected');
            this.dispatchEvent(new Event('status'));
            if (returned && !this.isLive && !document.hidden) {
                this.#stream.start();
            }
            if (restarted || returned || !this.isLive && Date.now() - this.#polledAt >= POLL_MILLIS) {
                await this.#read(() => this.#network.load());
            }
            this.#network.expire();
        } catch (error) {
            if (!error.isOffline && !error.isRefused) {
                console.warn('the status cannot be read:', error.message);
            }
        }
        clearTimeout(this.#timer);
        if (!document.hidden) {
            this.#timer = setTimeout(() => this.#check(), this.#delay());
        }
    }

    #delay() {
        if (this.state === 'refused') {
            return REFUSED_MILLIS;
        }
        return this.state === 'connected' && this.isLive ? STATUS_MILLIS : RETRY_MILLIS;
    }

    /** Reads the network. What fails is tried again with the next status. */
    async #read(read) {
        this.#polledAt = Date.now();
        try {
            await read();
        } catch (error) {
            if (!error.isOffline && !error.isRefused) {
                console.warn('the network cannot be read:', error.message);
            }
        }
    }
}
