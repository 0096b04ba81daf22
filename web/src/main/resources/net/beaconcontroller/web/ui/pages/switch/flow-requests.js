// Adds and deletes flows, and takes both back.

import {change} from '../../lib/api.js';
import {confirmDialog, count, h, toast, toastError} from '../../kit.js';

function path(id) {
    return `/api/v1/switches/${id}/flows`;
}

/** Returns what identifies a flow in a switch. */
export function flowKey(flow) {
    return `${flow.table}/${flow.priority}/${flow.match}`;
}

/** Returns a flow as one adds it: in the notation of ovs-ofctl, without counters. */
export function flowText(flow) {
    return [
        flow.table === 0 ? null : `table=${flow.table}`,
        flow.cookie === '0x0' ? null : `cookie=${flow.cookie}`,
        flow.idleTimeout ? `idle_timeout=${flow.idleTimeout}` : null,
        flow.hardTimeout ? `hard_timeout=${flow.hardTimeout}` : null,
        `priority=${flow.priority}`,
        flow.match || null,
        `actions=${flow.actions || 'drop'}`,
    ].filter(Boolean).join(',');
}

/** Checks a flow without adding it. Returns it as the switch will have it. */
export function checkFlow(id, text) {
    return change('POST', `${path(id)}?dryRun=true`, {flow: text});
}

function postFlow(id, text) {
    return change('POST', path(id), {flow: text});
}

function deleteStrictly(id, flow) {
    const {table, priority, match} = flow;
    return change('DELETE', `${path(id)}?${new URLSearchParams({table, priority, match})}`);
}

/** Runs a change and reads the flows afterwards. */
async function attempt(run, refresh) {
    try {
        await run();
    } catch (error) {
        toastError(error);
    }
    await refresh();
}

/** Adds a flow, and offers to take it back. @param replaced the flow that it replaces, or undefined */
export async function addFlow(id, text, replaced, refresh) {
    const added = await postFlow(id, text);
    await refresh();
    toast(replaced ? 'The flow replaces one with the same match' : 'The flow is in the switch', {
        action: 'Undo',
        run: () => attempt(async () => {
            await (replaced ? postFlow(id, replaced.text) : deleteStrictly(id, added));
            toast(replaced ? 'The flow before is back' : 'The flow is deleted again');
        }, refresh),
    });
}

/** Deletes a flow after a confirmation, and offers to add it again. */
export async function deleteFlow(id, flow, refresh) {
    const isConfirmed = await confirmDialog('Delete this flow?', [
        h('pre', {class: 'wrap'}, flowText(flow)),
        flow.packets ? h('p', {class: 'muted small'}, `${count(flow.packets)} packets matched it so far.`) : null,
    ], {confirm: 'Delete', danger: true});
    if (!isConfirmed) {
        return;
    }
    await attempt(async () => {
        const deleted = await deleteStrictly(id, flow);
        if (deleted.length === 0) {
            toast('The switch did not have this flow any more');
            return;
        }
        toast('The flow is deleted', {
            action: 'Undo',
            run: () => attempt(async () => {
                for (const one of deleted) {
                    await postFlow(id, one.text);
                }
                toast('The flow is back; its counters begin at 0');
            }, refresh),
        });
    }, refresh);
}
