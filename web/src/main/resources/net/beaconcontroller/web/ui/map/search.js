// The search field of the map: switches by name and id, hosts by address.

import {deviceName, h, replace, switchName} from '../kit.js';

const MAX_RESULTS = 8;

/** Returns what matches a text: {label, detail, selected, switch}. */
function find(network, wanted) {
    const results = [];
    const full = () => results.length >= MAX_RESULTS;
    for (const id of network.switches.keys()) {
        if (!full() && (switchName(id).startsWith(wanted) || id.includes(wanted))) {
            results.push({label: switchName(id), detail: 'switch', selected: {kind: 'switch', key: id}, switch: id});
        }
    }
    for (const [key, device] of network.devices) {
        const names = [device.mac, ...device.ipv4 ?? [], ...device.ipv6 ?? []];
        if (!full() && names.some(name => name.includes(wanted))) {
            results.push({label: deviceName(device),
                detail: device.switch ? `host at ${switchName(device.switch)}` : 'detached host',
                selected: {kind: 'host', key}, switch: device.switch});
        }
    }
    // s1 before s10
    return results.sort((one, other) => one.label.length - other.label.length);
}

export function searchField(network, view) {
    const list = h('ul', {class: 'map-plate', hidden: true, 'aria-label': 'Found'});
    const input = h('input', {type: 'search', placeholder: 'Find a switch or host',
        'aria-label': 'Find a switch or host', autocomplete: 'off', spellcheck: 'false'});
    const close = () => {
        list.hidden = true;
        view.setFound(null);
    };
    const choose = result => {
        close();
        input.value = '';
        if (result.switch) {
            if (result.selected.kind === 'host') {
                view.scene.toggle(result.switch, true);
            }
            view.reveal(result.switch);
        }
        view.select(result.selected);
    };
    const refresh = () => {
        const wanted = input.value.trim().toLowerCase();
        if (!wanted) {
            close();
            return;
        }
        const results = find(network, wanted);
        view.setFound(new Set(results.map(result => result.switch)));
        replace(list, results.length === 0 ? h('li', {class: 'muted small'}, 'nothing found') : results.map(result =>
            h('li', {}, h('button', {type: 'button', onclick: () => choose(result)},
                result.label, h('span', {class: 'muted'}, result.detail)))));
        list.hidden = false;
    };
    input.addEventListener('input', refresh);
    const element = h('div', {class: 'map-over map-search', role: 'search', onkeydown: event => {
        const buttons = [...list.querySelectorAll('button')];
        const index = buttons.indexOf(/** @type {any} */ (document.activeElement));
        if (event.key === 'Escape') {
            input.value = '';
            close();
            input.focus();
        } else if (event.key === 'ArrowDown' && buttons.length > 0) {
            buttons[Math.min(index + 1, buttons.length - 1)].focus();
            event.preventDefault();
        } else if (event.key === 'ArrowUp' && index >= 0) {
            (buttons[index - 1] ?? input).focus();
            event.preventDefault();
        } else if (event.key === 'Enter' && document.activeElement === input && buttons.length > 0) {
            buttons[0].click();
        }
    }}, input, list);
    element.addEventListener('focusout', event =>
        element.contains(/** @type {Node | null} */ (event.relatedTarget)) || close());
    return element;
}
