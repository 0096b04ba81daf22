// Requests to the controller. The browser sends the cookie of its session; scripts never see a token.

const TIMEOUT_MILLIS = 10_000;
const MAX_TAGS = 200;

/** The last responses with an entity tag, by path, so that what did not change is not sent again. */
const tagged = new Map();

/** A request that failed: refused by the controller (with a status), or without an answer (status 0). */
export class RequestError extends Error {
    constructor(status, detail, problem = {}) {
        super(detail);
        this.name = 'RequestError';
        this.status = status;
        /** The members of problem details for programs, see docs/rest.md. */
        this.problem = problem;
        this.code = problem.code;
        this.field = problem.field;
        this.reason = problem.reason;
    }

    /** Whether the controller did not answer. */
    get isOffline() {
        return this.status === 0;
    }

    /** Whether a token is missing or wrong. */
    get isRefused() {
        return this.status === 401 || this.status === 429;
    }
}

/** Requests of the page that were answered or not: the header shows it. */
export const requests = new EventTarget();

function report(name, error) {
    requests.dispatchEvent(new CustomEvent(name, {detail: error}));
}

async function problemOf(response) {
    try {
        return await response.json();
    } catch {
        return {};
    }
}

async function send(path, options) {
    let response;
    try {
        response = await fetch(path, {
            credentials: 'same-origin',
            cache: 'no-store',
            signal: AbortSignal.timeout(TIMEOUT_MILLIS),
            ...options,
        });
    } catch (cause) {
        const error = new RequestError(0, 'the controller does not answer');
        error.cause = cause;
        report('offline', error);
        throw error;
    }
    report('answered');
    if (response.ok || response.status === 304) {
        return response;
    }
    const problem = await problemOf(response);
    const detail = problem.detail ?? `${response.status} ${response.statusText}`;
    const error = new RequestError(response.status, detail, problem);
    if (error.isRefused) {
        report('refused', error);
    }
    throw error;
}

async function bodyOf(response) {
    const type = response.headers.get('Content-Type') ?? '';
    return type.includes('json') ? response.json() : response.text();
}

/** Returns the JSON of a resource. */
export async function get(path) {
    return (await getWithHeaders(path)).body;
}

/** Returns the JSON of a resource and its response headers. The same object is returned until the resource changes. */
export async function getWithHeaders(path) {
    const known = tagged.get(path);
    const response = await send(path, {headers: known ? {'If-None-Match': known.tag} : {}});
    if (response.status === 304) {
        return known;
    }
    const result = {tag: response.headers.get('ETag'), headers: response.headers, body: await bodyOf(response)};
    if (result.tag) {
        tagged.delete(path);
        tagged.set(path, result);
        if (tagged.size > MAX_TAGS) {
            tagged.delete(tagged.keys().next().value);
        }
    }
    return result;
}

/** Returns all elements of a list, page by page. */
export async function getAll(path, limit = 10_000) {
    const all = [];
    const separator = path.includes('?') ? '&' : '?';
    for (;;) {
        const {body, headers} = await getWithHeaders(`${path}${separator}offset=${all.length}&limit=${limit}`);
        all.push(...body);
        const total = Number(headers.get('X-Total-Count') ?? all.length);
        if (body.length === 0 || all.length >= total) {
            return all;
        }
    }
}

/** Sends a change: the method, and a body that becomes JSON unless it is a File or Blob. */
export async function change(method, path, body) {
    const options = {method, headers: {}};
    if (body instanceof Blob) {
        options.body = body;
        options.headers['Content-Type'] = 'application/java-archive';
    } else if (body !== undefined) {
        options.body = JSON.stringify(body);
        options.headers['Content-Type'] = 'application/json';
    }
    const response = await send(path, options);
    return response.status === 204 ? null : bodyOf(response);
}
