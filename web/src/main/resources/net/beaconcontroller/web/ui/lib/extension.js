// The frame of a page of an application. The page has an origin of its own (its Content-Security-Policy has the
// directive "sandbox"), so that it can neither send requests as the user nor read this page; it asks here instead.

import * as api from './api.js';
import {h} from './dom.js';

const MAX_HEIGHT = 20_000;

/** Returns whether a page of an application may send a request: reads, and changes of the application's resources. */
export function mayRequest(application, method, path) {
    if (typeof path !== 'string' || !path.startsWith('/api/')) {
        return false;
    }
    // as the browser would send it: without dots and other ways to another path
    const {origin, pathname} = new URL(path, location.origin);
    return origin === location.origin
        && (method === 'GET' ? pathname.startsWith('/api/') : pathname.startsWith(`/api/${application}/`));
}

/**
 * Shows a page of an application.
 *
 * @param {ApplicationPage} page
 * @param {EventTarget} network whose events the page gets
 * @param {Record<string, string>} query parameters for the page
 */
export function extensionFrame(page, network, query = {}) {
    const search = new URLSearchParams(query).toString();
    const frame = h('iframe', {
        class: 'extension',
        title: page.title,
        src: page.path + (search ? '?' + search : ''),
        sandbox: 'allow-scripts',
        referrerpolicy: 'no-referrer',
    });

    const post = message => frame.contentWindow?.postMessage(message, '*');

    async function answer({id, method, path, body}) {
        try {
            if (!mayRequest(page.application, method, path)) {
                throw new api.RequestError(403,
                    `${method} ${path}: a page of ${page.application} may change /api/${page.application}/ only`);
            }
            const result = method === 'GET' ? await api.get(path) : await api.change(method, path, body ?? undefined);
            post({beacon: 'answer', id, ok: true, body: result});
        } catch (error) {
            const {status, message, problem} = error;
            post({beacon: 'answer', id, ok: false, problem: {...problem, status}, message});
        }
    }

    const sendTheme = () => {
        const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
        post({beacon: 'theme', theme: window.beaconTheme.chosen() ?? system});
    };

    const receive = ({source, data}) => {
        if (source !== frame.contentWindow || typeof data !== 'object' || data === null) {
            return;
        }
        if (data.beacon === 'request') {
            answer(data);
        } else if (data.beacon === 'height' && Number.isFinite(data.height)) {
            frame.height = String(Math.min(Math.max(data.height, 0), MAX_HEIGHT));
        } else if (data.beacon === 'open' && String(data.href).startsWith('/#/')) {
            location.hash = data.href.slice(1);
        } else if (data.beacon === 'ready') {
            sendTheme();
        }
    };
    const forward = ({detail}) => post({beacon: 'event', event: detail});

    addEventListener('message', receive);
    addEventListener('beacon-theme', sendTheme);
    network.addEventListener('event', forward);
    return {
        element: frame,
        close() {
            removeEventListener('message', receive);
            removeEventListener('beacon-theme', sendTheme);
            network.removeEventListener('event', forward);
            frame.remove();
        },
    };
}
