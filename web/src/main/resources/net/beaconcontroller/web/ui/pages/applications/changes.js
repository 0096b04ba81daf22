// Changes of applications: the controller plans the steps, the user confirms them, and the controller makes them.

import {change} from '../../lib/api.js';
import {confirmDialog, h, showDialog, toast, toastError} from '../../kit.js';

const PATH = '/api/v1/applications';
const WORDS = {
    install: 'is installed',
    update: 'is updated',
    start: 'starts',
    resume: 'starts again',
    restart: 'restarts',
    wait: 'stops and waits',
    stop: 'stops',
    remove: 'is removed',
};

function stepItem({action, application, version, reason}) {
    return h('li', {}, h('b', {}, application), ' ', h('span', {class: 'muted small'}, version), ' ',
        WORDS[action] ?? action, reason ? h('span', {class: 'muted'}, `: ${reason}`) : null);
}

function refuse(title, error) {
    const isRole = error.status === 403;
    showDialog(title, [
        h('p', {}, isRole ? `You cannot change applications: ${error.message}` : error.message),
    ]);
}

/**
 * Shows the plan of a change, and makes the change when the user confirms it.
 *
 * @param {{title: string, confirm: string, danger?: boolean, done: string}} change
 * @param {(dryRun: boolean) => Promise<any>} send sends the change; gets whether only the plan is wanted
 * @returns whether it was made
 */
async function propose({title, confirm, danger, done}, send) {
    let plan;
    try {
        plan = await send(true);
    } catch (error) {
        refuse(`${title} is not possible`, error);
        return false;
    }
    const body = [
        h('p', {class: 'muted small'}, plan.steps.length === 1 ? 'This happens:' : 'These steps are made, or none:'),
        h('ol', {class: 'steps'}, plan.steps.map(stepItem)),
    ];
    if (!await confirmDialog(`${title}?`, body, {confirm, danger})) {
        return false;
    }
    try {
        const {steps} = await send(false);
        const hanging = steps.filter(step => step.hanging);
        if (hanging.length === 0) {
            toast(done);
        } else {
            toast(hanging.map(step => `${step.application}: ${step.hanging}`).join('; '), {kind: 'alarm'});
        }
        return true;
    } catch (error) {
        toastError(error);
        return false;
    }
}

const CHANGES = {
    start: {title: 'Start', done: 'was started'},
    stop: {title: 'Stop', done: 'was stopped', danger: true},
    remove: {title: 'Remove', done: 'was removed', danger: true},
};

/** Starts, stops or removes an application. */
export function changeApplication(action, {name}) {
    const {title, done, danger} = CHANGES[action];
    return propose({title: `${title} ${name}`, confirm: title, danger, done: `${name} ${done}`}, dryRun =>
        change('POST', `${PATH}/changes?dryRun=${dryRun}`, {changes: [{action, application: name}]}));
}

function upload(method, file, dryRun) {
    return change(method, `${PATH}?${new URLSearchParams({dryRun, origin: file.name})}`, file);
}

/** Installs the application in a JAR file; updates it if it is installed. */
export async function installFile(file) {
    let isInstalled = false;
    try {
        await upload('POST', file, true);
    } catch (error) {
        if (error.code !== 'exists') {
            refuse(`Installing ${file.name} is not possible`, error);
            return false;
        }
        isInstalled = true;
    }
    return isInstalled ? updateFile(file) : propose({title: `Install ${file.name}`, confirm: 'Install',
        done: `${file.name} was installed`}, dryRun => upload('POST', file, dryRun));
}

/** Updates an application to the version in a JAR file. */
export function updateFile(file) {
    return propose({title: `Update with ${file.name}`, confirm: 'Update', done: `${file.name} was installed`},
        dryRun => upload('PUT', file, dryRun));
}
