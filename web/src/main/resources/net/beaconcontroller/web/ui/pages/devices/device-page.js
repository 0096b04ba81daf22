// The page of a device, and the path from it to another one.

import {get} from '../../lib/api.js';
import {ago, counted, emptyState, h, icon, link, loadingState, portName, portText, replace, switchName, text, time}
    from '../../kit.js';
import {hostField} from '../../components/host-field.js';
import {noTrackingState} from '../devices.js';

/** Returns a hop: the switch with its ports, and the flows that forward the packets. */
function hopItem({switch: id, inPort, outPort, flows}) {
    const nothing = flows === null ? 'The switch did not answer.' : 'No flow yet: the first packet installs it.';
    return h('li', {},
        h('div', {class: 'hop-head'}, h('span', {class: 'muted small'}, `port ${portText(inPort)}`), ' → ',
            h('a', {href: link('switches', [id, 'flows'])}, h('b', {}, switchName(id))), ' → ',
            h('span', {class: 'muted small'}, `port ${portText(outPort)}`)),
        flows?.length
            ? flows.map(flow => h('pre', {class: 'wrap'}, flow))
            : h('p', {class: 'muted small'}, nothing));
}

/** The page of a device. */
export class DevicePage {
    #network;
    #mac;
    #facts = h('dl', {class: 'facts'});
    #badge = h('span', {class: 'badge'});
    #body = h('div', {class: 'scroll columns', tabindex: '0'});
    #content = h('div', {class: 'fill'}, loadingState());
    #result = h('div', {'aria-live': 'polite'});
    #refresh = () => this.#showDevice();

    constructor(content, {network}, mac) {
        this.#network = network;
        this.#mac = mac;
        document.title = `${mac} · Beacon`;
        content.append(
            h('header', {},
                h('nav', {class: 'crumbs', 'aria-label': 'Breadcrumb'}, h('a', {href: link('devices')}, 'Devices')),
                h('h1', {class: 'mono'}, mac), this.#badge,
                h('a', {class: 'button small', href: link('topology', [], {device: mac})}, 'Show on the map')),
            this.#content);
        const {input, list} = hostField(network, {id: 'to'});
        this.#target = input;
        replace(this.#body,
            h('section', {class: 'card'}, h('h2', {}, 'Addresses and place'), this.#facts),
            h('section', {class: 'card'}, h('h2', {}, 'Path to another device'),
                h('form', {class: 'cluster', onsubmit: event => {
                    event.preventDefault();
                    this.#findPath();
                }}, h('label', {for: 'to'}, 'To'), h('div', {class: 'grow'}, input, list),
                h('button', {class: 'primary'}, icon('path'), 'Find')),
                this.#result));
        network.addEventListener('change', this.#refresh);
        this.#showDevice();
    }

    #target;

    #device() {
        return [...this.#network.devices.values()].find(device => device.mac === this.#mac);
    }

    #showDevice() {
        if (!this.#network.isLoaded) {
            return;
        }
        const device = this.#device();
        if (!device && !this.#body.isConnected) {
            replace(this.#content, this.#network.absent.has('devices')
                ? noTrackingState()
                : emptyState('This device is not known', h('p', {}, 'It may have been silent for long. It appears ',
                    'here with its next packet.')));
        }
        text(this.#badge, device ? device.switch ? 'attached' : 'detached' : 'not known');
        this.#badge.className = `badge ${device ? device.switch ? 'good' : 'warning' : 'alarm'}`;
        if (!device) {
            return;
        }
        const facts = {
            'MAC address': device.mac,
            'VLAN': device.vlan,
            'IPv4': device.ipv4?.join(', '),
            'IPv6': device.ipv6?.join(', '),
            'Attached to': device.switch
                ? h('a', {href: link('switches', [device.switch, 'ports'])}, portName(device))
                : 'nothing: it was detached',
            'First seen': device.firstSeen ? `${time(device.firstSeen)} (${ago(device.firstSeen)})` : null,
            'Last seen': device.lastSeen ? `${time(device.lastSeen)} (${ago(device.lastSeen)})` : null,
        };
        replace(this.#facts, Object.entries(facts).filter(([, value]) => value !== null && value !== undefined
            && value !== '').map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
        if (!this.#body.isConnected) {
            replace(this.#content, this.#body);
        }
    }

    async #findPath() {
        const query = {from: this.#mac, to: this.#target.value.trim()};
        try {
            const path = await get(`/api/routing/path?${new URLSearchParams(query)}`);
            replace(this.#result,
                h('p', {class: 'muted small path-words'},
                    `${counted(path.hops.length, 'switch', 'switches')}, cost ${path.cost}; `,
                    `${counted(path.shortest.length, 'path has', 'paths have')} this cost. `,
                    h('a', {href: link('topology', [], query)}, 'Show on the map')),
                h('ol', {class: 'hops'}, path.hops.map(hopItem)));
        } catch (error) {
            replace(this.#result, h('p', {class: 'message wrong', role: 'alert'},
                error.code === 'application-not-running' ? 'The application routing is not running.'
                    : error.field === 'to' ? error.reason : error.message));
        }
    }

    leave() {
        this.#network.removeEventListener('change', this.#refresh);
    }
}
