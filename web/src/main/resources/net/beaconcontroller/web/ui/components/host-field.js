// A field for the address of a host, which suggests hosts of the network while the user types.

import {h, replace} from '../lib/dom.js';
import {deviceName} from '../lib/format.js';
import {input} from './fields.js';

const MAX_SUGGESTIONS = 8;

let fields = 0;

function addresses(device) {
    return [...device.ipv4 ?? [], ...device.ipv6 ?? [], device.mac];
}

/**
 * Creates a field.
 *
 * @param {import('../lib/store.js').Network} network
 * @param {Record<string, any>} properties those of the input
 * @returns both elements, which belong into the page
 */
export function hostField(network, properties) {
    const list = h('datalist', {id: `hosts-${++fields}`});
    const suggest = () => {
        const wanted = address.value.trim().toLowerCase();
        /** @type {Device[]} */
        const found = [];
        for (const device of network.devices.values()) {
            if (addresses(device).some(address => address.startsWith(wanted))) {
                found.push(device);
                if (found.length === MAX_SUGGESTIONS) {
                    break;
                }
            }
        }
        replace(list, found.map(device => h('option', {value: deviceName(device)}, device.mac)));
    };
    const address = input({required: true, list: list.id, placeholder: 'MAC or IP address', onfocus: suggest,
        oninput: suggest, ...properties});
    return {input: address, list};
}
