// The flows of a switch. All are read at once, because a switch reports its flows in one answer, and sorted and
// filtered here: pages of the list would make the switch report all of them for each page.

import {get} from '../../lib/api.js';
import {bytes, code, duration, emptyState, facts, h, icon, known, liveTable, numberColumn, showDialog, text}
    from '../../kit.js';
import {FlowForm} from './flow-form.js';
import {addFlow, deleteFlow, flowKey, flowText} from './flow-requests.js';

const MILLIS = 2_000;
/** A switch with more flows is read only on request: the answer has some 300 bytes for each. */
const MANY_FLOWS = 3_000;
const MAX_PRIORITY = 65_535;

function timeouts(flow) {
    return [
        flow.idleTimeout ? `idle ${flow.idleTimeout} s` : null,
        flow.hardTimeout ? `hard ${flow.hardTimeout} s` : null,
    ].filter(Boolean).join(', ') || 'none';
}

function age(seconds) {
    return duration(seconds < 1 ? seconds : Math.floor(seconds));
}

function columnsOf(actions) {
    return [
        // ascending, the order in which a switch looks them up
        {name: 'table', title: 'Table', width: '4.6rem', isNumber: true, isWide: true,
            value: flow => flow.table * (MAX_PRIORITY + 1) + MAX_PRIORITY - flow.priority, cell: flow => flow.table},
        {name: 'priority', title: 'Priority', width: '5.2rem', isNumber: true},
        {name: 'match', title: 'Match', width: 'minmax(7rem, 5fr)', cell: flow => h('button', {type: 'button',
            class: `link${flow.match ? ' mono' : ''}`, title: flow.match, 'aria-haspopup': 'dialog',
            onclick: () => actions.show(flow)}, flow.match || 'all packets')},
        {name: 'actions', title: 'Actions', width: 'minmax(6rem, 3fr)', cell: flow => flow.actions
            ? code(flow.actions)
            : h('span', {class: 'muted'}, 'drop')},
        numberColumn('packets', 'Packets', undefined, {width: '6.6rem', isWide: true}),
        numberColumn('bytes', 'Bytes', bytes, {width: '5.5rem', isWide: true}),
        numberColumn('seconds', 'Age', age, {width: '5.2rem', isWide: true}),
        {name: 'timeouts', title: 'Timeouts', width: '5.6rem', isWide: true, value: timeouts},
        {name: 'cookie', title: 'Cookie', width: '5rem', isWide: true, cell: flow => code(flow.cookie)},
        {name: 'change', title: 'Changes', width: '5.6rem', narrow: '2.8rem', value: null,
            cell: flow => h('span', {class: 'row-tools'},
                h('button', {type: 'button', class: 'quiet small icon', title: 'Copy to the field above',
                    'aria-label': `Copy to the field: ${flow.match || 'all packets'}`,
                    onclick: () => actions.copy(flow)}, icon('edit')),
                h('button', {type: 'button', class: 'quiet small icon', title: 'Delete',
                    'aria-label': `Delete: ${flow.match || 'all packets'}`,
                    onclick: () => actions.remove(flow)}, icon('trash')))},
    ];
}

function showDetails(flow, actions) {
    showDialog('Flow', facts({
        'Table': flow.table,
        'Priority': flow.priority,
        'Match': flow.match ? code(flow.match) : 'all packets',
        'Actions': flow.actions ? code(flow.actions) : 'drop',
        'Cookie': flow.cookie,
        'Packets': known(flow.packets),
        'Bytes': known(flow.bytes),
        'Age': duration(flow.seconds),
        'Timeouts': timeouts(flow),
        'Flags': flow.flags.join(', ') || 'none',
    }), {
        'Copy to the field': () => actions.copy(flow),
        'Delete': () => actions.remove(flow),
    });
}

export function showFlows(panel, id) {
    let flows = [];
    const form = new FlowForm(id,
        key => flows.find(flow => flowKey(flow) === key),
        (value, replaced) => addFlow(id, value, replaced, () => live.refresh()));
    const readAt = h('span', {class: 'muted small'});
    const refresh = h('button', {type: 'button', class: 'icon', title: 'Read again', 'aria-label': 'Read again',
        onclick: async () => {
            refresh.disabled = true;
            await live.refresh();
            refresh.disabled = false;
        }}, icon('refresh'));

    const rows = async () => {
        flows = await get(`/api/v1/switches/${id}/flows`);
        const isMany = flows.length > MANY_FLOWS;
        live?.poll.every(isMany ? 0 : MILLIS);
        text(readAt, isMany ? `read at ${new Date().toLocaleTimeString('en-GB')}` : '');
        refresh.hidden = !isMany;
        return flows;
    };
    panel.append(form.element);
    const actions = {
        show: flow => showDetails(flow, actions),
        copy: flow => form.set(flowText(flow)),
        remove: flow => deleteFlow(id, flow, () => live.refresh()),
    };
    const live = liveTable(panel, columnsOf(actions), {
        label: 'Flows',
        noun: 'flow',
        key: flowKey,
        sort: 'table',
        isWrapped: true,
        rows,
        everyMillis: MILLIS,
        tools: [readAt, refresh],
        empty: () => emptyState('No flows', h('p', {}, 'The switch drops all packets, or treats them as its operator ',
            'configured it. Add a flow above; applications such as routing add flows when hosts send packets.')),
    });
    return () => {
        form.close();
        live.leave();
    };
}
