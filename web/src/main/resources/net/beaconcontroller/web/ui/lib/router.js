// Shows the page that the fragment of the address names.

import {h, replace} from './dom.js';
import {parse} from './link.js';
import {errorState, loadingState} from '../components/states.js';

/**
 * The router. A page is a module with `title` and `show(content, context)`, which may return a function that is called
 * when the page is left, or an object {leave, navigate}: `navigate(route)` is called when only the rest of the address
 * changes.
 */
export class Router {
    #content;
    #context;
    #pages;
    /** @type {string | null} */
    #current = null;
    /** @type {Shown} */
    #shown = {};
    #turn = 0;

    /**
     * @param content the element for pages
     * @param context what each page gets: {network, connection, route}
     * @param pages by name: {title, load}, where load imports the module
     */
    constructor(content, context, pages) {
        this.#content = content;
        this.#context = context;
        this.#pages = pages;
        addEventListener('hashchange', () => this.show(true));
    }

    /** The name of the page that is shown. */
    get current() {
        return this.#current;
    }

    /** Leaves the page without showing another one. */
    suspend() {
        this.#turn++;
        this.#shown.leave?.();
        this.#shown = {};
        this.#current = null;
    }

    /** Shows the page of the address. `byUser` is whether the user went there. */
    async show(byUser = false) {
        const route = parse(location.hash);
        const page = this.#pages[route.page];
        if (page && route.page === this.#current && this.#shown.navigate) {
            this.#shown.navigate(route);
            return;
        }
        const turn = ++this.#turn;
        this.#shown.leave?.();
        this.#shown = {};
        this.#current = route.page;
        document.title = page ? `${page.title} · Beacon` : 'Beacon';
        dispatchEvent(new CustomEvent('beacon-page', {detail: route.page}));
        if (!page) {
            replace(this.#content, errorState(`The page ${route.page} does not exist.`));
            return;
        }
        replace(this.#content, loadingState());
        try {
            const module = await page.load();
            // the user may have gone to another page meanwhile
            if (turn !== this.#turn) {
                return;
            }
            const container = h('div', {class: 'page', dataset: {page: route.page}});
            replace(this.#content, container);
            const shown = module.show(container, {...this.#context, route});
            this.#shown = typeof shown === 'function' ? {leave: shown} : shown ?? {};
        } catch (error) {
            console.error(error);
            replace(this.#content, errorState(`The page cannot be shown: ${error.message}`));
        }
        if (byUser) {
            // a screen reader continues with the new page
            this.#content.focus({preventScroll: true});
        }
    }
}
