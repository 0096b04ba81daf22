// A picture of the scene, which is moved and scaled while the camera moves if drawing the scene takes too long.
//
// A network that takes longer than 9 ms to draw is shown as a picture while the camera moves, and is drawn again when
// the camera rests.

/** The picture is that much larger than the viewport, on each side. */
const MARGIN = 0.25;
/** The picture is drawn again when it would be scaled by more. */
const MAX_ENLARGED = 2.5;
const MAX_REDUCED = 0.3;
/** This many pixels at an edge may be missing. */
const MISSING_PIXELS = 60;

export class Picture {
    #draw;
    #canvas = document.createElement('canvas');
    /** @type {any} */
    #camera = null;
    /** @type {any} */
    #bounds = null;

    /** @param draw draws the scene: (context, camera) */
    constructor(draw) {
        this.#draw = draw;
    }

    /** Forgets the picture, because the scene has changed. */
    clear() {
        this.#camera = null;
    }

    /** Shows the scene through a camera. `bounds()` returns its rectangle. */
    show(context, camera, bounds) {
        const factor = this.#camera ? camera.scale / this.#camera.scale : 0;
        if (factor > MAX_ENLARGED || factor < MAX_REDUCED || !this.#covers(camera, factor)) {
            this.#take(camera, bounds());
        }
        const scale = camera.scale / this.#camera.scale;
        const [x, y] = camera.toScreen(this.#camera.left, this.#camera.top);
        const ratio = devicePixelRatio;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, camera.width, camera.height);
        context.drawImage(this.#canvas, x, y, this.#camera.width * scale, this.#camera.height * scale);
    }

    /** Returns whether all of the scene that is visible is in the picture. */
    #covers(camera, factor) {
        const {left, top, width, height, scale} = this.#camera;
        const [visibleLeft, visibleTop] = camera.toPlane(0, 0);
        const [visibleRight, visibleBottom] = camera.toPlane(camera.width, camera.height);
        // the missing strip must be narrow, or have nothing of the scene
        const strip = MISSING_PIXELS / scale / factor;
        return Math.max(visibleLeft, this.#bounds.left) > left - strip
            && Math.max(visibleTop, this.#bounds.top) > top - strip
            && Math.min(visibleRight, this.#bounds.right) < left + width / scale + strip
            && Math.min(visibleBottom, this.#bounds.bottom) < top + height / scale + strip;
    }

    #take(camera, bounds) {
        const larger = camera.copy();
        const [marginX, marginY] = [camera.width * MARGIN, camera.height * MARGIN];
        larger.left -= marginX / camera.scale;
        larger.top -= marginY / camera.scale;
        larger.width += 2 * marginX;
        larger.height += 2 * marginY;
        this.#canvas.width = Math.round(larger.width * devicePixelRatio);
        this.#canvas.height = Math.round(larger.height * devicePixelRatio);
        this.#draw(this.#canvas.getContext('2d'), larger);
        this.#camera = larger;
        this.#bounds = bounds;
    }
}
