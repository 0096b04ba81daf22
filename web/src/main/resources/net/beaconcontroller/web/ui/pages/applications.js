// The applications: their states and loads, and changes of them.

import {get} from '../lib/api.js';
import {emptyState, errorState, h, icon, loadingState, Poll, replace} from '../kit.js';
import {Card} from './applications/card.js';
import {changeApplication, installFile, updateFile} from './applications/changes.js';

const MILLIS = 2_000;

/** Asks for a JAR file. */
function chooseFile(accept) {
    const input = h('input', {type: 'file', accept: '.jar,application/java-archive', onchange: () => {
        const [file] = input.files ?? [];
        if (file) {
            accept(file);
        }
    }});
    input.click();
}

/** Accepts files that are dropped on the page. */
function acceptDrops(content, accept) {
    const hint = h('div', {class: 'drop-hint', hidden: true, 'aria-hidden': 'true'}, 'Drop the JAR file to install it');
    content.append(hint);
    let depth = 0;
    const show = isOver => {
        depth = Math.max(0, depth + (isOver ? 1 : -1));
        hint.hidden = depth === 0;
    };
    content.addEventListener('dragenter', () => show(true));
    content.addEventListener('dragleave', () => show(false));
    content.addEventListener('dragover', event => event.preventDefault());
    content.addEventListener('drop', event => {
        event.preventDefault();
        depth = 0;
        hint.hidden = true;
        const [file] = event.dataTransfer.files;
        if (file) {
            accept(file);
        }
    });
}

/** @type {Show} */
export function show(content, {network}) {
    const list = h('ul', {class: 'cards'});
    const place = h('div', {class: 'scroll', tabindex: '0'}, loadingState());
    const cards = new Map();
    const poll = new Poll(async isStopped => {
        try {
            const applications = await get('/api/v1/applications');
            if (!isStopped()) {
                showAll(applications);
            }
        } catch (error) {
            if (!isStopped() && !error.isOffline && !error.isRefused) {
                replace(place, errorState(error.message, () => poll.now()));
            }
        }
    }, MILLIS);
    const then = async made => (await made) && poll.now();
    const actions = {
        start: app => then(changeApplication('start', app)),
        stop: app => then(changeApplication('stop', app)),
        remove: app => then(changeApplication('remove', app)),
        update: () => chooseFile(file => then(updateFile(file))),
    };
    const install = file => then(installFile(file));

    function showAll(applications) {
        const present = new Set(applications.map(app => app.name));
        for (const [name, card] of cards) {
            if (!present.has(name)) {
                card.element.remove();
                cards.delete(name);
            }
        }
        applications.forEach((app, i) => {
            const card = cards.get(app.name);
            if (card) {
                card.show(app);
            } else {
                const added = new Card(app, actions);
                cards.set(app.name, added);
                list.insertBefore(added.element, list.children[i] ?? null);
            }
        });
        const wanted = applications.length > 0 ? list : empty;
        if (!wanted.isConnected) {
            replace(place, wanted);
        }
    }

    const empty = emptyState('No application', h('p', {},
        'Without applications, the controller only connects switches. Write the first one:'),
    h('pre', {}, './beacon app new my-app\ncd my-app\n../beacon app run --emulate tree,2,2'));
    content.append(
        h('header', {}, h('h1', {}, 'Applications'),
            h('span', {class: 'muted small'}, 'Drop a JAR file on this page to install or update one'),
            h('button', {type: 'button', class: 'end', onclick: () => chooseFile(install)}, icon('upload'), 'Install')),
        place);
    acceptDrops(content, install);

    const changed = ({detail}) => detail.type.startsWith('application.') && poll.now();
    network.addEventListener('event', changed);
    return () => {
        poll.stop();
        network.removeEventListener('event', changed);
    };
}
