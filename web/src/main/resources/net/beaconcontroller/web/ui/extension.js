// For the pages of applications, which run in frames of their own: <script src="/ui/extension.js"></script>
//
//     const hosts = await beacon.get('/api/my-app/hosts');
//     await beacon.change('POST', '/api/my-app/hosts', {mac: '00:00:00:00:00:01'});
//     beacon.onevent = event => console.log(event.type, event.text);
//
// The frame cannot send requests itself. The page around it passes them on: reads of all resources, and changes of
// those of the application. A request that fails rejects the promise with an Error: its message is for people, and
// status, code, field and the other members of problem details (docs/rest.md) are for programs.
(() => {
    const pending = new Map();
    let last = 0;

    function send(method, path, body) {
        return new Promise((resolve, reject) => {
            const id = ++last;
            pending.set(id, {resolve, reject});
            parent.postMessage({beacon: 'request', id, method, path, body}, '*');
        });
    }

    function answer({id, ok, body, problem, message}) {
        const {resolve, reject} = pending.get(id) ?? {};
        pending.delete(id);
        if (ok) {
            resolve?.(body);
        } else {
            const {status} = problem;
            reject?.(Object.assign(new Error(message), problem,
                {isOffline: status === 0, isRefused: status === 401 || status === 429}));
        }
    }

    window.beacon = {
        /** Returns the JSON of a resource. */
        get: path => send('GET', path),
        /** Changes a resource of the application, with a body that becomes JSON. */
        change: send,
        /** The query parameters of the page, such as "switch". */
        parameters: new URLSearchParams(location.search),
        /** Whether the page is a panel of a switch, which is as high as its content. */
        isPanel: new URLSearchParams(location.search).has('switch'),
        /** Called with each event of the controller. */
        onevent: null,
    };

    addEventListener('message', ({source, data}) => {
        if (source !== parent || typeof data !== 'object' || data === null) {
            return;
        }
        if (data.beacon === 'answer') {
            answer(data);
        } else if (data.beacon === 'event') {
            window.beacon.onevent?.(data.event);
        } else if (data.beacon === 'theme') {
            document.documentElement.dataset.theme = data.theme;
        }
    });

    function reportHeight() {
        parent.postMessage({beacon: 'height', height: document.documentElement.offsetHeight}, '*');
    }

    // a link to the page around this one, such as /#/switches/0000000000000001
    addEventListener('click', event => {
        const href = /** @type {Element} */ (event.target).closest('a[href^="/#/"]')?.getAttribute('href');
        if (href) {
            event.preventDefault();
            parent.postMessage({beacon: 'open', href}, '*');
        }
    });

    addEventListener('DOMContentLoaded', () => {
        document.documentElement.classList.add('extension', window.beacon.isPanel ? 'panel' : 'whole');
        if (window.beacon.isPanel) {
            new ResizeObserver(reportHeight).observe(document.documentElement);
        }
        parent.postMessage({beacon: 'ready'}, '*');
    });
})();
