// The stream of events of the controller (Server-Sent Events).

const RETRY_MILLIS = [500, 1_000, 2_000];
/** The time after which a controller without the stream is tried again. */
const ABSENT_MILLIS = 15_000;

/**
 * Reads the stream, and connects again when it ends. Dispatches
 *
 * - 'open': connected; data that was read earlier may be outdated
 * - 'event' with the event in `detail`
 * - 'closed': no connection; the next attempt follows
 * - 'absent': this controller has no stream
 */
export class EventStream extends EventTarget {
    #path;
    /** @type {EventSource | null} */
    #source = null;
    #timer = 0;
    #attempts = 0;
    /** @type {number | null} */
    #lastId = null;

    constructor(path) {
        super();
        this.#path = path;
    }

    start() {
        clearTimeout(this.#timer);
        this.#source?.close();
        const after = this.#lastId === null ? '' : `&after=${this.#lastId}`;
        const source = new EventSource(this.#path + after);
        this.#source = source;
        source.onopen = () => {
            this.#attempts = 0;
            this.dispatchEvent(new Event('open'));
        };
        source.onmessage = message => {
            const event = JSON.parse(message.data);
            this.#lastId = event.id ?? this.#lastId;
            this.dispatchEvent(new CustomEvent('event', {detail: event}));
        };
        // The browser would retry by itself after a broken connection, but not after an error status, and slowly.
        source.onerror = () => this.#retry(source);
    }

    #retry(source) {
        // without an answer of the server, the state is CONNECTING; with an error status, it is CLOSED
        const refused = source.readyState === EventSource.CLOSED;
        source.close();
        if (source !== this.#source) {
            return;
        }
        this.dispatchEvent(new Event(refused ? 'absent' : 'closed'));
        const delay = refused ? ABSENT_MILLIS : RETRY_MILLIS[Math.min(this.#attempts++, RETRY_MILLIS.length - 1)];
        this.#timer = setTimeout(() => this.start(), delay);
    }

    stop() {
        clearTimeout(this.#timer);
        this.#source?.close();
        this.#source = null;
    }
}
