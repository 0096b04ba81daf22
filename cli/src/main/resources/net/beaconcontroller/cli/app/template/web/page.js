// Shows the counts of packet-ins by switch, each second.

import {emptyState, h, liveTable, numberColumn, switchColumn, toastError} from '/ui/kit.js';

const COUNTS = '/api/@name@/counts';

async function reset() {
    await beacon.change('DELETE', COUNTS).catch(toastError);
    table.refresh();
}

const table = liveTable(document.querySelector('main'), [
    switchColumn('datapathId'),
    numberColumn('packetIns', 'Packet-ins'),
], {
    label: 'Packet-ins',
    noun: 'switch',
    nouns: 'switches',
    key: ({datapathId}) => datapathId,
    everyMillis: 1_000,
    rows: () => beacon.get(COUNTS),
    tools: h('button', {type: 'button', onclick: reset}, 'Set to 0'),
    empty: () => emptyState('No packet-in yet', h('p', {}, 'Send a packet through the network.')),
});
