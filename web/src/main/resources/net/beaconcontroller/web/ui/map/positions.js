// The positions of switches that the user moved, kept in this browser.

const KEY = 'beacon.map.positions';
const MAX = 10_000;

export function readPositions() {
    try {
        const all = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        return new Map(Object.entries(all).filter(([, at]) => at.length === 2 && at.every(Number.isFinite)));
    } catch {
        return new Map();
    }
}

export function writePositions(positions) {
    try {
        const newest = [...positions].slice(-MAX).map(([id, at]) => [id, at.map(Math.round)]);
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
    } catch {
        // without storage, they last until the page is left
    }
}
