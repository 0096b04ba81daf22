// The types of the controller's answers, as far as the page uses them; "/docs" of a running controller describes them.
// Only the type check of CI reads this file.

/** A port of a switch. */
interface End {
    switch: string;
    port: number;
}

interface Switch {
    id: string;
    version: string;
    address: string;
    manufacturer: string;
    software: string;
    connectedSince: string;
    ports: number;
    portsUp: number;
    roundTripMillis: number | null;
    packetIns: number;
    flowMods: number;
    /** Set by the page: since when it is not connected, in milliseconds since 1970. */
    goneAt: number | null;
}

/** A cable, as the page knows it: both directions of a link of the controller. */
interface Cable {
    key: string;
    a: End;
    b: End;
    kind: string;
    latencyMicros: number | null;
    /** Bits: 1 from a to b, 2 from b to a. */
    directions: number;
    removedAt: number | null;
}

interface Device {
    mac: string;
    vlan?: number | null;
    ipv4?: string[];
    ipv6?: string[];
    /** Null while it is detached. */
    switch: any;
    port: any;
    firstSeen?: string;
    lastSeen?: string;
}

interface ControllerEvent {
    id: number;
    time: string;
    type: string;
    severity: 'info' | 'warning' | 'alarm';
    subject?: string;
    text: string;
    details?: any;
}

interface Status {
    version: string;
    uptimeSeconds: number;
    addresses?: {openflow: string, openflowTls: string};
    [counter: string]: any;
}

/** A page of an application, as in /api/v1/pages. */
interface ApplicationPage {
    application: string;
    title: string;
    path: string;
    place: 'navigation' | 'switch';
}

interface Application {
    name: string;
    version: string;
    state: string;
    reason: string;
    origin: string;
    needs: {kind: string, name: string, provider: string}[];
    provides: string[];
    neededBy: string[];
    hanging: string[];
    unservedSwitches: string[];
    failures: number;
    loopShare: number;
    longestCallMillis: number;
    slowCalls: number;
}

interface Flow {
    table: number;
    priority: number;
    match: string;
    actions: string;
    cookie: string;
    idleTimeout: number;
    hardTimeout: number;
    packets: number | null;
    bytes: number | null;
    seconds: number;
    flags: string[];
    text: string;
}

/** The error of a request, with the members of problem details. */
interface Refusal extends Error {
    status: number;
    code?: string;
    field?: string;
    value?: any;
    column?: number;
    reason?: string;
    problems?: any[];
    isOffline: boolean;
    isRefused: boolean;
}

type Child = Node | string | number | false | null | undefined | Child[];

/** The part of the address that names what a page shows: #/PAGE/REST?QUERY */
interface Route {
    page: string;
    rest: string[];
    query: URLSearchParams;
}

/** The parameters of each page. */
interface Context {
    network: import('../../main/resources/net/beaconcontroller/web/ui/lib/store.js').Network;
    connection: import('../../main/resources/net/beaconcontroller/web/ui/lib/connection.js').Connection;
    extensions: import('../../main/resources/net/beaconcontroller/web/ui/lib/extensions.js').Extensions;
    route: Route;
}

/** The result of showing a page, for the router. */
interface Shown {
    leave?(): void;
    navigate?(route: Route): void;
}

type Show = (content: HTMLElement, context: Context) => Shown | (() => void);
type ShowTab = (panel: HTMLElement, id: string, context: Context) => () => void;

/** window.beacon of a page of an application; that of the page itself has network, connection and map. */
interface Beacon {
    get(path: string): Promise<any>;
    change(method: string, path: string, body?: object): Promise<any>;
    parameters: URLSearchParams;
    isPanel: boolean;
    onevent: ((event: ControllerEvent) => void) | null;
}

declare const beacon: Beacon;

interface Window {
    beacon: any;
    beaconTheme: {chosen(): string | null, choose(theme: string): void};
}

/** The elements that a page looks for are those of its own HTML. */
interface Document {
    getElementById(id: string): any;
}

interface ParentNode {
    querySelector(selectors: string): any;
}

/** The worker posts with a list of the objects that it hands over. */
declare function postMessage(message: any, transfer: Transferable[]): void;

/** Events of the page carry their subject. */
interface EventTarget {
    addEventListener(type: string, listener: ((event: any) => void) | null, options?: any): void;
    removeEventListener(type: string, listener: ((event: any) => void) | null): void;
}

/** The selection on the map. */
interface Selected {
    kind: 'switch' | 'link' | 'host';
    key: string;
}

/** The controller serves this file from a webjar. */
declare module '*/uplot.esm.js' {
    export default class uPlot {
        constructor(options: object, data: (number | null)[][], place: HTMLElement);
        cursor: {idx: number | null};
        setSize(size: {width: number, height: number}): void;
        setData(data: (number | null)[][]): void;
        destroy(): void;
    }
}
