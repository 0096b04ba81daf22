// The rates that the application statistics computes. They are unknown while it is not running.

import {get} from './api.js';

/** Returns whether the application statistics is running, as far as the page knows. */
export function hasRates(network) {
    return network.isLoaded && !network.absent.has('statistics');
}

async function read(kind) {
    try {
        return await get(`/api/statistics/${kind}`);
    } catch (error) {
        // it may have been stopped meanwhile
        if (error.status === 404) {
            return [];
        }
        throw error;
    }
}

/** Returns the rates of all links, each in one direction. */
export function readLinkRates() {
    return read('links');
}

/** Returns the ports of a switch, with their rates: null if unknown. */
export async function readPorts(network, id) {
    const [ports, rates] = await Promise.all([
        get(`/api/v1/switches/${id}/ports`),
        hasRates(network) ? read(`ports?switch=${id}`) : [],
    ]);
    const byNumber = new Map(rates.map(rate => [rate.port, rate]));
    return ports.map(port => ({
        ...port,
        receivedBitsPerSecond: byNumber.get(port.number)?.receivedBitsPerSecond ?? null,
        sentBitsPerSecond: byNumber.get(port.number)?.sentBitsPerSecond ?? null,
    }));
}
