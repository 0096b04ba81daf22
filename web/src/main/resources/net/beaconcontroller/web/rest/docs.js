// Shows the OpenAPI document: an entry for each operation, with its parameters, its body and its response.

import {h} from '/ui/lib/dom.js';

const METHODS = ['get', 'post', 'put', 'delete'];

/** Returns a schema in words, such as "array of Application". */
function typeOf(schema) {
    if (schema.$ref) {
        return schema.$ref.replace(/.*\//, '');
    }
    if (schema.enum) {
        return schema.enum.join(' | ');
    }
    if (schema.type === 'array') {
        return 'array of ' + typeOf(schema.items);
    }
    if (schema.additionalProperties) {
        return 'object with values of ' + typeOf(schema.additionalProperties);
    }
    return schema.type ?? 'any';
}

/** Returns the names of the records in a schema and below it. */
function recordsOf(schema, all, found = new Set()) {
    const name = schema.$ref?.replace(/.*\//, '');
    if (name && !found.has(name)) {
        found.add(name);
        Object.values(all[name].properties ?? {}).forEach(property => recordsOf(property, all, found));
    }
    [schema.items, schema.additionalProperties].filter(Boolean).forEach(inner => recordsOf(inner, all, found));
    return found;
}

function row(...cells) {
    return h('tr', {}, ...cells.map(cell => h('td', {}, cell)));
}

function table(rows) {
    return h('table', {}, ...rows);
}

/** Shows a body: its type, and the fields of its records. */
function body(title, content, all) {
    const [mediaType, {schema}] = Object.entries(content)[0];
    const records = [...recordsOf(schema, all)].map(name => h('div', {},
        h('p', {}, h('code', {}, name)),
        table(Object.entries(all[name].properties ?? {}).map(([field, type]) =>
            row(h('code', {}, field), typeOf(type), type.description ?? '')))));
    return h('div', {}, h('p', {}, `${title}: ${typeOf(schema)} (${mediaType})`), ...records);
}

/** Returns a button that sends a request without parameters and shows the response. */
function tryIt(path) {
    const output = h('pre', {hidden: true});
    const send = async () => {
        const response = await fetch(path);
        const text = await response.text();
        output.hidden = false;
        output.textContent = response.status + '\n' + text;
    };
    return h('div', {}, h('button', {onclick: send}, 'Send'), output);
}

function operation(path, method, spec, all) {
    const parts = [];
    if (spec.parameters) {
        parts.push(table(spec.parameters.map(parameter => row(
            h('code', {}, parameter.name),
            `${parameter.in}, ${typeOf(parameter.schema)}`,
            parameter.description ?? ''))));
    }
    if (spec.requestBody) {
        parts.push(body('Body', spec.requestBody.content, all));
    }
    const content = spec.responses['200']?.content;
    if (content) {
        parts.push(body('Response', content, all));
    }
    if (method === 'get' && !path.includes('{') && content?.['application/json']) {
        parts.push(tryIt(path));
    }
    return h('details', {},
        h('summary', {},
            h('span', {class: 'method'}, method.toUpperCase()),
            h('code', {}, path), ' ', spec.summary ?? ''),
        ...parts);
}

const openApi = await (await fetch('openapi.json')).json();
const sections = new Map();
for (const [path, operations] of Object.entries(openApi.paths)) {
    for (const method of METHODS.filter(name => operations[name])) {
        const spec = operations[method];
        const tag = path.startsWith('/api/v1/') ? spec.tags[0] : path.split('/')[2];
        sections.set(tag, [...(sections.get(tag) ?? []), operation(path, method, spec, openApi.components.schemas)]);
    }
}
for (const [tag, operations] of sections) {
    document.querySelector('main').append(h('h2', {}, tag), ...operations);
}
