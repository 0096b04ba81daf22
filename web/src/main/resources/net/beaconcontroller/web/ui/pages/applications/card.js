// An application: its state in words, its load, and what one can do with it.

import {badge, count, counted, duration, facts, h, icon, replace, Sparkline, text} from '../../kit.js';

const KINDS = {running: 'good', failed: 'alarm', quarantined: 'alarm', waiting: 'warning'};
/** A share of the loop's time that takes the whole height of the curve at least. */
const LEAST_SHARE = 0.02;

function names(list) {
    return list.length === 0 ? 'nothing' : list.join(', ');
}

/** Returns the state of an application in words: why, and what to do. */
function explain(app) {
    const absent = app.needs.filter(need => !need.provider).map(need => `${need.kind} ${need.name}`);
    switch (app.state) {
        case 'running':
            if (app.unservedSwitches.length > 0) {
                const switches = counted(app.unservedSwitches.length, 'switch', 'switches');
                return `Runs, but does not serve ${switches}, because most of its exceptions were for them: `
                    + `${names(app.unservedSwitches)}. Stop and start it to try again.`;
            }
            return app.failures > 0
                ? `Runs, but has thrown ${counted(app.failures, 'exception')}. The log has the places.`
                : 'Runs.';
        case 'stopped':
            return app.reason ? `Stopped: ${app.reason}.` : 'Stopped. It does nothing until you start it.';
        case 'waiting':
            return `Waits, because it ${app.reason || `needs ${names(absent)}`}. It starts by itself when another `
                + 'application provides that: start that one, or install it.';
        case 'failed':
            return `Did not start: ${app.reason}. The log has the details; update it, or start it again.`;
        case 'quarantined':
            return `Quarantined: ${app.reason}. It gets no more events, so that the others continue. Start it again, `
                + 'or install a version that is mended.';
        default:
            return app.reason;
    }
}

/** The buttons: {title, action} by state. */
function actionsOf(app) {
    return {
        start: ['stopped', 'failed', 'quarantined'].includes(app.state),
        stop: ['running', 'waiting', 'quarantined', 'failed'].includes(app.state),
    };
}

/** The card of an application. Its elements stay while the values change, so that the focus stays. */
export class Card {
    element;

    #name;
    #curve = new Sparkline({least: LEAST_SHARE});

    /**
     * @param {Application} app
     * @param {Record<'start' | 'stop' | 'update' | 'remove', (app: Application) => void>} actions
     */
    constructor(app, actions) {
        this.#name = app.name;
        this.badge = badge('');
        this.version = h('span', {class: 'muted small'});
        this.reason = h('p', {class: 'reason'});
        this.load = h('b', {});
        this.details = h('div');
        const button = (name, label, mark, kind = '') => h('button', {type: 'button', class: `small ${kind}`,
            'aria-label': `${label} ${app.name}`, onclick: () => actions[name](this.app)}, icon(mark), label);
        this.start = button('start', 'Start', 'play');
        this.stop = button('stop', 'Stop', 'stop');
        const id = `application-${app.name}`;
        this.element = h('li', {},
            h('article', {class: 'card application', 'aria-labelledby': id},
                h('header', {}, h('h2', {id}, app.name), this.version, this.badge),
                this.reason,
                h('p', {class: 'load small'}, h('span', {class: 'muted'}, 'Share of a loop’s time'), this.load,
                    this.#curve.element),
                h('details', {}, h('summary', {}, 'Details'), this.details),
                h('div', {class: 'cluster'}, this.start, this.stop,
                    button('update', 'Update', 'upload', 'quiet'), button('remove', 'Remove', 'trash', 'quiet'))));
        this.show(app);
    }

    /** Shows the present state. */
    show(app) {
        this.app = app;
        text(this.badge, app.state);
        this.badge.className = `badge ${KINDS[app.state] ?? ''}`;
        text(this.version, app.version);
        text(this.reason, explain(app));
        this.reason.classList.toggle('muted', app.state === 'running' || app.state === 'stopped');
        const focused = [this.start, this.stop].find(button => button === document.activeElement);
        const {start, stop} = actionsOf(app);
        this.start.hidden = !start;
        this.stop.hidden = !stop;
        if (focused?.hidden) {
            (start ? this.start : this.stop).focus();
        }
        text(this.load, `${(app.loopShare * 100).toFixed(1)} %`);
        this.#curve.push(app.loopShare);
        const needs = app.needs.map(need => `${need.kind} ${need.name} (${need.provider || 'missing'})`);
        replace(this.details, facts({
            'Origin': app.origin,
            'Provides': names(app.provides),
            'Needs': needs.length === 0 ? 'nothing' : needs.map(one => h('div', {}, one)),
            'Needed by': names(app.neededBy),
            'Hanging': app.hanging.length > 0 && names(app.hanging),
            'Exceptions': count(app.failures),
            'Longest call': app.longestCallMillis ? duration(app.longestCallMillis / 1000) : 'below 10 ms',
            'Slow calls': count(app.slowCalls),
        }));
    }
}
