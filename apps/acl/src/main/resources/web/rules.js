// The rules with their counters, the decision about a packet, and the states of the switches.

import {append, badge, confirmDialog, counted, emptyState, facts, field, fieldRow, h, icon, input, liveTable,
    numberColumn, replace, switchColumn, switchName, text, toastError, withNames} from '/ui/kit.js';

const MILLIS = 5_000;
const RULES = '/api/acl/rules';

/** The rules as read last, by name. */
let rules = new Map();
/** What happens to packets that no rule matches. */
let verdict = 'allow';

/** Returns the words and the kind of the badge of a rule. @returns {Parameters<typeof badge>} */
function state(rule) {
    if (!rule.enabled) {
        return ['disabled', ''];
    }
    if (rule.shadowedBy !== null) {
        return [`never decides: ${rule.shadowedBy} covers it`, 'warning'];
    }
    return rule.active ? ['active', 'good'] : ['not its time', ''];
}

async function change(method, path, body) {
    await beacon.change(method, `${RULES}/${path}`, body).catch(toastError);
    await table.refresh();
}

async function remove(name) {
    if (await confirmDialog('Delete this rule?', h('pre', {class: 'wrap'}, rules.get(name).rule),
        {confirm: 'Delete', danger: true})) {
        await change('DELETE', name);
        rule.focus();
    }
}

/** Returns a button that does something with a rule, by its name. */
function tool(mark, label, action, isDisabled = false) {
    return h('button', {type: 'button', class: 'quiet small icon', title: label, 'aria-label': label,
        disabled: isDisabled, onclick: action}, icon(mark));
}

function tools({name, position, enabled}) {
    const move = step => change('PUT', `${name}/position`, {position: rules.get(name).position + step});
    return h('span', {class: 'row-tools'},
        tool('up', `Move ${name} up`, () => move(-1), position === 1),
        tool('down', `Move ${name} down`, () => move(1), position === rules.size),
        enabled
            ? tool('pause', `Disable ${name}`, () => change('PUT', `${name}/enabled`, {enabled: false}))
            : tool('play', `Enable ${name}`, () => change('PUT', `${name}/enabled`, {enabled: true})),
        tool('trash', `Delete ${name}`, () => remove(name)));
}

const COLUMNS = [
    {name: 'position', title: '#', width: '3.4rem', isNumber: true},
    {name: 'name', title: 'Name', width: '7rem', isNatural: true, isWide: true},
    {name: 'rule', title: 'Rule', width: 'minmax(11rem, 3fr)', cell: one =>
        h('span', {class: 'mono', title: [one.rule, one.comment].filter(Boolean).join('\n')}, one.rule)},
    {name: 'state', title: 'State', width: 'minmax(13rem, 1fr)', isWide: true, value: one => state(one)[0],
        cell: one => badge(...state(one))},
    numberColumn('packets', 'Packets', undefined, {isWide: true}),
    numberColumn('packetIns', 'Packet-ins', undefined, {width: '6.8rem', isWide: true}),
    {name: 'change', title: 'Changes', width: '9.2rem', value: null, cell: tools},
];

const SWITCHES = [
    switchColumn('id'),
    {name: 'state', title: 'State', width: '7rem', cell: sw =>
        badge(sw.state, {installed: 'good', refused: 'alarm'}[sw.state])},
    numberColumn('flows', 'Flows'),
    numberColumn('byController', 'Decided by the controller', undefined, {width: '12rem', isWide: true}),
    {name: 'error', title: 'Error', width: 'minmax(8rem, 2fr)', isWide: true},
];

async function add() {
    try {
        const position = place.value === '' ? null : Number(place.value);
        const added = await beacon.change('POST', RULES, {rule: rule.value, position});
        rule.value = '';
        say(`${added.name} is added: ${added.rule}`);
    } catch (error) {
        say(error.message, true);
    }
    await table.refresh();
}

/** Shows the answer to a request below its fields. */
function say(words, isWrong = false) {
    rule.setAttribute('aria-invalid', String(isWrong));
    answer.className = `message small ${isWrong ? 'wrong' : 'valid'}`;
    text(answer, words);
}

/** Returns what the switches do with a packet: the names of the switches by their enforcement. */
function enforcements(switches) {
    const byText = Map.groupBy(switches, ({enforcement}) => enforcement);
    return [...byText].map(([words, list]) => [
        list.length === switches.length && list.length > 1
            ? `all ${counted(list.length, 'switch', 'switches')}`
            : list.map(({id}) => switchName(id)).join(', '),
        words]);
}

async function explain() {
    const query = new URLSearchParams(Object.entries(packet).map(([name, input]) => [name, input.value.trim()]));
    try {
        const decision = await beacon.get(`/api/acl/explain?${query}`);
        replace(explanation,
            h('p', {}, badge(decision.verdict, decision.verdict === 'allow' ? 'good' : 'alarm'), ` ${decision.packet}`),
            h('p', {}, withNames(decision.reason)),
            facts([...decision.passed.map(one => [`${one.position} ${one.name}`, `${one.rule}: ${one.reason}`]),
                ...enforcements(decision.switches)]));
    } catch (error) {
        replace(explanation, h('p', {class: 'message small wrong'}, error.message));
    }
}

const rule = input({id: 'rule', class: 'mono', placeholder: 'deny tcp from 10.0.0.0/24 to 10.0.1.1 port 22',
    'aria-describedby': 'answer'});
const place = input({id: 'position', type: 'number', min: '1', placeholder: 'end'});
const answer = h('p', {id: 'answer', class: 'message small', role: 'status'},
    'The first rule that matches a packet decides.');
const packet = {
    from: input({id: 'from', placeholder: '10.0.0.1'}),
    to: input({id: 'to', placeholder: '10.0.0.2'}),
    packet: input({id: 'packet', value: 'tcp/80'}),
    vlan: input({id: 'vlan', value: 'none'}),
};
const explanation = h('div', {id: 'explanation', class: 'stack small', role: 'status'});
const list = h('section', {id: 'rules', class: 'natural'});
const states = h('section', {id: 'switches', class: 'card natural'}, h('h2', {}, 'Switches'));
append(document.querySelector('main'), [
    h('section', {class: 'card stack'}, h('h2', {}, 'Add a rule'),
        fieldRow(add, field('Rule', rule, 'wide'), field('Position', place),
            h('button', {type: 'button', class: 'primary', onclick: add}, icon('plus'), 'Add')), answer),
    list,
    h('section', {class: 'card stack'}, h('h2', {}, 'Explain'),
        fieldRow(explain, field('From', packet.from), field('To', packet.to), field('Packet', packet.packet),
            field('VLAN', packet.vlan), h('button', {id: 'explain', type: 'button', onclick: explain}, 'Explain')),
        explanation),
    states,
]);

const table = liveTable(list, COLUMNS, {
    label: 'Rules',
    noun: 'rule',
    key: ({name}) => name,
    isWrapped: true,
    everyMillis: MILLIS,
    async rows() {
        const [all, acl] = await Promise.all([beacon.get(RULES), beacon.get('/api/acl')]);
        rules = new Map(all.map(one => [one.name, one]));
        verdict = acl.default;
        return all;
    },
    empty: () => emptyState('No rules',
        h('p', {}, `Packets ${verdict === 'allow' ? 'pass' : 'are dropped'} by default.`)),
});
liveTable(states, SWITCHES, {
    label: 'Switches',
    noun: 'switch',
    nouns: 'switches',
    everyMillis: MILLIS,
    rows: async () => (await beacon.get('/api/acl')).switches,
    empty: () => emptyState('No switch is connected'),
});
