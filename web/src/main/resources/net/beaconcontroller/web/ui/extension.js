// For the pages of applications, which run in frames of their own: <script src="/ui/extension.js"></script>
//
//     const hosts = await beacon.get('/api/my-app/hosts');
//     await beacon.change('POST', '/api/my-app/hosts', {mac: '00:00:00:00:00:01'});
//     beacon.onevent = event => console.log(event.type, event.text);
//
// The frame cannot send requests itself. The page around it passes them on: reads of all resources, and changes of
// those of the application. A request that fails rejects the promise with an Error: status, field, and the message.
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

    function answer({id, ok, body, status, field, message}) {
        const {resolve, reject} = pending.get(id) ?? {};
        pending.delete(id);
        if (ok) {
            resolve?.(body);
        } else {
            reject?.(Object.assign(new Error(message), {status, field}));
        }
    }

    window.beacon = {
        /** Returns the JSON of a resource. */
        get: path => send('GET', path),
        /** Changes a resource of the application, with a body that becomes JSON. */
        change: send,
        /** The query parameters of the page, such as "switch". */
        parameters: new URLSearchParams(location.search),
        /** Returns the number of a port as text, and LOCAL for that of the local port. */
        portText: number => number === 0xffff_fffe ? 'LOCAL' : String(number),
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

    addEventListener('DOMContentLoaded', () => {
        document.documentElement.classList.add('extension');
        new ResizeObserver(reportHeight).observe(document.documentElement);
        parent.postMessage({beacon: 'ready'}, '*');
    });
})();
