// Short notices at the lower edge, optionally with an action such as "Undo".

import {h, icon} from '../lib/dom.js';

const SHOWN_MILLIS = 6_000;
const WITH_ACTION_MILLIS = 12_000;

/**
 * Shows a notice. It stays while the pointer or the focus is on it.
 *
 * @param {string} message
 * @param {{kind?: 'info' | 'alarm', action?: string, run?: () => void}} options a label and its action
 */
export function toast(message, {kind = 'info', action, run} = {}) {
    const close = () => {
        clearTimeout(timer);
        notice.remove();
    };
    const notice = h('div', {class: `toast ${kind}`, role: kind === 'alarm' ? 'alert' : 'status'},
        h('p', {}, message),
        action ? h('button', {type: 'button', onclick: () => {
            close();
            run?.();
        }}, action) : null,
        h('button', {type: 'button', class: 'quiet icon', 'aria-label': 'Dismiss', onclick: close}, icon('close')));
    let timer = 0;
    const start = () => {
        clearTimeout(timer);
        timer = setTimeout(close, action ? WITH_ACTION_MILLIS : SHOWN_MILLIS);
    };
    for (const event of ['pointerenter', 'focusin']) {
        notice.addEventListener(event, () => clearTimeout(timer));
    }
    for (const event of ['pointerleave', 'focusout']) {
        notice.addEventListener(event, start);
    }
    let notices = document.getElementById('toasts');
    if (!notices) {
        notices = h('section', {class: 'toasts', id: 'toasts', 'aria-label': 'Notices'});
        document.body.append(notices);
    }
    notices.append(notice);
    start();
    return close;
}

/** Shows that a request failed. */
export function toastError(error) {
    toast(error.message, {kind: 'alarm'});
}
