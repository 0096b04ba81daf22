// The part of the plane that is visible: a scale, and the point of the plane in the upper left corner.

const MIN_SCALE = 0.004;
const MAX_SCALE = 6;

export class Camera {
    scale = 1;
    left = 0;
    top = 0;
    /** Size of the viewport in CSS pixels. */
    width = 1;
    height = 1;

    toScreen(x, y) {
        return [(x - this.left) * this.scale, (y - this.top) * this.scale];
    }

    toPlane(x, y) {
        return [x / this.scale + this.left, y / this.scale + this.top];
    }

    /** Moves by pixels. */
    pan(dx, dy) {
        this.left -= dx / this.scale;
        this.top -= dy / this.scale;
    }

    /** Zooms so that the plane under a point of the screen stays there. */
    zoom(factor, x = this.width / 2, y = this.height / 2) {
        const [planeX, planeY] = this.toPlane(x, y);
        this.scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, this.scale * factor));
        this.left = planeX - x / this.scale;
        this.top = planeY - y / this.scale;
    }

    /** Shows a rectangle {left, top, right, bottom} between insets in pixels. */
    fit(bounds, insets, maxScale) {
        const width = Math.max(40, this.width - insets.left - insets.right);
        const height = Math.max(40, this.height - insets.top - insets.bottom);
        const fitting = Math.min(width / Math.max(1, bounds.right - bounds.left),
            height / Math.max(1, bounds.bottom - bounds.top));
        this.scale = Math.min(maxScale, Math.max(MIN_SCALE, fitting));
        this.left = (bounds.left + bounds.right) / 2 - (insets.left + width / 2) / this.scale;
        this.top = (bounds.top + bounds.bottom) / 2 - (insets.top + height / 2) / this.scale;
    }

    /** Moves a point of the plane to the center. */
    center(x, y, scale = this.scale) {
        this.scale = scale;
        this.left = x - this.width / 2 / scale;
        this.top = y - this.height / 2 / scale;
    }

    copy() {
        return Object.assign(new Camera(), this);
    }
}
