// The settings: where each value comes from, and changes of those that may change at run time.

import {change, get} from '../../lib/api.js';
import {code, facts, h, icon, liveTable, text, toast, toastError} from '../../kit.js';

const MILLIS = 5_000;

function put(key, value) {
    return change('PUT', `/api/v1/configuration/${encodeURIComponent(key)}`, {value});
}

function written(value) {
    return value === '' ? h('span', {class: 'muted'}, 'empty') : code(value);
}

/** Shows a setting, with a field if it may change. */
function showSetting(setting, refresh) {
    const {key, value, origin, description, changeable} = setting;
    const problem = h('p', {class: 'message wrong', role: 'alert', hidden: true, id: 'setting-problem'});
    const field = h('input', {id: 'setting-value', class: 'mono', value, autocomplete: 'off', spellcheck: 'false',
        'aria-describedby': 'setting-problem', oninput: () => {
            problem.hidden = true;
            field.removeAttribute('aria-invalid');
        }});
    const save = async event => {
        event.preventDefault();
        try {
            await put(key, field.value);
        } catch (error) {
            text(problem, error.status === 403 ? `You cannot change settings: ${error.message}` : error.message);
            problem.hidden = false;
            field.setAttribute('aria-invalid', 'true');
            field.focus();
            return;
        }
        dialog.close();
        await refresh();
        toast(`${key} is now ${field.value || 'empty'}, until the controller stops`, {action: 'Undo', run: async () => {
            try {
                await put(key, value);
            } catch (error) {
                toastError(error);
            }
            await refresh();
        }});
    };
    const dialog = h('dialog', {'aria-labelledby': 'setting-title', onclose: () => dialog.remove()},
        h('form', {onsubmit: save},
            h('h2', {id: 'setting-title', class: 'mono'}, key),
            h('div', {class: 'dialog-body stack'},
                h('p', {}, description),
                facts({Value: written(value), Origin: code(origin), Default: written(setting.default)}),
                changeable
                    ? [h('label', {class: 'field', for: 'setting-value'}, 'New value', field), problem]
                    : h('p', {class: 'muted small'}, 'This setting may not change while the controller runs. Set it ',
                        'in the configuration file or on the command line, and start the controller again:')),
            changeable ? null : h('pre', {class: 'wrap'}, `./beacon run -D ${key}=${setting.default || 'VALUE'}`),
            h('div', {class: 'actions'},
                h('button', {type: 'button', onclick: () => dialog.close()}, changeable ? 'Cancel' : 'Close'),
                changeable ? h('button', {class: 'primary'}, 'Change') : null)));
    document.body.append(dialog);
    dialog.showModal();
    if (changeable) {
        field.focus();
        field.select();
    }
}

export function showSettings(panel) {
    const open = setting => showSetting(setting, () => live.refresh());
    const columns = [
        {name: 'key', title: 'Setting', width: 'minmax(11rem, 1.3fr)', narrow: 'minmax(11rem, 2fr)',
            cell: setting => h('button', {type: 'button', class: 'link mono', 'aria-haspopup': 'dialog',
                onclick: () => open(setting)}, setting.key)},
        {name: 'value', title: 'Value', width: 'minmax(7rem, 1fr)', narrow: 'minmax(6rem, 1fr)',
            cell: setting => written(setting.value)},
        {name: 'origin', title: 'Origin', width: '9rem', isWide: true, cell: setting =>
            h('span', {class: setting.origin === 'default' ? 'muted' : 'badge', title: setting.origin},
                setting.origin)},
        {name: 'description', title: 'Purpose', width: 'minmax(14rem, 2fr)', isWide: true},
        {name: 'change', title: 'Changes', width: '3.6rem', narrow: '2.8rem', value: null,
            cell: setting => setting.changeable
                ? h('button', {type: 'button', class: 'quiet small icon', title: `Change ${setting.key}`,
                    'aria-label': `Change ${setting.key}`, onclick: () => open(setting)}, icon('edit'))
                : ''},
    ];
    const live = liveTable(panel, columns, {
        label: 'Settings',
        noun: 'setting',
        isWrapped: true,
        key: setting => setting.key,
        everyMillis: MILLIS,
        rows: () => get('/api/v1/configuration'),
    });
    return live.leave;
}
