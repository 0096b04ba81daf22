// The live map: a canvas that shows a scene through a camera, and what pointer and keys do to it.

import {h} from '../lib/dom.js';
import {Camera} from './camera.js';
import {LayoutClient} from './layout-client.js';
import {Painter} from './painter.js';
import {readPalette} from './palette.js';
import {readPositions, writePositions} from './positions.js';
import {Scene} from './scene.js';

const ALL = ['switches', 'links', 'devices'];
const LAYOUT_DELAY_MILLIS = 120;
const ANIMATION_MILLIS = 450;
const MAX_FIT_SCALE = 1.5;
const CLICK_PIXELS = 5;
/** Up to this width, the details are below the map and not beside it. */
const NARROW = 760;
const MAX_FRAMES = 1_000;
const ALL_HOSTS_LIMIT = 20_000;
/** If drawing takes longer, a picture is moved and scaled instead while the camera moves. */
const SLOW_DRAW_MILLIS = 9;
const SETTLE_MILLIS = 140;
/** The picture is that much larger than the viewport, on each side. */
const PICTURE_MARGIN = 0.25;

/**
 * The map. Dispatches 'select' with {kind, key} or null in `detail`, 'changed' when the scene or the layout changed,
 * and 'moved' when the user moved the camera.
 */
export class MapView extends EventTarget {
    scene = new Scene();
    camera = new Camera();
    selected = null;
    path = null;
    found = null;
    /** {kind, millis, turn} of the last layout. */
    layout = null;
    /** Frames of the last animations: {at, drawMillis}. */
    frames = [];

    #network;
    #layouts = new LayoutClient();
    #positions = readPositions();
    #hovered = null;
    #frame = 0;
    #layoutTimer = 0;
    #animation = null;
    #isFitted = true;
    #hasLayout = false;
    #cover = null;
    #pointers = new Map();
    #drag = null;
    #picture = null;
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
        on(window, 'beacon-theme', () => {
            this.painter = new Painter(readPalette(this.element));
            this.#dirty();
        });
        on(this.canvas, 'pointerdown', event => this.#pointerDown(event));
        on(this.canvas, 'pointermove', event => this.#pointerMove(event));
        on(this.canvas, 'pointerup', event => this.#pointerUp(event));
        on(this.canvas, 'pointercancel', event => this.#pointerUp(event, true));
        on(this.canvas, 'pointerleave', () => this.#hover(null));
        on(this.canvas, 'wheel', event => this.#wheel(event), {passive: false});
        on(this.canvas, 'keydown', event => this.#key(event));
        const resizes = new ResizeObserver(() => this.#resize());
        resizes.observe(this.element);
        this.#closers.push(() => resizes.disconnect());
    }

    /** Begins to draw, when the element is in the page. */
    start() {
        this.painter = new Painter(readPalette(this.element));
        this.#resize();
        this.update();
    }

    /** Takes over what has changed in the network. */
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
            if (this.#drag?.node !== node) {
                node.x = from[0] + (to[0] - from[0]) * eased;
                node.y = from[1] + (to[1] - from[1]) * eased;
            }
        }
        this.scene.placeHosts();
        this.#picture = null;
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
        writePositions(this.#positions);
        this.#moveToLayout();
        this.fit();
        this.#changed();
    }

    get hasPins() {
        return this.#positions.size > 0;
    }

    unpin(id) {
        this.#positions.delete(id);
        writePositions(this.#positions);
        this.#moveToLayout();
        this.#changed();
    }

    /** The ids of the switches that are visible. */
    visibleSwitches() {
        return [...this.scene.nodes.values()].filter(node => {
            const [x, y] = this.camera.toScreen(node.x, node.y);
            return !node.isGone && x > 0 && y > 0 && x < this.camera.width && y < this.camera.height;
        }).map(node => node.id);
    }

    /** Counts what is shown, for tests. */
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
        this.#picture = null;
        // at once: the canvas is empty now
        this.#drawNow(performance.now());
    }

    /** Draws again, because something changed. */
    #dirty() {
        this.#picture = null;
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
            this.#drawPicture();
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
        this.painter.draw(context, camera, this.scene,
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

    /** Draws a picture of the scene through the present camera. */
    #drawPicture() {
        const {camera, context} = this;
        const ratio = devicePixelRatio;
        let picture = this.#picture;
        const factor = picture ? camera.scale / picture.camera.scale : 0;
        if (!picture || factor > 2.5 || factor < 0.3 || !this.#covers(picture, factor)) {
            picture = this.#newPicture();
        }
        const scale = camera.scale / picture.camera.scale;
        const [x, y] = camera.toScreen(picture.camera.left, picture.camera.top);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, camera.width, camera.height);
        context.drawImage(picture.canvas, x, y, picture.camera.width * scale, picture.camera.height * scale);
    }

    /** Returns whether all of the scene that is visible is in the picture. */
    #covers({camera, bounds}, factor) {
        const [left, top] = this.camera.toPlane(0, 0);
        const [right, bottom] = this.camera.toPlane(this.camera.width, this.camera.height);
        const pictureRight = camera.left + camera.width / camera.scale;
        const pictureBottom = camera.top + camera.height / camera.scale;
        // the missing strip must be narrow, or have nothing of the scene
        const strip = 60 / camera.scale / factor;
        return Math.max(left, bounds.left) > camera.left - strip && Math.max(top, bounds.top) > camera.top - strip
            && Math.min(right, bounds.right) < pictureRight + strip
            && Math.min(bottom, bounds.bottom) < pictureBottom + strip;
    }

    #newPicture() {
        const camera = this.camera.copy();
        const marginX = camera.width * PICTURE_MARGIN;
        const marginY = camera.height * PICTURE_MARGIN;
        camera.left -= marginX / camera.scale;
        camera.top -= marginY / camera.scale;
        camera.width += 2 * marginX;
        camera.height += 2 * marginY;
        const canvas = this.#picture?.canvas ?? document.createElement('canvas');
        canvas.width = Math.round(camera.width * devicePixelRatio);
        canvas.height = Math.round(camera.height * devicePixelRatio);
        this.#drawScene(canvas.getContext('2d'), camera, performance.now());
        this.#picture = {canvas, camera, bounds: this.scene.bounds()};
        return this.#picture;
    }

    #at(event) {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    #pointerDown(event) {
        if (event.button !== 0) {
            return;
        }
        const at = this.#at(event);
        this.canvas.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, at);
        const hit = this.scene.at(...this.camera.toPlane(...at), this.camera.scale);
        this.#drag = {begin: at, last: at, hasMoved: false, hit, node: hit?.kind === 'switch' ? hit.node : null};
    }

    #pointerMove(event) {
        const at = this.#at(event);
        if (!this.#pointers.has(event.pointerId)) {
            this.#hover(this.scene.at(...this.camera.toPlane(...at), this.camera.scale));
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
            [drag.node.x, drag.node.y] = this.camera.toPlane(...at);
            this.scene.placeHosts();
            this.#isFitted = false;
            this.#dirty();
        } else {
            this.pan(at[0] - drag.last[0], at[1] - drag.last[1]);
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
        this.camera.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
        this.zoom(distance(at) / distance(before), (at[0] + other[0]) / 2, (at[1] + other[1]) / 2);
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
            drag.node.isPinned = true;
            this.#positions.set(drag.node.id, [drag.node.x, drag.node.y]);
            writePositions(this.#positions);
            this.#changed();
        } else if (!drag.hasMoved && !isCancelled) {
            this.#click(drag.hit);
        }
    }

    #click(hit) {
        if (!hit) {
            this.select(null);
        } else if (hit.kind === 'hosts') {
            this.toggleHosts(hit.node.id);
        } else if (hit.kind === 'switch') {
            this.select({kind: 'switch', key: hit.node.id});
        } else if (hit.kind === 'host') {
            this.select({kind: 'host', key: hit.host.key});
        } else {
            this.select({kind: 'link', key: hit.link.key});
        }
    }

    #hover(hit) {
        const key = one => one && `${one.kind} ${one.node?.id ?? one.host?.key ?? one.link?.key}`;
        if (key(hit) !== key(this.#hovered)) {
            this.#hovered = hit;
            this.canvas.classList.toggle('is-over', Boolean(hit));
            this.#dirty();
        }
    }

    #wheel(event) {
        event.preventDefault();
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
        this.zoom(Math.exp(-Math.max(-120, Math.min(120, pixels)) / 400), ...this.#at(event));
    }

    #key(event) {
        const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
        const step = steps[event.key];
        if (event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        if (step && event.shiftKey) {
            this.pan(-80 * step[0], -80 * step[1]);
        } else if (step) {
            this.#selectNext(step);
        } else if (event.key === '+' || event.key === '=') {
            this.zoom(1.25);
        } else if (event.key === '-') {
            this.zoom(0.8);
        } else if (event.key === '0') {
            this.fit();
        } else if (event.key === 'Enter' && this.selected?.kind === 'switch') {
            this.toggleHosts(this.selected.key);
        } else if (event.key === 'Escape') {
            this.select(null);
        } else {
            return;
        }
        event.preventDefault();
    }

    /** Selects the nearest switch in a direction. */
    #selectNext([dx, dy]) {
        const nodes = [...this.scene.nodes.values()];
        const from = this.selected?.kind === 'switch' ? this.scene.nodes.get(this.selected.key) : null;
        if (!from) {
            if (nodes.length > 0) {
                this.select({kind: 'switch', key: nodes.reduce((a, b) => a.id < b.id ? a : b).id});
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
            this.select({kind: 'switch', key: next.id});
            const [x, y] = this.camera.toScreen(next.x, next.y);
            if (x < 0 || y < 0 || x > this.camera.width || y > this.camera.height) {
                this.reveal(next.id);
            }
        }
    }

    close() {
        this.#closers.forEach(close => close());
        clearTimeout(this.#layoutTimer);
        cancelAnimationFrame(this.#frame);
        this.painter = null;
        this.#layouts.close();
    }
}
