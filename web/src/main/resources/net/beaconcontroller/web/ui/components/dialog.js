// Dialogs: the browser's own element, which keeps the focus inside and closes with Escape.

import {h} from '../lib/dom.js';

let dialogs = 0;

/**
 * Asks for a confirmation. Returns a promise of whether the user confirmed.
 *
 * @param options `confirm` the label of the button that confirms; `danger` whether that deletes something
 */
export function confirmDialog(title, body, {confirm = 'OK', danger = false} = {}) {
    return new Promise(resolve => {
        const id = `dialog-${++dialogs}`;
        const dialog = h('dialog', {'aria-labelledby': id, onclose: () => {
            resolve(dialog.returnValue === 'confirm');
            dialog.remove();
        }},
        h('form', {method: 'dialog'},
            h('h2', {id}, title),
            h('div', {class: 'dialog-body'}, body),
            h('div', {class: 'actions'},
                h('button', {value: 'cancel', autofocus: danger}, 'Cancel'),
                h('button', {value: 'confirm', class: danger ? 'danger' : 'primary', autofocus: !danger}, confirm))));
        document.body.append(dialog);
        dialog.showModal();
    });
}

/**
 * Shows something in a dialog.
 *
 * @param actions what one can do with it: functions by the label of their button
 * @returns the dialog, which has a method close
 */
export function showDialog(title, body, actions = {}) {
    const id = `dialog-${++dialogs}`;
    const dialog = h('dialog', {'aria-labelledby': id, onclose: () => dialog.remove()},
        h('form', {method: 'dialog'},
            h('h2', {id}, title),
            h('div', {class: 'dialog-body'}, body),
            h('div', {class: 'actions'},
                Object.entries(actions).map(([label, run]) => h('button', {type: 'button', onclick: () => {
                    dialog.close();
                    run();
                }}, label)),
                h('button', {class: 'primary', autofocus: true}, 'Close'))));
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}
