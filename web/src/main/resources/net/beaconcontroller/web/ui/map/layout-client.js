// Asks the worker for layouts. A request replaces an earlier one that is not answered yet.

export class LayoutClient {
    #worker = new Worker(new URL('./layout/worker.js', import.meta.url), {type: 'module'});
    #turn = 0;
    /** @type {{input: object, resolve(layout: any): void} | null} */
    #waiting = null;
    /** @type {{input: object, resolve(layout: any): void} | null} */
    #next = null;

    constructor() {
        this.#worker.onmessage = ({data}) => {
            this.#waiting?.resolve(data);
            this.#waiting = null;
            if (this.#next) {
                this.#send(this.#next);
            }
        };
    }

    /** Returns a promise of the layout, or of null if a later request replaced this one. */
    request(input) {
        return new Promise(resolve => {
            const request = {input, resolve};
            if (this.#waiting) {
                this.#next?.resolve(null);
                this.#next = request;
            } else {
                this.#send(request);
            }
        });
    }

    #send(request) {
        this.#next = null;
        this.#waiting = request;
        this.#worker.postMessage({...request.input, turn: ++this.#turn});
    }

    close() {
        this.#worker.terminate();
    }
}
