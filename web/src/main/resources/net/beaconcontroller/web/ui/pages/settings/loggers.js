// The levels of the log, which change until the controller stops.

import {change, get} from '../../lib/api.js';
import {code, h, liveTable, toast, toastError} from '../../kit.js';

const MILLIS = 5_000;
const LEVELS = ['error', 'warn', 'info', 'debug', 'trace'];

function path(name) {
    return `/api/v1/loggers/${encodeURIComponent(name)}`;
}

/** Sets the level of a logger, or removes it, with null. */
function setLevel(name, level) {
    return level === null ? change('DELETE', path(name)) : change('PUT', path(name), {level});
}

export function showLoggers(panel) {
    const set = async (logger, level) => {
        try {
            await setLevel(logger.name, level);
            toast(level === null ? `${logger.name} has the level of its package again` : `${logger.name}: ${level}`, {
                action: 'Undo',
                run: async () => {
                    await setLevel(logger.name, logger.own ? logger.level : null).catch(toastError);
                    live.refresh();
                },
            });
        } catch (error) {
            toastError(error);
        }
        live.refresh();
    };
    const columns = [
        {name: 'name', title: 'Logger', width: 'minmax(12rem, 1fr)', cell: logger => code(logger.name)},
        {name: 'level', title: 'Level', width: '7.5rem', value: logger => LEVELS.indexOf(logger.level),
            cell: logger => h('select', {class: 'small', 'aria-label': `Level of ${logger.name}`,
                onchange: event => set(logger, event.currentTarget.value)},
            LEVELS.map(level => h('option', {value: level, selected: level === logger.level}, level)))},
        {name: 'own', title: 'Set for it', width: '8.5rem', isWide: true, value: logger => logger.own ? 0 : 1,
            cell: logger => logger.own && logger.name !== 'ROOT'
                ? h('button', {type: 'button', class: 'small quiet', 'aria-label': `Reset ${logger.name}`,
                    onclick: () => set(logger, null)}, 'Reset')
                : h('span', {class: 'muted'}, logger.own ? 'yes' : 'as its package')},
    ];
    const live = liveTable(panel, columns, {
        label: 'Loggers',
        noun: 'logger',
        isWrapped: true,
        key: logger => logger.name,
        everyMillis: MILLIS,
        rows: () => get('/api/v1/loggers'),
    });
    return live.leave;
}
