// The page of a switch. Each tab is a module beside this one.

import {ago, badge, h, link, switchName, Tabs, text} from '../../kit.js';
import {showFlows} from './flows.js';
import {showOverview} from './overview.js';
import {showPorts} from './ports.js';
import {showGroups, showMeters, showTables} from './tables.js';

const TABS = [
    {name: 'overview', title: 'Overview', show: showOverview},
    {name: 'ports', title: 'Ports', show: showPorts},
    {name: 'flows', title: 'Flows', show: showFlows},
    {name: 'groups', title: 'Groups', show: showGroups},
    {name: 'meters', title: 'Meters', show: showMeters},
    {name: 'tables', title: 'Tables', show: showTables},
];

/** The page of a switch. */
export class SwitchPage {
    #id;
    #network;
    #tabs;
    #badge = badge('');
    #gone = h('p', {class: 'notice', role: 'status', hidden: true});
    #refresh = () => this.#showState();

    constructor(content, context, id, tab) {
        this.#id = id;
        this.#network = context.network;
        const name = switchName(id);
        document.title = `${name} · Beacon`;
        this.#tabs = new Tabs({
            label: `Switch ${name}`,
            tabs: TABS.map(one => ({
                ...one,
                href: link('switches', [id, one.name]),
                show: panel => one.show(panel, id, context),
            })),
        });
        content.append(
            h('header', {},
                h('nav', {class: 'crumbs', 'aria-label': 'Breadcrumb'}, h('a', {href: link('switches')}, 'Switches')),
                h('h1', {}, name), this.#badge, h('span', {class: 'mono muted id'}, id),
                h('a', {class: 'button small', href: link('topology', [], {switch: id})}, 'Show on the map')),
            this.#gone, this.#tabs.element);
        this.#network.addEventListener('change', this.#refresh);
        this.#showState();
        this.#tabs.show(tab);
    }

    #showState() {
        const sw = this.#network.switches.get(this.#id);
        const isConnected = sw?.goneAt === null;
        this.#badge.hidden = !this.#network.isLoaded;
        text(this.#badge, isConnected ? 'connected' : 'not connected');
        this.#badge.className = `badge ${isConnected ? 'good' : 'alarm'}`;
        this.#gone.hidden = !this.#network.isLoaded || isConnected;
        if (!this.#gone.hidden) {
            text(this.#gone, sw
                ? `The switch disconnected ${ago(sw.goneAt)}. This page continues when it connects again.`
                : 'No switch with this datapath ID is connected. This page shows it as soon as it connects.');
        }
    }

    showTab(name) {
        this.#tabs.show(name);
    }

    leave() {
        this.#network.removeEventListener('change', this.#refresh);
        this.#tabs.close();
    }
}
