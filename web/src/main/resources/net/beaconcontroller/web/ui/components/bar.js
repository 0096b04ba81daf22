// A bar for a share of a whole.

import {h} from '../lib/dom.js';

const BUSY = 0.5;
const FULL = 0.9;

/** Returns a bar for a share, 0 to 1. The number beside it tells the same. A large load is marked. */
export function shareBar(share, {isLoad = true} = {}) {
    const kind = !isLoad ? '' : share > FULL ? 'alarm' : share > BUSY ? 'warning' : '';
    const inner = h('span');
    inner.style.width = `${Math.min(1, Math.max(0, share)) * 100}%`;
    return h('span', {class: `bar ${kind}`, 'aria-hidden': 'true'}, inner);
}
