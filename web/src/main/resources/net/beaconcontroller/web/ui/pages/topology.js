// The map of the network.

import {h, icon, link, loadingState, replace} from '../kit.js';
import {noSwitchState} from '../components/states.js';
import {Emulation} from '../map/emulation.js';
import {Loads} from '../map/loads.js';
import {MapView} from '../map/map-view.js';
import {Panel} from '../map/panel.js';
import {pathForm} from '../map/path.js';
import {searchField} from '../map/search.js';

/** The facts that are unknown while an application is not running; the first that applies is shown. */
const UNKNOWN = {topology: 'links are', statistics: 'the load of links is'};

function tool(name, label, action) {
    return h('button', {type: 'button', title: label, onclick: action}, icon(name), h('span', {class: 'words'}, label));
}

function zoomTool(name, label, action) {
    return h('button', {type: 'button', 'aria-label': label, title: label, onclick: action}, icon(name));
}

function legend() {
    const looks = {idle: 'idle', active: 'active', busy: 'over 50 %', full: 'over 90 %', cut: 'cut'};
    return h('ul', {class: 'map-over map-plate map-legend', 'aria-label': 'Legend of links'},
        Object.entries(looks).map(([name, words]) => h('li', {class: name}, words)));
}

/**
 * Returns what the address asks for: #/topology?switch=ID, ?device=MAC, or ?from=HOST&to=HOST for a path. The function
 * that it returns does that as soon as the map has it, once.
 */
function wish(query, network, view, showPath) {
    let isDone = false;
    const reveal = (id, selected) => {
        view.reveal(id);
        view.select(selected);
    };
    return () => {
        const id = query.get('switch');
        const [key, device] = [...network.devices].find(([, one]) => one.mac === query.get('device')) ?? [];
        if (isDone || !view.layout) {
            return;
        }
        if (id && view.scene.nodes.has(id)) {
            isDone = true;
            reveal(id, {kind: 'switch', key: id});
        } else if (device?.switch && view.scene.nodes.has(device.switch)) {
            isDone = true;
            view.scene.toggle(device.switch, true);
            reveal(device.switch, {kind: 'host', key});
        } else if (query.get('from') && network.isLoaded) {
            isDone = true;
            showPath(query.get('from'), query.get('to'));
        }
    };
}

/** @type {Show} */
export function show(content, {network, connection, route}) {
    const view = new MapView(network);
    const loads = new Loads(network);
    const emulation = new Emulation();
    const panel = new Panel(network, view, loads, {path: device => showPath(device), emulation});
    const hostsTool = tool('hosts', 'Hosts', () => view.toggleAllHosts());
    const pathTool = tool('path', 'Path', () => showPath());
    const pingTool = tool('ping', 'Ping all', () => emulation.run('pingall'));
    const arrangeTool = tool('arrange', 'Arrange', () => view.arrange());
    const note = h('div', {class: 'map-over map-plate map-note', role: 'status', hidden: true});
    const state = h('div', {class: 'map-over map-state'}, loadingState());

    function showPath(from) {
        view.select(null);
        panel.showContent('Path between two hosts', pathForm(network, view, from));
        panel.body.querySelector('input')?.focus();
    }

    /** Shows instead of the map that there is nothing yet. */
    const refreshState = () => {
        const isEmpty = network.isLoaded && network.switches.size === 0;
        if (isEmpty && !state.dataset.empty) {
            state.dataset.empty = 'true';
            replace(state, noSwitchState(connection.status?.addresses));
        } else if (!isEmpty) {
            delete state.dataset.empty;
        }
        state.hidden = network.isLoaded && !isEmpty;
        // elements that the state hides must not get the focus
        [search, tools, zoom, keys, view.element].forEach(element => {
            element.inert = !state.hidden;
        });
        const absent = network.isLoaded ? Object.keys(UNKNOWN).find(name => network.absent.has(name)) : undefined;
        note.hidden = !absent;
        if (absent && note.dataset.absent !== absent) {
            note.dataset.absent = absent;
            replace(note, `The application ${absent} is not running: ${UNKNOWN[absent]} unknown. `,
                h('a', {href: link('applications')}, 'Applications'));
        }
    };
    const refresh = () => {
        refreshState();
        hostsTool.setAttribute('aria-pressed', String(view.showsAllHosts));
        hostsTool.disabled = network.devices.size === 0;
        pathTool.disabled = network.devices.size < 2;
        pingTool.hidden = !emulation.isPresent;
        arrangeTool.hidden = !view.hasPins;
        panel.refresh();
    };

    const search = searchField(network, view);
    const tools = h('div', {class: 'map-over map-plate map-tools', role: 'toolbar', 'aria-label': 'Map'},
        arrangeTool, pingTool, hostsTool, pathTool);
    const zoom = h('div', {class: 'map-over map-plate map-zoom', role: 'toolbar', 'aria-label': 'Zoom'},
        zoomTool('plus', 'Zoom in', () => view.zoom(1.4)),
        zoomTool('minus', 'Zoom out', () => view.zoom(1 / 1.4)),
        zoomTool('fit', 'Show all', () => view.fit()));
    const keys = legend();
    content.append(h('h1', {class: 'visually-hidden'}, 'Topology'), view.element, search, tools, zoom, keys, note,
        panel.element, state);

    view.addEventListener('select', ({detail}) => panel.show(detail));
    const fulfil = wish(route.query, network, view, (from, to) => {
        showPath();
        const [source, target] = panel.body.querySelectorAll('input');
        source.value = from;
        target.value = to ?? '';
        panel.body.querySelector('form').requestSubmit();
    });
    view.addEventListener('changed', refresh);
    for (const event of ['changed', 'moved']) {
        view.addEventListener(event, fulfil);
    }
    loads.addEventListener('change', () => {
        view.setLoads(loads);
        panel.refresh();
    });
    network.addEventListener('change', refreshState);
    connection.addEventListener('status', refreshState);
    emulation.addEventListener('change', refresh);
    emulation.load().catch(() => {});
    view.start();
    refresh();
    window.beacon.map = view;
    return () => {
        network.removeEventListener('change', refreshState);
        connection.removeEventListener('status', refreshState);
        loads.close();
        panel.leave();
        view.close();
        window.beacon.map = null;
    };
}
