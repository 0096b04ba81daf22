// Builds elements. Texts become text nodes, so that data from the network is never parsed as HTML.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element. Properties that begin with "on" are listeners, "dataset" is an object, and the others are
 * attributes; those that are null, undefined or false are left out. Children are nodes, texts, numbers or arrays of
 * them; null and false are left out.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} properties
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (value === null || value === undefined || value === false) {
            continue;
        }
        if (key.startsWith('on')) {
            element.addEventListener(key.slice(2), value);
        } else if (key === 'dataset') {
            Object.assign(element.dataset, value);
        } else if (key === 'value') {
            /** @type {any} */ (element).value = value;
        } else {
            element.setAttribute(key, value === true ? '' : value);
        }
    }
    return append(element, children);
}

/**
 * Appends children, as in {@link h}.
 *
 * @template {Element} E
 * @param {E} element
 * @param {Child} children
 */
export function append(element, children) {
    for (const child of /** @type {any[]} */ ([children]).flat(Infinity)) {
        if (child !== null && child !== undefined && child !== false) {
            element.append(child instanceof Node ? child : String(child));
        }
    }
    return element;
}

/**
 * Replaces the children of an element.
 *
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
    element.replaceChildren();
    return append(element, children);
}

/**
 * Sets the text of an element, if it differs: screen readers announce each change of a live region.
 *
 * @param {Element | null} element
 * @param {string | number} value
 */
export function text(element, value) {
    const next = String(value);
    if (element && element.textContent !== next) {
        element.textContent = next;
    }
}

/**
 * Creates a badge: a state in a word.
 *
 * @param {string} words
 * @param {'good' | 'warning' | 'alarm' | ''} kind
 */
export function badge(words, kind = '') {
    return h('span', {class: `badge ${kind}`.trim()}, words);
}

/** Creates a text of fixed width, such as an address or a flow, which shows all of it as a tooltip. */
export function code(value) {
    return h('span', {class: 'mono', title: String(value)}, value);
}

/**
 * Creates a list of names with their values, and leaves out those without a value.
 *
 * @param {Record<string, Child> | Child[][]} values
 */
export function facts(values, kind = '') {
    return h('dl', {class: `facts ${kind}`.trim()}, (Array.isArray(values) ? values : Object.entries(values))
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}

/** The paths of the icons, in a square of 24 units. */
const ICONS = {
    topology: 'M12 3v5M12 8 6 14M12 8l6 6M4 14h4v4H4zM16 14h4v4h-4zM10 3h4v4h-4zM8 16h8',
    switches: 'M3 6h18v5H3zM3 13h18v5H3zM6.5 8.5h.01M9.5 8.5h.01M6.5 15.5h.01M9.5 15.5h.01M15 8.5h3M15 15.5h3',
    devices: 'M4 5h16v10H4zM9 19h6M12 15v4',
    applications: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13.5v6M13.5 16.5h6',
    performance: 'M4 4v16h16M7 15l4-5 3 3 5-7',
    events: 'M5 6h.01M5 12h.01M5 18h.01M9 6h11M9 12h11M9 18h11',
    settings: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5',
    page: 'M6 3h8l4 4v14H6zM14 3v4h4',
    extension: 'M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 16.5h6',
    menu: 'M4 7h16M4 12h16M4 17h16',
    sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
    moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
    close: 'M6 6l12 12M18 6 6 18',
    plus: 'M12 5v14M5 12h14',
    minus: 'M5 12h14',
    ping: 'M12 12h.01M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M6 18a8.5 8.5 0 0 1 0-12M18 6a8.5 8.5 0 0 1 0 12',
    fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
    arrange: 'M4 7h11l-3-3M20 17H9l3 3M4 7v0M20 17v0',
    hosts: 'M3 4h8v6H3zM13 4h8v6h-8zM8 14h8v6H8zM7 10v2h10v-2M12 12v2',
    path: 'M6 18a2 2 0 1 0 0 .01M18 6a2 2 0 1 0 0 .01M8 18h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6',
    pin: 'M12 21v-7M8 14h8l-1.5-4V4h1V3h-7v1h1v6z',
    lighthouse: 'M10 9h4l2 12H8zM9.4 13h5.2M9 17h6M12 3v3M10 6h4v3h-4zM7 7 2 5M7 8l-5 2M17 7l5-2M17 8l5 2',
    lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
    warning: 'M12 4 2.5 20h19zM12 10v5M12 17.5v.01',
    trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
    edit: 'M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4',
    refresh: 'M20 11a8 8 0 1 0-2.3 6M20 5v6h-6',
    play: 'M8 5v14l11-7z',
    stop: 'M6 6h12v12H6z',
    pause: 'M8 5v14M16 5v14',
    upload: 'M12 16V5M7 10l5-5 5 5M5 20h14',
    up: 'M12 19V5M6 11l6-6 6 6',
    down: 'M12 5v14M6 13l6 6 6-6',
};

/** Creates an element of SVG, which screen readers ignore. */
export function svg(name, attributes, ...children) {
    const element = document.createElementNS(SVG, name);
    Object.entries({'aria-hidden': 'true', ...attributes}).forEach(([key, value]) => element.setAttribute(key, value));
    element.append(...children);
    return element;
}

/** Creates an icon. */
export function icon(name) {
    return svg('svg', {viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.7',
        'stroke-linecap': 'round', 'stroke-linejoin': 'round'}, svg('path', {d: ICONS[name] ?? ICONS.page}));
}
