// The colors of the style sheet, for a canvas.

const NAMES = ['ground', 'surface', 'raised', 'line', 'line-strong', 'text', 'text-muted', 'accent', 'accent-ground',
    'beacon', 'good', 'warning', 'alarm', 'alarm-ground'];

/** Returns the colors of the present theme by the names of their custom properties, and the font. */
export function readPalette(element, names = NAMES) {
    // a custom property would be returned as it is written, with both themes
    const probe = document.createElement('span');
    element.append(probe);
    const palette = Object.fromEntries(names.map(name => {
        probe.style.color = `var(--${name})`;
        return [name, getComputedStyle(probe).color];
    }));
    palette.font = getComputedStyle(document.body).fontFamily;
    probe.remove();
    return palette;
}
