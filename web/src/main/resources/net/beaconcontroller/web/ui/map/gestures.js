// What pointer and keys do to the map.

/** A pointer that moves less clicks. */
const CLICK_PIXELS = 5;

export class Gestures {
    #view;
    #pointers = new Map();
    /** @type {any} */
    #drag = null;

    /**
     * Begins to listen.
     *
     * @param view the map
     * @param on adds a listener to its canvas, as addEventListener does
     */
    constructor(view, on) {
        this.#view = view;
        on('pointerdown', event => this.#pointerDown(event));
        on('pointermove', event => this.#pointerMove(event));
        on('pointerup', event => this.#pointerUp(event));
        on('pointercancel', event => this.#pointerUp(event, true));
        on('pointerleave', () => view.hover(null));
        on('wheel', event => this.#wheel(event), {passive: false});
        on('keydown', event => this.#key(event));
    }

    /** The switch that the pointer holds, or undefined. */
    get draggedNode() {
        return this.#drag?.node;
    }

    #at(event) {
        const box = this.#view.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    #pointerDown(event) {
        if (event.button !== 0) {
            return;
        }
        const at = this.#at(event);
        this.#view.canvas.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, at);
        const hit = this.#view.scene.at(...this.#view.camera.toPlane(...at), this.#view.camera.scale);
        this.#drag = {begin: at, last: at, hasMoved: false, hit, node: hit?.kind === 'switch' ? hit.node : null};
    }

    #pointerMove(event) {
        const at = this.#at(event);
        if (!this.#pointers.has(event.pointerId)) {
            this.#view.hover(this.#view.scene.at(...this.#view.camera.toPlane(...at), this.#view.camera.scale));
            return;
        }
        if (this.#pointers.size === 2) {
            this.#pinch(event.pointerId, at);
            return;
        }
        this.#pointers.set(event.pointerId, at);
        const drag = this.#drag;
        drag.hasMoved ||= Math.hypot(at[0] - drag.begin[0], at[1] - drag.begin[1]) > CLICK_PIXELS;
        if (!drag.hasMoved) {
            return;
        }
        if (drag.node) {
            this.#view.drag(drag.node, ...this.#view.camera.toPlane(...at));
        } else {
            this.#view.pan(at[0] - drag.last[0], at[1] - drag.last[1]);
        }
        drag.last = at;
    }

    #pinch(id, at) {
        const [otherId] = [...this.#pointers.keys()].filter(one => one !== id);
        const other = this.#pointers.get(otherId);
        const before = this.#pointers.get(id);
        const distance = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
        this.#pointers.set(id, at);
        this.#drag.hasMoved = true;
        this.#drag.node = null;
        this.#view.camera.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
        this.#view.zoom(distance(at) / distance(before), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
    }

    #pointerUp(event, isCancelled = false) {
        if (!this.#pointers.delete(event.pointerId)) {
            return;
        }
        const drag = this.#drag;
        if (this.#pointers.size > 0) {
            drag.last = [...this.#pointers.values()][0];
            return;
        }
        this.#drag = null;
        if (drag.hasMoved && drag.node) {
            this.#view.pin(drag.node);
        } else if (!drag.hasMoved && !isCancelled) {
            this.#click(drag.hit);
        }
    }

    #click(hit) {
        if (!hit) {
            this.#view.select(null);
        } else if (hit.kind === 'hosts') {
            this.#view.toggleHosts(hit.node.id);
        } else if (hit.kind === 'switch') {
            this.#view.select({kind: 'switch', key: hit.node.id});
        } else if (hit.kind === 'host') {
            this.#view.select({kind: 'host', key: hit.host.key});
        } else {
            this.#view.select({kind: 'link', key: hit.link.key});
        }
    }

    #wheel(event) {
        event.preventDefault();
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
        this.#view.zoom(Math.exp(-Math.max(-120, Math.min(120, pixels)) / 400), ...this.#at(event));
    }

    #key(event) {
        const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
        const step = steps[event.key];
        if (event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        if (step && event.shiftKey) {
            this.#view.pan(-80 * step[0], -80 * step[1]);
        } else if (step) {
            this.#selectNext(step);
        } else if (event.key === '+' || event.key === '=') {
            this.#view.zoom(1.25);
        } else if (event.key === '-') {
            this.#view.zoom(0.8);
        } else if (event.key === '0') {
            this.#view.fit();
        } else if (event.key === 'Enter' && this.#view.selected?.kind === 'switch') {
            this.#view.toggleHosts(this.#view.selected.key);
        } else if (event.key === 'Escape') {
            this.#view.select(null);
        } else {
            return;
        }
        event.preventDefault();
    }

    /** Selects the nearest switch in a direction. */
    #selectNext([dx, dy]) {
        const {scene, selected} = this.#view;
        const nodes = [...scene.nodes.values()];
        const from = selected?.kind === 'switch' ? scene.nodes.get(selected.key) : null;
        if (!from) {
            if (nodes.length > 0) {
                this.#view.select({kind: 'switch', key: nodes.reduce((a, b) => a.id < b.id ? a : b).id});
            }
            return;
        }
        const cost = node => {
            const along = (node.x - from.x) * dx + (node.y - from.y) * dy;
            const across = Math.abs((node.x - from.x) * dy) + Math.abs((node.y - from.y) * dx);
            return node === from || along <= 0 ? Infinity : along + 2 * across;
        };
        const next = nodes.reduce((best, node) => cost(node) < cost(best) ? node : best);
        if (cost(next) < Infinity) {
            this.#view.select({kind: 'switch', key: next.id});
            const [x, y] = this.#view.camera.toScreen(next.x, next.y);
            if (x < 0 || y < 0 || x > this.#view.camera.width || y > this.#view.camera.height) {
                this.#view.reveal(next.id);
            }
        }
    }
}
