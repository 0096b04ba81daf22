// A field for a flow in the notation of ovs-ofctl, which the controller checks while the user types.

import {h, icon, replace, text} from '../../kit.js';
import {checkFlow, flowKey, flowText} from './flow-requests.js';

const PAUSE_MILLIS = 250;
const EXAMPLES = [
    ['priority=100,tcp,tp_dst=80,actions=output:2', 'web traffic leaves by port 2'],
    ['priority=100,in_port=1,dl_dst=02:00:00:00:00:01,actions=set_field:5->vlan_vid,output:3', 'with another VLAN'],
    ['priority=200,ip,nw_src=10.0.0.0/24,actions=drop', 'a network is blocked'],
    ['table=1,priority=10,arp,actions=CONTROLLER', 'the controller gets the packets'],
];

/** Returns the part of the text that is wrong: {from, to}. A part that is absent is marked after the text. */
export function locate({column, value}, text) {
    const from = column ? Math.min(column - 1, text.length) : 0;
    return {from, to: column ? from + value.length : 0};
}

/** The form above the flows of a switch. */
export class FlowForm {
    element;

    #id;
    #find;
    #add;
    #turn = 0;
    #timer = 0;
    #checked = null;

    /**
     * @param find returns the flow of the switch with a key, or undefined
     * @param add adds a flow: (text, replaced)
     */
    constructor(id, find, add) {
        this.#id = id;
        this.#find = find;
        this.#add = add;
        this.field = h('textarea', {id: 'flow', rows: '1', class: 'mono', autocomplete: 'off', spellcheck: 'false',
            autocapitalize: 'off', placeholder: 'tcp,tp_dst=80,actions=output:2',
            'aria-describedby': 'flow-message', oninput: () => this.#changed(),
            onkeydown: event => {
                if (event.key === 'Enter' && !event.isComposing) {
                    event.preventDefault();
                    this.#submit();
                }
            }});
        this.marks = h('div', {class: 'marks mono', 'aria-hidden': 'true'});
        this.button = h('button', {class: 'primary', disabled: true}, icon('plus'), 'Add');
        this.message = h('p', {class: 'message small', id: 'flow-message', role: 'status'});
        this.element = h('form', {class: 'flow-form', onsubmit: event => {
            event.preventDefault();
            this.#submit();
        }},
        h('label', {for: 'flow'}, 'Add a flow'),
        h('div', {class: 'row'}, h('div', {class: 'marked'}, this.marks, this.field), this.button),
        this.message);
        this.#say('', this.#help());
    }

    #help() {
        return ['In the notation of ovs-ofctl, for example ', EXAMPLES.map(([example, purpose], i) => [
            i > 0 ? ', ' : '',
            h('button', {type: 'button', class: 'link', title: example, onclick: () => this.set(example)}, purpose),
        ]), '.'];
    }

    #say(kind, ...content) {
        this.message.className = `message small ${kind}`;
        if (content.length === 1 && typeof content[0] === 'string') {
            text(this.message, content[0]);
        } else {
            replace(this.message, content);
        }
        this.field.setAttribute('aria-invalid', String(kind === 'wrong'));
    }

    #mark(from, to) {
        const value = this.field.value;
        replace(this.marks, value.slice(0, from),
            to > from || from < value.length || value === ''
                ? to > from ? h('mark', {}, value.slice(from, to)) : ''
                : h('mark', {}, ' '),
            value.slice(Math.max(from, to)));
    }

    /** Puts a text into the field. */
    set(value) {
        this.field.value = value;
        this.field.focus();
        this.#changed();
    }

    #changed() {
        clearTimeout(this.#timer);
        this.#turn++;
        this.#checked = null;
        this.field.value = this.field.value.replace(/\s*\n\s*/g, ' ');
        // the marks are as long as the text, which gives the field its height
        replace(this.marks, this.field.value);
        if (this.field.value.trim() === '') {
            this.button.disabled = true;
            this.#say('', this.#help());
            return;
        }
        this.#timer = setTimeout(() => this.#check(), PAUSE_MILLIS);
    }

    async #check() {
        const turn = ++this.#turn;
        const value = this.field.value;
        try {
            const flow = await checkFlow(this.#id, value);
            if (turn === this.#turn) {
                this.#accept(flow);
            }
        } catch (error) {
            if (turn === this.#turn) {
                this.#refuse(error, value);
            }
        }
    }

    #accept(flow) {
        this.#checked = flow;
        this.button.disabled = false;
        const replaced = this.#find(flowKey(flow));
        this.#say(replaced ? 'replaces' : 'valid', replaced
            ? ['Replaces the flow with the actions ', h('span', {class: 'mono'}, replaced.actions || 'drop')]
            : ['Valid: ', h('span', {class: 'mono'}, flowText(flow))]);
    }

    #refuse(error, value) {
        this.button.disabled = true;
        if (error.isOffline) {
            this.#say('wrong', 'The controller does not answer; the flow is checked when it does.');
            this.#timer = setTimeout(() => this.#check(), PAUSE_MILLIS * 8);
        } else if (error.status === 403) {
            this.#say('wrong', `You cannot change flows: ${error.message}`);
        } else {
            const {from, to} = locate(error.problem, value);
            this.#mark(from, to);
            this.#say('wrong', (error.reason ?? error.message).replace(/^needs/, 'Needs'));
        }
    }

    async #submit() {
        clearTimeout(this.#timer);
        const value = this.field.value;
        if (value.trim() === '' || this.button.dataset.busy) {
            return;
        }
        const turn = ++this.#turn;
        this.button.disabled = true;
        this.button.dataset.busy = 'true';
        try {
            const flow = this.#checked ?? await checkFlow(this.#id, value);
            await this.#add(value, this.#find(flowKey(flow)));
            if (turn === this.#turn) {
                this.set('');
            }
        } catch (error) {
            if (turn === this.#turn) {
                this.#refuse(error, value);
            }
        } finally {
            delete this.button.dataset.busy;
        }
    }

    close() {
        clearTimeout(this.#timer);
        this.#turn++;
    }
}
