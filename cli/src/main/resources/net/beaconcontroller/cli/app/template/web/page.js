// Shows the counts of packet-ins, each second.

const COUNTS = '/api/@name@/counts';

function element(name, text) {
    const made = document.createElement(name);
    // never innerHTML: a switch may call itself <script>
    made.textContent = text;
    return made;
}

async function show() {
    const summary = document.getElementById('summary');
    try {
        const counts = await beacon.get(COUNTS);
        summary.textContent = counts.length === 0 ? 'No packet-in yet.' : 'Packet-ins by switch';
        document.getElementById('counts').replaceChildren(
            ...counts.flatMap(one => [element('dt', one.datapathId), element('dd', one.packetIns)]));
    } catch (error) {
        summary.textContent = error.message;
    }
}

document.getElementById('reset').addEventListener('click', async () => {
    try {
        await beacon.change('DELETE', COUNTS);
        show();
    } catch (error) {
        document.getElementById('summary').textContent = error.message;
    }
});
setInterval(show, 1_000);
show();
