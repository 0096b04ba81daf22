// Addresses of the page: the fragment names the page and its content, such as #/switches/0000000000000001?filter=x

import {h} from './dom.js';
import {deviceName, portName, switchName} from './format.js';

/** The page of an application is in a frame, where extension.js opens such a link in the page around it. */
const ROOT = globalThis.parent === globalThis.window ? '' : '/';

/**
 * Returns the parts of a fragment.
 *
 * @param {string} hash
 * @returns {Route}
 */
export function parse(hash) {
    const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
    const [page, ...rest] = path.split('/').map(decodeURIComponent);
    return {page: page || 'topology', rest, query: new URLSearchParams(query)};
}

/**
 * Returns the address of a page.
 *
 * @param {string} page
 * @param {string[]} rest
 * @param {Record<string, string>} query
 */
export function link(page, rest = [], query = {}) {
    const search = new URLSearchParams(query).toString();
    return `${ROOT}#/${[page, ...rest].map(encodeURIComponent).join('/')}${search ? '?' + search : ''}`;
}

/** Creates a link to a switch, by its id. */
export function switchLink(id) {
    return h('a', {href: link('switches', [id])}, switchName(id));
}

/** Creates a link to the ports of a switch: {switch, port}. */
export function portLink(end) {
    return h('a', {href: link('switches', [end.switch, 'ports'])}, portName(end));
}

/** Creates a link to a device. */
export function deviceLink(device, name = deviceName(device)) {
    return h('a', {href: link('devices', [device.mac])}, name);
}
