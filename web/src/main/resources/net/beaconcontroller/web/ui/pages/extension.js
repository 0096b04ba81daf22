// A page of an application: #/extension/APPLICATION/FILE

import {emptyState, h, link, replace} from '../kit.js';
import {extensionFrame} from '../lib/extension.js';

/** @type {Show} */
export function show(content, {network, extensions, route}) {
    const title = h('h1');
    const body = h('div', {class: 'fill'});
    /** @type {ReturnType<typeof extensionFrame> | null} */
    let frame = null;
    /** @type {ApplicationPage | undefined} */
    let shown;
    let current = route;

    const refresh = () => {
        const [application, ...file] = current.rest;
        const page = extensions.find(application, `/apps/${application}/${file.join('/')}`);
        if (page && page.path === shown?.path) {
            return;
        }
        frame?.close();
        frame = null;
        shown = page;
        if (page) {
            document.title = `${page.title} · Beacon`;
            replace(title, page.title);
            frame = extensionFrame(page, network);
            replace(body, frame.element);
        } else {
            replace(title, application ?? '');
            replace(body, emptyState('This page is not available', h('p', {},
                `The application ${application} does not run, or has no such page. `),
            h('a', {class: 'button', href: link('applications')}, 'Applications')));
        }
    };
    content.append(h('header', {}, title), body);
    extensions.addEventListener('change', refresh);
    refresh();
    return {
        navigate(next) {
            current = next;
            refresh();
        },
        leave() {
            extensions.removeEventListener('change', refresh);
            frame?.close();
        },
    };
}
