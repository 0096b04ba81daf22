// The static flows, groups and meters, a form that the controller checks while the user types, and the states of the
// switches.

import {append, badge, code, confirmDialog, count, emptyState, field, h, icon, input, liveTable, numberColumn, replace,
    switchColumn, text} from '/ui/kit.js';

const PAUSE_MILLIS = 250;
const MILLIS = 3_000;
const ROWS = 1_000;
const API = '/api/staticflows';
const EXAMPLES = {
    flow: 'priority=100,tcp,tp_dst=80,actions=output:2',
    group: 'group_id=1,type=select,bucket=weight:1,actions=output:1,bucket=weight:1,actions=output:2',
    meter: 'meter=1,kbps,bands=type=drop,rate=1000',
};
const BADGES = {'in sync': 'good', 'refused': 'alarm', 'unreachable': 'warning'};
/** The classes of messages, by severity. */
const LOOKS = {error: 'wrong', warning: 'replaces', good: 'valid'};

let turn = 0;
let timer = 0;

const kind = h('select', {id: 'kind', onchange: changed},
    Object.keys(EXAMPLES).map(value => h('option', {value}, value)));
const name = input({id: 'name', placeholder: 'derived', oninput: changed});
const switches = input({id: 'switches', placeholder: 'all', oninput: changed});
const words = h('textarea', {id: 'text', class: 'mono', rows: '2', autocapitalize: 'off', spellcheck: 'false',
    'aria-describedby': 'problems', oninput: changed});
const problems = h('div', {id: 'problems', class: 'small', role: 'status'});
const button = h('button', {id: 'add', type: 'button', class: 'primary', disabled: true, onclick: add},
    icon('plus'), 'Add');

function entry() {
    const optional = Object.entries({name: name.value.trim(), switches: switches.value.trim()});
    return {kind: kind.value, text: words.value.trim(), ...Object.fromEntries(optional.filter(([, value]) => value))};
}

/** Shows messages below the form: pairs of a severity and a text. */
function say(...messages) {
    replace(problems, messages.map(([severity, message]) => h('p', {class: `message ${LOOKS[severity]}`}, message)));
}

function refuse(error) {
    say(...(error.problems?.map(describe) ?? [['error', error.message]]));
}

function describe({severity, field: wrong, value, reason, valid, scope}) {
    const where = scope === '' ? '' : ` (${scope})`;
    const needs = valid === '' ? '' : `; needs ${valid}`;
    return [severity, `${wrong}${value === '' ? '' : `=${value}`}: ${reason}${needs}${where}`];
}

async function check() {
    const mine = ++turn;
    try {
        const {valid, problems: found} = await beacon.change('POST', `${API}/check`, {entries: [entry()]});
        if (mine === turn) {
            button.disabled = !valid;
            // a problem of another field is not one of the text
            const fields = found.filter(({severity}) => severity === 'error').map(one => one.field);
            mark(switches, fields.includes('switches'));
            mark(name, fields.includes('name'));
            mark(words, fields.some(one => one !== 'switches' && one !== 'name'));
            say(...found.map(describe), ...(valid ? [['good', 'This entry can be added.']] : []));
        }
    } catch (error) {
        if (mine === turn) {
            button.disabled = true;
            refuse(error);
        }
    }
}

function mark(element, isWrong) {
    element.setAttribute('aria-invalid', String(isWrong));
}

function changed() {
    clearTimeout(timer);
    turn++;
    button.disabled = true;
    words.placeholder = EXAMPLES[kind.value];
    if (words.value.trim() === '') {
        [words, name, switches].forEach(one => mark(one, false));
        say();
    } else {
        timer = setTimeout(check, PAUSE_MILLIS);
    }
}

async function add() {
    button.disabled = true;
    try {
        const {put} = await beacon.change('POST', `${API}/entries`, {entries: [entry()]});
        words.value = '';
        name.value = '';
        changed();
        say(['good', `${put.map(one => one.name).join(', ')} added.`]);
        tables.forEach(table => table.refresh());
    } catch (error) {
        refuse(error);
    }
}

async function remove(one) {
    if (await confirmDialog('Delete this entry?', h('pre', {class: 'wrap'}, `${one.name}: ${one.text}`),
        {confirm: 'Delete', danger: true})) {
        try {
            await beacon.change('DELETE', `${API}/entries/${encodeURIComponent(one.name)}`);
            say(['good', `${one.name} deleted.`]);
            await Promise.all(tables.map(table => table.refresh()));
        } catch (error) {
            refuse(error);
        }
        words.focus();
    }
}

const ENTRIES = [
    {name: 'name', title: 'Name', width: 'minmax(7rem, 1fr)', isNatural: true},
    {name: 'kind', title: 'Kind', width: '5rem', isWide: true},
    {name: 'switches', title: 'Switches', width: '7rem', isWide: true},
    {name: 'text', title: 'Text', width: 'minmax(9rem, 4fr)', cell: one => code(one.text)},
    {name: 'change', title: 'Changes', width: '4rem', value: null, cell: one => one.source !== 'rest'
        ? badge('file')
        : h('button', {type: 'button', class: 'quiet small icon', title: 'Delete', 'aria-label': `Delete ${one.name}`,
            onclick: () => remove(one)}, icon('trash'))},
];

const STATES = [
    switchColumn(),
    {name: 'state', title: 'State', width: '7.5rem', cell: one => badge(one.state, BADGES[one.state])},
    numberColumn('entries', 'Entries'),
    numberColumn('drift', 'Drift', undefined, {isWide: true,
        value: ({drift: {missing, changed: different, stale}}) => missing + different + stale}),
    {name: 'reason', title: 'Reason', width: 'minmax(9rem, 3fr)', isWide: true},
];

/** Shows a list of the API in a card. */
function show(title, columns, resource, options) {
    const note = h('span', {class: 'muted small'});
    const section = h('section', {id: `${resource}-list`, class: 'card natural'}, h('h2', {}, title));
    document.querySelector('main').append(section);
    return liveTable(section, columns, {label: title, everyMillis: MILLIS, tools: note, ...options, async rows() {
        const rows = await beacon.get(`${API}/${resource}?limit=${ROWS}`);
        text(note, rows.length === ROWS ? `The first ${count(ROWS)}; beacon flows list shows all.` : '');
        return rows;
    }});
}

append(document.querySelector('main'), [
    h('p', {class: 'muted small'}, 'Flows, groups and meters that the controller keeps in the switches, also over ',
        'restarts, in the notation of ', h('code', {}, 'ovs-ofctl'), '.'),
    h('section', {class: 'card stack'}, h('h2', {}, 'Add an entry'),
        h('div', {class: 'field-row'}, field('Kind', kind), field('Name', name), field('Switches', switches)),
        field('Text', words), problems, h('div', {class: 'cluster'}, button)),
]);
changed();
const tables = [
    show('Entries', ENTRIES, 'entries', {noun: 'entry', nouns: 'entries', key: one => one.name, isWrapped: true,
        empty: () => emptyState('No entry yet',
            h('p', {}, 'Add one above, or with ', h('code', {}, './beacon flows add'), '.'))}),
    show('Switches', STATES, 'switches', {noun: 'switch', nouns: 'switches', key: one => one.switch,
        empty: () => emptyState('No switch has connected yet')}),
];
beacon.onevent = event => {
    if (event.type.startsWith('staticflows.') || event.type.startsWith('switch.')) {
        tables.forEach(table => table.refresh());
    }
};
