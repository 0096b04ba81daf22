// The pages and panels that applications add.

import {get} from './api.js';

/** The pages at present. Dispatches 'change' when they change. */
export class Extensions extends EventTarget {
    /** @type {ApplicationPage[]} */
    pages = [];
    #text = '[]';

    /** Reads the pages now, and again when an application starts or stops. */
    start(network, connection) {
        const read = async () => {
            try {
                const pages = await get('/api/v1/pages');
                const text = JSON.stringify(pages);
                if (text !== this.#text) {
                    this.#text = text;
                    this.pages = pages;
                    this.dispatchEvent(new Event('change'));
                }
            } catch {
                // shown by the header; the next event or connection reads again
            }
        };
        network.addEventListener('event', ({detail}) => {
            if (detail.type.startsWith('application.')) {
                read();
            }
        });
        connection.addEventListener('change', () => {
            if (connection.state === 'connected') {
                read();
            }
        });
    }

    /** Returns the pages of a place: 'navigation' or 'switch'. */
    at(place) {
        return this.pages.filter(page => page.place === place);
    }

    /** Returns the page of an application with this file. A panel may have the same file. */
    find(application, path) {
        return this.at('navigation').find(page => page.application === application && page.path === path);
    }
}

/** Returns the fragment of the address of a page. */
export function extensionRoute(page) {
    return [page.application, page.path.slice(`/apps/${page.application}/`.length)];
}
