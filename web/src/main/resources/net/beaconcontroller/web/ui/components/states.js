// What a page shows instead of data: nothing there yet, loading, an error, no permission.

import {h, icon} from '../lib/dom.js';

function state(mark, title, ...body) {
    const picture = mark ? icon(mark) : null;
    picture?.classList.add('mark');
    return h('div', {class: 'state'}, picture, h('h2', {}, title), ...body);
}

/** There is nothing yet. The body has the next step. */
export function emptyState(title, ...body) {
    return state('lighthouse', title, ...body);
}

/** Data is being read. */
export function loadingState(what = 'Loading') {
    return h('div', {class: 'state'}, h('div', {class: 'spinner'}), h('p', {}, `${what} …`));
}

/** Something failed. With `retry`, there is a button. */
export function errorState(detail, retry) {
    return state('warning', 'This did not work', h('p', {}, detail),
        retry ? h('button', {type: 'button', onclick: retry}, 'Try again') : null);
}

/** No token, or a wrong one. */
export function noPermissionState() {
    return state('lock', 'No permission',
        h('p', {}, 'Open the link that the controller printed when it started for the first time, or let the command ',
            'line open this page:'),
        h('pre', {}, './beacon open'));
}

/** No switch is connected. */
export function noSwitchState(addresses) {
    const isTls = addresses?.openflow === 'off';
    const address = isTls ? addresses.openflowTls : addresses?.openflow;
    const [, host = '127.0.0.1', port = '6653'] = /^(.*):(\d+)$/.exec(address ?? '') ?? [];
    const target = host === '0.0.0.0' ? 'ADDRESS' : host;
    return emptyState('No switch yet',
        h('p', {}, 'Connect an Open vSwitch:'),
        h('pre', {}, `ovs-vsctl set-controller br0 ${isTls ? 'ssl' : 'tcp'}:${target}:${port}`),
        h('p', {}, 'or try an emulated network of 20 switches and 16 hosts:'),
        h('pre', {}, './beacon run --emulate fattree,4'));
}
