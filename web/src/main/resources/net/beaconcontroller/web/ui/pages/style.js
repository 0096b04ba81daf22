// The style guide.

import {h} from '../lib/dom.js';

export function show(content) {
    content.append(h('header', {}, h('h1', {}, 'Style guide')));
}
