// The colors of the style sheet, for the canvas.

const NAMES = ['ground', 'surface', 'raised', 'line', 'line-strong', 'text', 'text-muted', 'accent', 'accent-ground',
    'beacon', 'good', 'warning', 'alarm', 'alarm-ground'];

/** Returns the colors of the present theme by the names of their custom properties. */
export function readPalette(element) {
    // a custom property would be returned as it is written, with both themes
    const probe = document.createElement('span');
    element.append(probe);
    const palette = Object.fromEntries(NAMES.map(name => {
        probe.style.color = `var(--${name})`;
        return [name, getComputedStyle(probe).color];
    }));
    palette.font = getComputedStyle(document.body).fontFamily;
    probe.remove();
    return palette;
}
