// The live map: a canvas that shows a scene through a camera.

import {h} from '../kit.js';
import {Camera} from './camera.js';
import {Gestures} from './gestures.js';
import {LayoutClient} from './layout-client.js';
import {Painter} from './painter.js';
import {readPalette} from '../lib/palette.js';
import {Picture} from './picture.js';
import {Positions} from './positions.js';
import {Scene} from './scene.js';

const ALL = ['switches', 'links', 'devices'];
const LAYOUT_DELAY_MILLIS = 120;
const ANIMATION_MILLIS = 450;
const MAX_FIT_SCALE = 1.5;
/** Up to this width, the details are below the map and not beside it. */
const NARROW = 760;
const MAX_FRAMES = 1_000;
const ALL_HOSTS_LIMIT = 20_000;
/** If drawing takes longer, a picture is moved and scaled instead while the camera moves. */
const SLOW_DRAW_MILLIS = 9;
const SETTLE_MILLIS = 140;

/**
 * The map. Dispatches 'select' with {kind, key} or null in `detail`, 'changed' when the scene or the layout changed,
 * and 'moved' when the user moved the camera.
 */
export class MapView extends EventTarget {
    scene = new Scene();
    camera = new Camera();
    /** @type {Selected | null} */
    selected = null;
    /** @type {any} */
    path = null;
    /** @type {Set<string> | null} */
    found = null;
    /** The last layout. @type {{kind: string, millis: number, turn: number} | null} */
    layout = null;
    /** Frames of the last animations: {at, drawMillis}. */
    frames = [];

    #network;
    #layouts = new LayoutClient();
    #positions = new Positions();
    /** @type {any} */
    #hovered = null;
    #frame = 0;
    #layoutTimer = 0;
    /** @type {{moves: any[], begin: number, millis: number} | null} */
    #animation = null;
    #isFitted = true;
    #hasLayout = false;
    /** @type {HTMLElement | null} */
    #cover = null;
    #gestures;
    #picture = new Picture((context, camera) => this.#drawScene(context, camera, performance.now()));
    #drawMillis = 0;
    #movedAt = 0;
    #closers = [];

    constructor(network) {
        super();
        this.#network = network;
        this.canvas = h('canvas', {class: 'map-canvas', tabindex: '0', role: 'application',
            'aria-roledescription': 'map', 'aria-label': 'Map of the network', 'aria-describedby': 'map-keys'});
        this.element = h('div', {class: 'map'}, this.canvas, h('p', {id: 'map-keys', class: 'visually-hidden'},
            'Arrow keys go from switch to switch, with Shift they move the map. Plus and minus zoom, 0 shows all, ',
            'Enter shows the hosts of a switch, Escape deselects.'));
        this.context = this.canvas.getContext('2d');
        this.#listen();
    }

    #listen() {
        const on = (target, type, listener, options) => {
            target.addEventListener(type, listener, options);
            this.#closers.push(() => target.removeEventListener(type, listener));
        };
        on(this.#network, 'change', ({detail}) => {
            if (ALL.some(name => detail.has(name))) {
                this.update(detail);
            }
        });
        on(this.#positions, 'change', () => {
            if (this.#hasLayout) {
                this.#moveToLayout();
                this.#changed();
            }
        });
        on(window, 'beacon-theme', () => {
            this.painter = new Painter(readPalette(this.element));
            this.#dirty();
        });
        this.#gestures = new Gestures(this, (type, listener, options) => on(this.canvas, type, listener, options));
        const resizes = new ResizeObserver(() => this.#resize());
        resizes.observe(this.element);
        this.#closers.push(() => resizes.disconnect());
    }

    /** Begins to draw, when the element is in the page. */
    start() {
        this.painter = new Painter(readPalette(this.element));
        this.#resize();
        this.#positions.start();
        this.update();
    }

    /** Takes over the changes of the network. */
    update(changed = new Set(ALL)) {
        const hasGrown = this.scene.update(this.#network, changed);
        if (hasGrown && this.scene.nodes.size > 0) {
            clearTimeout(this.#layoutTimer);
            // at the start, switches and links appear one after the other
            this.#layoutTimer = setTimeout(() => this.#requestLayout(), this.#hasLayout ? LAYOUT_DELAY_MILLIS : 0);
        }
        this.canvas.setAttribute('aria-label', this.scene.describe());
        this.#changed();
    }

    #changed() {
        this.#dirty();
        this.dispatchEvent(new Event('changed'));
    }

    async #requestLayout() {
        const nodes = [...this.scene.nodes.values()].sort((one, other) => one.id < other.id ? -1 : 1);
        const index = new Map(nodes.map((node, i) => [node, i]));
        const input = {
            size: nodes.length,
            edges: this.scene.links.map(link => [index.get(link.a), index.get(link.b)]),
            hasHosts: nodes.map(node => node.hasHosts),
            known: nodes.map(node => node.layoutAt ?? null),
            aspect: Math.min(1.2, Math.max(0.4, 0.8 * this.camera.height / this.camera.width)),
        };
        const result = await this.#layouts.request(input);
        if (!result) {
            return;
        }
        this.layout = {kind: result.kind, millis: result.millis, turn: result.turn};
        nodes.forEach((node, i) => {
            node.layoutAt = [result.positions[2 * i], result.positions[2 * i + 1]];
        });
        this.#moveToLayout();
    }

    /** Moves the switches to where the layout or the user put them. */
    #moveToLayout() {
        const moves = [];
        for (const node of this.scene.nodes.values()) {
            const pinned = this.#positions.get(node.id);
            node.isPinned = pinned !== undefined;
            const to = pinned ?? node.layoutAt;
            if (to) {
                const from = Number.isFinite(node.x) ? [node.x, node.y] : to;
                moves.push({node, from, to});
            }
        }
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        const millis = this.#hasLayout && !calm ? ANIMATION_MILLIS : 0;
        this.#hasLayout = true;
        this.#animation = {moves, begin: performance.now(), millis};
        this.#dirty();
    }

    #animate(now) {
        if (!this.#animation) {
            return;
        }
        const {moves, begin, millis} = this.#animation;
        const t = millis === 0 ? 1 : Math.min(1, (now - begin) / millis);
        const eased = 1 - (1 - t) ** 3;
        for (const {node, from, to} of moves) {
            if (this.#gestures.draggedNode !== node) {
                node.x = from[0] + (to[0] - from[0]) * eased;
                node.y = from[1] + (to[1] - from[1]) * eased;
            }
        }
        this.scene.placeHosts();
        this.#picture.clear();
        if (this.#isFitted) {
            this.#fitNow();
        }
        if (t === 1) {
            this.#animation = null;
            this.dispatchEvent(new Event('changed'));
        } else {
            this.#schedule();
        }
    }

    /** Sets an element that covers a part of the map at its right or lower edge, or null. */
    coverBy(element) {
        this.#cover = element;
        if (this.#isFitted) {
            this.fit();
        }
    }

    /** Returns how much is covered at each edge, in pixels. */
    #insetsNow() {
        const narrow = this.camera.width <= NARROW;
        const insets = narrow
            ? {left: 16, top: 70, right: 16, bottom: 145}
            : {left: 40, top: 76, right: 60, bottom: 64};
        if (this.#cover && narrow) {
            insets.bottom = this.#cover.clientHeight + 24;
        } else if (this.#cover) {
            insets.right = this.#cover.clientWidth + 36;
        }
        return insets;
    }

    /** Shows everything, and keeps it visible until the user moves the camera. */
    fit() {
        this.#isFitted = true;
        this.#fitNow();
        this.#dirty();
    }

    #fitNow() {
        const bounds = this.scene.bounds();
        if (bounds) {
            this.camera.fit(bounds, this.#insetsNow(), MAX_FIT_SCALE);
        }
    }

    zoom(factor, x, y) {
        this.camera.zoom(factor, x, y);
        this.#moved();
    }

    pan(dx, dy) {
        this.camera.pan(dx, dy);
        this.#moved();
    }

    #moved() {
        this.#isFitted = false;
        this.#movedAt = performance.now();
        this.#schedule();
        this.dispatchEvent(new Event('moved'));
    }

    /** Shows a switch in the center. */
    reveal(id) {
        const node = this.scene.nodes.get(id);
        if (node) {
            this.camera.center(node.x, node.y, Math.max(this.camera.scale, 0.9));
            this.#moved();
            this.#dirty();
        }
    }

    /** Selects {kind, key}, or nothing. */
    select(selected) {
        this.selected = selected;
        this.#dirty();
        this.dispatchEvent(new CustomEvent('select', {detail: selected}));
    }

    /** Marks a path {links: keys, switches: ids, devices: keys}, or none. */
    setPath(path) {
        if (!path) {
            this.path = null;
        } else {
            path.hosts.forEach(([id]) => this.scene.toggle(id, true));
            const hosts = this.scene.hosts.filter(host => path.hosts.some(([, mac]) => host.device.mac === mac));
            const links = this.scene.links.filter(link => path.links.has(link.key));
            this.path = {nodes: path.switches, hosts: new Set(hosts.map(host => host.key)), links, hostItems: hosts};
        }
        this.#changed();
    }

    /** Marks switches that were found. */
    setFound(ids) {
        this.found = ids;
        this.#dirty();
    }

    /** Marks the object under the pointer, as {@link Scene#at} returns it, or null. */
    hover(hit) {
        const key = one => one && `${one.kind} ${one.node?.id ?? one.host?.key ?? one.link?.key}`;
        if (key(hit) !== key(this.#hovered)) {
            this.#hovered = hit;
            this.canvas.classList.toggle('is-over', Boolean(hit));
            this.#dirty();
        }
    }

    setLoads(loads) {
        for (const link of this.scene.links) {
            Object.assign(link, loads.of(link.link));
        }
        this.#dirty();
    }

    toggleHosts(id) {
        this.scene.toggle(id);
        this.#changed();
    }

    /** Whether the hosts of all switches are visible. */
    get showsAllHosts() {
        const withHosts = [...this.scene.nodes.values()].filter(node => node.hosts > 0);
        return withHosts.length > 0 && withHosts.every(node => this.scene.expanded.has(node.id));
    }

    toggleAllHosts() {
        const expand = !this.showsAllHosts && this.#network.devices.size <= ALL_HOSTS_LIMIT;
        this.scene.expanded = new Set(expand ? this.scene.nodes.keys() : []);
        this.scene.placeHosts();
        if (this.#isFitted) {
            this.#fitNow();
        }
        this.#changed();
    }

    /** Forgets where the user put the switches. */
    arrange() {
        this.#positions.clear();
        this.#moveToLayout();
        this.fit();
        this.#changed();
    }

    /** Moves a switch, until {@link #pin} keeps its position. */
    drag(node, x, y) {
        node.x = x;
        node.y = y;
        this.scene.placeHosts();
        this.#isFitted = false;
        this.#dirty();
    }

    /** Keeps the position of a switch. */
    pin(node) {
        node.isPinned = true;
        this.#positions.set(node.id, [node.x, node.y]);
        this.#changed();
    }

    get hasPins() {
        return this.#positions.size > 0;
    }

    unpin(id) {
        this.#positions.delete(id);
        this.#moveToLayout();
        this.#changed();
    }

    /** Counts the visible objects, for tests. */
    counts() {
        const nodes = [...this.scene.nodes.values()];
        return {
            switches: nodes.filter(node => !node.isGone).length,
            goneSwitches: nodes.filter(node => node.isGone).length,
            links: this.scene.links.filter(link => !link.isRemoved).length,
            removedLinks: this.scene.links.filter(link => link.isRemoved).length,
            devices: nodes.reduce((sum, node) => sum + node.hosts, 0),
            visibleHosts: this.scene.hosts.length,
            isDrawn: this.#hasLayout && !this.#animation && nodes.every(node => Number.isFinite(node.x)),
        };
    }

    #resize() {
        const {clientWidth, clientHeight} = this.element;
        const ratio = devicePixelRatio;
        this.camera.width = clientWidth;
        this.camera.height = clientHeight;
        this.canvas.width = Math.round(clientWidth * ratio);
        this.canvas.height = Math.round(clientHeight * ratio);
        if (this.#isFitted) {
            this.#fitNow();
        }
        this.#picture.clear();
        // at once: the canvas is empty now
        this.#drawNow(performance.now());
    }

    /** Draws again, because something changed. */
    #dirty() {
        this.#picture.clear();
        this.#schedule();
    }

    #schedule() {
        this.#frame ||= requestAnimationFrame(now => {
            this.#frame = 0;
            this.#drawNow(now);
        });
    }

    #drawNow(now) {
        if (!this.painter) {
            return;
        }
        const begin = performance.now();
        this.#animate(begin);
        const isMoving = begin - this.#movedAt < SETTLE_MILLIS;
        if (isMoving && this.#drawMillis > SLOW_DRAW_MILLIS) {
            this.#picture.show(this.context, this.camera, () => this.scene.bounds());
            // sharp again when the camera rests
            this.#schedule();
        } else {
            this.#drawScene(this.context, this.camera, now);
            this.#drawMillis = performance.now() - begin;
        }
        if (this.path && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
            this.#schedule();
        }
        this.frames.push({at: now, drawMillis: performance.now() - begin});
        if (this.frames.length > MAX_FRAMES) {
            this.frames.splice(0, MAX_FRAMES / 2);
        }
    }

    #drawScene(context, camera, now) {
        const ratio = devicePixelRatio;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        this.painter?.draw(context, camera, this.scene,
            {selected: this.selected, hovered: this.#hovered, found: this.found, path: this.#pathView(), time: now});
    }

    #pathView() {
        if (!this.path) {
            return null;
        }
        const {nodes, hosts, links, hostItems} = this.path;
        return {nodes, hosts, segments: [
            ...links.map(({a, b}) => [a.x, a.y, b.x, b.y]),
            ...hostItems.map(host => [host.node.x, host.node.y, host.x, host.y]),
        ]};
    }

    close() {
        this.#closers.forEach(close => close());
        clearTimeout(this.#layoutTimer);
        cancelAnimationFrame(this.#frame);
        this.painter = null;
        this.#positions.close();
        this.#layouts.close();
    }
}
