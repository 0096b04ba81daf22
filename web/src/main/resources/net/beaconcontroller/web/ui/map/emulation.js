// What one can do with an emulated network on the map: cut and mend links, switch off switches, move hosts, send data.
// Each action is a command of the emulator's console.

import {change, get} from '../lib/api.js';
import {h, portText, toast, toastError} from '../kit.js';

/** The emulated network of the controller, if it has one. Dispatches 'change' when it was read. */
export class Emulation extends EventTarget {
    #switches = new Map();
    #hosts = new Map();
    #isPresent = false;

    get isPresent() {
        return this.#isPresent;
    }

    async load() {
        const {topology, switches, hosts} = await get('/api/v1/emulation');
        this.#switches = new Map(switches.map(sw => [sw.id, sw.name]));
        this.#hosts = new Map(hosts.map(host => [host.mac, host.name]));
        this.#isPresent = topology !== null;
        this.dispatchEvent(new Event('change'));
    }

    /** Executes a command, and shows its result if it has one. */
    async run(command) {
        try {
            const {status, text} = await change('POST', '/api/v1/emulation/commands', {command});
            if (text) {
                toast(text, {kind: status === 'ok' ? 'info' : 'alarm'});
            }
        } catch (error) {
            toastError(error);
        }
    }

    #button(label, command) {
        return h('button', {type: 'button', onclick: ({currentTarget}) => {
            // the panel shows changes only while nothing in it has the focus
            currentTarget.blur();
            this.run(command());
        }}, label);
    }

    #choice(label, name, options, action, command) {
        const select = h('select', {'aria-label': name}, options.map(([value, text]) => h('option', {value}, text)));
        return h('div', {class: 'cluster'}, h('span', {class: 'muted small'}, label), select,
            this.#button(action, () => command(select.value)));
    }

    #section(...content) {
        return h('section', {class: 'stack'}, h('h3', {}, 'Emulation'), content);
    }

    /** Returns what one can do with a switch; null if it is not emulated. */
    switchActions(id, isConnected) {
        const name = this.#switches.get(id);
        return name ? this.#section(h('div', {class: 'cluster'}, isConnected
            ? this.#button('Switch off', () => `switch ${name} down`)
            : this.#button('Switch on', () => `switch ${name} up`))) : null;
    }

    /** Returns what one can do with a link; null if it is not emulated. */
    linkActions({a}, isPresent) {
        const name = this.#switches.get(a.switch);
        return name ? this.#section(h('div', {class: 'cluster'}, isPresent
            ? this.#button('Cut', () => `port ${name} ${portText(a.port)} down`)
            : this.#button('Mend', () => `port ${name} ${portText(a.port)} up`))) : null;
    }

    /** Returns what one can do with a host; null if it is not emulated. */
    hostActions({mac}) {
        const name = this.#hosts.get(mac);
        if (!name) {
            return null;
        }
        const others = [...this.#hosts.values()].filter(other => other !== name).map(other => [other, other]);
        const switches = [...this.#switches.values()].map(sw => [sw, sw]);
        return this.#section(
            this.#choice('Move to', 'Switch', switches, 'Move', sw => `move ${name} ${sw}`),
            others.length === 0 ? null
                : this.#choice('Send 100 MB to', 'Host', others, 'Send', other => `stream ${name} ${other} 100MB`));
    }
}
