// Numbers and times in words.

const whole = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
const short = new Intl.NumberFormat('en-US', {maximumSignificantDigits: 3});
const clock = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit', second: '2-digit'});
const day = new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium'});

/** Returns a whole number with separators: 12,345. @param {number} value */
export function count(value) {
    return whole.format(value);
}

/** Returns a number with a noun in the singular or plural: "1 link", "2 links". */
export function counted(value, singular, plural = singular + 's') {
    return `${count(value)} ${value === 1 ? singular : plural}`;
}

/**
 * Returns a value in a format, and a dash if it is unknown.
 *
 * @template V
 * @template R
 * @param {V | null | undefined} value
 * @param {(value: V) => R} format
 * @returns {R | string}
 */
export function known(value, format = /** @type {any} */ (count)) {
    return value === null || value === undefined ? '–' : format(value);
}

/** Returns a share, 0 to 1, as a percentage: 12.3 %. */
export function percent(share) {
    return `${short.format(Math.round(share * 10_000) / 100)} %`;
}

function scaled(value, unit, step, prefixes) {
    let scale = 0;
    while (Math.abs(value) >= step * 0.9995 && scale < prefixes.length - 1) {
        value /= step;
        scale++;
    }
    return `${short.format(value)} ${prefixes[scale]}${unit}`;
}

/** Returns a number of bytes: 1.5 MB. */
export function bytes(value) {
    return scaled(value, 'B', 1000, ['', 'k', 'M', 'G', 'T']);
}

/** Returns a bit rate: 12.3 Mbit/s. */
export function bitRate(value) {
    return scaled(value, 'bit/s', 1000, ['', 'k', 'M', 'G', 'T']);
}

/** Returns a duration: 340 ms, 12 s, 4 min, 3 h 20 min, 2 d 3 h. @param {number} seconds */
export function duration(seconds) {
    if (seconds < 0.9995) {
        return `${short.format(seconds * 1000)} ms`;
    }
    if (seconds < 60) {
        return `${short.format(seconds)} s`;
    }
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) {
        return `${minutes} min`;
    }
    const hours = Math.floor(minutes / 60);
    return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Returns the time of the day of an instant, and its date unless it is today. */
export function time(instant) {
    const date = new Date(instant);
    const today = new Date().toDateString() === date.toDateString();
    return today ? clock.format(date) : `${day.format(date)} ${clock.format(date)}`;
}

/** Returns how long ago an instant was. @param {string | number} instant as text, or in milliseconds since 1970 */
export function ago(instant, now = Date.now()) {
    return `${duration(Math.max(0, Math.round((now - new Date(instant).getTime()) / 1000)))} ago`;
}

/** Returns the short name of a datapath id: its digits without leading zeros, such as "s1" for 1. @param {string} id */
export function switchName(id) {
    const digits = id.replace(/^0+/, '');
    // small ids are those of emulated and lab networks, which number their switches
    return digits.length <= 4 ? `s${parseInt(digits || '0', 16)}` : digits;
}

/** Returns a text with the short names of switches instead of their ids. */
export function withNames(words) {
    return words?.replace(/\b[0-9a-f]{16}\b/g, switchName);
}

/**
 * Returns the address by which people know a device.
 *
 * @param {Device} device
 * @returns {string}
 */
export function deviceName(device) {
    return device.ipv4?.[0] ?? device.ipv6?.[0] ?? device.mac;
}

/** The number of the local port of a switch (OFPP_LOCAL): the network stack of the switch itself. */
const LOCAL = 0xffff_fffe;

/** Returns the number of a port as text, and LOCAL for that of the local port. */
export function portText(number) {
    return number === LOCAL ? 'LOCAL' : String(number);
}

/** Returns a port as "s1 port 3". @param {End} end */
export function portName(end) {
    return `${switchName(end.switch)} port ${portText(end.port)}`;
}
