// Shows the OpenAPI document: an entry for each operation, with its parameters, its body and its response.

const METHODS = ['get', 'post', 'put', 'delete'];

/** Creates an element with children, which are elements or texts. */
function element(name, properties, ...children) {
    const created = Object.assign(document.createElement(name), properties);
    created.append(...children);
    return created;
}

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
    return element('tr', {}, ...cells.map(cell => element('td', {}, cell)));
}

function table(rows) {
    return element('table', {}, ...rows);
}

/** Shows a body: its type, and the fields of its records. */
function body(title, content, all) {
    const [mediaType, {schema}] = Object.entries(content)[0];
    const records = [...recordsOf(schema, all)].map(name => element('div', {},
        element('p', {}, element('code', {}, name)),
        table(Object.entries(all[name].properties ?? {}).map(([field, type]) =>
            row(element('code', {}, field), typeOf(type), type.description ?? '')))));
    return element('div', {}, element('p', {}, `${title}: ${typeOf(schema)} (${mediaType})`), ...records);
}

/** Returns a button that sends a request without parameters and shows the response. */
function tryIt(path) {
    const output = element('pre', {hidden: true});
    const send = async () => {
        const response = await fetch(path);
        const text = await response.text();
        output.hidden = false;
        output.textContent = response.status + '\n' + text;
    };
    return element('div', {}, element('button', {onclick: send}, 'Send'), output);
}

function operation(path, method, spec, all) {
    const parts = [];
    if (spec.parameters) {
        parts.push(table(spec.parameters.map(parameter => row(
            element('code', {}, parameter.name),
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
    return element('details', {},
        element('summary', {},
            element('span', {className: 'method'}, method.toUpperCase()),
            element('code', {}, path), ' ', spec.summary ?? ''),
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
    document.querySelector('main').append(element('h2', {}, tag), ...operations);
}
