// The style guide: what pages of applications can use. The HTML beside each example is that of the example itself.

import {badge, confirmDialog, count, emptyState, errorState, facts, h, link, loadingState, shareBar, Sparkline, Table,
    toast} from '../kit.js';
import {Plot} from '../components/plot.js';

const COLORS = {
    'Grounds, from the page to what lies on it': ['ground', 'surface', 'raised', 'sunken'],
    'Lines and texts': ['line', 'line-strong', 'text', 'text-muted'],
    'Accent: links, the chosen one, the main action': ['accent', 'accent-ground', 'on-accent', 'beacon'],
    'States, never by color alone': ['good', 'good-ground', 'warning', 'warning-ground', 'alarm', 'alarm-ground'],
    'Series of plots': Array.from({length: 8}, (_, i) => `series-${i + 1}`),
};

/** Returns the HTML of an element with a line for each of its children. */
function source(element) {
    const html = element.outerHTML.replaceAll('=""', '');
    return html.length < 100 ? html : html.replace(/></g, '>\n<');
}

function example(title, purpose, ...elements) {
    return h('section', {class: 'card example'}, h('h3', {}, title), h('p', {class: 'muted small'}, purpose),
        h('div', {class: 'cluster shown'}, elements),
        h('details', {}, h('summary', {}, 'HTML'),
            h('pre', {class: 'wrap', tabindex: '0', 'aria-label': `HTML of ${title}`},
                elements.map(source).join('\n'))));
}

function scripted(title, purpose, code, ...elements) {
    return h('section', {class: 'card example'}, h('h3', {}, title), h('p', {class: 'muted small'}, purpose),
        h('div', {class: 'shown'}, elements),
        h('details', {}, h('summary', {}, 'JavaScript'), h('pre', {class: 'wrap', tabindex: '0',
            'aria-label': `JavaScript of ${title}`}, code)));
}

function swatch(name) {
    const color = h('span', {class: 'swatch'});
    color.style.background = `var(--${name})`;
    return h('li', {}, color, h('code', {}, `--${name}`));
}

function colors() {
    return h('section', {class: 'card stack'}, h('h2', {}, 'Colors'), h('p', {class: 'muted small'},
        'Each has a value for the light and one for the dark theme. Texts on grounds have a contrast of 4.5 to 1.'),
    h('div', {class: 'columns'}, Object.entries(COLORS).map(([title, names]) =>
        h('div', {}, h('h3', {class: 'small'}, title), h('ul', {class: 'plain swatches'}, names.map(swatch))))));
}

function type() {
    const other = ['--sans', '--mono', '--small', '--tiny', '--gap', '--radius', '--row', '--shadow'];
    return h('section', {class: 'card'}, h('h2', {}, 'Type and measures'),
        h('div', {class: 'stack'},
            h('div', {}, h('h1', {'aria-hidden': 'true', role: 'presentation'}, 'Page title'),
                h('p', {}, 'Text of 15 px. ', h('a', {href: link('style')}, 'A link'), ', ',
                    h('span', {class: 'muted'}, 'muted text'), ', ', h('span', {class: 'small'}, 'small text'), ', ',
                    h('code', {}, 'code'), ' and ', h('span', {class: 'number'}, '1,234'), '.')),
            h('p', {class: 'muted small'}, 'Further properties: ',
                other.map((name, i) => [i > 0 ? ', ' : '', h('code', {}, name)]), '.')));
}

function basics() {
    const button = (label, name, more = {}) => h('button', {type: 'button', class: name || null, ...more}, label);
    return [
        example('Buttons', 'One main action for each page. What deletes is danger, and asks before.',
            button('Cancel', ''), button('Change', 'primary'), button('Delete', 'danger'), button('Less', 'quiet'),
            button('Small', 'small'), button('Chosen', '', {'aria-pressed': 'true'}),
            button('Not now', '', {disabled: true})),
        example('Fields', 'With a label, and aria-invalid while the value is wrong.',
            h('label', {class: 'field'}, 'Name', h('input', {value: 's1'})),
            h('label', {class: 'field'}, 'Port', h('input', {value: 'x', 'aria-invalid': 'true'})),
            h('label', {class: 'field'}, 'Level', h('select', {}, h('option', {}, 'info'), h('option', {}, 'debug')))),
        example('Badges', 'A state in a word; the color repeats it.',
            badge('stopped'), badge('running', 'good'), badge('waiting', 'warning'), badge('failed', 'alarm')),
        example('Facts', 'Names with their values.',
            facts({Address: '127.0.0.1:6653', OpenFlow: '1.3'})),
        example('Tiles', 'The few numbers that matter, inside class tiles.',
            h('div', {class: 'tiles grow'}, h('div', {class: 'card tile'},
                h('span', {class: 'muted small'}, 'Packet-ins'), h('b', {}, '12,913'),
                h('span', {class: 'muted small'}, '17 / s')))),
        example('Notice', 'Something that the reader needs to know, where it applies.',
            h('p', {class: 'notice', role: 'status'}, 'The switch disconnected 12 s ago.')),
    ];
}

function scripts(cleanups) {
    const table = new Table([
        {name: 'id', title: 'Number', width: '6rem', isNumber: true},
        {name: 'name', title: 'Name', width: 'minmax(8rem, 1fr)'},
    ], {label: 'Example', noun: 'row'});
    table.setRows(Array.from({length: 100_000}, (_, i) => ({id: i, name: `row ${count(i)}`})));
    const plot = new Plot({title: 'Sine', note: 'a plot', seconds: 120, top: 1, format: value => value.toFixed(1)});
    const times = Array.from({length: 120}, (_, i) => i + 1_700_000_000);
    const wave = step => times.map(time => 1 + Math.sin(time / step));
    requestAnimationFrame(() => plot.setData(times, [['slow', wave(17)], ['fast', wave(6)]]));
    const curve = new Sparkline({values: wave(7)});
    cleanups.push(() => table.close(), () => plot.close());
    return [
        scripted('Table', 'Filter, order, and 100,000 rows: only those in sight are elements.',
            'import {Table} from \'/ui/kit.js\';\n\nconst table = new Table([\n'
            + '    {name: \'id\', title: \'Number\', width: \'6rem\', isNumber: true},\n'
            + '    {name: \'name\', title: \'Name\', width: \'minmax(8rem, 1fr)\'},\n'
            + '], {label: \'Example\', noun: \'row\'});\ndocument.body.append(table.element);\ntable.setRows(rows);',
            h('div', {class: 'example-table fill'}, table.element)),
        scripted('Plot', 'Values over time; the legend tells them.',
            'import {Plot} from \'/ui/components/plot.js\';\n\n'
            + '// and <link rel="stylesheet" href="/ui/vendor/uplot.css">\n'
            + 'const plot = new Plot({title: \'Load\', seconds: 120, top: 1, format: value => `${value} %`});\n'
            + 'document.body.append(plot.element);\nplot.setData(times, [[\'name\', values]]);', plot.element),
        scripted('Share and curve', 'Beside the number that they show.',
            'import {shareBar, Sparkline} from \'/ui/kit.js\';',
            h('p', {class: 'cluster'}, '30 %', shareBar(0.3), '70 %', shareBar(0.7), '95 %', shareBar(0.95),
                curve.element)),
        scripted('Dialog and notice', 'A question before what cannot be undone; Undo after what can.',
            'import {confirmDialog, toast} from \'/ui/kit.js\';\n\n'
            + 'if (await confirmDialog(\'Delete this rule?\', \'web\', {confirm: \'Delete\', danger: true})) {\n'
            + '    toast(\'The rule is deleted\', {action: \'Undo\', run: undo});\n}',
            h('div', {class: 'cluster'}, h('button', {type: 'button', onclick: async () => {
                if (await confirmDialog('Delete this rule?', 'web', {confirm: 'Delete', danger: true})) {
                    toast('The rule is deleted', {action: 'Undo', run: () => toast('The rule is back')});
                }
            }}, 'Delete a rule'))),
        scripted('States', 'Nothing yet, with what helps; loading; an error with its reason.',
            'import {emptyState, errorState, loadingState} from \'/ui/kit.js\';',
            h('div', {class: 'columns states'},
                emptyState('No rule yet', h('p', {}, 'Add one:'), h('pre', {}, './beacon rules add web')),
                loadingState(), errorState('The switch did not answer within 10 s.', () => {}))),
    ];
}

/** @type {Show} */
export function show(content) {
    const cleanups = [];
    content.append(
        h('header', {},
            h('nav', {class: 'crumbs', 'aria-label': 'Breadcrumb'}, h('a', {href: link('settings')}, 'Settings')),
            h('h1', {}, 'Style guide')),
        h('div', {class: 'scroll stack', tabindex: '0'},
            h('p', {}, 'Pages that applications add look like the others with the style sheet ',
                h('code', {}, '/ui/beacon.css'), ' and the kit ', h('code', {}, '/ui/kit.js'), '. It puts all texts ',
                'into the page as text nodes, never as HTML: names come from the network.'),
            colors(), type(),
            h('h2', {}, 'Elements'), h('div', {class: 'columns wide'}, basics()),
            h('h2', {}, 'Components'),
            h('p', {class: 'muted small'}, 'All are in the kit but the plot, which is larger.'),
            h('div', {class: 'columns wide'}, scripts(cleanups))));
    return () => cleanups.forEach(run => run());
}
