// A field for the address of a host, which suggests hosts of the network while the user types.

import {h, replace} from '../lib/dom.js';

const MAX_SUGGESTIONS = 8;

let fields = 0;

/** Returns the address by which people know a device. */
export function deviceName(device) {
    return device.ipv4?.[0] ?? device.ipv6?.[0] ?? device.mac;
}

function addresses(device) {
    return [...device.ipv4 ?? [], ...device.ipv6 ?? [], device.mac];
}

/**
 * Creates a field.
 *
 * @param properties those of the input
 * @returns {input, list}: both belong into the page
 */
export function hostField(network, properties) {
    const list = h('datalist', {id: `hosts-${++fields}`});
    const suggest = () => {
        const wanted = input.value.trim().toLowerCase();
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
    const input = h('input', {required: true, list: list.id, autocomplete: 'off', spellcheck: 'false',
        placeholder: 'MAC or IP address', onfocus: suggest, oninput: suggest, ...properties});
    return {input, list};
}
