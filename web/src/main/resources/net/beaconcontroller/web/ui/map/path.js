// The path between two hosts: a form, and the hops with their flows.

import {get} from '../lib/api.js';
import {counted, deviceName, h, portText, replace, switchName} from '../kit.js';
import {linkKey} from '../lib/store.js';
import {hostField} from '../components/host-field.js';

function hopItem(hop) {
    const note = hop.flows === null ? 'the switch did not answer' : 'no flow: the first packet installs it';
    return h('li', {class: 'hop'},
        h('b', {}, switchName(hop.switch)), ` in ${portText(hop.inPort)}, out ${portText(hop.outPort)}`,
        hop.flows?.length ? hop.flows.map(flow => h('code', {}, flow)) : h('p', {class: 'muted'}, note));
}

/** Returns the keys of the links between consecutive hops. */
function linksOf(hops) {
    const keys = new Set();
    for (let i = 0; i + 1 < hops.length; i++) {
        keys.add(linkOut(hops[i], hops[i + 1]));
    }
    return keys;
}

function linkOut(hop, next) {
    return linkKey({switch: hop.switch, port: hop.outPort}, {switch: next.switch, port: next.inPort});
}

/** Creates the form. The path is marked on the map while the panel is open. */
export function pathForm(network, view, from) {
    const field = (label, value) => {
        const {input, list} = hostField(network, {value});
        return {input, element: h('label', {}, label, input, list)};
    };
    const source = field('From', from ? deviceName(from) : '');
    const target = field('To', '');
    const result = h('div', {'aria-live': 'polite'});
    const find = async event => {
        event.preventDefault();
        const query = new URLSearchParams({from: source.input.value.trim(), to: target.input.value.trim()});
        try {
            show(await get(`/api/routing/path?${query}`));
        } catch (error) {
            view.setPath(null);
            replace(result, h('p', {class: 'problem', role: 'alert'}, error.message));
        }
    };
    const show = path => {
        view.setPath({
            links: linksOf(path.hops),
            switches: new Set(path.hops.map(hop => hop.switch)),
            hosts: [[path.hops[0].switch, path.from], [path.hops.at(-1).switch, path.to]],
        });
        replace(result,
            h('h3', {}, `${counted(path.hops.length, 'switch', 'switches')}, `
                + `${counted(path.shortest.length, 'shortest path')}`),
            h('ol', {}, path.hops.map(hopItem)));
    };
    return h('div', {class: 'stack'},
        h('form', {onsubmit: find}, source.element, target.element,
            h('button', {type: 'submit', class: 'primary'}, 'Show the path')),
        result);
}
