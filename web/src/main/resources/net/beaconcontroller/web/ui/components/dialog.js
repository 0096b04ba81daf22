// Dialogs: the browser's own element, which keeps the focus inside and closes with Escape. They have no form, because a
// page of an application may not submit one.

import {h} from '../lib/dom.js';

let dialogs = 0;

/** Opens a dialog with buttons, of which one gets the focus. A frame of another origin may not use autofocus. */
function open(title, body, buttons, focused) {
    const id = `dialog-${++dialogs}`;
    const dialog = h('dialog', {'aria-labelledby': id, onclose: () => dialog.remove()},
        h('h2', {id}, title), h('div', {class: 'dialog-body'}, body), h('div', {class: 'actions'}, buttons));
    document.body.append(dialog);
    dialog.showModal();
    focused.focus();
    return dialog;
}

/**
 * Asks for a confirmation. Returns a promise of whether the user confirmed.
 *
 * @param options `confirm` the label of the button that confirms; `danger` whether that deletes something
 */
export function confirmDialog(title, body, {confirm = 'OK', danger = false} = {}) {
    return new Promise(resolve => {
        const button = (label, answer, kind) => h('button',
            {type: 'button', class: kind, onclick: () => dialog.close(answer)}, label);
        const cancel = button('Cancel', 'cancel', null);
        const yes = button(confirm, 'confirm', danger ? 'danger' : 'primary');
        const dialog = open(title, body, [cancel, yes], danger ? cancel : yes);
        dialog.addEventListener('close', () => resolve(dialog.returnValue === 'confirm'));
    });
}

/**
 * Shows something in a dialog.
 *
 * @param actions what one can do with it: functions by the label of their button
 * @returns the dialog, which has a method close
 */
export function showDialog(title, body, actions = {}) {
    const close = h('button', {type: 'button', class: 'primary', onclick: () => dialog.close()}, 'Close');
    const buttons = Object.entries(actions).map(([label, run]) => h('button', {type: 'button', onclick: () => {
        dialog.close();
        run();
    }}, label));
    const dialog = open(title, body, [...buttons, close], close);
    return dialog;
}
