// Tabs of a page. Each has an address, so that it can be opened in another window and found in the history.

import {h, replace} from '../lib/dom.js';

/**
 * Tabs with the panel of the chosen one.
 *
 * @param options `label` for screen readers; `tabs` objects with `name`, `title`, `href`, and `show(panel)`, which
 *     shows the content and may return a function that is called when it is left
 */
export class Tabs {
    element;

    #tabs;
    #links;
    #panel;
    /** @type {number | null} */
    #current = null;
    /** @type {(() => void) | null} */
    #leave = null;

    constructor({label, tabs}) {
        this.#tabs = tabs;
        this.#links = tabs.map(tab => h('a', {href: tab.href, role: 'tab', id: `tab-${tab.name}`,
            'aria-controls': 'tab-panel', onkeydown: event => this.#move(event)}, tab.title));
        this.#panel = h('div', {class: 'fill', role: 'tabpanel', id: 'tab-panel'});
        this.element = h('div', {class: 'fill tabbed'},
            h('div', {class: 'tabs', role: 'tablist', 'aria-label': label}, this.#links), this.#panel);
    }

    #move(event) {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (step) {
            event.preventDefault();
            const at = this.#links.indexOf(event.currentTarget);
            const next = this.#links[(at + step + this.#links.length) % this.#links.length];
            next.focus();
            next.click();
        }
    }

    /** Shows a tab; the first one if there is none of this name. */
    show(name) {
        const at = Math.max(0, this.#tabs.findIndex(tab => tab.name === name));
        if (at === this.#current) {
            return;
        }
        this.close();
        this.#current = at;
        this.#links.forEach((link, i) => {
            link.setAttribute('aria-selected', String(i === at));
            link.tabIndex = i === at ? 0 : -1;
        });
        this.#links[at].scrollIntoView({block: 'nearest', inline: 'nearest'});
        this.#panel.setAttribute('aria-labelledby', this.#links[at].id);
        replace(this.#panel);
        this.#leave = this.#tabs[at].show(this.#panel) ?? null;
    }

    /** Leaves the current tab. */
    close() {
        this.#leave?.();
        this.#leave = null;
        this.#current = null;
    }
}
