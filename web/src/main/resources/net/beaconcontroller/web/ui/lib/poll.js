// Reads something periodically, while the page is visible.

/** Reads periodically: one after the other, and not while the page is in the background. */
export class Poll {
    #read;
    #millis;
    #timer = 0;
    #isStopped = false;
    #visible = () => document.hidden || this.now();

    /**
     * Begins at once.
     *
     * @param {(isStopped: () => boolean) => Promise<void>} read reads and shows
     * @param {number} millis the time between two, or 0 to read only when asked to
     */
    constructor(read, millis) {
        this.#read = read;
        this.#millis = millis;
        document.addEventListener('visibilitychange', this.#visible);
        this.now();
    }

    /** Changes the time between two. */
    every(millis) {
        this.#millis = millis;
    }

    /** Reads now. */
    async now() {
        clearTimeout(this.#timer);
        await this.#read(() => this.#isStopped);
        clearTimeout(this.#timer);
        if (!this.#isStopped && this.#millis > 0) {
            this.#timer = setTimeout(() => document.hidden || this.now(), this.#millis);
        }
    }

    stop() {
        this.#isStopped = true;
        clearTimeout(this.#timer);
        document.removeEventListener('visibilitychange', this.#visible);
    }
}
