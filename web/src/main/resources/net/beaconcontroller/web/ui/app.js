// The page: header, navigation, and the page that the address names. Start reading here; pages are in pages/.
//
// Plain ES modules and CSS, without a framework and a build step: the page is a few thousand lines, and a framework
// would add a second tool chain, and a download for each user. Elements are built by lib/dom.js, which never parses
// HTML, so that a host name cannot become markup. The Content-Security-Policy allows no inline script and no inline
// style in addition.

import {count, h, icon, link, replace, text} from './kit.js';
import {Connection} from './lib/connection.js';
import {extensionRoute, Extensions} from './lib/extensions.js';
import {Network} from './lib/store.js';
import {Router} from './lib/router.js';
import {noPermissionState} from './components/states.js';

const PAGES = {
    topology: {title: 'Topology', load: () => import('./pages/topology.js')},
    switches: {title: 'Switches', load: () => import('./pages/switches.js')},
    devices: {title: 'Devices', load: () => import('./pages/devices.js')},
    applications: {title: 'Applications', load: () => import('./pages/applications.js')},
    performance: {title: 'Performance', load: () => import('./pages/performance.js')},
    events: {title: 'Events', load: () => import('./pages/events.js')},
    settings: {title: 'Settings', load: () => import('./pages/settings.js')},
    style: {title: 'Style guide', load: () => import('./pages/style.js'), isHidden: true},
    extension: {title: 'Page of an application', load: () => import('./pages/extension.js'), isHidden: true},
};

/** The header counts the alarms of this time. */
const ALARM_MILLIS = 3_600_000;

const STATE_WORDS = {
    connecting: 'connecting',
    connected: 'connected',
    disconnected: 'disconnected',
    refused: 'no permission',
};

const network = new Network();
const connection = new Connection(network);
const content = document.getElementById('content');
const extensions = new Extensions();
const router = new Router(content, {network, connection, extensions}, PAGES);

/** For tests and for the developer tools of the browser; docs/web.md describes it. */
window.beacon = {network, connection, map: null};

/** Announces a text to screen readers. */
function announce(message) {
    text(document.getElementById('announcements'), message);
}

function navigation() {
    const entry = (name, title, route = []) =>
        h('a', {href: link(name, route), dataset: {page: name}}, icon(name), title);
    const own = Object.entries(PAGES)
        .filter(([, page]) => !page.isHidden)
        .map(([name, {title}]) => entry(name, title));
    const added = h('div', {class: 'extensions'});
    const side = document.getElementById('navigation');
    replace(side, own, added, h('footer', {},
        h('span', {id: 'version'}),
        h('a', {href: '/docs'}, 'REST resources')));
    const showCurrent = () => {
        const current = location.hash.split('?')[0] || link('topology');
        side.querySelectorAll('a').forEach(a => {
            const href = a.getAttribute('href');
            if (current === href || current.startsWith(href + '/')) {
                a.setAttribute('aria-current', 'page');
            } else {
                a.removeAttribute('aria-current');
            }
        });
    };
    extensions.addEventListener('change', () => {
        replace(added, extensions.at('navigation').map(page => entry('extension', page.title, extensionRoute(page))));
        showCurrent();
    });
    addEventListener('beacon-page', () => {
        side.classList.remove('open');
        document.querySelector('.top .menu')?.setAttribute('aria-expanded', 'false');
        showCurrent();
    });
    addEventListener('hashchange', showCurrent);
    return side;
}

function menuButton(side) {
    const button = h('button', {type: 'button', class: 'menu quiet icon', 'aria-label': 'Pages',
        'aria-expanded': 'false', 'aria-controls': 'navigation', onclick: () => {
            const isOpen = side.classList.toggle('open');
            button.setAttribute('aria-expanded', String(isOpen));
            if (isOpen) {
                side.querySelector('a').focus();
            }
        }}, icon('menu'));
    side.addEventListener('keydown', event => {
        if (event.key === 'Escape' && side.classList.contains('open')) {
            side.classList.remove('open');
            button.setAttribute('aria-expanded', 'false');
            button.focus();
        }
    });
    return button;
}

function themeButton() {
    const button = h('button', {type: 'button', class: 'quiet icon', onclick: () => {
        window.beaconTheme.choose(isDark() ? 'light' : 'dark');
    }});
    const system = matchMedia('(prefers-color-scheme: dark)');
    const isDark = () => (window.beaconTheme.chosen() ?? (system.matches ? 'dark' : 'light')) === 'dark';
    const show = () => {
        const label = isDark() ? 'Light theme' : 'Dark theme';
        button.setAttribute('aria-label', label);
        button.title = label;
        replace(button, icon(isDark() ? 'sun' : 'moon'));
    };
    system.addEventListener('change', () => {
        show();
        dispatchEvent(new Event('beacon-theme'));
    });
    addEventListener('beacon-theme', show);
    show();
    return button;
}

function header(side) {
    const words = h('span', {class: 'words'});
    const state = h('span', {class: 'connection', role: 'status'}, words);
    const figure = (name, title, page, query, isOptional) => {
        const number = h('b', {}, '–');
        const noun = h('span', {}, title[1]);
        const element = h('a', {href: link(page, [], query), class: `${name}${isOptional ? ' optional' : ''}`},
            number, noun);
        return {element, show(value) {
            text(number, count(value));
            text(noun, title[value === 1 ? 0 : 1]);
        }};
    };
    const switches = figure('switches', ['switch', 'switches'], 'switches');
    const links = figure('links', ['link', 'links'], 'topology', {}, true);
    const devices = figure('devices', ['device', 'devices'], 'devices', {}, true);
    const alarms = figure('alarms', ['alarm', 'alarms'], 'events', {severity: 'alarm'});
    replace(document.getElementById('top'),
        menuButton(side),
        h('a', {class: 'brand', href: link('topology')},
            h('img', {src: '/ui/icon.svg', alt: '', width: '28', height: '28'}), 'Beacon'),
        state,
        h('div', {class: 'figures'}, [switches, links, devices, alarms].map(one => one.element)),
        themeButton());

    const showState = () => {
        state.dataset.state = connection.state;
        text(words, STATE_WORDS[connection.state]);
        state.title = STATE_WORDS[connection.state];
    };
    const showFigures = () => {
        if (!network.isLoaded) {
            return;
        }
        switches.show(network.connected().length);
        links.show(network.present().length);
        devices.show(network.devices.size);
        const since = Date.now() - ALARM_MILLIS;
        const isRecentAlarm = ({severity, time}) => severity === 'alarm' && Date.parse(time) > since;
        const recent = network.events.filter(isRecentAlarm).length;
        alarms.element.dataset.count = String(recent);
        alarms.element.title = 'in the last hour';
        alarms.show(recent);
    };
    connection.addEventListener('change', showState);
    connection.addEventListener('status', () => {
        text(document.getElementById('version'), `Beacon ${connection.status?.version}`);
    });
    network.addEventListener('change', showFigures);
    showState();
}

/** Shows over the content that the connection is lost, and instead of it that the permission is missing. */
function connectionNotices() {
    const notice = h('div', {class: 'offline', role: 'alert', hidden: true},
        'Disconnected from the controller, trying again');
    content.before(notice);
    let wasRefused = false;
    connection.addEventListener('change', () => {
        notice.hidden = connection.state !== 'disconnected';
        if (connection.state === 'refused') {
            wasRefused = true;
            router.suspend();
            replace(content, noPermissionState());
        } else if (connection.state === 'connected') {
            announce('connected to the controller');
            if (wasRefused) {
                wasRefused = false;
                router.show();
            }
        }
    });
}

function announceEvents() {
    network.addEventListener('event', ({detail}) => {
        if (detail.severity !== 'info') {
            announce(detail.text);
        }
    });
}

/** Moves the focus to the content. The fragment of the address names a page, so that the link must not be followed. */
function skipLink() {
    document.querySelector('.skip').addEventListener('click', event => {
        event.preventDefault();
        content.focus();
    });
}

skipLink();
header(navigation());
connectionNotices();
announceEvents();
extensions.start(network, connection);
router.show();
connection.start();
