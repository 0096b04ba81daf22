// The events and the log of the controller, newest first. The network keeps the last ones only.

import {badge, count, counted, emptyState, facts, h, icon, loadingState, replace, showDialog, switchLink, Table, text,
    time, withNames} from '../kit.js';

/** Many events within a moment are shown at once. */
const REFRESH_MILLIS = 200;
const TYPES = ['switch', 'port', 'link', 'device', 'flow', 'application', 'log'];
const SEVERITIES = {info: 'all severities', warning: 'warnings and alarms', alarm: 'alarms only'};
const RANKS = Object.keys(SEVERITIES);

function prefix(event) {
    return event.type.split('.')[0];
}

function severityBadge({severity}) {
    return badge(severity, severity === 'info' ? '' : severity);
}

function showDetails(event) {
    const subject = /^[0-9a-f]{16}$/.test(event.subject ?? '') ? switchLink(event.subject) : event.subject;
    const dialog = showDialog('Event', [
        h('p', {class: 'event-text'}, event.text),
        facts({Time: new Date(event.time).toISOString(), Type: event.type, Severity: severityBadge(event),
            Subject: subject, Number: count(event.id)}),
        Object.keys(event.details ?? {}).length > 0
            ? h('pre', {class: 'wrap tall', tabindex: '0', 'aria-label': 'Details'},
                JSON.stringify(event.details, null, 2))
            : null,
    ]);
    dialog.querySelector('a')?.addEventListener('click', () => dialog.close());
}

const COLUMNS = [
    {name: 'id', title: 'Time', width: '7.5rem', cell: event => time(event.time)},
    {name: 'severity', title: 'Severity', width: '6.5rem', isWide: true, value: event => RANKS.indexOf(event.severity),
        cell: severityBadge},
    {name: 'type', title: 'Type', width: '9.6rem', isWide: true},
    {name: 'text', title: 'Event', width: 'minmax(13rem, 1fr)', cell: event => h('button',
        {type: 'button', class: `link ${event.severity}`, 'aria-haspopup': 'dialog', title: event.text,
            onclick: () => showDetails(event)}, withNames(event.text))},
    {name: 'subject', title: 'Subject', width: 'minmax(8rem, 10.4rem)', isWide: true,
        cell: event => withNames(event.subject) ?? '–'},
];

/** Buttons for the kinds of events. None pressed means all. */
function typeButtons(changed) {
    const chosen = new Set();
    const element = h('div', {class: 'chips', role: 'group', 'aria-label': 'Types of events'});
    const known = [];
    const add = name => {
        known.push(name);
        const button = h('button', {type: 'button', class: 'small', 'aria-pressed': 'false', onclick: () => {
            chosen.has(name) ? chosen.delete(name) : chosen.add(name);
            button.setAttribute('aria-pressed', String(chosen.has(name)));
            changed();
        }}, name);
        element.append(button);
        return button;
    };
    TYPES.forEach(add);
    return {
        element,
        accepts: event => chosen.size === 0 || chosen.has(prefix(event)),
        has: name => chosen.has(name),
        /** Adds the types of applications, which may have any name. */
        learn: events => events.forEach(event => known.includes(prefix(event)) || add(prefix(event))),
        press: name => element.querySelectorAll('button')
            .forEach(button => button.textContent === name && button.click()),
    };
}

/** @type {Show} */
export function show(content, {network, route}) {
    let isPaused = false;
    let timer = 0;
    let lastShown = 0;

    const types = typeButtons(() => refresh(true));
    const severity = h('select', {'aria-label': 'Severity', onchange: () => refresh(true)},
        Object.entries(SEVERITIES).map(([value, words]) => h('option', {value}, words)));
    // each flow that expires is an event: they would hide the others
    let showsFlows = false;
    const flows = h('button', {type: 'button', 'aria-pressed': 'false', onclick: () => {
        showsFlows = !showsFlows;
        flows.setAttribute('aria-pressed', String(showsFlows));
        refresh(true);
    }}, 'Removed flows');
    const isHidden = event => event.type === 'flow.removed' && !showsFlows && !types.has('flow');
    const pause = h('button', {type: 'button', 'aria-pressed': 'false', onclick: () => {
        isPaused = !isPaused;
        pause.setAttribute('aria-pressed', String(isPaused));
        replace(pause, icon(isPaused ? 'play' : 'pause'), isPaused ? 'Continue' : 'Pause');
        refresh(!isPaused);
    }}, icon('pause'), 'Pause');
    const news = h('button', {type: 'button', class: 'small primary', hidden: true, onclick: () => {
        if (isPaused) {
            pause.click();
        }
        table.viewport.scrollTop = 0;
        refresh(true);
    }});
    const table = new Table(COLUMNS, {
        label: 'Events',
        noun: 'event',
        sort: '-id',
        isWrapped: true,
        tools: [severity, flows, pause, news],
        empty: () => emptyState('No event yet', h('p', {}, 'Switches that connect, links that fail, devices that ',
            'move, applications that stop and warnings of the log appear here.')),
    });
    const place = h('div', {class: 'fill'}, loadingState());
    content.append(h('header', {}, h('h1', {}, 'Events'), h('span', {class: 'muted small'},
        'The newest 5,000 are kept; ', h('code', {}, './beacon events --follow'), ' prints them')),
    types.element, place);

    /** Shows the events; while one reads older ones or paused, only how many are new. */
    function refresh(isForced = false) {
        clearTimeout(timer);
        timer = 0;
        if (!network.isLoaded) {
            return;
        }
        const least = RANKS.indexOf(severity.value);
        const events = network.events.filter(event => types.accepts(event) && !isHidden(event)
            && RANKS.indexOf(event.severity) >= least);
        const isHeld = isPaused || table.viewport.scrollTop > 0;
        if (isHeld && !isForced) {
            const fresh = events.filter(event => event.id > lastShown).length;
            news.hidden = fresh === 0;
            text(news, `${counted(fresh, 'new event')}`);
            return;
        }
        types.learn(network.events.slice(-500));
        news.hidden = true;
        lastShown = network.events.at(-1)?.id ?? 0;
        if (!table.element.isConnected) {
            replace(place, table.element);
        }
        // an empty selection is not an empty log
        table.setRows(events);
    }

    const changed = ({detail}) => {
        if (detail.has('events') || detail.has('switches')) {
            timer ||= setTimeout(refresh, REFRESH_MILLIS);
        }
    };
    network.addEventListener('change', changed);
    const wanted = route.query.get('severity') ?? '';
    if (RANKS.includes(wanted)) {
        severity.value = wanted;
    }
    types.press(route.query.get('type'));
    table.setFilter(route.query.get('filter') ?? '');
    refresh();
    return () => {
        clearTimeout(timer);
        network.removeEventListener('change', changed);
        table.close();
    };
}
