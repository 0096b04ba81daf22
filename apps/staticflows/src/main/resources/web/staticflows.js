// The static flows, groups and meters, a form that the controller checks while the user types, and the states of the switches.

const PAUSE_MILLIS = 250;
const REFRESH_MILLIS = 3_000;
const MAX_ROWS = 500;
const API = '/api/staticflows';
const EXAMPLES = {
    flow: 'priority=100,tcp,tp_dst=80,actions=output:2',
    group: 'group_id=1,type=select,bucket=weight:1,actions=output:1,bucket=weight:1,actions=output:2',
    meter: 'meter=1,kbps,bands=type=drop,rate=1000',
};
const BADGES = {'in sync': 'good', reconciling: '', refused: 'alarm', unreachable: 'warning'};

const byId = id => document.getElementById(id);
let turn = 0;
let timer = 0;

function element(name, text, className = '') {
    const created = document.createElement(name);
    created.textContent = text;
    created.className = className;
    return created;
}

function cell(text, className) {
    return element('td', text, className);
}

function entry() {
    const written = {kind: byId('kind').value, text: byId('text').value.trim()};
    for (const name of ['name', 'switches']) {
        if (byId(name).value.trim() !== '') {
            written[name] = byId(name).value.trim();
        }
    }
    return written;
}

function say(...items) {
    byId('problems').replaceChildren(...items.map(([kind, text]) => element('li', text, kind)));
}

function describe({severity, field, value, reason, valid, scope}) {
    const where = scope === '' ? '' : ` (${scope})`;
    const needs = valid === '' ? '' : `; needs ${valid}`;
    return [severity, `${field}${value === '' ? '' : `=${value}`}: ${reason}${needs}${where}`];
}

async function check() {
    const mine = ++turn;
    try {
        const {valid, problems} = await beacon.change('POST', `${API}/check`, {entries: [entry()]});
        if (mine === turn) {
            byId('add').disabled = !valid;
            byId('text').setAttribute('aria-invalid', String(!valid));
            say(...problems.map(describe), ...(valid ? [['good', 'This entry can be added.']] : []));
        }
    } catch (error) {
        if (mine === turn) {
            byId('add').disabled = true;
            say(['error', error.message]);
        }
    }
}

function changed() {
    clearTimeout(timer);
    turn++;
    byId('add').disabled = true;
    byId('text').placeholder = EXAMPLES[byId('kind').value];
    if (byId('text').value.trim() === '') {
        byId('text').removeAttribute('aria-invalid');
        say();
    } else {
        timer = setTimeout(check, PAUSE_MILLIS);
    }
}

async function add() {
    byId('add').disabled = true;
    try {
        const {put} = await beacon.change('POST', `${API}/entries`, {entries: [entry()]});
        byId('text').value = '';
        byId('name').value = '';
        changed();
        say(['good', `${put.map(({name}) => name).join(', ')} added.`]);
        await refresh();
    } catch (error) {
        say(...error.message.split('\n').map(line => ['error', line]));
    }
}

async function remove(name) {
    try {
        await beacon.change('DELETE', `${API}/entries/${encodeURIComponent(name)}`);
        say(['good', `${name} deleted.`]);
        await refresh();
    } catch (error) {
        say(...error.message.split('\n').map(line => ['error', line]));
    }
}

function entryRow({name, kind, switches, text, source}) {
    const row = document.createElement('tr');
    const last = document.createElement('td');
    if (source === 'rest') {
        const button = element('button', 'Delete', 'small danger');
        button.type = 'button';
        button.setAttribute('aria-label', `Delete ${name}`);
        button.addEventListener('click', () => remove(name));
        last.append(button);
    } else {
        last.append(element('span', 'file', 'badge'));
    }
    row.append(cell(name), cell(kind), cell(switches), cell(text, 'mono'), last);
    return row;
}

function stateRow(status) {
    const row = document.createElement('tr');
    const state = document.createElement('td');
    state.append(element('span', status.state, `badge ${BADGES[status.state] ?? ''}`));
    const {missing, changed: different, stale} = status.drift;
    row.append(cell(status.switch, 'mono'), state, cell(String(status.entries), 'number'),
        cell(String(missing + different + stale), 'number'), cell(status.reason));
    return row;
}

function show(table, summary, rows, text) {
    byId(summary).textContent = text;
    const focused = document.activeElement?.closest(`#${table} button`)?.getAttribute('aria-label');
    document.querySelector(`#${table} tbody`).replaceChildren(...rows);
    byId(table).closest('.scroll').hidden = rows.length === 0;
    if (focused) {
        // A button that has the focus keeps it. If its entry was deleted, the focus moves to the form.
        const same = [...byId(table).querySelectorAll('button')]
            .find(one => one.getAttribute('aria-label') === focused);
        (same ?? byId('text')).focus();
    }
}

let shown = '';

async function refresh() {
    try {
        const [entries, switches] = await Promise.all([
            beacon.get(`${API}/entries?limit=${MAX_ROWS}`), beacon.get(`${API}/switches?limit=${MAX_ROWS}`)]);
        const now = JSON.stringify([entries, switches]);
        // Rows that are replaced would lose the focus.
        if (now === shown) {
            return;
        }
        shown = now;
        show('entries', 'entries-summary', entries.map(entryRow), entries.length === 0
            ? 'There are none.'
            : entries.length === MAX_ROWS ? `The first ${MAX_ROWS}; beacon flows list shows all.` : '');
        const behind = switches.filter(({state}) => state !== 'in sync').length;
        show('states', 'switches-summary', switches.map(stateRow), switches.length === 0
            ? 'No switch has connected yet.'
            : behind === 0 ? 'All have their entries.' : `${behind} of ${switches.length} are not in sync.`);
    } catch (error) {
        byId('entries-summary').textContent = `The entries cannot be read: ${error.message}`;
    }
}

beacon.onevent = event => {
    if (event.type.startsWith('staticflows.') || event.type.startsWith('switch.')) {
        refresh();
    }
};
for (const id of ['kind', 'name', 'switches', 'text']) {
    byId(id).addEventListener('input', changed);
}
// The frame is sandboxed: a form could not be submitted.
byId('add').addEventListener('click', add);
changed();
setInterval(refresh, REFRESH_MILLIS);
refresh();
