// Fields. Those of pages of applications are in no form, because a sandboxed frame may not submit one.

import {h} from '../lib/dom.js';

/** Creates a row of fields. Enter in one of them does what the button does. */
export function fieldRow(submit, ...children) {
    return h('div', {class: 'field-row', role: 'group', onkeydown: event => {
        if (event.key === 'Enter' && !event.isComposing && event.target.matches('input')) {
            submit();
        }
    }}, children);
}

/** Creates a field for a text that is neither completed nor corrected by the browser. */
export function input(properties) {
    return h('input', {autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', ...properties});
}

/** Returns a control with its label. */
export function field(label, control, kind = '') {
    return h('label', {class: `field ${kind}`.trim()}, label, control);
}
