// What the map shows: switches and links with their positions, and the hosts of the switches that are expanded.
//
// A link that is cut remains part of the layout for ten minutes. Otherwise a cut would turn a ring into a line while
// the user looks for the cut.

import {counted, switchName} from '../lib/format.js';

const HOST_DISTANCE = 54;
const HOST_SPACING = 24;
/** The angle over which hosts are spread. */
const HOST_FAN = Math.PI * 0.8;

/** The sizes of things in the plane. */
export const SWITCH_WIDTH = 46;
export const SWITCH_HEIGHT = 28;
export const HOST_RADIUS = 6;

const LEAST_PIXELS = 2;
/** Switches shrink slower than their distances, so that their names remain readable. */
const SLOW_WIDTH = 84;
const NAMED_PIXELS = 32;

/** Returns the width and height of switches on the screen. */
export function switchSize(scale) {
    const width = Math.max(LEAST_PIXELS, SWITCH_WIDTH * scale, Math.min(NAMED_PIXELS, SLOW_WIDTH * scale));
    const limited = Math.min(SWITCH_WIDTH * 1.3, width);
    return [limited, Math.max(2 * LEAST_PIXELS, limited * SWITCH_HEIGHT / SWITCH_WIDTH)];
}

export class Scene {
    /** By id: {id, name, x, y, isGone, isPinned, hosts: their number, hasHosts: whether it had any, neighbors}. */
    nodes = new Map();
    /** [{key, a, b, offset, isRemoved, rate, utilization, link}], where a and b are nodes. */
    links = [];
    /** [{key, x, y, node, device}] of expanded switches. */
    hosts = [];
    /** The ids of expanded switches. */
    expanded = new Set();
    #hostsBySwitch = new Map();

    /**
     * Takes over the changes of the network, a set of 'switches', 'links' and 'devices'. Returns whether there is
     * something new that a layout depends on.
     */
    update(network, changed) {
        let hasGrown = false;
        if (changed.has('switches') || changed.has('links')) {
            hasGrown = this.#updateSwitches(network);
            hasGrown = this.#updateLinks(network) || hasGrown;
        }
        this.#updateHosts(network);
        return hasGrown;
    }

    #updateSwitches(network) {
        let hasGrown = false;
        for (const sw of network.switches.values()) {
            let node = this.nodes.get(sw.id);
            if (!node) {
                node = {id: sw.id, name: switchName(sw.id), x: NaN, y: NaN, isPinned: false, hosts: 0, hasHosts: false};
                this.nodes.set(sw.id, node);
                hasGrown = true;
            }
            node.isGone = sw.goneAt !== null;
            // layers begin at the switches with hosts
            if (!node.hasHosts && network.edges.has(sw.id)) {
                node.hasHosts = true;
                hasGrown = true;
            }
        }
        for (const id of this.nodes.keys()) {
            if (!network.switches.has(id)) {
                this.nodes.delete(id);
                this.expanded.delete(id);
            }
        }
        return hasGrown;
    }

    #updateLinks(network) {
        const known = new Map(this.links.map(link => [link.key, link]));
        const between = new Map();
        this.nodes.forEach(node => {
            node.neighbors = [];
        });
        this.links = [];
        let hasGrown = false;
        for (const link of network.links.values()) {
            const a = this.nodes.get(link.a.switch);
            const b = this.nodes.get(link.b.switch);
            if (!a || !b) {
                continue;
            }
            const pair = a.id < b.id ? a.id + b.id : b.id + a.id;
            const index = between.get(pair) ?? 0;
            between.set(pair, index + 1);
            // parallel links beside each other: 0, 1, -1, 2, ...
            const offset = index % 2 === 1 ? (index + 1) / 2 : -index / 2;
            this.links.push({key: link.key, a, b, offset, isRemoved: link.removedAt !== null,
                rate: known.get(link.key)?.rate ?? 0, utilization: known.get(link.key)?.utilization ?? 0, link});
            a.neighbors.push(b);
            b.neighbors.push(a);
            hasGrown ||= !known.has(link.key);
        }
        return hasGrown;
    }

    #updateHosts(network) {
        this.#hostsBySwitch = new Map();
        for (const [key, device] of network.devices) {
            const node = device.switch ? this.nodes.get(device.switch) : null;
            if (node) {
                if (!this.#hostsBySwitch.has(node.id)) {
                    this.#hostsBySwitch.set(node.id, []);
                }
                this.#hostsBySwitch.get(node.id).push({key, x: 0, y: 0, node, device});
            }
        }
        this.nodes.forEach(node => {
            node.hosts = this.#hostsBySwitch.get(node.id)?.length ?? 0;
        });
        this.placeHosts();
    }

    /** Returns the devices of a switch. */
    hostsOf(id) {
        return this.#hostsBySwitch.get(id) ?? [];
    }

    /** Expands or collapses the hosts of a switch. */
    toggle(id, isExpanded = !this.expanded.has(id)) {
        isExpanded ? this.expanded.add(id) : this.expanded.delete(id);
        this.placeHosts();
    }

    /** Puts the hosts of expanded switches on arcs, on the side where the switch has no neighbors. */
    placeHosts() {
        this.hosts = [];
        for (const id of this.expanded) {
            const node = this.nodes.get(id);
            const hosts = this.hostsOf(id);
            if (node && Number.isFinite(node.x)) {
                this.#placeAround(node, hosts);
                this.hosts.push(...hosts);
            }
        }
    }

    #placeAround(node, hosts) {
        const away = directionAway(node);
        for (let placed = 0, row = 0; placed < hosts.length; row++) {
            const radius = HOST_DISTANCE + row * HOST_SPACING;
            const fits = Math.max(1, Math.floor(radius * HOST_FAN / HOST_SPACING));
            const inRow = Math.min(fits, hosts.length - placed);
            const step = HOST_SPACING / radius;
            for (let i = 0; i < inRow; i++, placed++) {
                const angle = away + (i - (inRow - 1) / 2) * step;
                hosts[placed].x = node.x + radius * Math.cos(angle);
                hosts[placed].y = node.y + radius * Math.sin(angle);
            }
        }
    }

    /** Returns the rectangle of all switches and visible hosts, or null. */
    bounds() {
        const all = [...this.nodes.values()].filter(node => Number.isFinite(node.x));
        if (all.length === 0) {
            return null;
        }
        const bounds = {left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity};
        for (const {x, y} of [...all, ...this.hosts]) {
            bounds.left = Math.min(bounds.left, x - SWITCH_WIDTH);
            bounds.right = Math.max(bounds.right, x + SWITCH_WIDTH);
            bounds.top = Math.min(bounds.top, y - SWITCH_HEIGHT);
            bounds.bottom = Math.max(bounds.bottom, y + SWITCH_HEIGHT * 1.6);
        }
        return bounds;
    }

    /** Returns the object at a point of the plane: {kind: 'switch' | 'hosts' | 'host' | 'link', ...}, or null. */
    at(x, y, scale) {
        // at a small scale, things are larger on the screen than in the plane
        const reach = 5 / scale;
        const [width, height] = switchSize(scale).map(pixels => Math.max(reach, pixels / 2 / scale));
        const badge = 18 / scale;
        for (const host of this.hosts) {
            if (Math.hypot(host.x - x, host.y - y) <= Math.max(HOST_RADIUS, reach)) {
                return {kind: 'host', host};
            }
        }
        for (const node of this.nodes.values()) {
            const dx = Math.abs(node.x - x);
            if (dx <= width && Math.abs(node.y - y) <= height) {
                return {kind: 'switch', node};
            }
            const hasBadge = node.hosts > 0 && !this.expanded.has(node.id);
            if (hasBadge && dx < badge && y > node.y && y - node.y < height + badge) {
                return {kind: 'hosts', node};
            }
        }
        let nearest = null;
        let least = 6 / scale;
        for (const link of this.links) {
            const distance = distanceToSegment(x, y, ...ends(link, scale));
            if (distance < least) {
                least = distance;
                nearest = {kind: 'link', link};
            }
        }
        return nearest;
    }

    /** Describes the map in words. */
    describe() {
        const removed = this.links.filter(link => link.isRemoved).length;
        const gone = [...this.nodes.values()].filter(node => node.isGone).length;
        const hosts = [...this.nodes.values()].reduce((sum, node) => sum + node.hosts, 0);
        return [
            `Map of ${counted(this.nodes.size - gone, 'switch', 'switches')}`,
            counted(this.links.length - removed, 'link'),
            counted(hosts, 'host'),
            gone ? `${counted(gone, 'switch', 'switches')} gone` : '',
            removed ? `${counted(removed, 'link')} cut` : '',
        ].filter(Boolean).join(', ');
    }
}

/** Returns the direction from the middle of its neighbors to a node; downwards if there is none. */
function directionAway(node) {
    const near = (node.neighbors ?? []).filter(one => Number.isFinite(one.x));
    const dx = near.reduce((sum, one) => sum + node.x - one.x, 0);
    const dy = near.reduce((sum, one) => sum + node.y - one.y, 0);
    return Math.hypot(dx, dy) < 1 ? Math.PI / 2 : Math.atan2(dy, dx);
}

/** Returns the ends of a link: x and y of one, x and y of the other. Parallel links are beside each other. */
export function ends({a, b, offset}, scale) {
    if (offset === 0) {
        return [a.x, a.y, b.x, b.y];
    }
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const shift = offset * Math.max(7, 3 / scale) * (a.id < b.id ? 1 : -1);
    const dx = -(b.y - a.y) / length * shift;
    const dy = (b.x - a.x) / length * shift;
    return [a.x + dx, a.y + dy, b.x + dx, b.y + dy];
}

function distanceToSegment(x, y, x1, y1, x2, y2) {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const t = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - x1 - t * dx, y - y1 - t * dy);
}
