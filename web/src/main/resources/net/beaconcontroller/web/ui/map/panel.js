// The details of the selection on the map.

import {ago, bitRate, code, counted, deviceName, duration, facts, h, icon, portName, portText, replace, switchName}
    from '../kit.js';
import {Poll} from '../lib/poll.js';
import {readPorts} from '../lib/rates.js';

const MAX_LISTED = 60;
const PORTS_MILLIS = 5_000;

function button(label, action) {
    return h('button', {type: 'button', onclick: action}, label);
}

function linkLike(label, action) {
    return h('button', {type: 'button', class: 'link', onclick: action}, label);
}

/** The panel beside the map. It shows a selection, or a view that another module makes. */
export class Panel {
    #network;
    #view;
    #loads;
    #actions;
    /** @type {any} */
    #shown = null;
    #polledId = null;
    /** @type {Poll | null} */
    #poll = null;
    /** @type {any[]} */
    #ports = [];

    /**
     * @param {import('../lib/store.js').Network} network
     * @param {import('./map-view.js').MapView} view
     * @param {import('./loads.js').Loads} loads
     * @param {{path(device: Device): void, emulation: import('./emulation.js').Emulation}} actions search for
     *     a path; the emulated network
     */
    constructor(network, view, loads, actions) {
        this.#network = network;
        this.#view = view;
        this.#loads = loads;
        this.#actions = actions;
        this.title = h('h2');
        this.badge = h('span', {hidden: true});
        this.body = h('div');
        this.element = h('aside', {class: 'map-over map-plate map-panel', 'aria-label': 'Details', hidden: true},
            h('header', {}, this.title, this.badge,
                h('button', {type: 'button', class: 'quiet icon', 'aria-label': 'Close the details',
                    onclick: () => this.close()}, icon('close'))),
            this.body);
        this.element.addEventListener('keydown', event => event.key === 'Escape' && this.close());
    }

    get isOpen() {
        return !this.element.hidden;
    }

    close() {
        this.#open(null);
        this.#view.select(null);
        this.#view.setPath(null);
        this.#view.canvas.focus({preventScroll: true});
    }

    #open(shown) {
        const id = shown?.kind === 'switch' ? shown.key : null;
        if (id !== this.#polledId) {
            this.#polledId = id;
            this.#pollPorts(id);
        }
        this.#shown = shown;
        this.element.hidden = shown === null;
        this.#view.coverBy(shown ? this.element : null);
    }

    /** Shows content of another module. */
    showContent(title, content) {
        this.#open({kind: 'content'});
        this.#head(title);
        replace(this.body, content);
    }

    /** Shows a selection of the map; null closes the panel. */
    show(selected) {
        if (selected === null && this.#shown?.kind === 'content') {
            return;
        }
        const isOther = selected?.key !== this.#shown?.key;
        this.#open(selected);
        if (isOther) {
            this.body.scrollTop = 0;
        }
        this.refresh();
    }

    /** Reads the ports of a switch periodically, while it is shown. */
    #pollPorts(id) {
        this.#poll?.stop();
        this.#ports = [];
        this.#poll = id && new Poll(async isStopped => {
            // an error is shown elsewhere: the switch is gone, or the controller
            const ports = await readPorts(this.#network, id).catch(() => []);
            if (!isStopped()) {
                this.#ports = ports;
                this.refresh();
            }
        }, PORTS_MILLIS);
    }

    leave() {
        this.#pollPorts(null);
        this.element.remove();
    }

    /** Shows changes of the selection. */
    refresh() {
        // replacing the element with the focus would take it away
        if (this.#shown && this.#shown.kind !== 'content' && !this.body.contains(document.activeElement)) {
            const {kind, key} = this.#shown;
            const show = {switch: () => this.#switch(key), link: () => this.#link(key), host: () => this.#host(key)};
            show[kind]();
        }
    }

    #head(title, badge, kind) {
        this.title.textContent = title;
        this.badge.hidden = !badge;
        this.badge.className = `badge ${kind ?? ''}`;
        this.badge.textContent = badge ?? '';
    }

    #switch(id) {
        const sw = this.#network.switches.get(id);
        const node = this.#view.scene.nodes.get(id);
        if (!sw || !node) {
            this.close();
            return;
        }
        this.#head(switchName(id), sw.goneAt === null ? 'connected' : 'gone', sw.goneAt === null ? 'good' : 'alarm');
        const isExpanded = this.#view.scene.expanded.has(id);
        replace(this.body,
            facts([
                ['Datapath ID', code(id)],
                ['OpenFlow', sw.version],
                ['Address', sw.address],
                ['Connected', sw.goneAt === null ? ago(sw.connectedSince) : null],
                ['Gone since', sw.goneAt === null ? null : ago(sw.goneAt)],
                ['Round trip', sw.roundTripMillis === null || sw.roundTripMillis === undefined ? null
                    : duration(sw.roundTripMillis / 1000)],
                ['Software', [sw.manufacturer, sw.software].filter(Boolean).join(' ')],
            ]),
            h('div', {class: 'cluster'},
                node.hosts > 0
                    ? button(isExpanded ? 'Hide its hosts' : `Show its ${counted(node.hosts, 'host')}`,
                        () => this.#act(() => this.#view.toggleHosts(id)))
                    : null,
                node.isPinned ? button('Unpin', () => this.#act(() => this.#view.unpin(id))) : null,
                sw.goneAt === null ? null : button('Forget it', () => {
                    this.close();
                    this.#network.forget('switches', id);
                })),
            this.#actions.emulation.switchActions(id, sw.goneAt === null),
            this.#portList(id));
    }

    /** Does what a button of the panel says, and shows its effect although the button has the focus. */
    #act(action) {
        action();
        /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
        this.refresh();
    }

    #portList(id) {
        const ports = this.#ports;
        if (ports.length === 0) {
            return null;
        }
        const links = new Map();
        for (const link of this.#network.links.values()) {
            for (const [mine, other] of [[link.a, link.b], [link.b, link.a]]) {
                if (mine.switch === id) {
                    links.set(mine.port, {link, other});
                }
            }
        }
        const hosts = new Map(this.#view.scene.hostsOf(id).map(host => [host.device.port, host]));
        return h('section', {}, h('h3', {}, 'Ports'), h('ul', {},
            ports.slice(0, MAX_LISTED).map(port => this.#port(port, links.get(port.number), hosts.get(port.number))),
            ports.length > MAX_LISTED ? h('li', {}, `and ${ports.length - MAX_LISTED} more`) : null));
    }

    #port(port, link, host) {
        const hasRate = port.sentBitsPerSecond !== null && port.receivedBitsPerSecond !== null;
        let peer = h('span', {class: 'muted'}, port.name);
        if (link) {
            peer = linkLike(`${link.link.removedAt === null ? '' : 'cut: '}${portName(link.other)}`,
                () => this.#view.select({kind: 'link', key: link.link.key}));
        } else if (host) {
            peer = linkLike(deviceName(host.device),
                () => this.#view.select({kind: 'host', key: host.key}));
        }
        return h('li', {},
            h('span', {class: `dot${port.isUp ? '' : ' down'}`, role: 'img', 'aria-label': port.isUp ? 'up' : 'down'}),
            h('b', {}, portText(port.number)), peer,
            h('span', {class: 'number'}, hasRate ? bitRate(port.sentBitsPerSecond + port.receivedBitsPerSecond) : ''));
    }

    #link(key) {
        const link = this.#network.links.get(key);
        if (!link) {
            this.close();
            return;
        }
        const isPresent = link.removedAt === null;
        this.#head(`${switchName(link.a.switch)} – ${switchName(link.b.switch)}`, isPresent ? 'up' : 'cut',
            isPresent ? 'good' : 'alarm');
        const direction = (from, to) => {
            const rate = this.#loads.from(from);
            return [`${switchName(from.switch)} → ${switchName(to.switch)}`, rate === null ? null : bitRate(rate)];
        };
        const end = at => linkLike(portName(at), () => this.#view.select({kind: 'switch', key: at.switch}));
        replace(this.body, facts([
            ['One end', end(link.a)],
            ['Other end', end(link.b)],
            ['Kind', link.kind],
            ['Latency', link.latencyMicros === null ? null : duration(link.latencyMicros / 1e6)],
            ['Direction', link.directions === 3 || !isPresent ? null : 'found in one direction only'],
            link.removedAt === null ? direction(link.a, link.b) : ['Cut', ago(link.removedAt)],
            isPresent ? direction(link.b, link.a) : ['', null],
        ]), isPresent ? null : h('div', {class: 'cluster'}, button('Forget it', () => {
            this.close();
            this.#network.forget('links', key);
        })), this.#actions.emulation.linkActions(link, isPresent));
    }

    #host(key) {
        const device = this.#network.devices.get(key);
        if (!device) {
            this.close();
            return;
        }
        const [state, kind] = device.switch ? ['attached', 'good'] : ['detached', 'warning'];
        this.#head(deviceName(device), state, kind);
        replace(this.body, facts([
            ['MAC address', code(device.mac)],
            ['VLAN', device.vlan],
            ['IPv4', (device.ipv4 ?? []).join(', ')],
            ['IPv6', (device.ipv6 ?? []).join(', ')],
            ['Attached to', device.switch
                ? linkLike(portName(device), () => this.#view.select({kind: 'switch', key: device.switch})) : null],
            ['First seen', device.firstSeen ? ago(device.firstSeen) : null],
            ['Last seen', device.lastSeen ? ago(device.lastSeen) : null],
        ]), h('div', {class: 'cluster'}, button('Path from here', () => this.#actions.path(device))),
        this.#actions.emulation.hostActions(device));
    }
}
