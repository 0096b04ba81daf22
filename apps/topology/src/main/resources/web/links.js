// The links and the probes, read again when a link comes or goes, and each five seconds for the latencies. On the page
// of a switch, only its links.

const REFRESH_MILLIS = 5_000;
const SWITCH = beacon.parameters.get('switch');

function cell(text, className = '') {
    const td = document.createElement('td');
    td.textContent = text;
    td.className = className;
    return td;
}

function port(end) {
    return `${end.switch}:${beacon.portText(end.port)}`;
}

function row(link) {
    const tr = document.createElement('tr');
    const latency = link.latencyMicros === null ? '–' : `${link.latencyMicros.toFixed(0)} µs`;
    tr.append(cell(port(link.from)), cell(port(link.to)), cell(link.kind), cell(latency, 'number'));
    return tr;
}

function showRefused(links) {
    document.querySelector('#refused tbody').replaceChildren(...links.map(link => {
        const tr = document.createElement('tr');
        const both = link.reason === 'looped' ? 'none' : 'both';
        const flooding = link.floodingPort === null ? both : port(link.floodingPort);
        tr.append(...[port(link.from), port(link.to), link.kind, link.reason, flooding].map(text => cell(text)));
        return tr;
    }));
    document.getElementById('refused').hidden = links.length === 0;
}

function ofSwitch({from, to}) {
    return !SWITCH || from.switch === SWITCH || to.switch === SWITCH;
}

function showProbes(probes) {
    const list = document.querySelector('#probes dl');
    list.replaceChildren(...probes.flatMap(({outcome, count}) => {
        const name = document.createElement('dt');
        name.textContent = outcome;
        const value = document.createElement('dd');
        value.textContent = count.toLocaleString('en');
        return [name, value];
    }));
    document.getElementById('probes').hidden = false;
}

async function show() {
    const summary = document.getElementById('summary');
    try {
        const links = (await beacon.get('/api/topology/links')).filter(ofSwitch);
        summary.textContent = links.length === 0
            ? 'No links: no cable to another connected switch was found.'
            : `${links.length} links; each cable has two, one in each direction.`;
        document.querySelector('#links tbody').replaceChildren(...links.map(row));
        document.getElementById('links').hidden = links.length === 0;
        showRefused((await beacon.get('/api/topology/refused')).filter(ofSwitch));
        if (!SWITCH) {
            showProbes(await beacon.get('/api/topology/probes'));
        }
    } catch (error) {
        summary.textContent = `The links cannot be read: ${error.message}`;
    }
}

beacon.onevent = event => {
    if (event.type.startsWith('link.') || event.type.startsWith('port.looped')) {
        show();
    }
};
setInterval(show, REFRESH_MILLIS);
show();
