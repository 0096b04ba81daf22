// What the page knows of the network. It is read once, and events change it.
//
// The stream of events is opened first and the lists are read then; events that arrive meanwhile are applied
// afterwards. After each reconnect everything is read again.

import {get, getAll} from './api.js';

/** What vanished remains visible for this time. */
const REMEMBER_MILLIS = 10 * 60_000;
const MAX_EVENTS = 5_000;
/** The number of earlier events that are read. */
const KEPT_EVENTS = 1_000;
const CHANGE_MILLIS = 40;
const REFRESH_MILLIS = 150;
/** No event tells the ports with hosts: they are read when the links have not changed for this time. */
const SETTLED_MILLIS = 1_000;
/** The states of an application that has its resources. */
const HAS_RESOURCES = new Set(['running', 'quarantined']);

function portKey(end) {
    return `${end.switch}:${end.port}`;
}

/** Returns the key of a cable: the same for both directions of a link. */
export function linkKey(from, to) {
    const [one, other] = [portKey(from), portKey(to)];
    return one < other ? `${one} ${other}` : `${other} ${one}`;
}

function deviceKey(device) {
    return device.vlan === null || device.vlan === undefined ? device.mac : `${device.mac}/${device.vlan}`;
}

/**
 * The switches, links and devices. A link is a cable: both directions of the controller's links are one.
 *
 * Dispatches 'change' with a set of 'switches', 'links', 'devices' and 'events' in `detail`, at most 25 times a second;
 * and 'event' for each new event.
 */
export class Network extends EventTarget {
    /** By id. @type {Map<string, Switch>} */
    switches = new Map();
    /** By key. @type {Map<string, Cable>} */
    links = new Map();
    /** By MAC address and VLAN. @type {Map<string, Device>} */
    devices = new Map();
    /** Newest last. @type {ControllerEvent[]} */
    events = [];
    /** The numbers of the ports with hosts, by switch. @type {Map<string, Set<number>>} */
    edges = new Map();
    /**
     * The applications 'topology', 'devices' and 'statistics', as far as they are not running.
     *
     * @type {Set<string>}
     */
    absent = new Set();
    /** Whether everything was read once. */
    isLoaded = false;

    /** @type {Set<string>} */
    #changed = new Set();
    #refresh = new Set();
    #refreshTimer = 0;
    #topologyTimer = 0;
    /** @type {Promise<void> | null} */
    #loading = null;
    /** @type {ControllerEvent[] | null} */
    #queued = null;

    #touch(...names) {
        if (this.#changed.size === 0) {
            // hundreds of events a second arrive while a network starts
            setTimeout(() => {
                const detail = this.#changed;
                this.#changed = new Set();
                this.dispatchEvent(new CustomEvent('change', {detail}));
            }, CHANGE_MILLIS);
        }
        names.forEach(name => this.#changed.add(name));
    }

    /** Reads everything. Events that arrive meanwhile are applied afterwards. */
    load() {
        this.#loading ??= this.#load().finally(() => {
            this.#loading = null;
        });
        return this.#loading;
    }

    /** Reads everything again. If that is in progress, its result may be outdated, and everything is read once more. */
    async reload() {
        await this.#loading?.catch(() => {});
        return this.load();
    }

    async #load() {
        this.#queued = [];
        try {
            const applications = await get('/api/v1/applications');
            const running = new Set(applications.filter(({state}) => HAS_RESOURCES.has(state)).map(({name}) => name));
            if (running.has('statistics')) {
                this.absent.delete('statistics');
            } else {
                this.absent.add('statistics');
            }
            const [switches, topology, devices] = await Promise.all([
                getAll('/api/v1/switches'),
                this.#optional('topology', running, () => get('/api/topology')),
                this.#optional('devices', running, () => getAll('/api/devices')),
            ]);
            this.#setSwitches(switches);
            this.#setTopology(topology);
            this.#setDevices(devices ?? []);
            this.isLoaded = true;
            this.#readEvents();
        } finally {
            const queued = this.#queued;
            this.#queued = null;
            queued?.forEach(event => this.#apply(event));
        }
    }

    /** Reads a resource of an application, which is absent while the application is not running. */
    async #optional(name, running, read) {
        if (running.has(name)) {
            try {
                const result = await read();
                this.absent.delete(name);
                return result;
            } catch (error) {
                // it may have been stopped meanwhile
                if (error.status !== 404) {
                    throw error;
                }
            }
        }
        this.absent.add(name);
        return null;
    }

    #setSwitches(list) {
        const ids = new Set(list.map(sw => sw.id));
        for (const sw of this.switches.values()) {
            if (!ids.has(sw.id)) {
                sw.goneAt ??= Date.now();
            }
        }
        list.forEach(sw => this.switches.set(sw.id, {...sw, goneAt: null}));
        this.#touch('switches');
    }

    #setTopology(topology) {
        for (const link of this.links.values()) {
            link.directions = 0;
        }
        (topology?.links ?? []).forEach(link => this.#addLink(link));
        for (const link of this.links.values()) {
            if (link.directions === 0) {
                link.removedAt ??= Date.now();
            }
        }
        this.edges = new Map();
        for (const edge of topology?.edges ?? []) {
            this.edges.set(edge.switch, (this.edges.get(edge.switch) ?? new Set()).add(edge.port));
        }
        this.#touch('links');
    }

    #addLink(link) {
        const key = linkKey(link.from, link.to);
        const known = this.links.get(key);
        const direction = portKey(link.from) < portKey(link.to) ? 1 : 2;
        if (known && known.removedAt === null) {
            known.directions |= direction;
            known.latencyMicros = link.latencyMicros ?? known.latencyMicros;
            return known;
        }
        const [a, b] = direction === 1 ? [link.from, link.to] : [link.to, link.from];
        const added = {key, a, b, kind: link.kind, latencyMicros: link.latencyMicros ?? null, directions: direction,
            removedAt: null};
        this.links.set(key, added);
        return added;
    }

    #removeLink(link) {
        const known = this.links.get(linkKey(link.from, link.to));
        if (!known) {
            return;
        }
        known.directions &= ~(portKey(link.from) < portKey(link.to) ? 1 : 2);
        if (known.directions === 0) {
            known.removedAt ??= Date.now();
        }
    }

    #setDevices(list) {
        this.devices = new Map(list.map(device => [deviceKey(device), device]));
        this.#touch('devices');
    }

    /** Reads the events that the controller kept, and keeps those that arrived since. Nothing waits for them. */
    async #readEvents() {
        let kept;
        try {
            kept = await get(`/api/v1/events?limit=${KEPT_EVENTS}`);
        } catch {
            // the connection is lost: they are read again with everything
            return;
        }
        const last = kept.at(-1)?.id ?? -1;
        this.events = [...kept, ...this.events.filter(event => event.id > last)];
        this.#touch('events');
    }

    /** Applies an event of the stream. */
    accept(event) {
        if (event.id > (this.events.at(-1)?.id ?? -1)) {
            this.events.push(event);
        }
        if (this.events.length > MAX_EVENTS * 1.2) {
            this.events = this.events.slice(-MAX_EVENTS);
        }
        this.#touch('events');
        this.dispatchEvent(new CustomEvent('event', {detail: event}));
        if (this.#queued) {
            this.#queued.push(event);
        } else {
            this.#apply(event);
        }
    }

    #apply(event) {
        const {type, subject, details = {}} = event;
        if (type === 'stream.gap') {
            this.reload().catch(() => {});
        } else if (type === 'switch.connected') {
            this.#refreshSoon(subject);
        } else if (type === 'switch.disconnected') {
            const sw = this.switches.get(subject);
            if (sw) {
                sw.goneAt ??= Date.now();
                this.#touch('switches');
            }
        } else if (type.startsWith('port.')) {
            this.#refreshSoon(details.switch ?? subject);
        } else if (type === 'link.added') {
            this.#addLink(details);
            this.#readTopologyLater();
            this.#touch('links');
        } else if (type === 'link.removed') {
            this.#removeLink(details);
            this.#touch('links');
        } else if (type === 'device.removed') {
            this.devices.delete(deviceKey(details));
            this.#touch('devices');
        } else if (type.startsWith('device.')) {
            this.devices.set(deviceKey(details), details);
            this.#touch('devices');
        } else if (type.startsWith('application.')) {
            // its resources may have appeared or vanished
            this.#refreshSoon('*');
        }
    }

    /** Reads a switch again, or everything ('*'). Changes within a moment are one request. */
    #refreshSoon(what) {
        this.#refresh.add(what);
        this.#refreshTimer ||= setTimeout(() => {
            const names = this.#refresh;
            this.#refresh = new Set();
            this.#refreshTimer = 0;
            this.#refreshNow(names).catch(() => {});
        }, REFRESH_MILLIS);
    }

    async #refreshNow(names) {
        if (names.has('*')) {
            await this.reload();
        } else if (names.size > 3) {
            this.#setSwitches(await getAll('/api/v1/switches'));
        } else {
            await Promise.all([...names].map(id => this.#refreshSwitch(id)));
        }
    }

    async #refreshSwitch(id) {
        try {
            this.switches.set(id, {...await get(`/api/v1/switches/${id}`), goneAt: null});
        } catch (error) {
            const sw = this.switches.get(id);
            if (error.status !== 404 || !sw) {
                return;
            }
            sw.goneAt ??= Date.now();
        }
        this.#touch('switches');
    }

    #readTopologyLater() {
        clearTimeout(this.#topologyTimer);
        this.#topologyTimer = setTimeout(async () => {
            try {
                this.#setTopology(await get('/api/topology'));
            } catch {
                // the application has stopped, or the connection is lost: then everything is read again
            }
        }, SETTLED_MILLIS);
    }

    /** Forgets what vanished long ago. */
    expire(now = Date.now()) {
        const expired = time => time !== null && now - time > REMEMBER_MILLIS;
        for (const sw of this.switches.values()) {
            if (expired(sw.goneAt)) {
                this.switches.delete(sw.id);
                this.#touch('switches');
            }
        }
        for (const link of this.links.values()) {
            if (expired(link.removedAt)) {
                this.links.delete(link.key);
                this.#touch('links');
            }
        }
    }

    /** Forgets a switch or link that vanished. */
    forget(kind, key) {
        if (this[kind].delete(key)) {
            this.#touch(kind);
        }
    }

    /** Returns the switches that are connected. */
    connected() {
        return [...this.switches.values()].filter(sw => sw.goneAt === null);
    }

    /** Returns the links that exist. */
    present() {
        return [...this.links.values()].filter(link => link.removedAt === null);
    }
}
