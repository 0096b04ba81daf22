// The rules, which are read again after each change and each five seconds for their counters; and their decisions.

const REFRESH_MILLIS = 5_000;
const RULES = '/api/acl/rules';

function element(name, text = '', className = '') {
    const created = document.createElement(name);
    created.textContent = text;
    created.className = className;
    return created;
}

function find(id) {
    return document.getElementById(id);
}

function state(rule) {
    if (!rule.enabled) {
        return ['disabled', ''];
    }
    if (rule.shadowedBy !== null) {
        return [`never decides: ${rule.shadowedBy} covers it`, 'warning'];
    }
    return rule.active ? ['active', 'good'] : ['not its time', ''];
}

/** Returns a button that changes a rule. */
function button(text, label, method, path, body) {
    const created = element('button', text, 'small');
    created.type = 'button';
    created.setAttribute('aria-label', label);
    created.addEventListener('click', async () => {
        let failure = '';
        try {
            await beacon.change(method, `${RULES}/${path}`, body);
        } catch (error) {
            failure = error.message;
        }
        await show();
        if (failure) {
            find('summary').textContent = failure;
        }
    }, {once: true}); // then the row is replaced
    return created;
}

function row(rule, count) {
    const tr = document.createElement('tr');
    tr.dataset.name = rule.name;
    const [text, badge] = state(rule);
    const shown = element('td');
    shown.append(element('span', text, `badge ${badge}`));
    const changes = element('td');
    const up = button('↑', `Move ${rule.name} up`, 'PUT', `${rule.name}/position`, {position: rule.position - 1});
    const down = button('↓', `Move ${rule.name} down`, 'PUT', `${rule.name}/position`, {position: rule.position + 1});
    up.disabled = rule.position === 1;
    down.disabled = rule.position === count;
    const verb = rule.enabled ? 'Disable' : 'Enable';
    changes.append(
        up, ' ', down, ' ',
        button(verb, `${verb} ${rule.name}`, 'PUT', `${rule.name}/enabled`, {enabled: !rule.enabled}), ' ',
        button('Delete', `Delete ${rule.name}`, 'DELETE', rule.name));
    const code = element('td', rule.rule, 'code');
    code.title = rule.comment;
    tr.append(
        element('td', rule.position, 'number'), element('td', rule.name), code, shown,
        element('td', rule.packets.toLocaleString('en'), 'number'),
        element('td', rule.packetIns.toLocaleString('en'), 'number'), changes);
    return tr;
}

function showSwitches(switches) {
    find('switches').replaceChildren(...switches.flatMap(sw => [
        element('dt', sw.id),
        element('dd', `${sw.state}, ${sw.flows} flows`
            + (sw.byController > 0 ? `, of which ${sw.byController} let the controller decide each packet` : '')
            + (sw.error === null ? '' : `: ${sw.error}`)),
    ]));
}

/** Returns the rule and the place of the button that has the focus; null if no button of a rule has it. */
function placeOfFocus() {
    const tr = document.activeElement?.closest('#rules tr');
    return tr ? {name: tr.dataset.name, index: buttons(tr).indexOf(document.activeElement)} : null;
}

/** Focuses the button at a place, or the next one that is enabled; the form if the rule was deleted. */
function focusAt({name, index}) {
    const tr = find('rules').querySelector(`tr[data-name="${name}"]`);
    const next = tr && buttons(tr).find((button, i) => i >= index && !button.disabled);
    (next ?? find('rule')).focus();
}

function buttons(tr) {
    return [...tr.querySelectorAll('button')];
}

async function show() {
    try {
        const [rules, acl] = await Promise.all([beacon.get(RULES), beacon.get('/api/acl')]);
        find('summary').textContent = rules.length === 0
            ? `No rules. Packets ${acl.default === 'allow' ? 'pass' : 'are dropped'} by default.`
            : `The first rule that matches a packet decides. If none does, the default is to ${acl.default} it.`;
        const focused = placeOfFocus();
        find('rules').replaceChildren(...rules.map(rule => row(rule, rules.length)));
        document.querySelector('.scroll').hidden = rules.length === 0;
        if (focused) {
            focusAt(focused);
        }
        showSwitches(acl.switches);
    } catch (error) {
        find('summary').textContent = `The rules cannot be read: ${error.message}`;
    }
}

async function add() {
    const answer = find('add-answer');
    const input = find('rule');
    try {
        const position = find('position').value === '' ? null : Number(find('position').value);
        const rule = await beacon.change('POST', RULES, {rule: input.value, position});
        input.removeAttribute('aria-invalid');
        input.value = '';
        answer.textContent = `${rule.name} is added: ${rule.rule}`;
    } catch (error) {
        input.setAttribute('aria-invalid', 'true');
        answer.textContent = error.message;
    }
    answer.hidden = false;
    await show();
}

async function explain() {
    const query = new URLSearchParams(
        ['from', 'to', 'packet', 'vlan'].map(name => [name, find(name).value.trim()]));
    const shown = find('explanation');
    try {
        const answer = await beacon.get(`/api/acl/explain?${query}`);
        const verdict = element('p');
        verdict.append(
            element('span', answer.verdict, `badge ${answer.verdict === 'allow' ? 'good' : 'alarm'}`),
            ` ${answer.packet}`);
        const list = element('dl', '', 'facts');
        list.append(
            ...answer.passed.flatMap(rule => [
                element('dt', `${rule.position} ${rule.name}`), element('dd', `${rule.rule}: ${rule.reason}`)]),
            ...answer.switches.flatMap(sw => [element('dt', sw.id), element('dd', sw.enforcement)]));
        shown.replaceChildren(verdict, element('p', answer.reason), list);
    } catch (error) {
        shown.replaceChildren(element('p', error.message));
    }
}

function onEnter(ids, action) {
    ids.forEach(id => find(id).addEventListener('keydown', event => {
        if (event.key === 'Enter') {
            action();
        }
    }));
}

find('add').addEventListener('click', add);
find('explain').addEventListener('click', explain);
onEnter(['rule', 'position'], add);
onEnter(['from', 'to', 'packet', 'vlan'], explain);
setInterval(show, REFRESH_MILLIS);
show();
